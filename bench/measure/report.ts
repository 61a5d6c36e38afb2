import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type DatasetSize, ORGANIZATIONS, SLOTS } from './dataset.ts'
import { LOADS, type LoadName } from './loads.ts'
import { type Mark, marksTable } from './marks.ts'
import type { BenchOptions } from './options.ts'
import { LOADS_HEADER, loadLines } from './results.ts'
import type { MeasuredLoad } from './rounds.ts'
import { grouped } from './statistics.ts'
import { SUBJECTS } from './subjects.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))
const BYTES_PER_GB = 1_000_000_000
const RESULTS = `${REPOSITORY}bench/results/latest`

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

/** The summary and what it means into latest.md of bench/results/, the figures into latest.csv. */
export function writeReport(summary: string, { measured }: Run): void {
  const loads = [...new Set(measured.map(({ load }) => load))]
  const page = ['# The last run of `npm run bench`', summary, COLUMNS, explained(loads)]
  writeFileSync(`${RESULTS}.md`, `${page.join('\n\n')}\n`)
  writeFileSync(`${RESULTS}.csv`, `${[LOADS_HEADER, ...measured.map(loadLines)].join('\n')}\n`)
}

const COLUMNS =
  '[latest.csv](latest.csv) has a row for each load, connection count and subject. ' +
  '`serviceAgainst`: requests/s of the service against those of the subject. `processorUs`, ' +
  '`databaseUs`: processor time for a request, of the process and of its PostgreSQL connections. ' +
  "`processorAgainst`: both together, against the service's; other work on the machine changes " +
  'it least. `Least`, `Most`: of the rounds. `maxMs`: the longest of all. `refused`: transfers ' +
  'that had to be. `unexpected`: wrong responses.'

function conditions({ size, options, fillSeconds, loaderShareMax }: Run): string {
  const of = (count: number) => grouped(count * ORGANIZATIONS, 0)
  return (
    'The load, the subjects and PostgreSQL share these processors: compare within a run. All ' +
    `databases hold ${of(size.accounts)} accounts, ${of(size.holders * SLOTS)} items and ` +
    `${of(size.shipments)} outbound shipments of ${ORGANIZATIONS} organizations (filled in ` +
    `${grouped(fillSeconds, 0)} s). Each figure is the median of ${options.rounds} rounds of ` +
    `${options.seconds} s, the subjects in turns. Every response is judged. The loading process ` +
    `took at most ${grouped(loaderShareMax, 2)} of one processor.\n\n` +
    'Marks are ratios of requests/s at 64 connections, or of p50 at one ("alone").'
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
