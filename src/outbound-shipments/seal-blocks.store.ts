import type { Fragment, TransactionSql } from 'postgres'
import type { Caller } from '../caller.ts'
import { lockNumber } from '../database/lock-number.ts'
import { BLOCK_COUNTS, type ShipmentKey } from './shipment-blocks.ts'

/** A stretch of a scope, of shipments at level 1, of the blocks of level 1 at level 2. */
export interface Stretch {
  /** An account; with '' all of the organization's. */
  readonly fboAccountId: string
  readonly level: 1 | 2
  /** The block that it is; null where it is what no block has yet, the newest. */
  readonly block: ShipmentKey | null
}

/**
 * Makes this transaction the only one that tends the organization's blocks; false where another is.
 * No request waits for it, so it may run for longer than one.
 */
export async function tendAlone(caller: Caller, tx: TransactionSql): Promise<boolean> {
  await tx`set local statement_timeout = 0`
  const number = lockNumber('tend outbound_shipment_blocks', caller.organizationId)
  const [lock] = await tx<[{ taken: boolean }]>`
    select pg_try_advisory_xact_lock(${number}) as taken`
  return lock.taken
}

/**
 * Waits until no transaction that has changed shipments of the organization is under way, and keeps
 * others from it until the commit: they wait in their trigger. No longer than `waitMs`, for as long
 * as this waits they do too.
 */
export async function keepWritersOut(
  caller: Caller,
  tx: TransactionSql,
  waitMs: number,
): Promise<void> {
  await tx`select set_config('lock_timeout', ${String(waitMs)}, true)`
  await tx`
    select pg_advisory_xact_lock(outbound_shipment_blocks_lock(organization_id))
    from (values (${caller.organizationId})) as organization (organization_id)`
}

/**
 * Moves the changes that are committed into the blocks that they are of, and into the blocks of
 * level 2 that sum these. Writers append others meanwhile, and do not wait.
 */
export async function foldChanges(caller: Caller, tx: TransactionSql): Promise<void> {
  const { organizationId } = caller
  const added = BLOCK_COUNTS.map(
    ({ column, status, cancelled }) => tx`,
      coalesce(sum(shipments) filter (where status = ${status} and cancelled = ${cancelled}), 0)
        as ${tx(column)}`,
  )
  await tx`
    with gone as (
      delete from outbound_shipment_block_changes
      where organization_id = ${organizationId}
      returning *
    ),
    added as (
      select fbo_account_id, created_at, id ${added}
      from gone group by fbo_account_id, created_at, id
    ),
    folded as (
      update outbound_shipment_blocks as block set ${counts(tx, (c) => tx`block.${c} + added.${c}`)}
      from added
      where block.organization_id = ${organizationId}
        and block.fbo_account_id = added.fbo_account_id and block.level = 1
        and block.created_at = added.created_at and block.id = added.id
    ),
    summed as (
      select added.fbo_account_id, whole.created_at, whole.id ${sums(tx)}
      from added cross join lateral (
        select created_at, id from outbound_shipment_blocks
        where organization_id = ${organizationId} and fbo_account_id = added.fbo_account_id
          and level = 2 and (created_at, id) >= (added.created_at, added.id)
        order by created_at, id limit 1
      ) as whole
      group by added.fbo_account_id, whole.created_at, whole.id
    )
    update outbound_shipment_blocks as block set ${counts(tx, (c) => tx`block.${c} + summed.${c}`)}
    from summed
    where block.organization_id = ${organizationId}
      and block.fbo_account_id = summed.fbo_account_id and block.level = 2
      and block.created_at = summed.created_at and block.id = summed.id`
}

/** The blocks of a scope that have `size` shipments, or blocks of level 1, or more. */
export async function findGrown(
  caller: Caller,
  tx: TransactionSql,
  { fboAccountId, level, size }: Omit<Stretch, 'block'> & { size: number },
): Promise<ShipmentKey[]> {
  const scope = scopeOf(caller, tx, fboAccountId)
  if (level === 1) {
    const total = BLOCK_COUNTS.map(({ column }) => tx` + ${tx(column)}`)
    return await tx<ShipmentKey[]>`
      select created_at, id from outbound_shipment_blocks
      where ${scope} and level = 1 and 0 ${total} >= ${size}
      order by created_at, id`
  }
  return await tx<ShipmentKey[]>`
    select created_at, id
    from (
      select created_at, id, lag(created_at) over oldest as older_created_at,
        lag(id) over oldest as older_id
      from outbound_shipment_blocks where ${scope} and level = 2
      window oldest as (order by created_at, id)
    ) as whole
    where ${size} <= (
      select count(*) from outbound_shipment_blocks as part
      where ${scope} and part.level = 1
        and (part.created_at, part.id) <= (whole.created_at, whole.id)
        and (part.created_at, part.id) >
          (coalesce(older_created_at, '-infinity'), coalesce(older_id, '')))
    order by created_at, id`
}

