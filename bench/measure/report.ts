import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DatasetSize, ORGANIZATIONS, SLOTS } from './dataset.ts'
import { LOADS, type LoadName } from './loads.ts'
import { type Mark, marksTable } from './marks.ts'
import type { BenchOptions } from './options.ts'
import { LOAD_TABLE_HEAD, loadLines } from './results.ts'
import type { MeasuredLoad } from './rounds.ts'
import { grouped } from './statistics.ts'
import { SUBJECTS } from './subjects.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const PAGE = `${REPOSITORY}docs/PERFORMANCE.md`
const RAW = 'bench/results/latest.md'
const BEGIN = '<!-- bench:begin -->'
const END = '<!-- bench:end -->'
const BYTES_PER_GB = 1_000_000_000

export interface Run {
  readonly options: BenchOptions
  readonly size: DatasetSize
  readonly postgresVersion: string
  readonly fillSeconds: number
  readonly loaderShareMax: number
  readonly measured: readonly MeasuredLoad[]
  readonly marks: readonly Mark[]
  /** Further findings: the most memory of the whole run, and the result of `verify`. */
  readonly remarks: readonly string[]
}

/** The machine, the conditions and the marks of a run. */
export function summaryOf(finished: Run): string {
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
  const model = cpus()[0]?.model.trim() ?? ''
  const processors = `${availableParallelism()} processors${model === '' ? '' : ` (${model})`}`
  const machine = `${processors}, ${Math.round(totalmem() / BYTES_PER_GB)} GB of memory`
  const versions = `Node ${process.versions.node}, PostgreSQL ${finished.postgresVersion}`
  return [
    `Run of ${at} UTC, commit ${commit()}. ${machine}; ${versions}.`,
    conditions(finished),
    marksTable(finished.marks),
    ...finished.remarks,
  ].join('\n\n')
}

/** The whole run into bench/results/, and its summary into the page's section. */
export function writeReport(summary: string, { measured }: Run): void {
  const loads = [...new Set(measured.map(({ load }) => load))]
  const raw = [
    '# The last run of `npm run bench`',
    summary,
    explained(loads),
    [LOAD_TABLE_HEAD, ...measured.map(loadLines)].join('\n'),
  ].join('\n\n')
  mkdirSync(dirname(`${REPOSITORY}${RAW}`), { recursive: true })
  writeFileSync(`${REPOSITORY}${RAW}`, `${raw}\n`)
  const page = readFileSync(PAGE, 'utf8')
  const link = `Every load, and what it is: [${RAW}](../${RAW}).`
  writeFileSync(PAGE, withSection(page, `${summary}\n\n${link}`))
}

export function withSection(page: string, text: string): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`the page has no ${BEGIN} and ${END}`)
  return `${page.slice(0, begin)}${BEGIN}\n\n${text}\n\n${page.slice(end)}`
}

function conditions({ size, options, fillSeconds, loaderShareMax }: Run): string {
  const of = (count: number) => grouped(count * ORGANIZATIONS, 0)
  return (
    'The load, the subjects and PostgreSQL share these processors: compare within a run. All ' +
    `databases hold the same ${of(size.accounts)} accounts, ${of(size.holders * SLOTS)} items and ` +
    `${of(size.shipments)} outbound shipments of ${ORGANIZATIONS} organizations (filled in ` +
    `${grouped(fillSeconds, 0)} s), and requests are spread over all of them. Each figure is the ` +
    `median of ${options.rounds} rounds of ${options.seconds} s, the subjects in turns and in the ` +
    'other order each second round, after a round that warms up. Ratios are taken within a round; ' +
    'max is the longest response of all rounds. "CPU us" is processor time of the subject\'s ' +
    'process per request, "Database us" that of its PostgreSQL connections; both together ' +
    'are its processor time, which other work on the machine changes least. The loading process took ' +
    `at most ${grouped(loaderShareMax, 2)} of one processor. Every response is judged: "refused as due" are ` +
    'transfers that had to be refused and were, "unexpected" is any other than the right response.'
  )
}

function explained(loads: readonly LoadName[]): string {
  return [
    ...Object.entries(SUBJECTS).map(([name, means]) => `- \`${name}\`: ${means}.`),
    ...loads.map((load) => `- \`${load}\`: ${LOADS[load].means}.`),
  ].join('\n')
}

/** `unknown` in a copy without its history. */
function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim()
  try {
    const id = git('rev-parse', '--short', 'HEAD')
    const changes = git('status', '--porcelain', '--', 'src', 'migrations', 'bench/plain-service')
    return changes === '' ? id : `${id} and changes`
  } catch {
    return 'unknown'
  }
}
