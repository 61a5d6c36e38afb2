import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'
import { SHIPMENT_STATUSES } from '../../src/domain/state-transitions.ts'
import { ITEM_STATUSES } from '../../src/vault/items/inventory-item.ts'
import { listedIds, openSummaryDesk } from '../support/operations/summary-desk.ts'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const PATH = '/v1/summary'

const noneOf = (statuses: readonly string[]) =>
  Object.fromEntries(statuses.map((status) => [status, 0]))

test('An organization without records has all members, with nothing in them', async () => {
  const { organizationId, token } = await records.owner()
  const { status, body } = await api.get(PATH, { token })
  assert.equal(status, 200)
  const { asOf, transfersByDay, ...data } = body.data
  const nothing = { count: 0, awaitingMe: 0, oldest: [] }
  assert.deepEqual(data, {
    ...{ organizationId, itemsByStatus: noneOf(ITEM_STATUSES), heldShipments: 0 },
    shipmentsByStatus: noneOf(SHIPMENT_STATUSES),
    ...{ pendingTransfers: nothing, pendingShipments: nothing, pendingRevaluations: nothing },
    ...{ accountsNearestToMaximum: [], longestHeldShipments: [] },
    expiringTransfers: { count: 0, soonest: [] },
    vaultValue: { declaredValueCents: '0', thirtyDaysAgoCents: '0' },
    medianDecisionSeconds: null,
  })
  assert.equal(transfersByDay.length, 30)
  const today = Date.parse(`${asOf.slice(0, 10)}T00:00:00Z`)
  transfersByDay.forEach((day: object, index: number) => {
    const date = new Date(today - (29 - index) * 86_400_000).toISOString().slice(0, 10)
    const none = { created: 0, completed: 0, rejected: 0, cancelled: 0, expired: 0 }
    assert.deepEqual(day, { date, ...none })
  })
})

/** The members that each permission shows. */
const SEEN_WITH: Readonly<Partial<Record<Permission, string>>> = {
  'inventory_items:read': 'itemsByStatus pendingRevaluations vaultValue',
  'outbound_shipments:read':
    'shipmentsByStatus heldShipments pendingShipments longestHeldShipments',
  'transfer_batches:read': 'transfersByDay pendingTransfers expiringTransfers',
  'fbo_accounts:read': 'accountsNearestToMaximum',
}

test('A member is null exactly where the token lacks its permission', async () => {
  const organizationId = await records.organization()
  for (const permissions of [[], ...PERMISSIONS.map((one) => [one]), PERMISSIONS]) {
    const { token } = await records.token(organizationId, permissions)
    const { body } = await api.get(PATH, { token })
    for (const [permission, members] of Object.entries(SEEN_WITH)) {
      const isSeen = permissions.includes(permission as Permission)
      for (const member of members.split(' ')) {
        assert.equal(body.data[member] !== null, isSeen, `${member} with ${permissions}`)
      }
    }
  }
})

test('Pending transfers: what I may approve, oldest first, by four eyes and by the policy', async () => {
  const { ada, bo, make, transfer, policy } = await openSummaryDesk(vault)
  const adaToo = await make(' ada lindqvist')
  const reader = await make('Cy', ['transfer_batches:read'])
  const created: string[] = []
  for (const by of [ada, bo, adaToo, bo]) created.push(await transfer(by))
  type Ids = readonly (string | undefined)[]
  const assertSeen = async (by: string, ids: Ids, mayApprove = true) => {
    const { body } = await api.get(PATH, { token: by })
    const { count, awaitingMe, oldest } = body.data.pendingTransfers
    assert.deepEqual([count, awaitingMe], [4, mayApprove ? ids.length : 0])
    const listed = ids.map((id) => [id, mayApprove])
    assert.deepEqual(listedIds(oldest), listed)
  }
  const [ofAda, ofBo, ofAdaToo, ofBoToo] = created
  // Two tokens of one owner are one person.
  for (const by of [ada, adaToo]) await assertSeen(by, [ofBo, ofBoToo])
  await assertSeen(bo, [ofAda, ofAdaToo])
  await assertSeen(reader, created, false)
  await policy({ fourEyes: false })
  await assertSeen(ada, created)
})

