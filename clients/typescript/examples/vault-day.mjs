// @ts-check
/**
 * A day in a vault, by the client: what `npm run scenario` of the service does over HTTP. It needs
 * an organization of its own, and a token with all permissions:
 *
 *   VAULT_URL=http://127.0.0.1:8080 VAULT_TOKEN=vis_... node vault-day.mjs
 */
import assert from 'node:assert/strict'
import { createClient, ProblemError } from 'vault-inventory-client'

/** @typedef {import('vault-inventory-client').VaultClient} VaultClient */
/** @typedef {import('vault-inventory-client').Problem} Problem */

const url = process.env.VAULT_URL ?? 'http://127.0.0.1:8080'
const keeper = createClient({ url, token: process.env.VAULT_TOKEN ?? '' })

/** @param {string} title */
const step = (title) => console.log(`${new Date().toISOString().slice(11, 23)}  ${title}`)

/**
 * The problem that a call is refused with.
 * @template {Problem['code']} Code
 * @param {Promise<unknown>} call
 * @param {Code} code
 * @returns {Promise<Extract<Problem, { code: Code }>>}
 */
async function refused(call, code) {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  )
  assert.ok(error instanceof ProblemError, `${code} was expected, not ${error}`)
  assert.equal(error.problem.code, code)
  return /** @type {any} */ (error.problem)
}

/** @template T @param {AsyncIterable<T>} entries @returns {Promise<T[]>} */
async function all(entries) {
  const found = []
  for await (const entry of entries) found.push(entry)
  return found
}

step('tokens for operator, approver and integrator')
const { permissions } = (await keeper.getCaller()).data
const daily = permissions.filter((name) => name !== 'access_tokens:manage')
/** @param {Parameters<VaultClient['issueAccessToken']>[0]} grant */
async function clientWith(grant) {
  const { data } = await keeper.issueAccessToken(grant)
  return createClient({ url, token: data.token })
}
const operator = await clientWith({ owner: 'Olga Operator', permissions })
const approver = await clientWith({ owner: 'Anton Approver', permissions: daily })
const integrator = await clientWith({
  owner: 'The shop',
  permissions: ['transfer_batches:create', 'transfer_batches:read', 'inventory_items:read'],
  expiresInDays: 30,
})
const more = integrator.issueAccessToken({ permissions: ['access_tokens:manage'] })
const lacking = await refused(more, 'insufficient_permission')
assert.equal(lacking.requiredPermission, 'access_tokens:manage')

step('three accounts; a second primary one is refused')
const house = await operator.createFboAccount({
  businessName: 'The House',
  maxInsuredValueCents: '1000000000',
  isPrimary: true,
})
const people = { maxInsuredValueCents: '50000000' }
const ada = await operator.createFboAccount({ firstName: 'Ada', lastName: 'Lindqvist', ...people })
const bo = await operator.createFboAccount({ firstName: 'Bo', lastName: 'Ek', ...people })
await refused(operator.createFboAccount({ isPrimary: true }), 'primary_account_exists')

step('500 items come in, one alone and the rest together')
const items = Array.from({ length: 500 }, (_, index) => ({
  fboAccountId: house.data.id,
  description: `Watch no. ${index + 1}`,
  declaredValueCents: `${100_000 + index}`,
  identifiers: [{ scheme: 'serial', value: `DW ${String(index + 1).padStart(5, '0')}` }],
}))
const [first, ...rest] = items
assert.ok(first)
const alone = await operator.takeInInventoryItems(first)
const together = await operator.takeInInventoryItems({ items: rest })
const itemIds = [alone.data, together.data].flat().map(({ id }) => id)
assert.equal(new Set(itemIds).size, 500)
/** @param {number} index */
const itemId = (index) => /** @type {string} */ (itemIds[index])

/** @param {VaultClient} by @param {string} to @param {string[]} ids */
const transfer = (by, to, ids) =>
  by.createTransfer({
    fromFboAccountId: house.data.id,
    toFboAccountId: to,
    items: ids.map((id) => ({ inventoryItemId: id, reason: /** @type {const} */ ('rebalance') })),
  })

step('transfer of 20 items to ada: pending; a second claim on one of them is refused')
const twenty = await transfer(operator, ada.data.id, itemIds.slice(0, 20))
assert.equal(twenty.data.status, 'pending')
const claimed = transfer(operator, ada.data.id, itemIds.slice(19, 21))
const claim = await refused(claimed, 'item_not_in_vault')
assert.deepEqual(
  claim.errors?.map((one) => one.activeTransferId),
  [twenty.data.id],
)

