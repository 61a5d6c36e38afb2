import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VERIFICATION_CHECKS, verifyWithin } from '../../src/operator/verify/verify-vault.ts'
import { corruptions, SIGNED_EVENT } from '../support/schema/corruptions.ts'
import { allSealed, signUpTo } from '../support/sealed-log/sealed-vault.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import type { TransactionSql } from '../support/vault/sql.ts'
import { openVault } from '../support/vault/vault.ts'

// Rows are changed without the service, past its triggers, in a transaction that is undone.

const vault = await openVault()
const org = await fillVault(vault)
await allSealed(vault, org.organizationId)
await signUpTo(vault, org.organizationId, SIGNED_EVENT)
const CORRUPTIONS = corruptions(org)

test('every check has a case here', () => {
  // Those of the vault's keys are in foreign-signing-key.test.ts.
  const checks = CORRUPTIONS.flatMap(({ found }) => found.map((each) => each.split(' ', 1)[0]))
  const tried = new Set([...checks, 'signing_key_unknown'])
  assert.deepEqual([...tried].sort(), VERIFICATION_CHECKS.map(({ name }) => name).sort())
})

test('nothing is wrong before', async () => {
  assert.deepEqual(await violationsAfter([]), [])
})

for (const { what, statements, found } of CORRUPTIONS) {
  test(`${what}: verify names it, and nothing else`, async () => {
    assert.deepEqual(await violationsAfter(statements), found.toSorted())
  })
}

async function violationsAfter(statements: readonly string[]): Promise<string[]> {
  let found: string[] = []
  const undone = new Error('undone')
  const work = async (tx: TransactionSql) => {
    await tx`set local session_replication_role = replica`
    for (const statement of statements) {
      const isOfRows = !/^\s*(alter|drop)/i.test(statement)
      const changed = await tx.query(isOfRows ? `${statement} returning 1` : statement)
      assert.ok(changed.length > 0 || !isOfRows, `corrupts no row: ${statement}`)
    }
    const { signal } = new AbortController()
    const ids = [org.organizationId]
    const { violations, total } = await verifyWithin(tx, ids, signal, vault.app.secrets)
    assert.equal(total, violations.length)
    for (const { wrong } of violations) assert.match(wrong, /\S/)
    found = [...new Set(violations.map(({ check, record }) => `${check} ${record}`))].sort()
    throw undone
  }
  await vault.sql.begin(work, 'isolation level repeatable read').catch((error) => {
    if (error !== undone) throw error
  })
  return found
}
