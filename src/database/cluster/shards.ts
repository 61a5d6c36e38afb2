import type { VaultPart } from '../database.ts'
import { codeOf } from '../postgres/postgres-errors.ts'

/**
 * The shard of an organization on its node. Statements name the tables of the vault; on the node
 * they name the shards of these tables, which PostgreSQL plans once for a connection. Citus plans
 * each statement each time it runs, which takes several times as long as to run it.
 */
export class Shard {
  /** The number of the shard of `organizations`. */
  readonly id: string
  /** The number of the shard of each distributed table that is with it. */
  readonly #numbers: ReadonlyMap<string, string>
  readonly #texts = new Map<string, string>()

  constructor(id: string, numbers: ReadonlyMap<string, string>) {
    this.id = id
    this.#numbers = numbers
  }

  /** @param text static: the result is kept */
  textOf(text: string): string {
    const known = this.#texts.get(text)
    if (known !== undefined) return known
    const renamed = text.replace(NAMED_TABLES, (all, before, table, as) => {
      const number = this.#numbers.get(table)
      if (number === undefined) return all
      return `${before}${table}_${number}${as ?? ` as ${table}`}`
    })
    this.#texts.set(text, renamed)
    return renamed
  }
}

/** A table where a statement reads or changes it, and its alias. */
const NAMED_TABLES = /\b((?:from|join|into|update|using)\s+)([a-z_]+)\b(\s+as\s)?/g

// Tables of one colocation have shards of the same ranges; those of a range are on one node.
const TABLES = `
  select part.logicalrelid::text as table, part.shardid::text as number
  from pg_dist_shard as anchor
  join pg_dist_partition as own on own.logicalrelid = anchor.logicalrelid
  join pg_dist_partition as other on other.colocationid = own.colocationid
  join pg_dist_shard as part on part.logicalrelid = other.logicalrelid
    and part.shardminvalue = anchor.shardminvalue
  where anchor.shardid = $1::bigint`

/**
 * Finds shards, and remembers them: a shard never changes its tables, a split makes new ones.
 * @param ask any node: all know all shards
 * @returns what throws `shardAway` where a split has replaced the shard
 */
export function shardFinder(ask: VaultPart['lookUp']): (id: string) => Promise<Shard> {
  const shards = new Map<string, Promise<Shard>>()
  const read = async (id: string) => {
    const rows = await ask<{ table: string; number: string }>(TABLES, [id])
    if (rows.length === 0) throw shardAway(`shard ${id} is gone`)
    return new Shard(id, new Map(rows.map(({ table, number }) => [table, number])))
  }
  return (id) => {
    const known = shards.get(id)
    if (known !== undefined) return known
    const asked = read(id)
    shards.set(id, asked)
    asked.catch(() => shards.delete(id))
    return asked
  }
}

/** The error of a shard that has moved to another node. */
export function shardAway(message: string): Error {
  return Object.assign(new Error(message), { code: 'VN001' })
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
