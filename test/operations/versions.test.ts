import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '../../src/http/openapi/openapi.ts'
import { BODIES, ShipmentWalk } from '../support/operations/shipment-verbs.ts'
import type { ApiAnswer } from '../support/vault/api-client.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { TransferDesk } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// ETag, If-Match and If-None-Match of accounts, transfers and shipments.
const vault = await openVault()
const { api, records, sql, app } = vault
const desk = await TransferDesk.open(vault)
const walk = await ShipmentWalk.begin(vault)

const NOUNS = {
  account: { path: '/v1/fbo-accounts', token: desk.approver.token },
  transfer: { path: '/v1/transfers', token: desk.approver.token },
  shipment: { path: '/v1/outbound-shipments', token: walk.approver.token },
} as const

type Noun = keyof typeof NOUNS

const made: Record<Noun, () => Promise<string>> = {
  account: () => records.fboAccount(desk.organizationId),
  transfer: async () => (await desk.transfer()).id,
  shipment: async () => await walk.create(await walk.items(1)),
}

/** What changes a new record of each kind, as method, end of the path and body. */
const CHANGES: Record<Noun, readonly [method: string, verb: string, body: object][]> = {
  account: [['PATCH', '', { email: 'ada@example.com' }]],
  transfer: [
    ['POST', '/approve', {}],
    ['POST', '/reject', { reason: 'Not verified' }],
    ['POST', '/cancel', { reason: 'Entered twice' }],
  ],
  shipment: [
    ['POST', '/inspect', {}],
    ['POST', '/hold', BODIES.hold as object],
    ['POST', '/cancel', BODIES.cancel as object],
  ],
}

const nouns = Object.keys(NOUNS) as Noun[]
const changes = nouns.flatMap((noun) => CHANGES[noun].map((change) => ({ noun, change })))

function ask(noun: Noun, id: string, headers: Record<string, string>, change = CHANGES[noun][0]) {
  const { path, token } = NOUNS[noun]
  const [method, verb, body] = change as (typeof CHANGES)[Noun][number]
  return api.request(method, `${path}/${id}${verb}`, { token, body, headers })
}

function get(noun: Noun, id: string, headers: Record<string, string> = {}): Promise<ApiAnswer> {
  const { path, token } = NOUNS[noun]
  return api.get(`${path}/${id}`, { token, headers })
}

const etagOf = ({ headers }: ApiAnswer) => headers.get('etag')

for (const { noun, change } of changes) {
  const name = `${change[0]} ${change[1]} of a ${noun}`

  test(`${name} at the version that If-Match names is done, and answers the next`, async () => {
    const id = await made[noun]()
    assert.equal(etagOf(await get(noun, id)), '"1"')
    const answer = await ask(noun, id, { 'If-Match': '"1"' }, change)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(etagOf(answer), '"2"')
    assert.equal(etagOf(await get(noun, id)), '"2"')
  })

  test(`${name} at another version is refused, and writes nothing`, async () => {
    const id = await made[noun]()
    for (const ifMatch of ['"2"', '"0"', '"x"', 'W/"1"', '"2", "3"', '"99999999999"', '"01"']) {
      const answer = await withoutWriting(records, () =>
        ask(noun, id, { 'If-Match': ifMatch }, change),
      )
      assertRefused(answer, {
        status: 412,
        code: 'version_conflict',
        detail: `The ${noun} is at version "1", which If-Match does not name: read it again, decide anew, and send the ETag of that answer.`,
        instance: `${NOUNS[noun].path}/${id}${change[1]}`,
      })
      assert.equal(etagOf(answer), '"1"')
    }
  })

  test(`${name} with If-Match of any version, or of several with the right one, is done`, async () => {
    for (const ifMatch of ['*', ' * ', '"7","1"', 'W/"1" , "1"']) {
      const answer = await ask(noun, await made[noun](), { 'If-Match': ifMatch }, change)
      assert.equal(answer.status, 200, answer.text)
    }
  })

  test(`${name} with an If-Match that is no list of ETags is refused with all other faults`, async () => {
    const id = await made[noun]()
    for (const ifMatch of ['1', '"1', '"1" "2"', ',', '', '*, "1"', 'w/"1"']) {
      const answer = await ask(noun, id, { 'If-Match': ifMatch }, [change[0], change[1], { no: 1 }])
      assert.equal(answer.status, 400, ifMatch)
      const found = answer.body.errors.map(
        ({ in: place, pointer }: { in?: string; pointer: string }) => [place, pointer],
      )
      assert.deepEqual(found.at(-1), ['header', '/If-Match'], ifMatch)
      assert.ok(found.length > 1)
    }
    assert.equal(etagOf(await get(noun, id)), '"1"')
  })

  test(`${name} that does not exist is not found, whatever If-Match says`, async () => {
    const answer = await ask(noun, 'x_nobody', { 'If-Match': '"1"' }, change)
    assert.equal(answer.status, 404, answer.text)
  })
}

