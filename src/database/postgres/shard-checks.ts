import type { Sql } from 'postgres'
import type { Shard } from './shard.ts'
import { CHECK } from './shard-sql.ts'

interface Check {
  readonly ids: Set<string>
  readonly passed: Promise<void>
}

/**
 * Tells that the shards of reads were on their node: one statement for all reads of a turn of the
 * event loop, behind them on the same connection. It costs no round trip.
 */
export class ShardChecks {
  readonly #next = new Map<Sql, Check>()

  /**
   * To be called just before a read of the shard is sent.
   * @param sql a pool of one connection
   * @throws what the statement throws, see `isShardAway`
   */
  behind(sql: Sql, shard: Shard): Promise<void> {
    const check = this.#next.get(sql) ?? this.#open(sql)
    check.ids.add(shard.id)
    return check.passed
  }

  /** The driver hands on what it is given at the end of the turn, too, and after this. */
  #open(sql: Sql): Check {
    const { promise: passed, resolve, reject } = Promise.withResolvers<void>()
    const ids = new Set<string>()
    setImmediate(() => {
      this.#next.delete(sql)
      sql.unsafe(CHECK, [[...ids]], { prepare: true }).then(() => resolve(), reject)
    })
    // The read itself may fail first: then nobody waits for its check.
    passed.catch(() => undefined)
    const check = { ids, passed }
    this.#next.set(sql, check)
    return check
  }
}
