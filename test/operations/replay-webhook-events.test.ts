import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REPLAYED_EVENTS_MAX } from '../../src/domain/limits.ts'
import { ENDPOINTS, EndpointSetup } from '../support/operations/endpoint-setup.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { records, sql } = vault

const TYPES = ['transfer.created', 'transfer.completed', 'webhook_endpoint.tested']
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute))

/**
 * An endpoint that has read up to the event 100 + 8, one event a minute: transfers created and
 * completed by turns, then a test of it, a test of another endpoint, and two events after it.
 */
async function arrange(types: string[] | null = null) {
  const setup = await EndpointSetup.open(vault)
  const { organizationId } = setup
  const { id } = await setup.endpoint({ types })
  const event = (number: number, type: string, subjectId: string) => ({
    organizationId,
    number,
    type,
    occurredAt: at(number - 100),
    tokenId: setup.tokenId,
    subjectType: 'transfer',
    subjectId,
    data: JSON.stringify({}),
  })
  const rows = [
    ...[101, 102, 103, 104, 105, 106].map((number) =>
      event(number, TYPES[(number + 1) % 2] as string, 'xfer_1'),
    ),
    event(107, 'webhook_endpoint.tested', id),
    event(108, 'webhook_endpoint.tested', 'hook_other'),
    event(109, 'transfer.created', 'xfer_2'),
  ]
  for (const row of rows) await sql`insert into events ${sql(row)}`
  await sql`update webhook_endpoint_health set position = 108 where endpoint_id = ${id}`
  const replay = (body: object) => setup.ask('POST', `/${id}/replay`, { body })
  const made = async () => {
    const found = await sql`
      select event_number::integer as number from webhook_deliveries
      where endpoint_id = ${id} and status = 'pending' and event_number > 100
      order by event_number`
    return found.map(({ number }) => number)
  }
  return { setup, id, replay, made }
}

for (const [name, types, body, expected] of [
  ['from an instant on', null, { occurredFrom: at(5), occurredBefore: at(10) }, [105, 106, 107]],
  ['before an instant', null, { occurredBefore: at(3) }, [101, 102]],
  ['between two', null, { occurredFrom: at(2), occurredBefore: at(4) }, [102, 103]],
  ['of its types', ['transfer.completed'], { occurredFrom: at(0) }, [102, 104, 106, 107]],
  ['of none of its types', ['access_token.revoked'], { occurredBefore: at(7) }, []],
  ['in no range', null, { occurredFrom: at(4), occurredBefore: at(2) }, []],
] as const) {
  test(`Events ${name} are sent again`, async () => {
    const { setup, replay, made } = await arrange(types === null ? null : [...types])
    const from = 'occurredFrom' in body ? {} : { occurredFrom: at(0) }
    const response = await replay({ ...from, ...body })
    assert.equal(response.status, 200, response.text)
    const last = expected.at(-1)
    const lastEventId = last === undefined ? null : setup.eventId(last)
    assert.deepEqual(response.body, {
      data: { events: expected.length, lastEventId, hasMore: false },
    })
    assert.deepEqual(await made(), expected)
  })
}

test('Events behind another one are sent again', async () => {
  const { setup, replay, made } = await arrange()
  const response = await replay({ afterEventId: setup.eventId(103), occurredBefore: at(6) })
  const lastEventId = setup.eventId(105)
  assert.deepEqual(response.body, { data: { events: 2, lastEventId, hasMore: false } })
  assert.deepEqual(await made(), [104, 105])
})

test('One event is sent again, if it fits the range and the types', async () => {
  const { setup, id, replay, made } = await arrange(['transfer.created'])
  await setup.deliver(id, [103], { status: 'delivered', attempts: 2 })
  const [eventId, other] = [103, 104].map((number) => setup.eventId(number))
  const nothing = { events: 0, lastEventId: null, hasMore: false }
  for (const body of [
    { eventId: other },
    { eventId, occurredFrom: at(4) },
    { eventId, afterEventId: eventId },
  ]) {
    assert.deepEqual((await replay(body)).body, { data: nothing })
  }
  assert.deepEqual(await made(), [])
  const one = { events: 1, lastEventId: eventId, hasMore: false }
  assert.deepEqual((await replay({ eventId })).body, { data: one })
  assert.deepEqual(await made(), [103])
})

