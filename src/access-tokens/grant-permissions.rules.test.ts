import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Permission } from '../permissions.ts'
import { grantRefusal, rotationRefusal } from './grant-permissions.rules.ts'

const MANAGE = 'access_tokens:manage'
const READ = 'fbo_accounts:read'
const APPROVE = 'transfer_batches:approve'

// What the caller has, what is asked for, and which of that it cannot give.
const ROWS: [held: Permission[], asked: Permission[], missing: Permission[]][] = [
  [[MANAGE], [MANAGE], []],
  [[MANAGE, READ], [READ], []],
  [[MANAGE, READ], [READ, MANAGE], []],
  [[MANAGE], [READ], [READ]],
  [[MANAGE, READ], [APPROVE, READ, MANAGE], [APPROVE]],
  [[], [APPROVE, READ], [APPROVE, READ]],
]

for (const [held, asked, missing] of ROWS) {
  test(`[${held}] gives [${asked}] but for [${missing}]`, () => {
    const grant = grantRefusal(new Set(held), asked)
    const rotation = rotationRefusal(new Set(held), asked)
    if (missing.length === 0) {
      assert.deepEqual([grant, rotation], [undefined, undefined])
      return
    }
    for (const refusal of [grant, rotation]) {
      assert.equal(refusal?.code, 'permission_not_held')
      assert.deepEqual(refusal?.facts, { missingPermissions: missing })
    }
    assert.deepEqual(
      grant?.faults.map(({ pointer }) => pointer),
      missing.map((permission) => `/permissions/${asked.indexOf(permission)}`),
    )
    assert.deepEqual(rotation?.faults, [])
  })
}
