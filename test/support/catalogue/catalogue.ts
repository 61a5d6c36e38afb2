import assert from 'node:assert/strict'
import { OPERATIONS } from '../contract/published-operations.ts'
import type { ListCase } from './list-case.ts'
import { pathPosition, type Row, rowOf } from './row.ts'
import { STATES } from './states.ts'
import type { World } from './world.ts'

/**
 * One row per operation of the document. The tests of access, order of checks, paging, keys and
 * scans run for each of them; an operation whose state nobody wrote fails all of them.
 */
export const CATALOGUE: Readonly<Record<string, Row>> = Object.fromEntries(
  OPERATIONS.map((operation) => {
    const { operationId } = operation
    const state = STATES[operationId]
    assert.ok(state, `${operationId}: write its row into test/support/catalogue/states.ts`)
    return [operationId, rowOf(operation, state)]
  }),
)

/** Those that any live token may call. */
export const OPEN = [
  'listCorrections',
  'getApproval',
  'getCaller',
  'listRoles',
  'getRole',
  'getSummary',
  'searchRecords',
]

/** The lists among them, by operation. */
export const LISTS: Readonly<Record<string, ListCase>> = Object.fromEntries(
  Object.entries(CATALOGUE).flatMap(([id, { list }]) => (list === undefined ? [] : [[id, list]])),
)

/** Every read, with the path of a record that was made for it. */
export async function readsOf(world: World, organizationId: string) {
  const reads: [operationId: string, path: string, row: Row][] = []
  for (const [operationId, row] of Object.entries(CATALOGUE)) {
    const id = await row.ids[pathPosition(row) ?? '']?.make(world, organizationId)
    const { method, path } = row.request(() => id ?? 'x', '')
    if (method === 'GET') reads.push([operationId, path, row])
  }
  return reads
}