for (const noun of nouns) {
  test(`A ${noun} that is known at its version is not sent again`, async () => {
    const id = await made[noun]()
    for (const ifNoneMatch of ['"1"', '*', 'W/"1"', '"5", "1"']) {
      const answer = await get(noun, id, { 'If-None-Match': ifNoneMatch })
      assert.equal(answer.status, 304)
      assert.equal(answer.text, '')
      assert.equal(etagOf(answer), '"1"')
    }
    for (const ifNoneMatch of ['"2"', '1', '', 'x']) {
      const answer = await get(noun, id, { 'If-None-Match': ifNoneMatch })
      assert.equal(answer.status, 200)
      assert.equal(answer.body.data.id, id)
      assert.equal('version' in answer.body.data, false)
    }
    await ask(noun, id, {})
    const changed = await get(noun, id, { 'If-None-Match': '"1"' })
    assert.equal(changed.status, 200)
    assert.equal(etagOf(changed), '"2"')
  })

  test(`Of twenty that change one ${noun} at the version they read, one does`, async () => {
    const id = await made[noun]()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(noun, id, { 'If-Match': '"1"' })),
    )
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [200, ...Array<number>(19).fill(412)])
    assert.equal(etagOf(await get(noun, id)), '"2"')
  })
}

test('What is created is at version 1, and its answer says so', async () => {
  const { token } = desk.creator
  const account = await api.post('/v1/fbo-accounts', { token, body: {} })
  assert.equal(etagOf(account), '"1"')
  const [inventoryItemId] = await desk.items(1)
  const items = [{ inventoryItemId, reason: 'trade' }]
  const accounts = { fromFboAccountId: desk.source, toFboAccountId: desk.destination }
  const transfer = await api.post('/v1/transfers', { token, body: { ...accounts, items } })
  assert.equal(etagOf(transfer), '"1"')
  const claimed = (await walk.items(1)).map((id) => ({ inventoryItemId: id }))
  const shipment = await api.post('/v1/outbound-shipments', {
    token: walk.creator.token,
    body: { fboAccountId: walk.fboAccountId, items: claimed },
  })
  assert.equal(etagOf(shipment), '"1"')
})

test('A change that leaves an account as it was leaves its version', async () => {
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
  for (const answer of await Promise.all(sent)) assert.equal(answer.status, 200)
  const { data } = (await get('account', id)).body
  assert.match(data.email, /^a\d*[02468]@b$/)
  assert.match(data.phone, /^11\d*[13579]$/)
  assert.equal(etagOf(await get('account', id)), '"21"')
})

test('A stale version is told before the state: a decided transfer, a cancelled shipment', async () => {
  const transfer = await made.transfer()
  await desk.approve(transfer)
  const late = await ask('transfer', transfer, { 'If-Match': '"1"' })
  assert.equal(late.body.code, 'version_conflict')
  assert.equal((await ask('transfer', transfer, { 'If-Match': '"2"' })).status, 409)
  const shipment = await made.shipment()
  await walk.move(shipment, 'cancel')
  const tooLate = await ask('shipment', shipment, { 'If-Match': '"1"' })
  assert.equal(tooLate.body.code, 'version_conflict')
})

test('Every verb of a shipment asks for the version', async () => {
  const id = await made.shipment()
  const verbs = ['hold', 'release', 'inspect', 'return-to-packing', 'inspect', 'submit', 'approve']
  let version = 1
  for (const verb of [...verbs, 'ship', 'deliver']) {
    const change = ['POST', `/${verb}`, BODIES[verb] ?? {}] as [string, string, object]
    const stale = await ask('shipment', id, { 'If-Match': `"${version + 1}"` }, change)
    assert.equal(stale.status, 412, stale.text)
    const answer = await ask('shipment', id, { 'If-Match': `"${version}"` }, change)
    assert.equal(answer.status, 200, answer.text)
    version += 1
    assert.equal(etagOf(answer), `"${version}"`)
  }
})

test('What the system approves after the answer is at the next version', async () => {
  const other = await TransferDesk.open(vault)
  await other.decide({ systemApproval: 'within_limits', systemApprovalMaxItems: 5 })
  await sql`
    update fbo_accounts set max_insured_value_cents = 100 where id = ${other.destination}`
  const { id, created } = await other.transfer()
  assert.equal(created.status, 'pending')
  const now = await other.get(id)
  assert.equal(now.body.data.status, 'completed', now.text)
  assert.notEqual(etagOf(now), '"1"')
})

test('An operation that changes what has no versions refuses If-Match', async () => {
  const document = openApiDocument(app.operations) as {
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>
  }
  const tried: string[] = []
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      if (method === 'get' || parameters.some(({ name }) => name === 'If-Match')) continue
      const answer = await withoutWriting(records, () =>
        api.request(method.toUpperCase(), path.replace('{id}', 'x_nobody'), {
          token: desk.creator.token,
          body: {},
          headers: { 'If-Match': '"1"' },
        }),
      )
      assert.equal(answer.status, 400, `${method} ${path}`)
      const { pointer, in: place } = answer.body.errors.at(-1)
      assert.deepEqual([pointer, place], ['/If-Match', 'header'], `${method} ${path}`)
      tried.push(`${method} ${path}`)
    }
  }
  assert.equal(tried.length, 11, tried.join('\n'))
})
