import type { RecordKind } from '../caller.ts'
import type { Database } from '../database/database.ts'
import type { GatheredStatement } from '../database/gathered-statement.ts'
import type { AccessTokenRow } from './access-token.ts'

/** A token that is neither expired nor revoked. */
export interface LiveTokenRow
  extends Pick<AccessTokenRow, 'organizationId' | 'id' | 'permissions'> {
  readonly tokenSha256: Buffer
}

/**
 * The token of that hash, unless it expired or was revoked. One of the two statements without a
 * caller: they find out who calls. The database's clock decides, so that replicas agree.
 * @param sha256 in hexadecimal digits
 */
export async function findLiveToken(
  database: Database,
  sha256: string,
): Promise<LiveTokenRow | undefined> {
  return await database.gather(LIVE_TOKENS, sha256)
}

const LIVE_TOKENS: GatheredStatement<string, LiveTokenRow | undefined> = {
  name: 'find_live_token',
  // One line for all: who made tokens up would else have a turn for each of them.
  lineOf: () => 'tokens',
  ask: async (sql, questions) => {
    // Most requests that arrive together come with the same few tokens.
    const hashes = [...new Set(questions)]
    const rows = await sql<LiveTokenRow[]>`
      select organization_id, id, permissions, token_sha256
      from unnest(${hashes}::text[]) as asked (sha256)
      join access_tokens on token_sha256 = decode(asked.sha256, 'hex')
      where revoked_at is null and expires_at > now()`
    const found = new Map(rows.map((row) => [row.tokenSha256.toString('hex'), row]))
    return questions.map((sha256) => found.get(sha256))
  },
}

interface TokenAndRecordQuestion {
  /** Whose the token was when it was last seen: it is only looked for there. */
  readonly organizationId: string
  /** In hexadecimal digits. */
  readonly sha256: string
  readonly recordId: string
}

interface TokenAndRecord {
  readonly token: LiveTokenRow
  /** The row, or undefined where the token's organization has no such record. */
  readonly record: unknown
}

/**
 * The same, with a record of the token's organization: both in one statement. Undefined where the
 * token is not live, or not of that organization.
 */
export async function findTokenAndRecord(
  database: Database,
  kind: RecordKind,
  question: TokenAndRecordQuestion,
): Promise<TokenAndRecord | undefined> {
  const statement = STATEMENTS.get(kind) ?? tokensAndRecords(kind)
  STATEMENTS.set(kind, statement)
  return await database.gather(statement, question)
}

type TokensAndRecords = GatheredStatement<TokenAndRecordQuestion, TokenAndRecord | undefined>

const STATEMENTS = new WeakMap<RecordKind, TokensAndRecords>()

interface FoundRow {
  /** Of the question, from 1. */
  readonly place: number
  /** The token's, in the row of the first question that came with it; null in the others. */
  readonly tokenId: string | null
  readonly tokenPermissions: LiveTokenRow['permissions']
  readonly tokenSha256: Buffer
  /** The record's; null where there is none. */
  readonly id: string | null
}

function tokensAndRecords({ table, columns }: RecordKind): TokensAndRecords {
  const recordColumns = columns.map((column) => `record.${column}`)
  return {
    name: `find_token_and_${table}`,
    lineOf: ({ organizationId }) => organizationId,
    ask: async (sql, questions) => {
      const seen = new Set<string>()
      const isFirst = questions.map(({ sha256 }) => seen.size < seen.add(sha256).size)
      const rows = await sql<FoundRow[]>`
        select asked.place::integer, ${sql(recordColumns)},
          case when asked.is_first then token.id end as token_id,
          case when asked.is_first then token.permissions end as token_permissions,
          case when asked.is_first then token.token_sha256 end as token_sha256
        from unnest(${questions.map(({ organizationId }) => organizationId)}::text[],
          ${questions.map(({ sha256 }) => sha256)}::text[],
          ${isFirst.map(String)}::text[]::boolean[],
          ${questions.map(({ recordId }) => recordId)}::text[])
          with ordinality as asked (organization_id, sha256, is_first, record_id, place)
        join access_tokens as token on token.token_sha256 = decode(asked.sha256, 'hex')
          and token.organization_id = asked.organization_id
          and token.revoked_at is null and token.expires_at > now()
        left join ${sql(table)} as record
          on record.organization_id = token.organization_id and record.id = asked.record_id`
      return answersIn(rows, questions)
    },
  }
}

function answersIn(
  rows: readonly FoundRow[],
  questions: readonly TokenAndRecordQuestion[],
): (TokenAndRecord | undefined)[] {
  const found = new Map(rows.map((row) => [row.place, row]))
  const tokens = new Map<string, LiveTokenRow>()
  for (const [index, { organizationId, sha256 }] of questions.entries()) {
    const row = found.get(index + 1)
    if (row === undefined || row.tokenId === null) continue
    const { tokenId: id, tokenPermissions: permissions, tokenSha256 } = row
    tokens.set(sha256, { organizationId, id, permissions, tokenSha256 })
  }
  return questions.map(({ sha256 }, index) => {
    const row = found.get(index + 1)
    const token = tokens.get(sha256)
    if (row === undefined || token === undefined) return undefined
    const { place, tokenId, tokenPermissions, tokenSha256, ...record } = row
    return { token, record: record.id === null ? undefined : record }
  })
}
