import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { isId } from '../../domain/ids.ts'
import { isInstant } from '../../domain/text.ts'
import { writeNewFile } from '../../runtime/write-new-file.ts'
import { statementCsv } from '../../vault/statements/statement-csv.ts'
import {
  readStatement,
  type StatementContent,
} from '../../vault/statements/statement-file.store.ts'
import { type Period, periodViolations } from '../../vault/statements/statement-period.ts'
import { allOrNothing } from './all-or-nothing.ts'
import {
  CommandFailed,
  JSON_OPTION,
  ORGANIZATION_OPTION,
  type OrganizationOptions,
  print,
  requireAll,
  withOrganization,
} from './command.ts'
import { counted, formatBytes, secondsOf } from './text-output.ts'

interface StatementOptions extends OrganizationOptions {
  readonly from: string
  readonly to: string
  readonly out: string
}

export function statementCommand(): Command {
  return new Command('statement')
    .description('write the statement of an account over a period, as CSV')
    .argument('<account-id>', 'the FBO account')
    .requiredOption(...ORGANIZATION_OPTION)
    .requiredOption('--from <when>', 'the beginning of the period (required)')
    .requiredOption('--to <when>', 'its end, which is not part of it (required)')
    .requiredOption('--out <file>', 'the file to write; it must not exist yet (required)')
    .addOption(JSON_OPTION)
    .addHelpText(
      'after',
      '\nA date such as 2026-11-01 is its beginning in UTC; 2026-11-01T08:00:00+01:00 is a moment. So\n' +
        '--from 2026-11-01 --to 2026-12-01 is November. The service may keep running.\n\n' +
        'The file has the newest checkpoint of the sealed log, and says whether that is over every\n' +
        'change of the period: vault-inventory events verify EXPORT --checkpoint FILE takes it from there.',
    )
    .action(writeStatement)
}

async function writeStatement(fboAccountId: string, options: StatementOptions): Promise<void> {
  const startedAt = performance.now()
  const { out: path } = options
  const period = readPeriod(options)
  const written = await withOrganization(options, async (caller, database, signal) => {
    const file = await allOrNothing(
      { name: 'statement', nothing: 'no file was written' },
      { options, signal },
      async () =>
        isId(fboAccountId)
          ? await readStatement(caller, database, { fboAccountId, period }, (content) =>
              writeFile(content, path, signal),
            )
          : undefined,
    )
    if (file !== undefined) return file
    throw new CommandFailed('The organization has no FBO account with this id.')
  })
  const { lines, statement, fileBytes } = written
  const durationMs = Math.round(performance.now() - startedAt)
  print(options, { file: path, lines, ...statement, fileBytes, durationMs }, () => {
    const proven = statement.isProven ? '' : ' Its changes are not all under a checkpoint yet.'
    const size = `${formatBytes(fileBytes)} in ${secondsOf(durationMs)}`
    return `${path} holds a statement of ${counted(lines, 'line')}: ${size}.${proven}`
  })
}

async function writeFile(content: StatementContent, path: string, signal: AbortSignal) {
  const { statement } = content
  const lines = statement.changes.reduce((sum, change) => sum + change.lines, 0)
  return await writeNewFile({ path, what: 'statement', signal }, async (file) => {
    const to = new Writable({
      write: (chunk: Buffer, _, done) => void file.writeFile(chunk).then(() => done(), done),
    })
    await pipeline(Readable.from(statementCsv(content)), to, { signal })
    return { lines, statement }
  })
}

const DATE = /^\d{4}-\d\d-\d\d$/
const WITHOUT_SECONDS = /^(.{10}T\d\d:\d\d)(Z|[+-]\d\d:\d\d)$/

/** @throws {CommandFailed} with a sentence for each end that cannot be used */
function readPeriod({ from, to }: StatementOptions): Required<Period> {
  const period = { from: instantOf(from), to: instantOf(to) }
  const form = 'takes a date that exists, as 2026-11-01, or a moment, as 2026-11-01T08:00:00Z'
  requireAll([
    [isInstant(period.from), `--from ${form}`],
    [isInstant(period.to), `--to ${form}`],
  ])
  requireAll([[periodViolations(period).length === 0, '--to must be after --from']])
  return period
}

function instantOf(text: string): string {
  return DATE.test(text) ? `${text}T00:00:00.000Z` : text.replace(WITHOUT_SECONDS, '$1:00$2')
}
