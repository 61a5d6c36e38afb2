import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BODIES, claimOf, ShipmentSetup } from '../support/operations/shipment-setup.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// ETag, If-Match and If-None-Match of accounts, transfers and shipments.
const vault = await openVault()
const { api, records, sql } = vault
const transfers = await TransferSetup.open(vault)
const shipments = await ShipmentSetup.open(vault)

const KINDS = {
  account: { path: '/v1/fbo-accounts', token: transfers.approver.token },
  transfer: { path: '/v1/transfers', token: transfers.approver.token },
  shipment: { path: '/v1/outbound-shipments', token: shipments.approver.token },
} as const

type Kind = keyof typeof KINDS

const made: Record<Kind, () => Promise<string>> = {
  account: () => records.fboAccount(transfers.organizationId),
  transfer: async () => (await transfers.transfer()).id,
  shipment: async () => await shipments.create(await shipments.items(1)),
}

/** Changes of a new record of each kind: method, end of the path and body. */
const CHANGES: Record<Kind, readonly [method: string, verb: string, body: object][]> = {
  account: [['PATCH', '', { email: 'ada@example.com' }]],
  transfer: [
    ['POST', '/approve', {}],
    ['POST', '/reject', { reason: 'Not verified' }],
    ['POST', '/cancel', { reason: 'Entered twice' }],
    ['PATCH', '', { metadata: { deal: 'D-2041' } }],
  ],
  shipment: [
    ['POST', '/inspect', {}],
    ['POST', '/hold', BODIES.hold as object],
    ['POST', '/cancel', BODIES.cancel as object],
  ],
}

const kinds = Object.keys(KINDS) as Kind[]
const changes = kinds.flatMap((kind) => CHANGES[kind].map((change) => ({ kind, change })))

function ask(kind: Kind, id: string, headers: Record<string, string>, change = CHANGES[kind][0]) {
  const { path, token } = KINDS[kind]
  const [method, verb, body] = change as (typeof CHANGES)[Kind][number]
  return api.request(method, `${path}/${id}${verb}`, { token, body, headers })
}

function get(kind: Kind, id: string, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const { path, token } = KINDS[kind]
  return api.get(`${path}/${id}`, { token, headers })
}

const etagOf = ({ headers }: ApiResponse) => headers.get('etag')

for (const { kind, change } of changes) {
  const name = `${change[0]} ${change[1]} of a ${kind}`

  test(`${name} succeeds at the version in If-Match, and returns the next version`, async () => {
    const id = await made[kind]()
    assert.equal(etagOf(await get(kind, id)), '"1"')
    const response = await ask(kind, id, { 'If-Match': '"1"' }, change)
    assert.equal(response.status, 200, response.text)
    assert.equal(etagOf(response), '"2"')
    assert.equal(etagOf(await get(kind, id)), '"2"')
  })

  test(`${name} is refused at another version, and writes nothing`, async () => {
    const id = await made[kind]()
    for (const ifMatch of ['"2"', '"0"', '"x"', 'W/"1"', '"2", "3"', '"99999999999"', '"01"']) {
      const response = await withoutWriting(records, () =>
        ask(kind, id, { 'If-Match': ifMatch }, change),
      )
      assertRefused(response, {
        status: 412,
        code: 'version_conflict',
        detail:
          `If-Match does not name the current version "1" of the ${kind}: read it again, decide ` +
          'again, and send the new ETag.',
        instance: `${KINDS[kind].path}/${id}${change[1]}`,
      })
      assert.equal(etagOf(response), '"1"')
    }
  })

  test(`${name} succeeds with If-Match *, or a list with the right version`, async () => {
    for (const ifMatch of ['*', ' * ', '"7","1"', 'W/"1" , "1"']) {
      const response = await ask(kind, await made[kind](), { 'If-Match': ifMatch }, change)
      assert.equal(response.status, 200, response.text)
    }
  })

  test(`${name} refuses a malformed If-Match together with all other violations`, async () => {
    const id = await made[kind]()
    for (const ifMatch of ['1', '"1', '"1" "2"', ',', '', '*, "1"', 'w/"1"']) {
      const [method, verb] = change
      const response = await ask(kind, id, { 'If-Match': ifMatch }, [method, verb, { no: 1 }])
      assert.equal(response.status, 400, ifMatch)
      const { errors } = response.body
      const { in: place, pointer } = errors.at(-1)
      assert.deepEqual([place, pointer], ['header', '/If-Match'], ifMatch)
      assert.ok(errors.length > 1)
    }
    assert.equal(etagOf(await get(kind, id)), '"1"')
  })

  test(`${name} that does not exist is 404 with any If-Match`, async () => {
    const response = await ask(kind, 'x_nobody', { 'If-Match': '"1"' }, change)
    assert.equal(response.status, 404, response.text)
  })
}