step('four eyes: the operator cannot approve it; the approver can')
await refused(operator.approveTransfer({ id: twenty.data.id }), 'self_approval_forbidden')
assert.equal((await approver.approveTransfer({ id: twenty.data.id })).data.status, 'completed')
assert.equal((await all(operator.listHoldings({ id: ada.data.id, limit: 7 }))).length, 20)
const late = operator.cancelTransfer({ id: twenty.data.id, reason: 'Too late' })
const { currentStatus, allowed } = await refused(late, 'invalid_state_transition')
assert.deepEqual([currentStatus, allowed], ['completed', []])

step('another one is rejected, and another one cancelled')
const ten = itemIds.slice(20, 30)
const { id: second } = (await transfer(integrator, bo.data.id, ten)).data
const rejected = await approver.rejectTransfer({ id: second, reason: 'Wrong account' })
assert.equal(rejected.data.status, 'rejected')
const { id: third } = (await transfer(integrator, bo.data.id, ten)).data
const cancelled = await operator.cancelTransfer({ id: third, reason: 'Ordered twice' })
assert.equal(cancelled.data.status, 'cancelled')

step("a shipment of three of ada's items, from packing to delivered, once back to packing")
const shipped = itemIds.slice(0, 3).map((inventoryItemId) => ({ inventoryItemId }))
const { data: shipment } = await operator.createOutboundShipment({
  fboAccountId: ada.data.id,
  items: shipped,
})
const { id } = shipment
const carriage = { carrier: 'Brinks', service: 'Overnight', trackingNumber: 'BX 4417 2203 SE' }
const early = operator.shipOutboundShipment({ id, ...carriage })
const step1 = await refused(early, 'invalid_state_transition')
assert.deepEqual(step1.allowed, ['inspect', 'hold', 'cancel'])
await operator.inspectOutboundShipment({ id })
await operator.returnOutboundShipmentToPacking({ id })
await operator.inspectOutboundShipment({ id })
await operator.submitOutboundShipment({ id })
await refused(operator.approveOutboundShipment({ id }), 'self_approval_forbidden')
await approver.approveOutboundShipment({ id })
await operator.shipOutboundShipment({ id, ...carriage })
const delivered = await operator.deliverOutboundShipment({ id })
assert.equal(delivered.data.status, 'delivered')
const movements = await all(operator.listInventoryMovements({ id: itemId(0), limit: 4 }))
const kinds = movements.map(({ kind }) => kind)
assert.deepEqual([kinds.length, kinds[0], kinds.at(-1)], [11, 'taken_in', 'shipment_delivered'])

step('an item is held, so that nothing can claim it; released; another one is withdrawn')
await operator.holdInventoryItem({ id: itemId(3), reason: 'Ownership disputed' })
const held = { fboAccountId: ada.data.id, items: [{ inventoryItemId: itemId(3) }] }
const refusal = await refused(operator.createOutboundShipment(held), 'item_not_in_vault')
assert.equal(refusal.errors?.[0]?.itemStatus, 'on_hold')
await operator.releaseInventoryItem({ id: itemId(3), reason: 'Settled' })
const withdraw = { id: itemId(3), reason: 'Collected in person' }
assert.equal((await operator.withdrawInventoryItem(withdraw)).data.status, 'withdrawn')
await refused(operator.withdrawInventoryItem(withdraw), 'invalid_state_transition')

step('what was entered wrong is put right, and both values stay on record')
const found = await all(operator.listInventoryItems({ identifier: 'serial:dw00041' }))
assert.deepEqual(
  found.map((one) => one.id),
  [itemId(40)],
)
const value = { inventoryItemId: itemId(40), declaredValueCents: '1000000' }
await operator.revalueInventoryItems({ items: [value], reason: 'A zero was missing' })
const before = await operator.getInventoryItem({ id: itemId(40) })
assert.equal(before.data.declaredValueCents, '1000000')
const steel = { id: itemId(40), description: 'Diver no. 41, steel' }
await operator.updateInventoryItem(steel, { ifMatch: before.etag ?? '' })
await refused(
  operator.updateInventoryItem(steel, { ifMatch: before.etag ?? '' }),
  'version_conflict',
)
const [revalued, correction] = await all(operator.listCorrections({ subjectId: itemId(40) }))
assert.deepEqual([revalued?.to, correction?.from], ['1000000', 'Watch no. 41'])

step('the event feed has all of it, in order')
let approvals = 0
for await (const { events } of operator.followEvents({ limit: 10, wait: 0 })) {
  for (const event of events) {
    if (event.type !== 'transfer.completed') continue
    approvals += 1
    assert.equal(event.data.totalItems, 20)
  }
}
assert.equal(approvals, 1)
step('the day is over')