test('One request looks through 100,000 events, and says where to go on', async () => {
  const setup = await EndpointSetup.open(vault)
  const { organizationId, tokenId } = setup
  const { id } = await setup.endpoint({ types: ['transfer.completed'] })
  await sql`
    insert into events (organization_id, number, type, occurred_at, token_id, subject_type,
      subject_id, data)
    select ${organizationId}, number, case number when 120000 then 'transfer.completed'
      else 'transfer.created' end, ${at(0)}, ${tokenId}, 'transfer', 'xfer_1', '{}'
    from generate_series(3, 130000) as number`
  await sql`update webhook_endpoint_health set position = 130000 where endpoint_id = ${id}`
  const replay = async (body: object) =>
    (await setup.ask('POST', `/${id}/replay`, { body })).body.data
  const range = { occurredFrom: at(0) }
  const first = { events: 0, lastEventId: setup.eventId(100_000), hasMore: true }
  assert.deepEqual(await replay(range), first)
  const second = { events: 1, lastEventId: setup.eventId(120_000), hasMore: false }
  const { lastEventId: afterEventId } = first
  assert.deepEqual(await replay({ ...range, afterEventId }), second)
  const behind = { ...range, afterEventId: second.lastEventId }
  assert.deepEqual(await replay(behind), { events: 0, lastEventId: null, hasMore: false })
})

test('Deliveries of any status are pending again with all their retries, and keep a claim', async () => {
  const { setup, id, replay } = await arrange()
  await setup.deliver(id, [101], { status: 'delivered', attempts: 2 })
  await setup.deliver(id, [102], { status: 'failed', attempts: 9 })
  await setup.deliver(id, [103, 106], { status: 'pending', attempts: 1 })
  const claimedUntil = at(9)
  await sql`
    update webhook_deliveries set claimed_until = ${claimedUntil}
    where endpoint_id = ${id} and event_number = 103`
  const before = await setup.lastEvent()
  const response = await replay({ afterEventId: setup.eventId(100), occurredBefore: at(5) })
  assert.equal(response.body.data.events, 4)
  const rows = await sql`
    select event_number::integer as number, status, attempts, attempts_before, claimed_until,
      ended_at, next_attempt_at > now() - interval '1 minute' as is_now
    from webhook_deliveries where endpoint_id = ${id} order by event_number`
  const pending = { status: 'pending', claimedUntil: null, endedAt: null, isNow: true }
  assert.deepEqual(
    [...rows],
    [
      { number: 101, ...pending, attempts: 2, attemptsBefore: 2 },
      { number: 102, ...pending, attempts: 9, attemptsBefore: 9 },
      { number: 103, ...pending, attempts: 1, attemptsBefore: 1, claimedUntil },
      { number: 104, ...pending, attempts: 0, attemptsBefore: 0 },
      { number: 106, ...pending, attempts: 1, attemptsBefore: 0, isNow: false },
    ],
  )
  assert.equal(await setup.lastEvent(), before)
})

test('Requests that name an unknown event are refused, and nothing is written', async () => {
  const { id, replay } = await arrange()
  const foreign = (await EndpointSetup.open(vault)).eventId(103)
  for (const unknown of [foreign, 'evt_nobody']) {
    const body = { eventId: unknown, afterEventId: unknown }
    const code = 'event_not_found'
    assertRefused(await withoutWriting(records, () => replay(body)), {
      ...{ status: 404, code, instance: `${ENDPOINTS}/${id}/replay` },
      errors: Object.keys(body).map((name) => {
        const detail = `The organization has no event with the id ${name}: check the id.`
        return { pointer: `/${name}`, code, detail }
      }),
    })
  }
})

test('A range of too many events is sent in parts, each behind the last', async () => {
  const { setup, id, replay } = await arrange(['transfer.expired'])
  const [first, last] = [200, 200 + REPLAYED_EVENTS_MAX]
  await sql`
    insert into events (organization_id, number, type, occurred_at, token_id, subject_type,
      subject_id, data)
    select ${setup.organizationId}, number, 'transfer.expired', ${at(30)}, ${setup.tokenId},
      'transfer', 'xfer_1', '{}'
    from generate_series(${first}::integer, ${last}::integer) as number`
  await sql`update webhook_endpoint_health set position = ${last} where endpoint_id = ${id}`
  const pending = async () => {
    const [row] = await sql`
      select count(*)::integer as count, max(event_number)::integer as last
      from webhook_deliveries where endpoint_id = ${id} and event_number >= ${first}`
    return row
  }
  const lastEventId = setup.eventId(last - 1)
  const { body } = await replay({ occurredFrom: at(10) })
  assert.deepEqual(body, { data: { events: REPLAYED_EVENTS_MAX, lastEventId, hasMore: true } })
  assert.deepEqual(await pending(), { count: REPLAYED_EVENTS_MAX, last: last - 1 })
  const rest = await replay({ occurredFrom: at(10), afterEventId: lastEventId })
  assert.deepEqual(rest.body, {
    data: { events: 1, lastEventId: setup.eventId(last), hasMore: false },
  })
  assert.deepEqual(await pending(), { count: REPLAYED_EVENTS_MAX + 1, last })
})
