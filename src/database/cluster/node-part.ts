import type { Database, VaultPart } from '../database.ts'
import { QuietLookUps } from '../quiet-look-ups.ts'
import { isShardAway, type Shard, type Shards } from './shards.ts'

/** Moved shards are found on their new node after this time. */
const FOUND_EVERY_MS = 10_000

/** A look-up meets a shard that has moved away, finds what is there now, and is made again. */
const ATTEMPTS = 3

const LOCAL = `
  select shardid::text as id
  from pg_dist_shard join pg_dist_placement using (shardid) join pg_dist_local_group using (groupid)
  where logicalrelid = 'organizations'::regclass
  order by shardid`

/**
 * The organizations of one node. A look-up reads its shards in one statement: through Citus it
 * would ask every shard of every node, and fail where one of them does not respond.
 */
export class NodePart implements VaultPart {
  readonly #node: VaultPart
  readonly #shards: Shards
  #local: readonly Shard[] = []
  #foundAt = Number.NEGATIVE_INFINITY
  readonly #texts = new Map<string, string>()
  readonly #quiet: QuietLookUps

  constructor(database: Database, shards: Shards) {
    this.#node = database.parts[0] as VaultPart
    this.#shards = shards
    this.#quiet = new QuietLookUps(this.#node.lookUp)
  }

  async lookUp<Row extends object>(
    text: string,
    parameters?: readonly unknown[],
    idleEveryMs?: number,
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
    idleEveryMs: number | undefined,
  ): Promise<Row[]> {
    if (performance.now() - this.#foundAt > FOUND_EVERY_MS) await this.#findLocal()
    if (this.#local.length === 0) return []
    const look = () => this.#node.lookUp<Row>(this.#textOf(text), parameters)
    return await this.#quiet.find(text, look, idleEveryMs)
  }

  async #findLocal(): Promise<void> {
    const rows = await this.#node.lookUp<{ id: string }>(LOCAL)
    const isSame =
      rows.length === this.#local.length && rows.every(({ id }, at) => this.#local[at]?.id === id)
    if (!isSame) {
      this.#local = await Promise.all(rows.map(({ id }) => this.#shards.find(id)))
      this.#texts.clear()
      this.#quiet.forget()
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
