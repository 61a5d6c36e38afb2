import type { Database, VaultPart } from './database.ts'
import type { Shard } from './postgres/shard.ts'
import { isShardAway } from './postgres/shard-sql.ts'
import type { Shards } from './shards.ts'

/** Moved shards are found on their new node after this time. */
const FOUND_EVERY_MS = 10_000

/** A look-up meets a shard that has moved away, finds what is there now, and is made again. */
const ATTEMPTS = 3

/** On an idle node a look-up is made so often all the same. */
const IDLE_EVERY_MS = 60_000

/** The position grows with each change, which is visible once it is no longer under way. */
const LOG_POSITION = `
  select pg_current_wal_insert_lsn()::text as position,
    pg_snapshot_xmin(seen) = pg_snapshot_xmax(seen) as is_quiet
  from pg_current_snapshot() as seen`

interface LogPosition {
  readonly position: string
  /** Whether no change is under way. */
  readonly isQuiet: boolean
}

const LOCAL = `
  select shardid::text as id
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
  where logicalrelid = 'organizations'::regclass
  order by shardid`

/** A look-up that found nothing. */
interface Nothing {
  /** The position of the log before it. */
  readonly position: string
  readonly at: number
}

/**
 * The organizations of one node. A look-up reads its shards in one statement: through Citus it
 * would ask every shard of every node, and fail where one of them does not respond. If it found
 * nothing, it is not made again until the node has changed anything: an idle node costs next to
 * nothing, however many shards it has.
 */
export class NodePart implements VaultPart {
  readonly #node: VaultPart
  readonly #shards: Shards
  #local: readonly Shard[] = []
  #foundAt = Number.NEGATIVE_INFINITY
  readonly #texts = new Map<string, string>()
  /** By the text: parameters are times, which a look-up soon after does not need to be exact. */
  readonly #nothing = new Map<string, Nothing>()

  constructor(database: Database, shards: Shards) {
    this.#node = database.parts[0] as VaultPart
    this.#shards = shards
  }

  async lookUp<Row extends object>(
    text: string,
    parameters?: readonly unknown[],
    idleEveryMs = IDLE_EVERY_MS,
  ): Promise<Row[]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#lookUpOnce<Row>(text, parameters, idleEveryMs)
      } catch (error) {
        if (!isShardAway(error) || attempt === ATTEMPTS) throw error
        this.#foundAt = Number.NEGATIVE_INFINITY
      }
    }
  }

  async #lookUpOnce<Row extends object>(
    text: string,
    parameters: readonly unknown[] | undefined,
    idleEveryMs: number,
  ): Promise<Row[]> {
    if (performance.now() - this.#foundAt > FOUND_EVERY_MS) await this.#findLocal()
    if (this.#local.length === 0) return []
    const [log] = await this.#node.lookUp<LogPosition>(LOG_POSITION)
    const { position, isQuiet } = log as LogPosition
    const { position: before, at = 0 } = this.#nothing.get(text) ?? {}
    if (position === before && performance.now() - at < idleEveryMs) return []
    const rows = await this.#node.lookUp<Row>(this.#textOf(text), parameters)
    if (rows.length > 0 || !isQuiet) this.#nothing.delete(text)
    else this.#nothing.set(text, { position, at: performance.now() })
    return rows
  }

  async #findLocal(): Promise<void> {
    const rows = await this.#node.lookUp<{ id: string }>(LOCAL)
    const isSame =
      rows.length === this.#local.length && rows.every(({ id }, at) => this.#local[at]?.id === id)
    if (!isSame) {
      this.#local = await Promise.all(rows.map(({ id }) => this.#shards.find(id)))
      this.#texts.clear()
      this.#nothing.clear()
    }
    this.#foundAt = performance.now()
  }

  #textOf(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const joined = this.#local.map((shard) => `(${shard.textOf(text)})`).join('\nunion all\n')
    this.#texts.set(text, joined)
    return joined
  }
}
