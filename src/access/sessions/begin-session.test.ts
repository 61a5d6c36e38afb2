import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { lockedFacts } from '../../database/changes/change.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { DEFAULT_POLICY } from '../organizations/organization-policy.ts'
import { BEGIN_SESSION } from './begin-session.ts'

const REQUEST = { secretSha256: '', userAgent: null, address: '' }

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
  const proof = { codeSha256: '0'.repeat(64) }
  const caller = {} as never
  await assert.rejects(async () => {
    await lockedFacts(BEGIN_SESSION, tx, [{ ...REQUEST, proof }], [caller])
  }, /connection lost/)
  // Node.js tells of a rejection that nobody handles once the microtasks are done.
  await setImmediate()
  process.off('unhandledRejection', note)
  assert.deepEqual(leftOver, [])
})

test('A sign-in is never later than now, even if the clock of its provider is ahead', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  const moment = { nowMs: now, hasExpired: false }
  for (const [ahead, isAt] of [
    [60_000, 0],
    [-60_000, -60_000],
  ] as const) {
    const proof = { account: {} as never, authenticatedAt: new Date(now + ahead) }
    const request = { input: { ...REQUEST, proof }, caller: {} as never } as never
    const facts = { policy: DEFAULT_POLICY, person: { id: 'per_1', status: 'active' } } as never
    const session = BEGIN_SESSION.judge(request, facts, moment)
    assert.equal((session as { signedInAt: Date }).signedInAt.getTime(), now + isAt)
  }
})
