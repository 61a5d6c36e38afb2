import { lockNumber } from '../postgres/lock-number.ts'
import type { ChangeResponse, RequestKey } from './change.ts'
import { ORGANIZATION, type OrganizationTransaction } from './organization-transaction.ts'

/**
 * `free`: nobody has used it, or so long ago that it is forgotten. `in_progress`: another
 * transaction decides upon it. Else the response of the change that was made under it, and whether
 * that was for the same request.
 */
export type KeyStanding =
  | { readonly kind: 'free' | 'in_progress' | 'reused' }
  | { readonly kind: 'kept'; readonly response: ChangeResponse }

export interface KeyStandings {
  /** In the order of the keys. */
  readonly standings: readonly KeyStanding[]
  /** Whether the organization has responses that are kept too long. */
  readonly hasOld: boolean
}

/** How long a response is kept. */
const KEPT_DAYS = 7

/** Responses that are forgotten with each that is kept, at most: there never come to be many. */
const FORGOTTEN_PER_KEPT = 2

const LOCK = `
  select pg_try_advisory_xact_lock(number::bigint) as is_locked,
    exists (
      select from idempotency_keys
      where organization_id = $1 and created_at < now() - ${KEPT_DAYS} * interval '1 day'
    ) as has_old
  from unnest($2::text[]) with ordinality as asked (number, place)
  order by place`

// `lateral` with a limit: the index is used whatever is known of the table. A plan that was made
// for an empty table, and is kept for as long as its connection, read the whole of a full one.
const KEPT = `
  select place::integer, kept.status, kept.headers, kept.answer as response,
    kept.request_sha256 = decode(asked.request_sha256, 'hex') as is_same
  from unnest($2::text[], $3::text[], $4::text[])
    with ordinality as asked (operation, key, request_sha256, place)
  cross join lateral (
    select *
    from idempotency_keys
    where organization_id = $1 and operation = asked.operation and key = asked.key
      and created_at > now() - ${KEPT_DAYS} * interval '1 day'
    limit 1
  ) as kept`

interface KeptRow {
  /** From 1. */
  readonly place: number
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly response: string
  readonly isSame: boolean
}

/**
 * How each key stands. One that is free is this transaction's until it ends: it holds an advisory
 * lock on it, which nobody waits for. Only then the kept responses are read, by a statement that
 * begins after the lock was had and so sees what its last holder committed.
 */
export async function keyStandings(
  tx: OrganizationTransaction,
  keys: readonly RequestKey[],
): Promise<KeyStandings> {
  if (keys.length === 0) return { standings: [], hasOld: false }
  const [locks, rows] = await Promise.all([
    tx.run<{ isLocked: boolean; hasOld: boolean }>(LOCK, [
      keys.map((key) => keyLock(tx.organizationId, key)),
    ]),
    tx.run<KeptRow>(KEPT, [
      keys.map(({ operation }) => operation),
      keys.map(({ key }) => key),
      keys.map(({ requestSha256 }) => requestSha256),
    ]),
  ])
  const kept = new Map(rows.map((row) => [row.place, row]))
  const standings = locks.map(({ isLocked }, index) => standing(isLocked, kept.get(index + 1)))
  return { standings, hasOld: locks[0]?.hasOld === true }
}

/** The number of a key's lock: a transaction holds it while it decides upon the key. */
export function keyLock(
  organizationId: string,
  { operation, key }: Pick<RequestKey, 'operation' | 'key'>,
): string {
  return lockNumber('idempotency key', organizationId, operation, key)
}

function standing(isLocked: boolean, row: KeptRow | undefined): KeyStanding {
  if (row?.isSame === false) return { kind: 'reused' }
  if (row !== undefined) {
    const { status, headers, response: text } = row
    return { kind: 'kept', response: { status, headers, text } }
  }
  return { kind: isLocked ? 'free' : 'in_progress' }
}

// A key that has a row fails it, and the change with it: nobody decides twice under one key.
const KEEP = `
  insert into idempotency_keys (organization_id, operation, key, request_sha256, status, headers,
    answer)
  select organization_id, operation, key, decode(request_sha256, 'hex'), status::smallint, headers::jsonb, answer
  from ${ORGANIZATION}
  cross join unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    as kept (operation, key, request_sha256, status, headers, answer)`

/** Deletes responses that are kept too long under keys that are used again. */
const FORGET_KEYS = `
  delete from idempotency_keys as old
  using unnest($2::text[], $3::text[]) as used (operation, key)
  where organization_id = $1 and old.operation = used.operation and old.key = used.key
    and created_at < now() - ${KEPT_DAYS} * interval '1 day'`

/**
 * Deletes `$2` of the organization's responses that are kept too long, the oldest first: by their
 * places, or they would be joined with the whole table.
 */
export const FORGET = `
  delete from idempotency_keys
  where organization_id = $1 and ctid = any(array(
    select ctid
    from idempotency_keys
    where organization_id = $1 and created_at < now() - ${KEPT_DAYS} * interval '1 day'
    order by created_at
    limit $2
    for update skip locked
  ))`

/** Keeps responses under keys that are this transaction's, and forgets some of those too old. */
export function keepResponses(
  tx: OrganizationTransaction,
  kept: readonly { readonly key: RequestKey; readonly response: ChangeResponse }[],
  hasOld: boolean,
): void {
  if (kept.length === 0) return
  const names = [kept.map(({ key }) => key.operation), kept.map(({ key }) => key.key)]
  if (hasOld) void tx.run(FORGET_KEYS, names)
  void tx.run(KEEP, [
    ...names,
    kept.map(({ key }) => key.requestSha256),
    kept.map(({ response }) => String(response.status)),
    kept.map(({ response }) => JSON.stringify(response.headers)),
    kept.map(({ key, response }) => key.encrypt?.(response.text) ?? response.text),
  ])
  if (hasOld) void tx.run(FORGET, [FORGOTTEN_PER_KEPT * kept.length])
}
