import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventId } from '../../src/history/events/event.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { openVault } from '../support/vault/vault.ts'

// Events of releases before named up to 1,000 ids, and each is there for good: 34.5 MB a page.

const vault = await openVault()
const { api, sql, records } = vault

/** Bytes of a page: 1 MB, and the rest of the response. */
const BYTES_MAX = 1_000_200

// Types, ids and the mode are as long as they can be: nothing hides a member that is not counted.
const TYPE = 'transfer.system_approval_declined'
const ITEM = 'item_01m8h9x72af27tyj6fwwnvr4va'

interface Feed {
  readonly organizationId: string
  readonly token: string
}

/** A feed with the event of its token, and events of these sizes by two types in turns. */
async function feedOf(sizes: readonly number[], owner = 'Ada', name?: string): Promise<Feed> {
  const organizationId = await records.organization(undefined, 'test')
  const { id, token } = await records.token(organizationId)
  const personId = name === undefined ? null : await records.person(organizationId, { name })
  await sql`
    update access_tokens set owner = ${owner}, person_id = ${personId}
    where organization_id = ${organizationId} and id = ${id}`
  await sql`
    insert into events (organization_id, number, type, occurred_at, token_id, subject_type,
      subject_id, request_id, data)
    select ${organizationId}, 1 + event.place, case when event.place % 2 = 0 then ${TYPE}::text
      else 'outbound_shipment.returned_to_packing' end, '2026-11-21T10:02:00.000Z', ${id},
      'organization_policy', case when event.place % 3 = 0 then ${ITEM}::text
      else ${ITEM.replace('01', '02')} end, repeat('r', 128),
      jsonb_build_object('inventoryItemIds', jsonb_build_array(left(ids.text, size)))
    from unnest(${[...sizes]}::text[]::integer[]) with ordinality as event (size, place)
    cross join (
      select string_agg(encode(sha256(number::text::bytea), 'base64'), '') as text
      from generate_series(1, 45000) as number
    ) as ids`
  return { organizationId, token }
}

/** Follows the feed to its end; each page is within its bytes, or has one event alone. */
async function follow({ token }: Feed, query: string) {
  const ids: string[] = []
  let pages = 0
  for (let cursor = ''; ; ) {
    const response = await api.get(`/v1/events?${query}${cursor}`, { token })
    assert.equal(response.status, 200, response.text)
    const { data, pagination } = response.body
    const bytes = Buffer.byteLength(response.text)
    assert.ok(bytes <= BYTES_MAX || data.length === 1, `${data.length} events have ${bytes} bytes`)
    ids.push(...data.map(({ id }: { id: string }) => id))
    pages += 1
    cursor = `&cursor=${pagination.cursor}`
    if (!pagination.hasMore) return { ids, pages }
  }
}

/** The ids of the events whose places the filter keeps. */
const idsOf = ({ organizationId }: Feed, sizes: readonly number[], keep = (_: number) => true) =>
  sizes.flatMap((_, index) => (keep(index + 1) ? eventId(organizationId, index + 2) : []))

test('A page of 1,000 large events ends at 1 MB, and the cursor goes on', async (t) => {
  const sizes = Array<number>(999).fill(35_000)
  const feed = await feedOf(sizes)
  const beganAt = performance.now()
  const first = await api.get('/v1/events?limit=1000', { token: feed.token })
  t.diagnostic(`${first.text.length} bytes in ${Math.round(performance.now() - beganAt)} ms`)
  assert.ok(Buffer.byteLength(first.text) <= BYTES_MAX, `${first.text.length} bytes`)
  assert.equal(first.body.data.length, 29, 'no smaller than it must be')
  assert.equal(first.body.pagination.hasMore, true)
  const { ids } = await follow(feed, 'limit=1000')
  assert.deepEqual(ids.slice(1), idsOf(feed, sizes))
})

test('Events of all sizes are read once each, whatever the limit and the filter', async () => {
  const some = [10, 400_000, 1_500_000, 10, 10, 999_999, 600_000, 1_100_000, 1_200_000, 50, 300_000]
  // One that is too large ends the feed.
  const sizes = [...some, ...some.toReversed(), ...Array<number>(12).fill(90_000), 10, 2_000_000]
  const feed = await feedOf(sizes)
  for (const limit of [1, 7, 1_000]) {
    const all = await follow(feed, `limit=${limit}`)
    assert.deepEqual(all.ids.slice(1), idsOf(feed, sizes), `limit ${limit}`)
    const taken = await follow(feed, `limit=${limit}&type=${TYPE}`)
    assert.deepEqual(
      taken.ids,
      idsOf(feed, sizes, (place) => place % 2 === 0),
    )
    const ofItem = await follow(feed, `limit=${limit}&subjectId=${ITEM}`)
    assert.deepEqual(
      ofItem.ids,
      idsOf(feed, sizes, (place) => place % 3 === 0),
    )
  }
})

test('The owner of the token counts, also where JSON writes six bytes for a character', async () => {
  const sizes = Array<number>(999).fill(10)
  const feed = await feedOf(sizes, '\u0001'.repeat(300))
  const { ids, pages } = await follow(feed, 'limit=1000')
  assert.deepEqual(ids.slice(1), idsOf(feed, sizes))
  assert.ok(pages > 1)
})

test('The person of the token counts, beside members as long as they can be', async () => {
  const sizes = Array<number>(999).fill(450)
  const feed = await feedOf(sizes, 'Ada', 'Ada Lindqvist')
  await allSealed(vault, feed.organizationId)
  const { ids, pages } = await follow(feed, 'limit=1000')
  assert.deepEqual(ids.slice(1), idsOf(feed, sizes))
  assert.ok(pages > 1)
})

test('A page of 1,000 events of the usual size is one page', async () => {
  const sizes = Array<number>(999).fill(100)
  assert.equal((await follow(await feedOf(sizes), 'limit=1000')).pages, 1)
})
