import { test } from 'node:test'
import { World } from '../support/access/world.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import {
  assertCondition,
  type ExpectedCondition,
  withoutWriting,
} from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const organizationId = await records.organization()
const { id: tokenId, token } = await records.token(organizationId)
const manager = await records.token(organizationId, ['access_tokens:manage'])
const from = await records.fboAccount(organizationId)
const to = await records.fboAccount(organizationId)
const item = await records.inventoryItem(organizationId, from)
const held = await records.inventoryItem(organizationId, from, { status: 'on_hold' })
const foreign = await records.fboAccount(await records.organization())

const world = new World(sql, records)
await records.fboAccount(organizationId, { isPrimary: true })

const done = await world.pendingTransfer(organizationId)
await sql`update transfer_batches set created_by_token_id = ${tokenId} where id = ${done}`
const packed = await world.shipment(organizationId, 'packing')
const valuable = await world.pendingTransfer(organizationId)
await sql`
  update inventory_items set declared_value_cents = 700 where active_transfer_id = ${valuable}`
await sql`
  insert into organization_policies (organization_id, version, insured_exposure)
  values (${organizationId}, 1, 'block')`
const account = `/v1/fbo-accounts/${from}`
const entry = { inventoryItemId: item, reason: 'trade' }
const valid = { fromFboAccountId: from, toFboAccountId: to, items: [entry] }

type Send = () => Promise<ApiResponse>

const get = (path: string): Send => {
  return () => api.get(path, { token })
}
const patch = (path: string, body: object): Send => {
  return () => api.patch(path, { token, body })
}
const create = (changes: object): Send => {
  return () => api.post('/v1/transfers', { token, body: { ...valid, ...changes } })
}

const post = (path: string): Send => {
  const carriage = { carrier: 'Brinks', trackingNumber: 'BX 1' }
  return () => api.post(path, { token, ...(path.endsWith('/ship') ? { body: carriage } : {}) })
}
const second: Send = () => api.post('/v1/fbo-accounts', { token, body: { isPrimary: true } })
const grant: Send = () => {
  const body = { permissions: ['access_tokens:manage', 'fbo_accounts:read'] }
  return api.post('/v1/access-tokens', { token: manager.token, body })
}

/** One row of the table of conditions: every request gets this response and writes nothing. */
function condition(title: string, requests: readonly Send[], expected: ExpectedCondition): void {
  test(title, async () => {
    for (const send of requests) {
      assertCondition(await withoutWriting(records, send), expected)
    }
  })
}

condition(
  'any body or field rule broken: the exact code per violation in errors',
  [patch(account, { firstName: 7, lastName: '', phone: 'none' })],
  {
    status: 400,
    code: 'invalid_request',
    errors: [
      ['/firstName', 'invalid_type'],
      ['/lastName', 'too_short'],
      ['/phone', 'invalid_format'],
    ],
  },
)

condition('Create: accounts equal', [create({ toFboAccountId: from })], {
  status: 400,
  code: 'same_account',
  errors: [['/toFboAccountId', 'same_account']],
})

condition('Create: items missing or empty', [create({ items: undefined }), create({ items: [] })], {
  status: 400,
  code: 'items_required',
  errors: [['/items', 'items_required']],
})

const tooMany = Array.from({ length: 1_001 }, (_, index) => ({
  ...entry,
  inventoryItemId: `item-${index}`,
}))
condition('Create: more than 1,000 items', [create({ items: tooMany })], {
  status: 400,
  code: 'too_many_items',
  errors: [['/items', 'too_many_items']],
})

condition(
  'Create: item lacks a member, or reason not allowed',
  [
    create({ items: [{ inventoryItemId: item }] }),
    create({ items: [{ ...entry, reason: 'gift' }] }),
  ],
  { status: 400, code: 'invalid_item', errors: [['/items/0/reason', 'invalid_item']] },
)

condition('Create: inventoryItemId twice (every position)', [create({ items: [entry, entry] })], {
  status: 400,
  code: 'duplicate_item',
  errors: [0, 1].map((index) => [
    `/items/${index}/inventoryItemId`,
    'duplicate_item',
    { inventoryItemId: item },
  ]),
})

condition(
  'Create: from or to account unknown in this organization',
  [create({ toFboAccountId: foreign }), create({ toFboAccountId: 'fbo_nobody' })],
  {
    status: 404,
    code: 'fbo_account_not_found',
    errors: [['/toFboAccountId', 'fbo_account_not_found']],
  },
)

const pointer = '/items/0/inventoryItemId'
condition(
  'Create: item not of the source account',
  [create({ items: [{ ...entry, inventoryItemId: 'nobody' }] })],
  {
    status: 409,
    code: 'item_not_in_source_account',
    errors: [[pointer, 'item_not_in_source_account', { inventoryItemId: 'nobody' }]],
  },
)

condition('Create: item not in_vault', [create({ items: [{ ...entry, inventoryItemId: held }] })], {
  status: 409,
  code: 'item_not_in_vault',
  errors: [[pointer, 'item_not_in_vault', { inventoryItemId: held, itemStatus: 'on_hold' }]],
})

condition('Update: none of the updatable fields', [patch(account, {})], {
  status: 400,
  code: 'no_updatable_fields',
  errors: [['', 'no_updatable_fields']],
})

condition(
  'Update: a member that cannot be updated, or is unknown',
  [patch(account, { isPrimary: true, firstName: 'Ada' })],
  { status: 400, code: 'unknown_field', errors: [['/isPrimary', 'unknown_field']] },
)

condition(
  'Update: nothing but members that cannot be updated',
  [patch(account, { isPrimary: true })],
  {
    status: 400,
    code: 'invalid_request',
    errors: [
      ['/isPrimary', 'unknown_field'],
      ['', 'no_updatable_fields'],
    ],
  },
)

condition('List: unknown query parameter', [get('/v1/outbound-shipments?offset=1')], {
  status: 400,
  code: 'unknown_parameter',
  errors: [['/offset', 'unknown_parameter', { in: 'query' }]],
})

condition(
  'List: repeated query parameter, bad value',
  [get('/v1/outbound-shipments?page=1&page=1'), get('/v1/outbound-shipments?page=0')],
  {
    status: 400,
    code: 'invalid_parameter',
    errors: [['/page', 'invalid_parameter', { in: 'query' }]],
  },
)

condition('Create account: a second primary one', [second], {
  status: 409,
  code: 'primary_account_exists',
  errors: [['/isPrimary', 'primary_account_exists']],
})

condition('Issue token: a permission that the caller does not have', [grant], {
  status: 403,
  code: 'permission_not_held',
  members: { missingPermissions: ['fbo_accounts:read'] },
  errors: [['/permissions/1', 'permission_not_held', { permission: 'fbo_accounts:read' }]],
})

condition('Approve: by who created it', [post(`/v1/transfers/${done}/approve`)], {
  status: 403,
  code: 'self_approval_forbidden',
})

condition('A verb that the state does not take', [post(`/v1/outbound-shipments/${packed}/ship`)], {
  status: 409,
  code: 'invalid_state_transition',
  members: { currentStatus: 'packing', allowed: ['inspect', 'hold', 'cancel'] },
})

condition('Approve: over the insured value', [post(`/v1/transfers/${valuable}/approve`)], {
  status: 409,
  code: 'insured_value_exceeded',
  members: { exposureCents: '700', maxInsuredValueCents: '0' },
})