for (const kind of kinds) {
  test(`A ${kind} known at its version is not sent again: 304`, async () => {
    const id = await made[kind]()
    for (const ifNoneMatch of ['"1"', '*', 'W/"1"', '"5", "1"']) {
      const response = await get(kind, id, { 'If-None-Match': ifNoneMatch })
      assert.equal(response.status, 304)
      assert.equal(response.text, '')
      assert.equal(etagOf(response), '"1"')
    }
    for (const ifNoneMatch of ['"2"', '1', '', 'x']) {
      const response = await get(kind, id, { 'If-None-Match': ifNoneMatch })
      assert.equal(response.status, 200)
      assert.equal(response.body.data.id, id)
      assert.equal('version' in response.body.data, false)
    }
    await ask(kind, id, {})
    const changed = await get(kind, id, { 'If-None-Match': '"1"' })
    assert.equal(changed.status, 200)
    assert.equal(etagOf(changed), '"2"')
  })

  test(`Of twenty simultaneous changes of one ${kind} at the same version one succeeds`, async () => {
    const id = await made[kind]()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => ask(kind, id, { 'If-Match': '"1"' })),
    )
    const statuses = responses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, ...Array<number>(19).fill(412)])
    assert.equal(etagOf(await get(kind, id)), '"2"')
  })
}

test('A created record has version 1 in its response', async () => {
  const { token } = transfers.creator
  const account = await api.post('/v1/fbo-accounts', { token, body: {} })
  assert.equal(etagOf(account), '"1"')
  const items = [{ inventoryItemId: (await transfers.items(1))[0], reason: 'trade' }]
  const accounts = { fromFboAccountId: transfers.source, toFboAccountId: transfers.destination }
  const transfer = await api.post('/v1/transfers', { token, body: { ...accounts, items } })
  assert.equal(etagOf(transfer), '"1"')
  const shipment = await api.post('/v1/outbound-shipments', {
    token: shipments.creator.token,
    body: { fboAccountId: shipments.fboAccountId, items: claimOf(await shipments.items(1)) },
  })
  assert.equal(etagOf(shipment), '"1"')
})

test('A change that leaves an account as it was keeps its version', async () => {
  const id = await made.account()
  for (const body of [{ phone: null }, { phone: '112' }, { phone: '112' }, { phone: '113' }]) {
    await ask('account', id, {}, ['PATCH', '', body])
  }
  assert.equal(etagOf(await get('account', id)), '"3"')
})

test('Without If-Match the last write wins, member by member', async () => {
  const id = await made.account()
  const bodies = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0 ? { email: `a${index}@b` } : { phone: `11${index}` },
  )
  const sent = bodies.map((body) => ask('account', id, {}, ['PATCH', '', body]))
  for (const response of await Promise.all(sent)) assert.equal(response.status, 200)
  const { data } = (await get('account', id)).body
  assert.match(data.email, /^a\d*[02468]@b$/)
  assert.match(data.phone, /^11\d*[13579]$/)
  assert.equal(etagOf(await get('account', id)), '"21"')
})

test('A stale version is reported before the state: a decided transfer, a cancelled shipment', async () => {
  const transfer = await made.transfer()
  await transfers.approve(transfer)
  const late = await ask('transfer', transfer, { 'If-Match': '"1"' })
  assert.equal(late.body.code, 'version_conflict')
  assert.equal((await ask('transfer', transfer, { 'If-Match': '"2"' })).status, 409)
  const shipment = await made.shipment()
  await shipments.move(shipment, 'cancel')
  const tooLate = await ask('shipment', shipment, { 'If-Match': '"1"' })
  assert.equal(tooLate.body.code, 'version_conflict')
})

test('Every verb of a shipment checks the version', async () => {
  const id = await made.shipment()
  const verbs = ['hold', 'release', 'inspect', 'return-to-packing', 'inspect', 'submit', 'approve']
  let version = 1
  for (const verb of [...verbs, 'ship', 'deliver']) {
    const change = ['POST', `/${verb}`, BODIES[verb] ?? {}] as [string, string, object]
    const stale = await ask('shipment', id, { 'If-Match': `"${version + 1}"` }, change)
    assert.equal(stale.status, 412, stale.text)
    const response = await ask('shipment', id, { 'If-Match': `"${version}"` }, change)
    assert.equal(response.status, 200, response.text)
    version += 1
    assert.equal(etagOf(response), `"${version}"`)
  }
})

test('A transfer that the system approves after the response has the next version', async () => {
  const other = await TransferSetup.open(vault)
  await other.decide({ systemApproval: 'within_limits', systemApprovalMaxItems: 5 })
  await sql`
    update fbo_accounts set max_insured_value_cents = 100 where id = ${other.destination}`
  const { id, created } = await other.transfer()
  assert.equal(created.status, 'pending')
  const now = await other.get(id)
  assert.equal(now.body.data.status, 'completed', now.text)
  assert.notEqual(etagOf(now), '"1"')
})
