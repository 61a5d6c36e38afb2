import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorFor } from '../../domain/caller.ts'
import type { Permission } from '../../domain/permissions.ts'
import { endingRefusal, grantRefusal, powersWarnings } from './grant-permissions.rules.ts'

const MANAGE = 'access_tokens:manage'
const READ = 'fbo_accounts:read'
const APPROVE = 'transfer_batches:approve'

// The caller's permissions, the requested ones, and those that the caller cannot grant.
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
    const holder = { tokenId: 'tok_1', permissions: new Set(held) }
    const powers = { permissions: asked, allowedAddresses: null }
    const grant = grantRefusal(holder, powers)
    const rotation = endingRefusal('rotate', holder, powers)
    if (missing.length === 0) {
      assert.deepEqual([grant, rotation], [undefined, undefined])
      return
    }
    for (const refusal of [grant, rotation]) {
      assert.equal(refusal?.code, 'permission_not_held')
      assert.deepEqual(refusal?.members, { missingPermissions: missing })
    }
    assert.deepEqual(
      grant?.violations.map(({ pointer }) => pointer),
      missing.map((permission) => `/permissions/${asked.indexOf(permission)}`),
    )
    assert.deepEqual(rotation?.violations, [])
  })
}

// The caller's address blocks, the requested ones, and the positions of those beyond the caller's.
const ADDRESSES: [held: string[] | undefined, asked: string[] | null, beyond: number[]][] = [
  [undefined, null, []],
  [undefined, ['0.0.0.0/0'], []],
  [['10.0.0.0/8'], ['10.1.0.0/16', '10.0.0.0/8'], []],
  [['10.0.0.0/8'], ['0.0.0.0/0', '10.1.0.0/16', '::/0'], [0, 2]],
]

for (const [held, asked, beyond] of ADDRESSES) {
  test(`from [${held}] to [${asked}], but for those at [${beyond}]`, () => {
    const permissions = new Set([MANAGE] as const)
    const holder = {
      tokenId: 'tok_1',
      permissions,
      ...(held !== undefined && { allowedAddresses: held }),
    }
    const powers = { permissions: [], allowedAddresses: asked }
    const refusals = [grantRefusal(holder, powers), endingRefusal('rotate', holder, powers)]
    for (const refusal of refusals) {
      assert.equal(refusal?.code, beyond.length === 0 ? undefined : 'permission_not_held')
    }
    assert.deepEqual(
      refusals[0]?.violations.map(({ pointer }) => pointer) ?? [],
      beyond.map((index) => `/allowedAddresses/${index}`),
    )
  })
}

test('a token that is bound to addresses cannot rotate one that is not', () => {
  const permissions = new Set([MANAGE] as const)
  const holder = { tokenId: 'tok_1', permissions, allowedAddresses: ['10.0.0.0/8'] }
  const refusal = endingRefusal('rotate', holder, { permissions: [], allowedAddresses: null })
  assert.equal(refusal?.code, 'permission_not_held')
})

test("The vault's operator has no permissions, and lacks none", () => {
  const operator = operatorFor('org_1')
  const powers = { permissions: [READ] as const, allowedAddresses: null }
  assert.equal(grantRefusal(operator, powers), undefined)
  assert.equal(endingRefusal('revoke', operator, powers), undefined)
})

const POLICY = 'organization_policies:update'
const SHIP = 'outbound_shipments:approve'

test('A token that combines approvals with the policy or with tokens gets a warning', () => {
  const warned = (...permissions: Permission[]) =>
    powersWarnings({ permissions }).map((text) => text.split(': leave out ')[1])
  assert.deepEqual(warned(APPROVE, SHIP, READ), [])
  assert.deepEqual(warned(POLICY, MANAGE, READ), [])
  assert.deepEqual(warned(POLICY, SHIP), [`${SHIP}, or ${POLICY}.`])
  for (const risk of ['people:manage', 'identity_provider:manage'] as const) {
    assert.deepEqual(warned(risk, SHIP), [`${SHIP}, or ${risk}.`])
  }
  assert.deepEqual(warned(MANAGE, POLICY, APPROVE, SHIP), [
    `${APPROVE} and ${SHIP}, or ${POLICY}.`,
    `${APPROVE} and ${SHIP}, or ${MANAGE}.`,
  ])
})
