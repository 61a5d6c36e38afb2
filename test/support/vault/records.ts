import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { issueAccessTokenRoute } from '../../../src/access/tokens/issue-access-token.ts'
import { type Database, decideChange } from '../../../src/database/database.ts'
import { DERIVED_TABLES } from '../../../src/database/vault-tables.ts'
import { type OrganizationMode, operatorFor } from '../../../src/domain/caller.ts'
import { newId } from '../../../src/domain/ids.ts'
import { PERMISSIONS, type Permission } from '../../../src/domain/permissions.ts'
import { testServer } from './server.ts'
import type { Sql } from './sql.ts'

type Row = Record<string, string | number | boolean | Date | null>

/** SQL for the published status of a row of `inventory_items`: a pending claim, else its status. */
export const SHOWN_STATUS = `case when active_transfer_id is not null then 'transfer_pending'
  when active_shipment_id is not null then 'shipment_pending' else status end`

/** Written in the background or by the vault's operator: no record of an organization. */
const WRITTEN_ASIDE = ['event_seals', 'command_runs', ...DERIVED_TABLES]

let fileBegan = new Date()

/** Called before a test file is loaded: what it writes is told apart from the work of others. */
export function beginFile(): void {
  fileBegan = new Date()
}

/** Creates records for a test, and shows whether anything changed. */
export class Records {
  readonly #sql: Sql
  readonly #database: Database
  #digestsOfTables: string | undefined

  constructor(sql: Sql, database: Database) {
    this.#sql = sql
    this.#database = database
  }

  async organization(id = newId('org'), mode: OrganizationMode = 'live'): Promise<string> {
    await this.#insert('organizations', { id, name: `Organization ${id}`, mode })
    return id
  }

  /** A token, valid for a day; with every permission by default. */
  async token(
    organizationId: string,
    permissions: readonly Permission[] = PERMISSIONS,
  ): Promise<{ id: string; token: string }> {
    const [organization] = await this.#sql<{ mode: OrganizationMode }[]>`
      select mode from organizations where id = ${organizationId}`
    const caller = operatorFor(organizationId, organization?.mode)
    const issued = await decideChange(caller, this.#database, issueAccessTokenRoute.change, {
      permissions,
      lifetimeSeconds: 86_400,
    })
    return { id: issued.accessToken.id, token: issued.token }
  }

  /** A new organization, with a token that may do everything. */
  async owner() {
    const organizationId = await this.organization()
    return { organizationId, ...(await this.token(organizationId)) }
  }

  /** A role of the organization's own. */
  async role(organizationId: string, permissions: readonly Permission[]): Promise<string> {
    const id = newId('role')
    await this.#sql`
      insert into roles (organization_id, id, name, name_folded, permissions, created_at,
        changed_at)
      values (${organizationId}, ${id}, ${id}, ${id}, ${[...permissions]}, now(), now())`
    return id
  }

  /** A person who is active, with every permission by default. */
  async person(organizationId: string, columns: Row = {}): Promise<string> {
    const id = newId('prsn')
    const email = `${id}@example.com`
    const { roleIds = 'operator', ...others } = columns
    await this.#sql`
      insert into people (organization_id, id, email, name, role_ids, state, created_at)
      values (${organizationId}, ${id}, ${email}, ${email}, ${[String(roleIds)]}, 'active', now())`
    if (Object.keys(others).length > 0) {
      await this.#sql`update people set ${this.#sql(others)} where id = ${id}`
    }
    return id
  }

  async revokeToken(id: string): Promise<void> {
    await this.#sql`update access_tokens set revoked_at = now() where id = ${id}`
  }