test('Who approved a record that waits for further people is not asked again', async () => {
  const { ada, bo, make, item, transfer, shipment, policy, send, summary } =
    await openSummaryDesk(vault)
  const adaToo = await make(' ada lindqvist')
  await policy({ approvalRules: JSON.stringify([{ approvals: 3 }]), revaluationMaxPercent: 10 })
  const [first, second] = [await transfer(bo), await transfer(bo)]
  const shipmentId = await shipment(bo)
  const items = [{ inventoryItemId: item(), declaredValueCents: '2000' }]
  await send(bo, '/inventory-items/revalue', { items, reason: 'Appraised' })
  const waiting = async (by: string) => {
    const { pendingTransfers, pendingShipments, pendingRevaluations } = await summary(by)
    return [pendingTransfers, pendingShipments, pendingRevaluations].map(
      ({ awaitingMe, oldest }) => [awaitingMe, listedIds(oldest)],
    )
  }
  const [revaluation] = (await summary(ada)).pendingRevaluations.oldest
  const asked = (...ids: string[]) => [ids.length, ids.map((id) => [id, true])]
  const all = [asked(first, second), asked(shipmentId), asked(revaluation.id)]
  assert.deepEqual(await waiting(ada), all)
  const ofShipment = await send(ada, `/outbound-shipments/${shipmentId}/approve`)
  assert.equal(ofShipment.status, 'pending_approval')
  for (const path of [`transfers/${first}`, `revaluations/${revaluation.id}`])
    assert.equal((await send(ada, `/${path}/approve`)).status, 'pending')
  // Another token of one owner is the same person.
  for (const by of [ada, adaToo])
    assert.deepEqual(await waiting(by), [asked(second), asked(), asked()])
})

test('A pending transfer has the members of Get Transfer; of eleven, the ten oldest', async () => {
  const { ada, bo, transfer } = await openSummaryDesk(vault)
  const ids = []
  for (let n = 0; n < 11; n += 1) ids.push(await transfer(ada))
  const { body } = await api.get(PATH, { token: bo })
  const { count, awaitingMe, oldest } = body.data.pendingTransfers
  assert.deepEqual([count, awaitingMe], [11, 11])
  const listed = ids.slice(0, 10).map((id) => [id, true])
  assert.deepEqual(listedIds(oldest), listed)
  const { data } = (await api.get(`/v1/transfers/${ids[0]}`, { token: bo })).body
  const { mayApprove: _, declaredValueCents, destinationExposure: __, ...shown } = oldest[0]
  assert.equal(declaredValueCents, data.totalDeclaredValueCents)
  for (const [member, value] of Object.entries(shown)) assert.deepEqual(value, data[member], member)
})

test('An ETag stays while no figure changes, also with events, and changes with each figure', async () => {
  const { organizationId, ada: token, make, transfer } = await openSummaryDesk(vault)
  const { headers } = await api.get(PATH, { token })
  const etag = headers.get('etag') as string
  assert.match(etag, /^W\/"[0-9a-f]{32}"$/)
  const elsewhere = await openSummaryDesk(vault)
  await elsewhere.transfer(elsewhere.ada)
  await sql`
    insert into events (organization_id, type, occurred_at, system, subject_type, subject_id, data)
    values (${organizationId}, 'access_token.issued', now(), 'command_line', 'access_token', 'x',
      '{}')`
  const again = (by = token) => api.get(PATH, { token: by, headers: { 'If-None-Match': etag } })
  await freshSummary(api, token)
  assert.equal((await again()).status, 304)
  const reader = await make('Cy', ['transfer_batches:read'])
  assert.equal((await again(reader)).status, 200, 'this token sees less')
  await transfer(token)
  await freshSummary(api, token)
  assert.equal((await again()).status, 200)
})

test('An expired transfer is ended before it is counted', async () => {
  const { organizationId, ada: token, transfer, summary } = await openSummaryDesk(vault)
  const id = await transfer(token)
  assert.equal((await api.get(PATH, { token })).body.data.itemsByStatus.transfer_pending, 1)
  await sql`
    update transfer_batches set expires_at = created_at
    where organization_id = ${organizationId} and id = ${id}`
  const { itemsByStatus, pendingTransfers, transfersByDay } = await summary(token)
  assert.deepEqual([itemsByStatus.transfer_pending, itemsByStatus.in_vault], [0, 20])
  assert.equal(pendingTransfers.count, 0)
  const expired = transfersByDay.map((day: { expired: number }) => day.expired)
  assert.deepEqual(expired.filter(Boolean), [1])
})
