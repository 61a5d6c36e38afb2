import { newId } from '../../../src/domain/ids.ts'
import type { Statements } from '../vault/sql.ts'
import type { TestVault } from '../vault/vault.ts'

/** A list as the tests of paging fill it. */
export interface ListCase {
  /** A filter that leaves out none of the records. */
  readonly filter?: string
  /** Records created during paging appear at its end; by default they do not appear. */
  readonly showsNew?: true
  readonly isNewestFirst?: true
  readonly fill: (vault: TestVault, owner: Owner) => Promise<FilledList>
}

/** The organization that a list belongs to, and an account of it. */
export interface Owner {
  readonly organizationId: string
  readonly token: string
  readonly account: string
}

/** A list with at least seven records, and changes to it during paging. */
interface FilledList {
  readonly path: string
  /** Creates another record that the list shows from then on. */
  readonly create?: () => Promise<unknown>
  /** The same in a transaction, created at a past time; for lists that show the newest first. */
  readonly createIn?: (tx: Statements, createdAt: Date) => PromiseLike<unknown>
  /** Removes a record late in the list; for lists of a moment. */
  readonly remove?: () => Promise<unknown>
}

/** The list of a new organization. */
export async function fillList(vault: TestVault, { fill }: ListCase) {
  const { records, sql } = vault
  const organizationId = await records.organization()
  const account = await records.fboAccount(organizationId, { createdAt: hoursLater(0) })
  const { id, token } = await records.token(organizationId)
  const owner = { organizationId, account, token }
  const list = await fill(vault, owner)
  // Used just now, so that its use is not written between two reads of the list of tokens.
  await sql`update access_tokens set last_used_at = now() where id = ${id}`
  return { ...owner, ...list }
}

/** More records than three pages of two hold; four of them have the same time. */
export const HOURS = [0, 1, 2, 3, 3, 3, 3, 4, 5]
export const EPOCH = Date.parse('2026-01-02T03:04:05.678Z')
export const hoursLater = (hours: number) => new Date(EPOCH + hours * 3_600_000)
/** Between the others: older than the first records of paging, newer than the last ones. */
export const BETWEEN = hoursLater(2.5)

type Insert = (tx: Statements, createdAt: Date, owner: Owner) => PromiseLike<unknown>

/** A list that shows the newest record first. */
export function newestFirst(path: string, insert: Insert, filter?: string): ListCase {
  return {
    ...(filter !== undefined && { filter }),
    isNewestFirst: true,
    fill: async ({ sql }, owner) => {
      const createIn = (tx: Statements, createdAt: Date) => insert(tx, createdAt, owner)
      for (const hours of HOURS) await createIn(sql, hoursLater(hours))
      return { path, createIn, create: async () => await createIn(sql, new Date()) }
    },
  }
}

/** Inserts a row with these columns beside its owner, id and time. */
export function into(table: string, columns: (owner: Owner) => Record<string, unknown>): Insert {
  return (tx, createdAt, owner) => {
    const { organizationId } = owner
    const row = { organizationId, id: newId('xfer'), createdAt, ...columns(owner) }
    return tx`insert into ${tx(table)} ${tx(row)}`
  }
}
