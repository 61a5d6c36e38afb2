import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { claimOf } from '../support/operations/shipment-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Refusals of Create Transfer and of Create Outbound Shipment. The order of the rules is in
// create-transfer.rules.test.ts and create-outbound-shipment.rules.test.ts, next to the code; an
// account that was erased is in erase-fbo-account.test.ts.
const vault = await openVault()
const { api, records } = vault
const setup = await TransferSetup.open(vault)
const { organizationId, source, destination } = setup
const { token } = setup.creator

const TRANSFERS = '/v1/transfers'
const SHIPMENTS = '/v1/outbound-shipments'
const accounts = { fromFboAccountId: source, toFboAccountId: destination }
const [inventoryItemId = '', other = ''] = await setup.items(2)
const item = { inventoryItemId, reason: 'trade' }

type Errors = readonly Record<string, unknown>[]
type Refused = [status: number, code: RefusalCode, errors: Errors, errorsTotal?: number]

/** The request is refused with exactly these errors, and nothing is created or changed. */
async function refused(path: string, body: object, [status, code, errors, total]: Refused) {
  const response = await withoutWriting(records, () => api.post(path, { token, body }))
  const errorsTotal = total ?? errors.length
  assertRefused(response, { status, code, instance: path, errors, errorsTotal })
}

function invalidItem(place: string, detail: string) {
  const name = `items.${place.replaceAll('/', '.')}`
  return { pointer: `/items/${place}`, code: 'invalid_item', detail: `${name} ${detail}` }
}

function duplicate(index: number, id: string, times: number) {
  const detail = `Item ${id} appears ${times} times: send each item once.`
  const pointer = `/items/${index}/inventoryItemId`
  return { pointer, code: 'duplicate_item', detail, inventoryItemId: id }
}

function elsewhere(index: number, id: string) {
  const detail = `Item ${id} is not in the source account: leave it out or correct its id.`
  const pointer = `/items/${index}/inventoryItemId`
  return { pointer, code: 'item_not_in_source_account', detail, inventoryItemId: id }
}

function unavailable(index: number, id: string, itemStatus: string, holder = {}) {
  const [heldBy] = Object.values(holder)
  const why = heldBy === undefined ? '' : `, held by ${heldBy}`
  const detail = `Item ${id} is ${itemStatus}${why}: only an in_vault item can be claimed.`
  const pointer = `/items/${index}/inventoryItemId`
  const violation = { pointer, code: 'item_not_in_vault', detail, inventoryItemId: id }
  return { ...violation, itemStatus, ...holder }
}

const NO_REASON = 'must be one of request, trade, rebalance.'
const fault = (pointer: string, code: string, detail: string) => ({ pointer, code, detail })
const SAME = 'toFboAccountId equals fromFboAccountId: name another destination.'
const sameAccount = fault('/toFboAccountId', 'same_account', SAME)
const UNKNOWN = 'colour is not accepted by this operation: leave it out.'
const NO_NOTE = 'notes must be a string. Leave notes out if there is no note.'
const twice = { ...item, inventoryItemId: other }

const REQUESTS: [what: string, path: string, body: object, code: RefusalCode, errors: Errors][] = [
  [
    'toFboAccountId equals fromFboAccountId',
    TRANSFERS,
    { ...accounts, toFboAccountId: source, items: [item] },
    'same_account',
    [sameAccount],
  ],
  [
    'a repeated item, with every position',
    TRANSFERS,
    { ...accounts, items: [item, twice, item, twice, item] },
    'duplicate_item',
    [0, 1, 2, 3, 4].map((index) =>
      index % 2 === 0 ? duplicate(index, inventoryItemId, 3) : duplicate(index, other, 2),
    ),
  ],
  [
    'a repeated item, with every position',
    SHIPMENTS,
    { fboAccountId: source, items: claimOf([other, other]) },
    'duplicate_item',
    [duplicate(0, other, 2), duplicate(1, other, 2)],
  ],
  [
    'all violations of the request itself, in one response',
    TRANSFERS,
    {
      ...{ fromFboAccountId: source, toFboAccountId: source, notes: null, colour: 'red' },
      items: [item, { inventoryItemId }, { inventoryItemId: 'other', reason: 'gift' }],
    },
    'invalid_request',
    [
      fault('/colour', 'unknown_field', UNKNOWN),
      fault('/notes', 'invalid_type', NO_NOTE),
      invalidItem('1/reason', 'is missing: send it.'),
      invalidItem('2/reason', NO_REASON),
      sameAccount,
      duplicate(0, inventoryItemId, 2),
      duplicate(1, inventoryItemId, 2),
    ],
  ],
]
for (const [what, path, body, code, errors] of REQUESTS) {
  test(`${path} refuses ${what}`, () => refused(path, body, [400, code, errors]))
}

