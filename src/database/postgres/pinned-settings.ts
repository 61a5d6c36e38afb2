import type { Sql } from './sql.ts'

/**
 * Settings that change what a statement means or returns. A role, a database or `postgresql.conf`
 * can have others, and a connection's start-up packet precedes all of them. Without these, dates
 * were returned with day and month exchanged, and events were sealed with hashes that nobody can
 * verify. Each is in `ignore_startup_parameters` of docs/OPERATING.md, unless PgBouncer keeps it.
 */
export const PINNED_SETTINGS = {
  // The forms that `values.ts` reads.
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  // Fewer digits would round milliseconds: "-15" makes all of 2026 the year 2033.
  extra_float_digits: '1',
  // Off, a null in a list of texts is stored as the text NULL.
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  // Writes rely on what the statement after a lock sees.
  default_transaction_isolation: 'read committed',
  // PostgreSQL's own default. An address can name another one: `?search_path=vault`.
  search_path: '"$user", public',
}

/** Settings that are checked, and not sent, with the values that are right. */
const ONLY_CHECKED: Readonly<Record<string, readonly string[]>> = {
  // Without triggers, logs could be changed, and changes would have no events.
  session_replication_role: ['origin'],
  // Otherwise acknowledged changes are lost with the server. Standbys are the operator's choice.
  synchronous_commit: ['on', 'remote_write', 'remote_apply'],
}

interface StraySetting {
  readonly name: string
  readonly value: string
  readonly wanted: string
  /** A statement that sets it for connections to come, wherever it was set. */
  readonly remedy: string
}

/** Limits of requests, in milliseconds. */
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']

/**
 * Settings that do not hold on a connection: a pooler may leave parameters out. For a service, also
 * limits that are off, or longer than those that these connections send.
 */
export async function straySettings(sql: Sql, isForService: boolean): Promise<StraySetting[]> {
  const sent = sql.settings
  const pinned = Object.keys(PINNED_SETTINGS).map((name) => [name, [String(sent[name])]])
  const wanted: typeof ONLY_CHECKED = { ...Object.fromEntries(pinned), ...ONLY_CHECKED }
  const names = [...Object.keys(wanted), ...(isForService ? LIMITS : [])]
  const rows = await sql.query<{ name: string; value: string; ms: number; target: string }[]>(
    `
    select name, current_setting(name) as value,
      extract(epoch from case when name like '%timeout' then current_setting(name)::interval end)
        ::float8 * 1000 as ms,
      format('alter role %I in database %I', current_user, current_database()) as target
    from unnest($1::text[]) as name`,
    [names],
  )
  return rows.flatMap(({ name, value, ms, target }) => {
    const limit = sent[name] as number
    const right = wanted[name]?.[0] ?? `${limit}ms`
    const isLimited = limit === 0 || (ms > 0 && ms <= limit)
    if (wanted[name]?.some((one) => plain(one) === plain(value)) ?? isLimited) return []
    const literal = name === 'search_path' ? right : `'${right}'`
    return [{ name, value, wanted: right, remedy: `${target} set ${name} = ${literal}` }]
  })
}

/** The same text for the same list. */
function plain(value: string): string {
  return value.replaceAll(' ', '').toLowerCase()
}

/** An address without pinned settings; it may choose the schema. */
export function withoutPinned(address: string): string {
  const url = new URL(address)
  const pinned = Object.keys(PINNED_SETTINGS).map((name) => name.toLowerCase())
  const given = [...url.searchParams.keys()].filter(
    (name) => name !== 'search_path' && pinned.includes(name.toLowerCase()),
  )
  for (const name of given) url.searchParams.delete(name)
  return given.length === 0 ? address : url.href
}
