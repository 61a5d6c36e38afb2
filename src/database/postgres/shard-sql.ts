import { codeOf } from './postgres-errors.ts'
import type { Shard } from './shard.ts'
import type { ShardChecks } from './shard-checks.ts'
import { inPipelinedTransaction, type Sql, type Statements } from './sql.ts'
import type { Form } from './statement-group.ts'

/** Runs statements of one organization, whose id is `$1`. */
export interface OrganizationSql extends Pick<Sql, 'query' | 'settings' | 'pool'> {
  /** Its shard, on a node of a cluster: statements of a transaction name it. */
  readonly shard?: Shard
}

/**
 * Keeps a shard on this node until the transaction ends: a move waits for it. Each transaction on a
 * shard begins with it, so it never reads nor writes what has moved away.
 * @throws in SQL, `isShardAway` where it is on another node
 */
export const HOLD = 'select hold_shard($1::bigint)'

// `hold_shard` runs as the owner of the tables: Citus lets no other role take this lock. Its names
// are qualified, operators too: to set the path for each call takes longer than the rest of it.
// `check_shards` holds the shards only where it cannot tell at once that they are here.
export const CREATE_HOLD = [
  `
  create or replace function hold_shard(shard bigint) returns void
  language plpgsql security definer as $$
  begin
    -- 5 is SHARE, which the changes of Citus take.
    perform pg_catalog.lock_shard_metadata(5, array[shard]);
    if not exists (
      select from pg_catalog.pg_dist_placement
      where shardid operator(pg_catalog.=) shard
        and groupid operator(pg_catalog.=) (select groupid from pg_catalog.pg_dist_local_group)
    ) then
      raise exception 'shard % is on another node', shard using errcode = 'VN001';
    end if;
  end
  $$`,
  `
  create or replace function check_shards(shards bigint[]) returns void language plpgsql as $$
  begin
    if (
      select count(*) from pg_dist_placement
      where shardid = any(shards) and groupid = (select groupid from pg_dist_local_group)
        and not exists (select from pg_prepared_xact() where gid like 'citus%')
    ) < cardinality(shards) then
      perform hold_shard(shard) from unnest(shards) as shard;
    end if;
  end
  $$`,
]

/** A shard has moved to another node. */
export class ShardAway extends Error {
  readonly code = 'VN001'
}

/** Whether a statement met a shard that has moved: it was undone, and can be sent to its node. */
export function isShardAway(error: unknown): boolean {
  const { message } = error as Error
  switch (codeOf(error)) {
    case 'VN001':
      return true
    // A look-up whose table is gone fails before it is checked.
    case '42P01':
      return /_\d{6,}" does not exist$/.test(message)
    // A split has replaced the shard.
    case 'XX000':
      return message.startsWith('could not find valid entry for shard')
    default:
      return false
  }
}

/** The connections of a node for the statements of an organization with that shard. */
export function onShard(sql: Sql, shard: Shard): OrganizationSql {
  return scopedTo(sql, shard, async (text, parameters, form) => {
    let rows: Promise<unknown> | undefined
    await inPipelinedTransaction(
      sql,
      async ({ query }) => {
        void query(HOLD, [shard.id])
        rows = query(text, parameters, form)
        return { end: 'commit', value: undefined }
      },
      '',
    )
    return await rows
  })
}

/** The same for reads, which are checked behind: they delay nobody where a move waits. */
export function readingShard(sql: Sql, shard: Shard, checks: ShardChecks): OrganizationSql {
  return scopedTo(sql, shard, async (text, parameters, form) => {
    return await checks.checked(sql, shard, sql.query(text, parameters, form))
  })
}

type Run = (text: string, parameters: readonly unknown[], form?: Form) => Promise<unknown>

function scopedTo({ settings, pool }: Sql, shard: Shard, run: Run): OrganizationSql {
  const query = (text: string, parameters: readonly unknown[] = [], form?: Form) =>
    run(shard.textOf(text), parameters, form)
  return { settings, pool, shard, query: query as Sql['query'] }
}

/** The same for a transaction that holds the shard. */
export function namingShard(tx: Statements, shard: Shard): Statements {
  return { query: (text, ...rest) => tx.query(shard.textOf(text), ...rest) }
}
