import { createHash } from 'node:crypto'
import type { Sql } from 'postgres'
import { issueAccessToken } from '../../src/access-tokens/issue-access-token.ts'
import { operatorFor } from '../../src/caller.ts'
import type { Database } from '../../src/database/database.ts'
import { newId } from '../../src/ids.ts'
import { PERMISSIONS, type Permission } from '../../src/permissions.ts'

type Row = Record<string, string | number | boolean | Date | null>

/** Arranges records for a test, and tells whether anything changed. */
export class Records {
  readonly #sql: Sql
  readonly #database: Database

  constructor(sql: Sql, database: Database) {
    this.#sql = sql
    this.#database = database
  }

  async organization(id = newId('org')): Promise<string> {
    await this.#insert('organizations', { id, name: `Organization ${id}` })
    return id
  }

  /** A token, valid for an hour; with every permission unless told otherwise. */
  async token(
    organizationId: string,
    permissions: readonly Permission[] = PERMISSIONS,
  ): Promise<{ id: string; token: string }> {
    const caller = operatorFor(organizationId)
    const issued = await issueAccessToken(caller, this.#database, {
      permissions,
      lifetimeSeconds: 3_600,
    })
    return { id: issued.accessToken.id, token: issued.token }
  }

  async revokeToken(id: string): Promise<void> {
    await this.#sql`update access_tokens set revoked_at = now() where id = ${id}`
  }

  async expireToken(id: string): Promise<void> {
    await this.#sql`
      update access_tokens
      set created_at = created_at - interval '2 hours', expires_at = now() - interval '1 second'
      where id = ${id}`
  }

  async fboAccount(organizationId: string, columns: Row = {}): Promise<string> {
    const id = newId('fbo')
    await this.#insert('fbo_accounts', { organizationId, id, ...columns })
    return (columns.id as string | undefined) ?? id
  }

  async inventoryItem(
    organizationId: string,
    fboAccountId: string,
    columns: Row = {},
  ): Promise<string> {
    const id = newId('item')
    await this.#insert('inventory_items', { organizationId, id, fboAccountId, ...columns })
    return (columns.id as string | undefined) ?? id
  }

  /** Several items at once; their ids in ascending order. */
  async inventoryItems(
    organizationId: string,
    fboAccountId: string,
    count: number,
  ): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId('item')).sort()
    await this.#sql`
      insert into inventory_items (organization_id, id, fbo_account_id)
      select ${organizationId}, item.id, ${fboAccountId} from unnest(${ids}::text[]) as item (id)`
    return ids
  }

  async outboundShipment(
    organizationId: string,
    fboAccountId: string,
    columns: Row = {},
  ): Promise<string> {
    const id = newId('ship')
    await this.#insert('outbound_shipments', { organizationId, id, fboAccountId, ...columns })
    return (columns.id as string | undefined) ?? id
  }

  async item(id: string): Promise<Row> {
    const [row] = await this.#sql<Row[]>`select * from inventory_items where id = ${id}`
    if (row === undefined) throw new Error(`no item ${id}`)
    return row
  }

  /** A digest of every row of every table: equal before and after means nothing was written. */
  async fingerprint(): Promise<string> {
    const tables = await this.#sql<{ name: string }[]>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
    const digest = createHash('sha256')
    for (const { name } of tables) {
      const [row] = await this.#sql<{ rows: string | null }[]>`
        select string_agg(record::text, ',' order by record::text) as rows from ${this.#sql(name)} as record`
      digest.update(`${name}:${row?.rows}\n`)
    }
    return digest.digest('hex')
  }

  async #insert(table: string, row: Row): Promise<void> {
    await this.#sql`insert into ${this.#sql(table)} ${this.#sql(row)}`
  }
}
