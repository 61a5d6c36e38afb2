import type { Database } from '../database/database.ts'
import { inTransaction } from '../database/postgres/transaction.ts'
import { operatorFor } from '../domain/caller.ts'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { withPublishedExamples } from './published-examples.ts'
import { insertDemoOrganization, insertDemoRecords } from './seed-demo.store.ts'
import { generateOrganization, generateVault, type VaultPlan } from './synthetic/vault.ts'

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
    }
  })
}
