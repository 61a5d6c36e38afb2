import type { Sql } from 'postgres'
import type { Shard } from './shard.ts'
import { ShardAway } from './shard-sql.ts'

const HERE = `
  select shardid::text as id from pg_dist_placement join pg_dist_local_group using (groupid)
  where shardid = any($1::text[]::bigint[])`

/**
 * Tells that the shards of statements were on their node: sent behind them on the same connection,
 * it costs no round trip, and nobody waits for a lock.
 */
export class ShardCheck {
  readonly #ids: readonly string[]
  readonly #result = Promise.withResolvers<void>()

  constructor(shards: readonly Shard[]) {
    this.#ids = [...new Set(shards.map(({ id }) => id))]
    this.passed.catch(() => undefined)
  }

  /** @throws {ShardAway}, or what the statement throws */
  get passed(): Promise<void> {
    return this.#result.promise
  }

  /** To be called once the statements were sent. */
  sendBehind(sql: Sql): void {
    if (this.#ids.length === 0) this.#result.resolve()
    else this.#send(sql).then(this.#result.resolve, this.#result.reject)
  }

  async #send(sql: Sql): Promise<void> {
    const here = await sql.unsafe(HERE, [[...this.#ids]], { prepare: true })
    if (here.length < this.#ids.length) throw new ShardAway('a shard is on another node')
  }
}
