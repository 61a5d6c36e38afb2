import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasSqlDetails, loadModule, parseSync } from 'libpg-query'
import { ORGANIZATION_TABLES, organizationColumn } from '../../../src/database/vault-tables.ts'
import type { Sql } from '../vault/sql.ts'
import type { Tree } from './query-levels.ts'
import { EXCEPTIONS, type StatementException } from './statement-exceptions.ts'
import { type StatementFacts, statementViolations } from './statement-violations.ts'

/** Makes a process record its statements. */
const COLLECTING = `--import=${new URL('../preload/collect-statements.js', import.meta.url).href}`

/** The least number of statements of a full run; fewer mean that collecting is broken. */
const SEEN_AT_LEAST = 100

/** Keeps the statements of every process of a run that is started with `env`. */
export class SeenStatements {
  readonly #folder = mkdtempSync(join(tmpdir(), 'vault-statements-'))
  readonly env = {
    VAULT_TEST_STATEMENTS: this.#folder,
    NODE_OPTIONS: [process.env.NODE_OPTIONS ?? '', COLLECTING].join(' ').trim(),
    // For services and commands that tests start, which inherit no other options.
    VAULT_TEST_NODE_OPTIONS: COLLECTING,
  }

  /** The statements sent as one of these roles, in the order of their texts. */
  of(...roles: readonly string[]): string[] {
    const lines = readdirSync(this.#folder).flatMap((name) =>
      readFileSync(join(this.#folder, name), 'utf8').split('\n').filter(Boolean),
    )
    const sent = [...new Set(lines)].map((line) => JSON.parse(line) as [user: string, text: string])
    return sent.flatMap(([user, text]) => (roles.includes(user) ? [text] : [])).sort()
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** The distributed tables, and our own functions that read them. */
export async function statementFacts(sql: Sql): Promise<StatementFacts> {
  const tables = ORGANIZATION_TABLES.join('|')
  const readers = await sql<{ name: string }[]>`
    select proname as name
    from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
      and pg_get_functiondef(oid) ~* ${`\\m(from|join|into|update)\\s+(only\\s+)?(${tables})\\M`}`
  return {
    columns: Object.fromEntries(
      ORGANIZATION_TABLES.map((table) => [table, organizationColumn(table)]),
    ),
    readers: readers.map(({ name }) => name),
    variables: [],
  }
}

/**
 * A report of the statements that break a rule; empty if none does.
 * @param isWhole whether every test ran: then an exception that no statement needs is reported too
 */
export async function reportOn(
  texts: readonly string[],
  facts: StatementFacts,
  { isWhole, exceptions = EXCEPTIONS }: ReportOptions,
): Promise<string[]> {
  await loadModule()
  const needed = new Set<StatementException>()
  const report: string[] = []
  for (const text of texts) {
    const violations = statementViolations(treeOf(text), facts)
    if (violations.length === 0) continue
    const exception = exceptions.find(({ statement }) => statement.test(text))
    if (exception !== undefined) needed.add(exception)
    else report.push(`${violations.map((violation) => `- ${violation}\n`).join('')}${text.trim()}`)
  }
  if (isWhole && texts.length < SEEN_AT_LEAST) {
    report.push(`- Only ${texts.length} statements were seen: mend \`collect-statements.js\`.`)
  }
  for (const exception of isWhole ? exceptions : []) {
    if (needed.has(exception)) continue
    report.push(`- No statement needs the exception "${exception.why}": delete it.`)
  }
  return report
}

/** A statement that PostgreSQL cannot parse, sent by a test on purpose, is ignored. */
function treeOf(text: string): Tree {
  try {
    return parseSync(text)
  } catch (error) {
    if (hasSqlDetails(error)) return undefined
    throw error
  }
}

interface ReportOptions {
  readonly isWhole: boolean
  readonly exceptions?: readonly StatementException[]
}
