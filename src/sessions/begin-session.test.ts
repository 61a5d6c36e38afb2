import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { BEGIN_SESSION } from './begin-session.ts'

test('a sign-in whose statements all fail is refused, and no rejection is left over', async () => {
  const tx: OrganizationTransaction = {
    organizationId: 'org_1',
    run: async () => {
      throw new Error('connection lost')
    },
  }
  const leftOver: unknown[] = []
  const note = (reason: unknown) => void leftOver.push(reason)
  process.on('unhandledRejection', note)
  const request = { secretSha256: '', userAgent: null, address: '' }
  const proof = { codeSha256: '0'.repeat(64) }
  const caller = {} as never
  await assert.rejects(async () => {
    await BEGIN_SESSION.lock(tx, [{ ...request, proof }], 'wait', [caller])
  }, /connection lost/)
  // Node.js tells of a rejection that nobody handles once the microtasks are done.
  await setImmediate()
  process.off('unhandledRejection', note)
  assert.deepEqual(leftOver, [])
})
