import { runStatement } from '../database/changes/organization-transaction.ts'
import { writeEvents } from '../database/changes/write-events.ts'
import type { Database } from '../database/database.ts'
import { inTransaction } from '../database/postgres/transaction.ts'
import { operatorFor } from '../domain/caller.ts'
import type { EventType, NewEvent } from '../domain/events.ts'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { withPublishedExamples } from './published-examples.ts'
import { insertDemoOrganization, insertDemoRecords } from './seed-demo.store.ts'
import {
  generateOrganization,
  generateVault,
  type SyntheticVault,
  type VaultPlan,
} from './synthetic/vault.ts'

/**
 * Fills the vault with synthetic records in one transaction. An organization that exists already
 * stays as it is, with all that was done to it since.
 */
export async function seedDemo(database: Database, plans: readonly VaultPlan[]): Promise<void> {
  const now = new Date()
  await inTransaction(database.sql, async (tx) => {
    for (const plan of plans) {
      const caller = operatorFor(plan.id)
      const outcome = await insertDemoOrganization(caller, tx, generateOrganization(plan, now))
      if (outcome === 'kept') continue
      const vault = generateVault(plan, now)
      const holdsExamples = plan.id === EXAMPLE_IDS.organization
      await insertDemoRecords(caller, tx, holdsExamples ? withPublishedExamples(vault) : vault)
      await writeEvents(
        { run: (text, parameters) => runStatement(caller, tx, text, parameters) },
        importEvents(plan.id, now, vault),
      )
    }
  })
}

/** The feed begins as if the records had been imported. */
function importEvents(
  organizationId: string,
  occurredAt: Date,
  { accounts, shipments, items }: SyntheticVault,
): NewEvent[] {
  const imports: [EventType, string, readonly unknown[]][] = [
    ['fbo_account.imported', '/v1/fbo-accounts', accounts],
    ['outbound_shipment.imported', '/v1/outbound-shipments', shipments],
    ['inventory_item.imported', '/v1/inventory-items', items],
  ]
  return imports.map(([type, recordsPath, records]) => ({
    type,
    occurredAt,
    tokenId: null,
    requestId: null,
    subject: { type: 'organization', id: organizationId },
    data: { totalRecords: records.length, recordsPath },
  }))
}
