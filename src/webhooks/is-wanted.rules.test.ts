import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWanted } from './is-wanted.rules.ts'

const created = { type: 'transfer.created', subjectId: 'xfer_1' }
const tested = { type: 'webhook_endpoint.tested', subjectId: 'hook_1' }

for (const [name, types, event, expected] of [
  ['an endpoint of all types gets any event', null, created, true],
  ['an endpoint gets events of its types', ['transfer.created'], created, true],
  ['and no others', ['transfer.completed'], created, false],
  ['it gets its own test whatever its types', ['transfer.completed'], tested, true],
  ["and never another one's", null, { ...tested, subjectId: 'hook_2' }, false],
  [
    'not even if it asks for tests',
    ['webhook_endpoint.tested'],
    { ...tested, subjectId: 'hook_2' },
    false,
  ],
] as const) {
  test(name, () => assert.equal(isWanted({ id: 'hook_1', types }, event), expected))
}
