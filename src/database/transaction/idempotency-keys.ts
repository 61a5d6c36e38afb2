import type { TransactionSql } from 'postgres'

/** A key that a caller gave a change, and which request it was given to. */
export interface RequestKey {
  readonly organizationId: string
  /** Keys of different operations are different. */
  readonly operation: string
  readonly key: string
  /** Of all that makes the request what it is, in hexadecimal digits. */
  readonly requestSha256: string
}

/** An answer as it was sent. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/**
 * `free`: nobody has used it, or so long ago that it is forgotten. `in_progress`: another
 * transaction decides upon it. Else the answer of the change that was made under it, and whether
 * that was for the same request.
 */
export type KeyStanding =
  | { readonly kind: 'free' | 'in_progress' | 'reused' }
  | { readonly kind: 'kept'; readonly answer: KeptAnswer }

/** How long an answer is kept. */
const KEPT_DAYS = 7

/** Answers that are forgotten with each that is kept, at most: there never come to be many. */
const FORGOTTEN_PER_KEPT = 2

/**
 * How each key stands. One that is free is this transaction's until it ends: it holds an advisory
 * lock on it, which nobody waits for. Only then the kept answers are read, by a statement that
 * begins after the lock was had and so sees what its last holder committed.
 *
 * `lateral` with a limit: the index is used whatever is known of the table. A plan that was made for
 * an empty table, and is kept for as long as its connection, read the whole of a full one (seen).
 */
export async function keyStandings(
  tx: TransactionSql,
  keys: readonly RequestKey[],
): Promise<KeyStanding[]> {
  const values = keyColumns(tx, keys)
  // Both are sent at once, and run one after the other.
  const [locks, rows] = await Promise.all([
    tx<{ isLocked: boolean }[]>`
      select pg_try_advisory_xact_lock(
        hashtextextended(concat_ws(' ', organization_id, operation, key), 0)) as is_locked
      from ${values}
      order by place`,
    tx<KeptRow[]>`
      select place::integer, kept.status, kept.headers, kept.answer,
        kept.request_sha256 = decode(asked.request_sha256, 'hex') as is_same
      from ${values}
      cross join lateral (
        select *
        from idempotency_keys
        where organization_id = asked.organization_id and operation = asked.operation
          and key = asked.key
          and created_at > now() - ${KEPT_DAYS}::integer * interval '1 day'
        limit 1
      ) as kept`,
  ])
  const kept = new Map(rows.map((row) => [row.place, row]))
  return locks.map(({ isLocked }, index) => standing(isLocked, kept.get(index + 1)))
}

interface KeptRow {
  /** From 1. */
  readonly place: number
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly answer: string
  readonly isSame: boolean
}

function standing(isLocked: boolean, row: KeptRow | undefined): KeyStanding {
  if (row?.isSame === false) return { kind: 'reused' }
  if (row !== undefined) {
    const { status, headers, answer: text } = row
    return { kind: 'kept', answer: { status, headers, text } }
  }
  return { kind: isLocked ? 'free' : 'in_progress' }
}

/** Keeps answers under keys that are this transaction's, and forgets some that are too old. */
export async function keepAnswers(
  tx: TransactionSql,
  kept: readonly { readonly key: RequestKey; readonly answer: KeptAnswer }[],
): Promise<void> {
  if (kept.length === 0) return
  const keys = kept.map(({ key }) => key)
  const column = (read: (answer: KeptAnswer) => string) => kept.map(({ answer }) => read(answer))
  // Where one of these keys has a row, it is too old: nobody else can have kept any under it. Rows
  // to forget are told by their place, or they would be joined with the whole table.
  await tx`
    with kept as materialized (
      select organization_id, operation, key, decode(request_sha256, 'hex') as request_sha256,
        status::smallint, headers::jsonb, answer
      from ${keyColumns(tx, keys)}
      join unnest(${column(({ status }) => String(status))}::text[],
        ${column(({ headers }) => JSON.stringify(headers))}::text[],
        ${column(({ text }) => text)}::text[])
        with ordinality as sent (status, headers, answer, place) using (place)
    ),
    forgotten as (
      delete from idempotency_keys
      where ctid = any(array(
        select old.ctid
        from (select distinct organization_id from kept) as organization
        cross join lateral (
          select ctid
          from idempotency_keys
          where organization_id = organization.organization_id
            and created_at < now() - ${KEPT_DAYS}::integer * interval '1 day'
            and not exists (select from kept
              where kept.organization_id = idempotency_keys.organization_id
                and kept.operation = idempotency_keys.operation and kept.key = idempotency_keys.key)
          order by created_at
          limit ${FORGOTTEN_PER_KEPT * kept.length}
          for update skip locked
        ) as old
      ))
    )
    insert into idempotency_keys (organization_id, operation, key, request_sha256, status, headers,
      answer)
    select * from kept
    on conflict on constraint idempotency_keys_pkey do update
    set request_sha256 = excluded.request_sha256, status = excluded.status,
      headers = excluded.headers, answer = excluded.answer, created_at = excluded.created_at`
}

function keyColumns(tx: TransactionSql, keys: readonly RequestKey[]) {
  const column = (member: keyof RequestKey) => keys.map((key) => key[member])
  return tx`
    unnest(${column('organizationId')}::text[], ${column('operation')}::text[],
      ${column('key')}::text[], ${column('requestSha256')}::text[])
      with ordinality as asked (organization_id, operation, key, request_sha256, place)`
}
