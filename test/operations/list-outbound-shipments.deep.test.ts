import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHIPMENT_STATUSES } from '../../src/domain/state-transitions.ts'
import { linksOf } from '../support/vault/links.ts'
import { openVault } from '../support/vault/vault.ts'

// A page by its number is exact wherever it is, with any filters.

const { api, database, records, sql } = await openVault()
const { organizationId, token } = await records.owner()
const accounts = [
  await records.fboAccount(organizationId),
  await records.fboAccount(organizationId),
]
const COUNT = 12_000
const LIMIT = 100
const LIST = `/v1/outbound-shipments?limit=${LIMIT}`

// Ids decide between those of one moment. One of three is of the second account.
await sql`
  insert into outbound_shipments (organization_id, id, fbo_account_id, status, created_at,
    shipped_at, cancelled_at, cancellation_reason)
  select ${organizationId}, 'ship_' || substr(md5(number::text), 1, 8) || number,
    (${accounts}::text[])[1 + (number % 3 = 0)::integer], status, at,
    case when status in ('shipped', 'delivered') then at end,
    case when is_cancelled then at end, case when is_cancelled then 'Not today' end
  from (
    select number, status, timestamptz '2026-01-01Z' - number / 4 * interval '1 minute' as at,
      number % 7 = 4 and status not in ('shipped', 'delivered') as is_cancelled
    from (
      select number, (${[...SHIPMENT_STATUSES]}::text[])[1 + number / 5 % 6] as status
      from generate_series(1, ${COUNT}::integer) as number
    ) as numbered
  ) as shipment`

interface Filters {
  readonly status?: string
  readonly fboAccountId?: string
  readonly cancelled?: string
}

async function idsListed({ status, fboAccountId, cancelled }: Filters): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from outbound_shipments
    where organization_id = ${organizationId}
      and (cancelled_at is not null) = ${cancelled === 'true'}
      and (${status ?? null}::text is null or status = ${status ?? null})
      and (${fboAccountId ?? null}::text is null or fbo_account_id = ${fboAccountId ?? null})
    order by created_at desc, id desc`
  return rows.map(({ id }) => id)
}

const read = async (query: string) => {
  const response = await api.get(`${LIST}&${query}`, { token })
  assert.equal(response.status, 200, response.text)
  return response
}

function assertPage({ body }: Awaited<ReturnType<typeof read>>, ids: string[], page: number) {
  const found = body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(found, ids.slice((page - 1) * LIMIT, page * LIMIT))
  assert.deepEqual(body.pagination, { page, hasMore: ids.length > page * LIMIT })
}

for (const cancelled of ['false', 'true']) {
  for (const status of [undefined, 'inspecting']) {
    for (const fboAccountId of [undefined, accounts[1]]) {
      const filters = {
        cancelled,
        ...(status && { status }),
        ...(fboAccountId && { fboAccountId }),
      }
      const named = Object.keys(filters).join(', ')
      test(`Any page by its number is exact: cancelled ${cancelled}, by ${named}`, async () => {
        const ids = await idsListed(filters)
        assert.ok(ids.length > LIMIT, 'several pages')
        const last = Math.ceil(ids.length / LIMIT)
        for (const page of new Set([2, Math.ceil(last / 2), last - 1, last, last + 1, 1_000_000])) {
          const query = new URLSearchParams({ ...filters, page: String(page) })
          assertPage(await read(String(query)), ids, page)
        }
      })
    }
  }
}

test('A page by its number of a paging that began is counted from where it began', async () => {
  const ids = await idsListed({})
  const first = await read('page=1')
  const created = { createdAt: new Date('2026-01-02T00:00:00Z') }
  await records.outboundShipment(organizationId, accounts[0] as string, created)
  const next = new URL(linksOf(first).next as string, 'http://vault').searchParams
  assert.equal(ids.length > 101 * LIMIT, true)
  for (const page of [7, 102]) {
    const query = new URLSearchParams({ page: String(page), cursor: next.get('cursor') as string })
    assertPage(await read(String(query)), ids, page)
  }
})

test('A page far from the first leaves connections to others, one behind a link does not', async (t) => {
  const { mock } = t.mock.method(database, 'slow')
  const slow = () => {
    const own = mock.calls.filter(({ arguments: [of] }) => of.organizationId === organizationId)
    mock.resetCalls()
    return own.length
  }
  const far = await read('page=102')
  assert.equal(slow(), 1)
  const { next } = linksOf(far)
  assert.equal((await api.get(next as string, { token })).body.pagination.page, 103)
  assert.equal(slow(), 0)
})
