import type { Sql } from 'postgres'
import { inPipelinedTransaction } from './pipelined-transaction.ts'
import { codeOf } from './postgres-errors.ts'
import type { Shard } from './shard.ts'
import type { ShardChecks } from './shard-checks.ts'

/** Runs statements of one organization, whose id is `$1`. */
export type OrganizationSql = Pick<Sql, 'unsafe' | 'options'>

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

const SHARDS = new WeakMap<OrganizationSql, { readonly sql: Sql; readonly shard: Shard }>()

/** The connections of a node for the statements of an organization with that shard. */
export function onShard(sql: Sql, shard: Shard): OrganizationSql {
  const scoped = scopedTo(sql, async (text, parameters, form) => {
    let rows: Promise<unknown> | undefined
    await inPipelinedTransaction(
      sql,
      async (send) => {
        void send(HOLD, [shard.id])
        rows = send(shard.textOf(text), parameters, form)
        return { end: 'commit', value: undefined }
      },
      '',
    )
    return await rows
  })
  SHARDS.set(scoped, { sql, shard })
  return scoped
}

/** The same for reads, which are checked behind: they delay nobody where a move waits. */
export function readingShard(sql: Sql, shard: Shard, checks: ShardChecks): OrganizationSql {
  return scopedTo(sql, async (text, parameters, form) => {
    const query = sql.unsafe(shard.textOf(text), parameters as never[], { prepare: true })
    return await checks.checked(sql, shard, form === 'values' ? query.values() : query)
  })
}

/** The connections themselves, and the shard where they are for one. */
export function partsOf(sql: OrganizationSql): { readonly sql: Sql; readonly shard?: Shard } {
  return SHARDS.get(sql) ?? { sql: sql as Sql }
}

/** The same for a transaction that holds the shard. */
export function namingShard(tx: Pick<Sql, 'unsafe'>, shard: Shard): Pick<Sql, 'unsafe'> {
  const unsafe: Sql['unsafe'] = (text, ...rest) => tx.unsafe(shard.textOf(text), ...rest)
  return { unsafe }
}

type Form = 'objects' | 'values'

type Run = (text: string, parameters: readonly unknown[], form: Form) => Promise<unknown>

function scopedTo({ options }: Sql, run: Run): OrganizationSql {
  const unsafe = (text: string, parameters: readonly unknown[] = []) =>
    new ShardStatement((form) => run(text, parameters, form))
  return { options, unsafe: unsafe as unknown as Sql['unsafe'] }
}

/** A statement that is sent when it is waited for, as the driver's are. */
class ShardStatement implements PromiseLike<unknown> {
  readonly #run: (form: Form) => Promise<unknown>

  constructor(run: (form: Form) => Promise<unknown>) {
    this.#run = run
  }

  values(): Promise<unknown> {
    return this.#run('values')
  }

  // biome-ignore lint/suspicious/noThenProperty: the driver's statements are sent by `then`, too.
  then<A, B>(
    resolved?: ((rows: unknown) => A | PromiseLike<A>) | null,
    rejected?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run('objects').then(resolved, rejected) as Promise<A | B>
  }
}
