import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasOwnTest } from '../support/contract/own-tests.ts'
import { openDesk } from '../support/reads/desk.ts'
import { openVault } from '../support/vault/vault.ts'
import { ACCOUNTS } from './reads/accounts.ts'
import { EXPOSURE } from './reads/exposure.ts'
import { FILTERED_ITEMS } from './reads/filtered-items.ts'
import { ITEMS } from './reads/items.ts'
import { ORGANIZATIONS } from './reads/organizations.ts'
import { PEOPLE } from './reads/people.ts'
import { REVALUATIONS } from './reads/revaluations.ts'
import { ROLES } from './reads/roles.ts'
import { SHIPMENTS } from './reads/shipments.ts'
import { TRANSFERS } from './reads/transfers.ts'

// Each read shows the records of a row to the byte. The tests of access, paging, names and ids are
// in test/contract/, for all reads.

const vault = await openVault()

const ROOMS = [
  ACCOUNTS,
  EXPOSURE,
  FILTERED_ITEMS,
  ITEMS,
  ORGANIZATIONS,
  PEOPLE,
  REVALUATIONS,
  ROLES,
  SHIPMENTS,
  TRANSFERS,
]

const seen = new Set<string>()

for (const rows of ROOMS) {
  for (const [title, make] of Object.entries(rows)) {
    test(title, async () => {
      const desk = await openDesk(vault, seen)
      for (const shown of [await make(desk)].flat()) await desk.shows(shown)
    })
  }
}

test('Every read has a row, or a test of its own', () => {
  const reads = vault.app.operations.filter(({ method }) => method === 'GET')
  const missing = reads.filter(({ operationId, path }) => {
    const form = new RegExp(`^${path.replaceAll(/\{\w+\}|:\w+/g, '[^/]+')}$`)
    return !hasOwnTest(operationId) && ![...seen].some((one) => form.test(one))
  })
  assert.deepEqual(
    missing.map(({ operationId }) => operationId),
    [],
  )
})