test('At most a hundred violations are listed, and errorsTotal counts all', async () => {
  const listed = Array.from({ length: 100 }, (_, index) => index)
  const reasons = listed.map((index) => invalidItem(`${index}/reason`, NO_REASON))
  const strangers = listed.map((index) => elsewhere(index, `item-${index}`))
  const send = (items: readonly object[], expected: Refused) =>
    refused(TRANSFERS, { ...accounts, items }, expected)
  for (const total of [100, 101, 1_000]) {
    const items = Array.from({ length: total }, (_, index) => `item-${index}`)
    const of = (reason: string) => items.map((id) => ({ inventoryItemId: id, reason }))
    await send(of('gift'), [400, 'invalid_item', reasons, total])
    await send(of('trade'), [409, 'item_not_in_source_account', strangers, total])
  }
  const copies = Array.from({ length: 1_000 }, () => item)
  const duplicates = listed.map((index) => duplicate(index, inventoryItemId, 1_000))
  await send(copies, [400, 'duplicate_item', duplicates, 1_000])
})

/** Items of other accounts, and items that something holds: by status, with the holder. */
async function unclaimable() {
  const third = await records.fboAccount(organizationId)
  const foreign = await TransferSetup.open(vault)
  const strangers = [
    'item_nobody',
    await records.inventoryItem(organizationId, destination),
    await records.inventoryItem(organizationId, third, { status: 'on_hold' }),
    (await foreign.items(1))[0] as string,
  ]
  const [inTransfer = '', inShipment = ''] = await setup.items(2)
  const { id: activeTransferId } = await setup.transfer({ itemIds: [inTransfer] })
  const body = { fboAccountId: source, items: claimOf([inShipment]) }
  const activeShipmentId = (await api.post(SHIPMENTS, { token, body })).body.data.id
  const held: [id: string, status: string, holder?: object][] = [
    [inTransfer, 'transfer_pending', { activeTransferId }],
    [inShipment, 'shipment_pending', { activeShipmentId }],
  ]
  for (const status of ['on_hold', 'shipped', 'delivered', 'withdrawn']) {
    held.push([await records.inventoryItem(organizationId, source, { status }), status])
  }
  return { strangers, held }
}

for (const path of [TRANSFERS, SHIPMENTS]) {
  test(`${path} refuses items that are elsewhere or held, all and only they, with their holders`, async () => {
    const { strangers, held } = await unclaimable()
    const refuses = (ids: readonly string[], errors: Errors) => {
      const items = ids.map((id) => ({ ...item, inventoryItemId: id }))
      const body = { fboAccountId: source, items: claimOf(ids) }
      const code = errors[0]?.code as RefusalCode
      return refused(path, path === TRANSFERS ? { ...accounts, items } : body, [409, code, errors])
    }
    for (const id of strangers) await refuses([id], [elsewhere(0, id)])
    for (const [id, ...why] of held) await refuses([id], [unavailable(0, id, ...why)])
    const all = [...strangers, ...held.map(([id]) => id)]
    const errors = [
      ...strangers.map((id, index) => elsewhere(index, id)),
      ...held.map(([id, ...why], index) => unavailable(strangers.length + index, id, ...why)),
    ]
    await refuses(all, errors)
    const [[first, ...why] = ['', '']] = held
    const [stranger = ''] = strangers
    const mixed = [inventoryItemId, first, other, stranger]
    await refuses(mixed, [unavailable(1, first, ...why), elsewhere(3, stranger)])
    assert.equal((await records.item(inventoryItemId)).status, 'in_vault')
  })
}
