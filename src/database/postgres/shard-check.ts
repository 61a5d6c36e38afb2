import type { Sql } from 'postgres'
import type { Shard } from './shard.ts'
import { CHECK } from './shard-sql.ts'

/**
 * Tells that the shards of statements were on their node: sent behind them on the same connection,
 * it costs no round trip.
 */
export class ShardCheck {
  readonly #ids: readonly string[]
  readonly #result = Promise.withResolvers<void>()

  constructor(shards: readonly Shard[]) {
    this.#ids = [...new Set(shards.map(({ id }) => id))]
    this.passed.catch(() => undefined)
  }

  /** @throws what the statement throws, see `isShardAway` */
  get passed(): Promise<void> {
    return this.#result.promise
  }

  /** To be called once the statements were sent. */
  sendBehind(sql: Sql): void {
    if (this.#ids.length === 0) this.#result.resolve()
    else this.#send(sql).then(this.#result.resolve, this.#result.reject)
  }

  async #send(sql: Sql): Promise<void> {
    await sql.unsafe(CHECK, [[...this.#ids]], { prepare: true })
  }
}
