import type { GatheredStatement } from '../database/gathered-statement.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { RecordKind } from '../record-kind.ts'
import type { LiveTokenRow } from './authenticate.store.ts'

export interface TokenAndRecordQuestion {
  /** Whose the token was when it was last seen: it is only looked for there. */
  readonly organizationId: string
  /** In hexadecimal digits. */
  readonly sha256: string
  readonly recordId: string
}

export interface TokenAndRecord {
  readonly token: LiveTokenRow
  /** The row, or undefined where the token's organization has no such record. */
  readonly record: unknown
}

/**
 * The token of that hash and a record of its organization, both in one statement. Undefined where
 * the token is expired or revoked, or not of that organization.
 */
export async function findTokenAndRecord(
  database: RequestDatabase,
  kind: RecordKind,
  question: TokenAndRecordQuestion,
): Promise<TokenAndRecord | undefined> {
  let statement = STATEMENTS.get(kind)
  if (statement === undefined) {
    statement = tokensAndRecords(kind)
    STATEMENTS.set(kind, statement)
  }
  return await database.gather(statement, question)
}

type TokensAndRecords = GatheredStatement<TokenAndRecordQuestion, TokenAndRecord | undefined>

/** One of each kind, for a gathering is known by its statement. */
const STATEMENTS = new Map<RecordKind, TokensAndRecords>()

/** The columns of a record, and beside them: */
interface FoundRow {
  /** Which question it answers, from 1. */
  readonly askedPlace: number
  /** The token, in the answer to the first question that came with it; null in the others. */
  readonly callerTokenId: string | null
  readonly callerPermissions: LiveTokenRow['permissions']
  readonly callerSha256: Buffer
  readonly callerAllowedAddresses: LiveTokenRow['allowedAddresses']
  /** Of the record; null where there is none. */
  readonly id: string | null
}

function tokensAndRecords({ table, columns }: RecordKind): TokensAndRecords {
  const recordColumns = columns.map((column) => `record.${column}`)
  return {
    name: `find_token_and_${table}`,
    lineOf: ({ organizationId }) => organizationId,
    ask: async (sql, questions) => {
      // A token's permissions are a long list: it comes once, however many ask with it.
      const seen = new Set<string>()
      const isFirst = questions.map((question) => seen.size < seen.add(tokenOf(question)).size)
      const rows = await sql<FoundRow[]>`
        select asked.place::integer as asked_place, ${sql(recordColumns)},
          case when asked.is_first then token.id end as caller_token_id,
          case when asked.is_first then token.permissions end as caller_permissions,
          case when asked.is_first then token.token_sha256 end as caller_sha256,
          case when asked.is_first then token.allowed_addresses end as caller_allowed_addresses
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
  const found = new Map(rows.map((row) => [row.askedPlace, row]))
  const tokens = new Map<string, LiveTokenRow>()
  for (const [index, question] of questions.entries()) {
    const row = found.get(index + 1)
    if (row === undefined || row.callerTokenId === null) continue
    tokens.set(tokenOf(question), {
      organizationId: question.organizationId,
      id: row.callerTokenId,
      permissions: row.callerPermissions,
      tokenSha256: row.callerSha256,
      allowedAddresses: row.callerAllowedAddresses,
    })
  }
  return questions.map((question, index) => {
    const row = found.get(index + 1)
    const token = tokens.get(tokenOf(question))
    if (row === undefined || token === undefined) return undefined
    const { askedPlace, callerTokenId, callerPermissions, callerSha256, ...rest } = row
    const { callerAllowedAddresses, ...record } = rest
    return { token, record: record.id === null ? undefined : record }
  })
}

/** The token as one text; ids hold no blank. */
function tokenOf({ organizationId, sha256 }: TokenAndRecordQuestion): string {
  return `${organizationId} ${sha256}`
}
