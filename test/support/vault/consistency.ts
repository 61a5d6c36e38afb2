import assert from 'node:assert/strict'
import type { Database } from '../../../src/database/database.ts'
import { verifyVault } from '../../../src/operator/verify/verify-vault.ts'
import type { Sql } from './sql.ts'

/**
 * Fails unless an organization's records are consistent, as they must be after any race: the
 * command `verify` finds nothing, and verify-corruptions.test.ts shows what it would find.
 */
export async function assertConsistent(sql: Sql, organizationId: string): Promise<void> {
  const { signal } = new AbortController()
  const { violations } = await verifyVault({ sql } as unknown as Database, [organizationId], signal)
  assert.deepEqual(violations, [])
}
