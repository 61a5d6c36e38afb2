import { idempotencyInProgress, idempotencyKeyReused, Refusal } from '../../domain/errors.ts'
import type { ChangeOutcome, RequestedChange, RequestKey } from './change.ts'
import { lockNumber } from './locks.ts'
import {
  ORGANIZATION,
  type OrganizationTransaction,
  overSentRows,
} from './organization-transaction.ts'

/** The stored response of a key, or why it is refused; undefined where the key is free. */
type KeyState = (ChangeOutcome<never> & { readonly kind: 'replayed' }) | Refusal | undefined

interface KeyStates {
  /** In the order of the keys. */
  readonly states: readonly KeyState[]
  /** Whether the organization has responses that are stored too long. */
  readonly hasOld: boolean
}

interface StoredResponse {
  readonly key: RequestKey
  readonly response: ReturnType<RequestedChange<never, never>['respond']>
}

/** Days after which a stored response is deleted. */
const STORED_DAYS = 7

/** More responses are deleted than stored, so old ones never pile up. */
const DELETED_PER_STORED = 2

const LOCK = `
  select pg_try_advisory_xact_lock(number::bigint) as is_locked,
    exists (
      select from idempotency_keys
      where organization_id = $1 and created_at < now() - ${STORED_DAYS} * interval '1 day'
    ) as has_old
  from unnest($2::text[]) with ordinality as asked (number, place)
  order by place`

// `lateral` with a limit: the index is used whatever the planner knows of the table. A plan that
// was made for an empty table, and stored with its connection, read the whole of a full one.
const STORED = `
  select place::integer, stored.status, stored.headers, stored.answer,
    stored.answer = '' as is_erased,
    stored.request_sha256 = decode(asked.request_sha256, 'hex') as is_same
  from unnest($2::text[], $3::text[], $4::text[])
    with ordinality as asked (operation, key, request_sha256, place)
  cross join lateral (
    select *
    from idempotency_keys
    where organization_id = $1 and operation = asked.operation and key = asked.key
      and created_at > now() - ${STORED_DAYS} * interval '1 day'
    limit 1
  ) as stored`

interface StoredRow {
  /** From 1. */
  readonly place: number
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly answer: string
  /** Whether what the response was about was erased, and the response with it. */
  readonly isErased: boolean
  readonly isSame: boolean
}

/**
 * Looks up each key. A free key belongs to this transaction until it ends: it holds an advisory
 * lock on it, for which no other transaction waits. The stored responses are read after the lock
 * was taken, by a statement of its own, which sees what the last holder of the lock committed.
 */
export async function lookUpKeys(
  tx: OrganizationTransaction,
  keys: readonly RequestKey[],
): Promise<KeyStates> {
  if (keys.length === 0) return { states: [], hasOld: false }
  const [locks, rows] = await Promise.all([
    tx.run<{ isLocked: boolean; hasOld: boolean }>(LOCK, [
      keys.map((key) => keyLock(tx.organizationId, key)),
    ]),
    tx.run<StoredRow>(STORED, [
      keys.map(({ operation }) => operation),
      keys.map(({ key }) => key),
      keys.map(({ requestSha256 }) => requestSha256),
    ]),
  ])
  const stored = new Map(rows.map((row) => [row.place, row]))
  const states = locks.map(({ isLocked }, index) => keyState(isLocked, stored.get(index + 1)))
  return { states, hasOld: locks[0]?.hasOld === true }
}

/** The number of a key's advisory lock. */
export function keyLock(
  organizationId: string,
  { operation, key }: Pick<RequestKey, 'operation' | 'key'>,
): string {
  return lockNumber('idempotency key', organizationId, operation, key)
}

function keyState(isLocked: boolean, row: StoredRow | undefined): KeyState {
  if (row?.isErased === true) {
    return new Refusal('fbo_account_erased', {
      detail:
        'What was created with this Idempotency-Key was erased with its account, and nothing is ' +
        'created again: use a new key.',
    })
  }
  if (row?.isSame === false) return idempotencyKeyReused()
  if (row !== undefined) {
    const { status, headers, answer: text } = row
    return { kind: 'replayed', response: { status, headers, text } }
  }
  if (isLocked) return undefined
  return idempotencyInProgress()
}

// It fails, and the change with it, where the key has a row: no key decides two changes.
const store = overSentRows(
  ['operation', 'key', 'request_sha256', 'status', 'headers', 'answer'],
  (sent) => `
  insert into idempotency_keys (organization_id, operation, key, request_sha256, status, headers,
    answer)
  select organization_id, operation, key, decode(request_sha256, 'hex'), status::smallint,
    headers::jsonb, answer
  from ${ORGANIZATION}
  cross join ${sent}`,
)

// The headers have no personal data, and say which record was created. The primary key finds the
// responses of the operation: those of seven days.
const BLANK = `
  update idempotency_keys
  set request_sha256 = decode(repeat('00', 32), 'hex'), answer = ''
  where organization_id = $1 and operation = $2 and headers ->> 'Location' = any($3::text[])`

/**
 * Blanks the stored responses of the creation of records, and the digests of their requests. The
 * keys stay used: a retry is refused, and creates nothing.
 */
export function blankResponses(
  tx: OrganizationTransaction,
  created: { readonly operation: string; readonly locations: readonly string[] },
): void {
  void tx.run(BLANK, [created.operation, created.locations])
}

/** Deletes the old responses of keys that are used again. */
const FORGET_KEYS = `
  delete from idempotency_keys as old
  using unnest($2::text[], $3::text[]) as used (operation, key)
  where organization_id = $1 and old.operation = used.operation and old.key = used.key
    and created_at < now() - ${STORED_DAYS} * interval '1 day'`

/**
 * Deletes `$2` of the organization's old responses, the oldest first. It names them by `ctid`: a
 * join would read the whole table.
 */
export const FORGET = `
  delete from idempotency_keys
  where organization_id = $1 and ctid = any(array(
    select ctid
    from idempotency_keys
    where organization_id = $1 and created_at < now() - ${STORED_DAYS} * interval '1 day'
    order by created_at
    limit $2
    for update skip locked
  ))`

/** Keeps responses under keys of this transaction, and deletes some old ones. */
export function storeResponses(
  tx: OrganizationTransaction,
  stored: readonly StoredResponse[],
  hasOld: boolean,
): void {
  if (stored.length === 0) return
  if (hasOld) {
    const names = [stored.map(({ key }) => key.operation), stored.map(({ key }) => key.key)]
    void tx.run(FORGET_KEYS, names)
  }
  const rows = stored.map(({ key, response: { status, headers, text } }) => {
    const answer = key.encrypt?.(text) ?? text
    return [key.operation, key.key, key.requestSha256, status, JSON.stringify(headers), answer]
  })
  void store(tx, rows)
  if (hasOld) void tx.run(FORGET, [DELETED_PER_STORED * stored.length])
}
