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
    const renamed = text.replace(TABLES, (all, before, table, as) => {
      const number = this.#numbers.get(table)
      if (number === undefined) return all
      return `${before}${table}_${number}${as ?? ` as ${table}`}`
    })
    this.#texts.set(text, renamed)
    return renamed
  }
}

/** A table where a statement reads or changes it, and its alias. */
const TABLES = /\b((?:from|join|into|update|using)\s+)([a-z_]+)\b(\s+as\s)?/g
