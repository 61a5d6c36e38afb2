import {
  inPipelinedTransaction,
  type OrganizationSql,
  type Sql,
  type Statements,
  type Topology,
} from '../postgres/sql.ts'
import type { Shard } from './shards.ts'
import { COORDINATOR } from './topology.ts'

/**
 * Keeps a shard on this node until the transaction ends: a move waits for it. Each transaction on a
 * shard begins with it, so it never reads nor writes what has moved away.
 * @throws in SQL, `isShardAway` where it is on another node
 */
const HOLD = 'select hold_shard($1::bigint)'

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

/**
 * The statements of an organization on its node, where they name its shard. Reads are checked
 * behind: they delay nobody where a move waits.
 */
export function statementsOnNode(shardOf: (organizationId: string) => Shard) {
  const topology: Topology = {
    ...COORDINATOR,
    enter: ({ query }, organizationId) => {
      const shard = shardOf(organizationId)
      void query(HOLD, [shard.id])
      return { query: (text, ...rest) => query(shard.textOf(text), ...rest) }
    },
  }
  const write = (sql: Sql, organizationId: string): OrganizationSql => ({
    pool: sql.pool,
    topology,
    query: async (...statement) => {
      const alone = async (tx: Statements) => {
        const rows = topology.enter(tx, organizationId).query(...statement)
        return { end: 'commit' as const, value: { rows } }
      }
      const { rows } = await inPipelinedTransaction(sql, alone, '')
      return (await rows) as never
    },
  })
  const checks = new ShardChecks()
  const read = (sql: Sql, organizationId: string): OrganizationSql => {
    const shard = shardOf(organizationId)
    const query: Sql['query'] = async (text, ...rest) =>
      await checks.checked(sql, shard, sql.query(shard.textOf(text), ...rest))
    return { pool: sql.pool, topology, query }
  }
  return { topology, scopes: { read, write } }
}

/**
 * Fails as `hold_shard` does where one of the shards was on another node when the statements before
 * it ran, on the same connection. It waits for no lock but in the moment in which a move is
 * committed, node by node: then the one here may still look as before.
 */
const CHECK = 'select check_shards($1::text[]::bigint[])'

interface Check {
  readonly ids: Set<string>
  readonly passed: Promise<void>
  /** Whether its response is here. */
  isAnswered: boolean
}

/**
 * Tells that the shards of reads were on their node: one statement for all reads of a turn of the
 * event loop, behind them on the same connection. It costs no round trip.
 */
class ShardChecks {
  readonly #next = new Map<Sql, Check>()

  /**
   * @param sql a pool of one connection
   * @param read a statement that was sent in this turn
   * @throws what the read throws, or else its check, see `isShardAway`
   */
  checked<Rows>(sql: Sql, shard: Shard, read: PromiseLike<Rows>): PromiseLike<Rows> {
    const check = this.#include(sql, shard)
    return read.then(async (rows) => {
      // A connection that is opened meanwhile may have sent a later statement first.
      await (check.isAnswered ? this.#include(sql, shard) : check).passed
      return rows
    })
  }

  #include(sql: Sql, shard: Shard): Check {
    const check = this.#next.get(sql) ?? this.#open(sql)
    check.ids.add(shard.id)
    return check
  }

  /** Sent at the end of the turn: in one group with the reads. */
  #open(sql: Sql): Check {
    const { promise: passed, resolve, reject } = Promise.withResolvers<void>()
    const check: Check = { ids: new Set<string>(), passed, isAnswered: false }
    process.nextTick(() => {
      this.#next.delete(sql)
      sql.query(CHECK, [[...check.ids]]).then(() => {
        check.isAnswered = true
        resolve()
      }, reject)
    })
    // The read itself may fail first: then nobody waits for its check.
    passed.catch(() => undefined)
    this.#next.set(sql, check)
    return check
  }
}
