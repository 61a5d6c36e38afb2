import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PERMISSIONS, type Permission } from '../../src/domain/permissions.ts'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const PATH = '/v1/summary'

const NO_ITEMS = {
  in_vault: 0,
  transfer_pending: 0,
  shipment_pending: 0,
  on_hold: 0,
  shipped: 0,
  delivered: 0,
  withdrawn: 0,
}
const NO_SHIPMENTS = {
  packing: 0,
  inspecting: 0,
  pending_approval: 0,
  approved: 0,
  shipped: 0,
  delivered: 0,
}

test('An organization without records has all members, with nothing in them', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const { status, body } = await api.get(PATH, { token })
  assert.equal(status, 200)
  const { asOf, transfersByDay, ...data } = body.data
  assert.deepEqual(data, {
    organizationId,
    itemsByStatus: NO_ITEMS,
    shipmentsByStatus: NO_SHIPMENTS,
    heldShipments: 0,
    pendingTransfers: { count: 0, awaitingMe: 0, oldest: [] },
    accountsNearestToMaximum: [],
    expiringTransfers: { count: 0, soonest: [] },
    pendingShipments: { count: 0, awaitingMe: 0, oldest: [] },
    longestHeldShipments: [],
    pendingRevaluations: { count: 0, awaitingMe: 0, oldest: [] },
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

const SEEN_WITH: Readonly<Record<string, Permission>> = {
  itemsByStatus: 'inventory_items:read',
  shipmentsByStatus: 'outbound_shipments:read',
  heldShipments: 'outbound_shipments:read',
  transfersByDay: 'transfer_batches:read',
  pendingTransfers: 'transfer_batches:read',
  accountsNearestToMaximum: 'fbo_accounts:read',
  expiringTransfers: 'transfer_batches:read',
  pendingShipments: 'outbound_shipments:read',
  longestHeldShipments: 'outbound_shipments:read',
  pendingRevaluations: 'inventory_items:read',
  vaultValue: 'inventory_items:read',
}

test('A member is null exactly where the token lacks its permission', async () => {
  const organizationId = await records.organization()
  for (const permissions of [[], ...PERMISSIONS.map((one) => [one]), PERMISSIONS]) {
    const { token } = await records.token(organizationId, permissions)
    const { body } = await api.get(PATH, { token })
    for (const [member, permission] of Object.entries(SEEN_WITH)) {
      const isSeen = permissions.includes(permission)
      assert.equal(body.data[member] !== null, isSeen, `${member} with ${permissions}`)
    }
  }
})

test('Pending transfers: what I may approve, oldest first, by four eyes and by the policy', async () => {
  const { organizationId, tokens, transferBy } = await people()
  const created = []
  for (const who of ['ada', 'bo', 'adaToo', 'bo'] as const) created.push(await transferBy(who))
  const [ofAda, ofBo, ofAdaToo, ofBoToo] = created as [string, string, string, string]
  const seenBy = async (who: keyof typeof tokens) => {
    const { body } = await api.get(PATH, { token: tokens[who].token })
    const { count, awaitingMe, oldest } = body.data.pendingTransfers
    const ids = oldest.map(({ id, mayApprove }: Pending) => [id, mayApprove])
    return { count, awaitingMe, ids }
  }
  const adas = [ofBo, ofBoToo].map((id) => [id, true])
  // Two tokens of one owner are one person.
  assert.deepEqual(await seenBy('ada'), { count: 4, awaitingMe: 2, ids: adas })
  assert.deepEqual(await seenBy('adaToo'), { count: 4, awaitingMe: 2, ids: adas })
  const bos = [ofAda, ofAdaToo].map((id) => [id, true])
  assert.deepEqual(await seenBy('bo'), { count: 4, awaitingMe: 2, ids: bos })
  const all = created.map((id) => [id, false])
  assert.deepEqual(await seenBy('reader'), { count: 4, awaitingMe: 0, ids: all })
  await sql`
    insert into organization_policies (organization_id, version, four_eyes)
    values (${organizationId}, 1, false)`
  const own = created.map((id) => [id, true])
  assert.deepEqual(await seenBy('ada'), { count: 4, awaitingMe: 4, ids: own })
})

test('Who approved a transfer that waits for further people is not asked again', async () => {
  const { organizationId, tokens, transferBy } = await people()
  await sql`
    insert into organization_policies (organization_id, version, approval_rules)
    values (${organizationId}, 1, '[{"approvals": 3}]')`
  const [first, second] = [await transferBy('bo'), await transferBy('bo')]
  const awaiting = async (who: keyof typeof tokens) => {
    const { token } = tokens[who]
    const { pendingTransfers } = (await freshSummary(api, token)).body.data
    const { awaitingMe, oldest } = pendingTransfers
    return [awaitingMe, oldest.map(({ id }: Pending) => id)]
  }
  assert.deepEqual(await awaiting('ada'), [2, [first, second]])
  const { token } = tokens.ada
  const approved = await api.post(`/v1/transfers/${first}/approve`, { token })
  assert.equal(approved.body.data.status, 'pending', approved.text)
  assert.deepEqual(await awaiting('ada'), [1, [second]])
  assert.deepEqual(await awaiting('adaToo'), [1, [second]], 'another token of one owner')
})

test('A pending transfer has the members of Get Transfer; of eleven, the ten oldest', async () => {
  const { tokens, transferBy } = await people()
  const ids = []
  for (let n = 0; n < 11; n += 1) ids.push(await transferBy('ada'))
  const { token } = tokens.bo
  const { body } = await api.get(PATH, { token })
  const { count, awaitingMe, oldest } = body.data.pendingTransfers
  assert.deepEqual([count, awaitingMe], [11, 11])
  assert.deepEqual(
    oldest.map(({ id }: Pending) => id),
    ids.slice(0, 10),
  )
  const { data } = (await api.get(`/v1/transfers/${ids[0]}`, { token })).body
  const { mayApprove, declaredValueCents, ...shown } = oldest[0]
  assert.equal(mayApprove, true)
  assert.equal(declaredValueCents, data.totalDeclaredValueCents)
  for (const [member, value] of Object.entries(shown)) assert.deepEqual(value, data[member], member)
})

test('An ETag stays while no figure changes, also with events, and changes with each figure', async () => {
  const { organizationId, tokens, transferBy } = await people()
  const { token } = tokens.ada
  const { headers } = await api.get(PATH, { token })
  const etag = headers.get('etag') as string
  assert.match(etag, /^W\/"[0-9a-f]{32}"$/)
  const { transferBy: elsewhere } = await people()
  await elsewhere('ada')
  await sql`
    insert into events (organization_id, type, occurred_at, system, subject_type, subject_id, data)
    values (${organizationId}, 'access_token.issued', now(), 'command_line', 'access_token', 'x',
      '{}')`
  const again = () => api.get(PATH, { token, headers: { 'If-None-Match': etag } })
  await freshSummary(api, token)
  assert.equal((await again()).status, 304)
  const { token: reader } = tokens.reader
  const other = await api.get(PATH, { token: reader, headers: { 'If-None-Match': etag } })
  assert.equal(other.status, 200, 'this token sees less')
  await transferBy('ada')
  await freshSummary(api, token)
  assert.equal((await again()).status, 200)
})

test('An expired transfer is ended before it is counted', async () => {
  const { organizationId, tokens, transferBy } = await people()
  const { token } = tokens.ada
  const id = await transferBy('ada')
  assert.equal((await api.get(PATH, { token })).body.data.itemsByStatus.transfer_pending, 1)
  await sql`
    update transfer_batches set expires_at = created_at
    where organization_id = ${organizationId} and id = ${id}`
  const { itemsByStatus, pendingTransfers, transfersByDay } = (await freshSummary(api, token)).body
    .data
  assert.deepEqual([itemsByStatus.transfer_pending, itemsByStatus.in_vault], [0, 20])
  assert.equal(pendingTransfers.count, 0)
  const expired = transfersByDay.map((day: { expired: number }) => day.expired)
  assert.equal(
    expired.reduce((sum: number, count: number) => sum + count, 0),
    1,
  )
})

interface Pending {
  readonly id: string
  readonly mayApprove: boolean
}

/** An organization with twenty items, two owners with three tokens, and a reader. */
async function people() {
  const organizationId = await records.organization()
  const [from, to] = [
    await records.fboAccount(organizationId),
    await records.fboAccount(organizationId),
  ]
  const items = await records.inventoryItems(organizationId, from, 20)
  const make = async (owner: string, permissions?: readonly Permission[]) => {
    const made = await records.token(organizationId, permissions)
    await sql`update access_tokens set owner = ${owner} where id = ${made.id}`
    return made
  }
  const tokens = {
    ada: await make('Ada Lindqvist'),
    adaToo: await make(' ada lindqvist'),
    bo: await make('Bo'),
    reader: await make('Cy', ['transfer_batches:read']),
  }
  const transferBy = async (who: keyof typeof tokens): Promise<string> => {
    const entries = [{ inventoryItemId: items.pop(), reason: 'trade' }]
    const body = { fromFboAccountId: from, toFboAccountId: to, items: entries }
    const response = await api.post('/v1/transfers', { token: tokens[who].token, body })
    assert.equal(response.status, 201, response.text)
    return response.body.data.id
  }
  return { organizationId, tokens, transferBy }
}