  async expireToken(id: string): Promise<void> {
    await this.#sql`
      update access_tokens
      set created_at = (created_at at time zone 'UTC' - interval '2 days') at time zone 'UTC',
        expires_at = now() - interval '1 second'
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
    const row: Row & { id: string } = {
      organizationId,
      id: newId('item'),
      fboAccountId,
      ...columns,
    }
    const isClaimed = row.status === 'transfer_pending' || row.status === 'shipment_pending'
    await this.#insert('inventory_items', isClaimed ? { ...row, status: 'in_vault' } : row)
    await this.#logIntake(organizationId, [row.id])
    return row.id
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
    await this.#logIntake(organizationId, ids)
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

  /** The item's row, its status as the service shows it. */
  async item(id: string): Promise<Row> {
    const [row] = await this.#sql<Row[]>`
      select *, ${this.#sql.raw(SHOWN_STATUS)} as status from inventory_items where id = ${id}`
    if (row === undefined) throw new Error(`no item ${id}`)
    return row
  }

  /**
   * A digest of the versions of all rows of the organizations that this file has made: equal before
   * and after means that nothing was written, not even the same values. Without what the service
   * writes in the background, and what summaries keep.
   */
  async fingerprint(): Promise<string> {
    const made = await this.#sql<{ id: string }[]>`
      select id from organizations where created_at >= ${fileBegan}`
    assert.ok(made.length > 0, 'this file has made no organization, or the clocks differ')
    this.#digestsOfTables ??= await this.#statementOfDigests()
    const ids = [made.map(({ id }) => id)]
    const rows = await this.#sql.query(this.#digestsOfTables, ids)
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }

  /** All tables in one prepared statement: it runs before and after every tested refusal. */
  async #statementOfDigests(): Promise<string> {
    const tables = await this.#sql<{ name: string; key: string | null }[]>`
      select relname as name, case relname when 'organizations' then 'id' else attname end as key
      from pg_class left join pg_attribute on attrelid = pg_class.oid and attname = 'organization_id'
      where relkind = 'r' and relnamespace = 'public'::regnamespace
        and relname <> all(${WRITTEN_ASIDE}) order by relname`
    return tables
      .map(
        ({ name, key }) => `
          select '${name}' as name, count(*)::integer as rows,
            sum(hashtextextended(${versionIn(name)}, 0))::text as digest
          from ${name} as record ${key === null ? '' : `where ${key} = any($1::text[])`}`,
      )
      .join(' union all ')
      .concat(' order by name')
  }

  /** The first row of each item's log, and its place in the shipment that it waits for. */
  async #logIntake(organizationId: string, ids: readonly string[]): Promise<void> {
    await this.#sql`
      insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
        to_fbo_account_id, to_status, transfer_batch_id, outbound_shipment_id)
      select organization_id, id, 1, changed_at, 'imported', fbo_account_id,
        ${this.#sql.raw(SHOWN_STATUS)}, active_transfer_id, active_shipment_id
      from inventory_items
      where organization_id = ${organizationId} and id = any(${[...ids]}::text[])`
    await this.#sql`
      insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
        inventory_item_id)
      select organization_id, active_shipment_id, 1 + (select count(*) from outbound_shipment_items
        where organization_id = ${organizationId} and outbound_shipment_id = active_shipment_id), id
      from inventory_items
      where organization_id = ${organizationId} and id = any(${[...ids]}::text[])
        and active_shipment_id is not null`
    await this.#sql`
      update outbound_shipments set total_items = total_items + 1
      where organization_id = ${organizationId} and id in (select active_shipment_id
        from inventory_items
        where organization_id = ${organizationId} and id = any(${[...ids]}::text[]))`
  }

  async #insert(table: string, row: Row): Promise<void> {
    await this.#sql`insert into ${this.#sql(table)} ${this.#sql(row)}`
  }
}

/**
 * The transaction that wrote a row, and the place of the row; a coordinator of a cluster has its
 * values alone. `last_used_at` is written outside of requests.
 */
function versionIn(table: string): string {
  if (table === 'access_tokens') return "(to_jsonb(record) - 'last_used_at')::text"
  return testServer().nodes === undefined
    ? 'record.xmin::text || record.ctid::text'
    : 'record::text'
}
