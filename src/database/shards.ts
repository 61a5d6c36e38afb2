import type { VaultPart } from './database.ts'
import { Shard } from './postgres/shard.ts'
import { ShardAway } from './postgres/shard-sql.ts'

// Tables of one colocation have shards of the same ranges; those of a range are on one node.
const TABLES = `
  select part.logicalrelid::text as table, part.shardid::text as number
  from pg_dist_shard as anchor
  join pg_dist_partition as own on own.logicalrelid = anchor.logicalrelid
  join pg_dist_partition as other on other.colocationid = own.colocationid
  join pg_dist_shard as part on part.logicalrelid = other.logicalrelid
    and part.shardminvalue = anchor.shardminvalue
  where anchor.shardid = $1::bigint`

/** The shards that were asked for. A shard never changes its tables: a split makes new ones. */
export class Shards {
  readonly #ask: VaultPart['lookUp']
  readonly #shards = new Map<string, Promise<Shard>>()

  /** @param ask any node: all know all shards */
  constructor(ask: VaultPart['lookUp']) {
    this.#ask = ask
  }

  /** @throws {ShardAway} where a split has replaced it */
  find(id: string): Promise<Shard> {
    const known = this.#shards.get(id)
    if (known !== undefined) return known
    const asked = this.#read(id)
    this.#shards.set(id, asked)
    asked.catch(() => this.#shards.delete(id))
    return asked
  }

  async #read(id: string): Promise<Shard> {
    const rows = await this.#ask<{ table: string; number: string }>(TABLES, [id])
    if (rows.length === 0) throw new ShardAway(`shard ${id} is gone`)
    return new Shard(id, new Map(rows.map(({ table, number }) => [table, number])))
  }
}