/** Whether what no block has yet is that long. */
export async function isOpen(
  caller: Caller,
  tx: TransactionSql,
  { size, ...stretch }: Stretch & { size: number },
): Promise<boolean> {
  const rows = await tx`
    with ${older(caller, tx, stretch)}
    select from (${members(caller, tx, stretch, size)}) as newest
    offset ${size - 1}`
  return rows.length > 0
}

/**
 * Cuts blocks of `size` off the old end of a stretch; what is left of it is at least as long. Looks
 * at no more than `span`, so that writers do not wait for long: returns how many it made, and is to
 * be called again while it makes any.
 *
 * Level 1 needs the writers kept out and all changes folded: a block that is cut off counts what
 * there is, and what is left of the block counts that much less.
 */
export async function cutBlocks(
  caller: Caller,
  tx: TransactionSql,
  { size, span, ...stretch }: Stretch & { size: number; span: number },
): Promise<number> {
  const { fboAccountId, level, block } = stretch
  const columns = BLOCK_COUNTS.map(({ column }) => tx`, ${tx(column)}`)
  const rest =
    block === null
      ? tx``
      : tx`,
      rest as (
        update outbound_shipment_blocks as block
        set ${counts(tx, (column) => tx`block.${column} - taken.${column}`)}
        from (select count(*) as made ${sums(tx)} from made) as taken
        where ${scopeOf(caller, tx, fboAccountId)} and level = ${level} and taken.made > 0
          and created_at = ${block.createdAt} and id = ${block.id}
      )`
  const [row] = await tx<[{ made: number }]>`
    with ${older(caller, tx, stretch)},
    member as materialized (
      select *, row_number() over (order by created_at, id) as number
      from (${members(caller, tx, stretch, span)}) as oldest
    ),
    made as (
      insert into outbound_shipment_blocks
        (organization_id, fbo_account_id, level, created_at, id ${columns})
      select ${caller.organizationId}, ${fboAccountId}, ${level}::smallint,
        max(created_at) filter (where number % ${size} = 0),
        max(id) filter (where number % ${size} = 0) ${sums(tx)}
      from member
      where number <= ((select count(*) from member) / ${size} - 1) * ${size}
      group by (number - 1) / ${size}
      returning *
    ) ${rest}
    select count(*)::integer as made from made`
  return row.made
}

/** The next older block than the stretch is, of its level: no row where there is none. */
function older(caller: Caller, tx: TransactionSql, { fboAccountId, level, block }: Stretch) {
  const than = block === null ? tx`` : tx`and (created_at, id) < (${block.createdAt}, ${block.id})`
  return tx`
    older as materialized (
      select created_at, id from outbound_shipment_blocks
      where ${scopeOf(caller, tx, fboAccountId)} and level = ${level} ${than}
      order by created_at desc, id desc limit 1
    )`
}

/** What a stretch consists of, the first `span` from the oldest on, each with its counts. */
function members(caller: Caller, tx: TransactionSql, stretch: Stretch, span: number): Fragment {
  const { fboAccountId, level, block } = stretch
  const upTo = block === null ? tx`` : tx`and (created_at, id) <= (${block.createdAt}, ${block.id})`
  const within = tx`${upTo} and (created_at, id) > (
    coalesce((select created_at from older), '-infinity'), coalesce((select id from older), ''))
    order by created_at, id limit ${span}`
  if (level === 2) {
    return tx`
      select * from outbound_shipment_blocks
      where ${scopeOf(caller, tx, fboAccountId)} and level = 1 ${within}`
  }
  const one = BLOCK_COUNTS.map(
    ({ column, status, cancelled }) => tx`,
      (status = ${status} and (cancelled_at is not null) = ${cancelled})::integer as ${tx(column)}`,
  )
  const scope = fboAccountId === '' ? tx`` : tx`and fbo_account_id = ${fboAccountId}`
  // An index has those that were cancelled, another one the rest.
  const [standing, cancelled] = [tx`is null`, tx`is not null`].map(
    (isCancelled) => tx`
      select created_at, id ${one}
      from outbound_shipments
      where organization_id = ${caller.organizationId} ${scope}
        and cancelled_at ${isCancelled} ${within}`,
  ) as [Fragment, Fragment]
  return tx`
    select * from ((${standing}) union all (${cancelled})) as shipment
    order by created_at, id limit ${span}`
}

function scopeOf(caller: Caller, tx: TransactionSql, fboAccountId: string): Fragment {
  return tx`organization_id = ${caller.organizationId} and fbo_account_id = ${fboAccountId}`
}

/** An assignment to each count. */
function counts(tx: TransactionSql, value: (column: Fragment) => Fragment): Fragment[] {
  return BLOCK_COUNTS.map(({ column }, index) => {
    const comma = index === 0 ? tx`` : tx`,`
    return tx`${comma} ${tx(column)} = ${value(tx`${tx(column)}`)}`
  })
}

/** Each count added up, to follow other columns. */
function sums(tx: TransactionSql): Fragment[] {
  return BLOCK_COUNTS.map(({ column }) => tx`, coalesce(sum(${tx(column)}), 0) as ${tx(column)}`)
}
