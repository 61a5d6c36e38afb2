import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf } from '../../src/http/response/page-links.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { type Desk, openDesk } from '../support/reads/desk.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { linksOf } from '../support/vault/links.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Holdings and insured exposure of past moments; those of now are rows of reads.test.ts.

const vault = await openVault()
const { api, records, sql } = vault
const BOTH = ['holdings', 'insured-exposure'] as const

/** A moment before, in milliseconds, as the service writes moments. */
const before = (moment: string) => new Date(Date.parse(moment) - 1).toISOString()

const get = (desk: Desk, account: string, end: string) =>
  api.get(`/v1/fbo-accounts/${account}/${end}`, { token: desk.token })

/** Holdings and exposure of both accounts: now, or as of a moment. */
async function shown(desk: Desk, asOf?: string): Promise<string[]> {
  const query = asOf === undefined ? '' : `?asOf=${encodeURIComponent(asOf)}`
  const texts = []
  for (const account of [desk.account, desk.other]) {
    for (const read of BOTH) texts.push((await get(desk, account, `${read}${query}`)).text)
  }
  return texts
}

/** The moment of the last change, when the clock has gone on. */
async function lastChange({ organizationId }: Desk): Promise<string> {
  const [last] = await sql<[{ at: Date }]>`
    select occurred_at as at from events where organization_id = ${organizationId}
    order by number desc limit 1`
  await eventually(async () => {
    const [clock] = await sql`
      select clock_timestamp() >= ${last.at}::timestamptz + interval '1 millisecond' as is_later`
    return clock?.isLater === true
  }, 'the next millisecond')
  return last.at.toISOString()
}

/** Ids and values that an account held as of a moment. */
async function held(desk: Desk, asOf: string, member = 'inventoryItemId') {
  const { body, text } = await get(desk, desk.account, `holdings?asOf=${encodeURIComponent(asOf)}`)
  assert.ok(Array.isArray(body.data), text)
  return body.data.map((holding: Record<string, string>) => holding[member])
}

/** The same ids, one a page, by the links. */
async function heldByPages({ account, token }: Desk, asOf: string): Promise<string[]> {
  const ids: string[] = []
  const first = `/v1/fbo-accounts/${account}/holdings?limit=1&asOf=${encodeURIComponent(asOf)}`
  for (let path: string | undefined = first; path !== undefined; ) {
    const page: ApiResponse = await api.get(path, { token })
    for (const { inventoryItemId } of page.body.data) ids.push(inventoryItemId)
    path = linksOf(page).next
  }
  return ids
}

test('Each change counts from its own millisecond on: intake, value, claim, hold, move, maximum, departure', async () => {
  const desk = await openDesk(vault)
  const { send, setup, account, other } = desk
  const noted = [{ asOf: await lastChange(desk), texts: await shown(desk) }]
  const ids: string[] = []
  const items = ['100', '20', '3', '7'].map((declaredValueCents) => ({
    ...{ fboAccountId: account, declaredValueCents },
  }))
  let transfer = ''
  const claim = async (itemIds: readonly string[], more = {}) => {
    transfer = (await setup.transfer({ itemIds, ...more })).id
  }
  const change = (place: number, verb: string, body: object) =>
    send('POST', `/inventory-items/${ids[place]}/${verb}`, { reason: 'So', ...body })
  const revalue = (place: number, declaredValueCents: string) =>
    send('POST', '/inventory-items/revalue', {
      items: [{ inventoryItemId: ids[place], declaredValueCents }],
      reason: 'So',
    })
  const maximum = (maxInsuredValueCents: string) => {
    const body = { maxInsuredValueCents, reason: 'Cover changed' }
    return send('POST', `/fbo-accounts/${other}/set-insured-maximum`, body)
  }
  const shipped = () => ({ fboAccountId: account, items: [{ inventoryItemId: ids[3] }] })
  const steps: (() => Promise<unknown>)[] = [
    async () => {
      const made: { id: string }[] = await send('POST', '/inventory-items', { items })
      ids.push(...made.map(({ id }) => id))
    },
    () => send('POST', '/outbound-shipments', shipped()),
    () => revalue(0, '400'),
    () => claim(ids.slice(0, 2)),
    () => revalue(1, '5000'),
    () => setup.reject(transfer),
    () => maximum('9000'),
    () => claim(ids.slice(0, 3)),
    () => setup.approve(transfer),
    () => change(0, 'hold', {}),
    () => change(0, 'release', {}),
    () => revalue(0, '60000'),
    () => maximum('70000'),
    () => claim([ids[2] as string], { to: account, more: { fromFboAccountId: other } }),
    () => setup.approve(transfer),
    () => revalue(2, '4'),
    () => change(0, 'withdraw', {}),
    () => revalue(1, '0'),
  ]
  for (const step of steps) {
    await step()
    noted.push({ asOf: await lastChange(desk), texts: await shown(desk) })
  }
  const different = new Set(noted.map(({ texts }) => texts.join()))
  assert.equal(different.size, noted.length, 'each step is seen')
  for (const [place, { asOf, texts }] of noted.entries()) {
    assert.deepEqual(await shown(desk, asOf), texts, `${place}`)
    assert.deepEqual(await heldByPages(desk, asOf), await held(desk, asOf), 'pages of the moment')
    if (place === 0) continue
    assert.deepEqual(await shown(desk, before(asOf)), noted[place - 1]?.texts, `before ${place}`)
  }
})

