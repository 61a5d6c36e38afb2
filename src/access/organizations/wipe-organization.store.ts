import { notingLock, WAIT_FOR_LOCK } from '../../database/changes/locks.ts'
import { enter } from '../../database/changes/organization-transaction.ts'
import { writeEvents } from '../../database/changes/write-events.ts'
import { liftRequestLimits } from '../../database/postgres/lift-request-limits.ts'
import type { Sql } from '../../database/postgres/sql.ts'
import { type VAULT_TABLES, vaultTables } from '../../database/vault-tables.ts'
import { type Caller, modeOf } from '../../domain/caller.ts'

/** Tables that a wipe leaves as they are: who may sign in, what they set up, and the log. */
export const KEPT_TABLES: readonly (typeof VAULT_TABLES)[number][] = [
  'organizations',
  'access_token_organizations',
  'roles',
  'people',
  'access_tokens',
  'sessions',
  'session_bearers',
  'sign_in_codes',
  'passkeys',
  'organization_policies',
  'events',
  'event_seals',
  'signing_keys',
  'event_checkpoints',
  'identity_providers',
  'webhook_endpoints',
  'webhook_endpoint_health',
  'webhook_deliveries',
  'webhook_attempts',
]

const NOW = 'select now() as at from organizations where id = $1 for no key update'

/** In the order of all changes. A change that waits for one of these rows finds it gone. */
const LOCKED = ['fbo_accounts', 'inventory_items', 'transfer_batches', 'outbound_shipments']

/**
 * Deletes all records of a test organization in one transaction, and writes the event of that. Only
 * the owner of the tables can: the role of the service has no right to.
 * @returns how many rows of each table
 */
export async function wipeOrganization(
  caller: Caller,
  sql: Sql,
): Promise<Readonly<Record<string, number>>> {
  if (modeOf(caller) !== 'test') throw new Error('a live organization is never wiped')
  return await sql.begin(async (tx) => {
    await liftRequestLimits(tx)
    // SET LOCAL, not set_config: it reaches every server whose triggers ask.
    await tx.query(`set local vault_inventory.wipes = 'on'`)
    const { run, organizationId } = enter(caller, tx, tx.topology)
    // Words of records that are deleted are not noted meanwhile.
    await run(WAIT_FOR_LOCK, [notingLock(organizationId)])
    const [now] = await run<{ at: Date }>(NOW, [])
    for (const table of LOCKED) {
      await run(`select from ${table} where organization_id = $1 order by id for update`, [])
    }
    const wiped: Record<string, number> = {}
    // Rows that refer to others come first.
    for (const { name } of (await vaultTables(tx)).toReversed()) {
      if ((KEPT_TABLES as readonly string[]).includes(name)) continue
      const [deleted] = await run<{ rows: number }>(deletion(name), [])
      if (deleted !== undefined && deleted.rows > 0) wiped[name] = deleted.rows
    }
    await writeEvents({ run }, [
      {
        type: 'organization.wiped',
        occurredAt: now?.at as Date,
        tokenId: null,
        requestId: null,
        subject: { type: 'organization', id: organizationId },
        data: {},
      },
    ])
    return wiped
  })
}

/** It deletes nothing of a live organization. */
const deletion = (table: string) => `
  with deleted as (
    delete from ${table}
    where organization_id = $1
      and exists (select from organizations where id = $1 and mode = 'test')
    returning 1
  )
  select count(*)::integer as rows from deleted`
