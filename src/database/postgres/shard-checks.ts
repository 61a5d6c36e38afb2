import type { Shard } from './shard.ts'
import type { Sql } from './sql.ts'

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
export class ShardChecks {
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