test('An expired claim ends at its due time, whenever it is processed', async () => {
  const desk = await openDesk(vault)
  const { id } = await desk.setup.transfer()
  const expiredAt = await desk.setup.expire(id)
  const pending = ['transfer_pending', 'transfer_pending']
  assert.deepEqual(await held(desk, before(expiredAt), 'status'), pending)
  assert.deepEqual(await held(desk, expiredAt, 'status'), ['in_vault', 'in_vault'])
})

test('asOf may have an offset and be finer than a millisecond', async () => {
  const desk = await openDesk(vault)
  const { id } = await desk.send('POST', '/inventory-items', { fboAccountId: desk.account })
  const at = (await records.item(id)).changedAt as Date
  const local = new Date(at.getTime() + 7_200_000).toISOString().replace('Z', '+02:00')
  assert.deepEqual(await held(desk, local), [id])
  assert.deepEqual(await held(desk, before(at.toISOString()).replace('Z', '999999Z')), [])
})

test('A moment in the future is refused, for an unknown account with 404', async () => {
  const desk = await openDesk(vault)
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const code = 'invalid_parameter'
  const detail = 'asOf is in the future: send a past moment, or leave asOf out to read the present.'
  const errors = [{ pointer: '/asOf', in: 'query', code, detail }]
  for (const read of BOTH) {
    const instance = `/v1/fbo-accounts/${desk.account}/${read}`
    for (const asOf of [inAnHour, '9999-12-31T23:59:59Z']) {
      const query = `${read}?asOf=${asOf}`
      const refused = await withoutWriting(records, () => get(desk, desk.account, query))
      assertRefused(refused, { status: 400, code, instance, errors })
      assert.equal((await get(desk, 'fbo_nobody', query)).status, 404)
    }
  }
  const far = `holdings?asOf=${inAnHour}&page=9`
  assert.equal((await get(desk, desk.account, far)).body.errors[0].pointer, '/asOf')
})

test('A link works even if the database clock was set back before its moment', async () => {
  const { token, setup, account, organizationId } = await openDesk(vault)
  await setup.items(4)
  const path = `/v1/fbo-accounts/${account}/holdings`
  const first = await api.get(`${path}?limit=2`, { token })
  const next = new URL(linksOf(first).next as string, 'http://vault')
  const content = Buffer.from(next.searchParams.get('cursor') as string, 'base64url').toString()
  const parts = JSON.parse(content)
  // For the statement it is the same: the moment is ahead of the clock.
  const moment = Date.parse(next.searchParams.get('asOf') as string) + 3_600_000
  const asOf = new Date(moment).toISOString()
  parts[1] = digestOf({ organizationId, path, filters: [['asOf', asOf]] })
  next.searchParams.set('asOf', asOf)
  next.searchParams.set('cursor', Buffer.from(JSON.stringify(parts)).toString('base64url'))
  const response = await api.get(`${next.pathname}${next.search}`, { token })
  assert.equal(response.status, 200, response.text)
  assert.equal(response.body.data.length, 2)
})
