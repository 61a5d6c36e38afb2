import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf } from '../../src/http/response/page-links.ts'
import { entriesOf, followLinks, linksOf, pagingOf } from '../support/vault/links.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api } = vault

async function setup() {
  const opened = await TransferSetup.open(vault)
  const itemIds = await opened.items(8)
  const { token } = opened.approver
  const path = `/v1/fbo-accounts/${opened.source}/holdings`
  const whole = async (query = '') => {
    const response = await api.get(`${path}?limit=100${query}`, { token })
    assert.equal(response.status, 200, response.text)
    return response.body.data as { inventoryItemId: string; changedAt: string; status: string }[]
  }
  const move = async (ids: readonly string[]) => {
    const transfer = await opened.transfer({ itemIds: ids })
    assert.equal((await opened.approve(transfer.id)).status, 200)
  }
  return { ...opened, opened, itemIds, token, path, whole, move }
}

test('Paging through the holdings of a past moment stays at that moment, forth and back', async () => {
  const { opened, itemIds, token, path, whole, move } = await setup()
  await move(itemIds.slice(2, 4))
  const asOf = (await whole())
    .map(({ changedAt }) => changedAt)
    .toSorted()
    .at(-1) as string
  const then = await whole(`&asOf=${asOf}`)
  await move(itemIds.slice(6))
  await opened.items(1)
  const start = `${path}?limit=3&asOf=${asOf}`
  const forward = await followLinks(api, token, start)
  assert.deepEqual(
    forward.flatMap(({ body }) => body.data),
    then,
  )
  const last = linksOf(forward.at(-2)!).next as string
  const back = await followLinks(api, token, last, { relation: 'prev' })
  assert.deepEqual(back.map(entriesOf), forward.toReversed().map(entriesOf))
  const across = await api.get(`${path}?page=2&limit=4${pagingOf(last)}`, { token })
  assert.deepEqual(across.body.data, then.slice(4, 8))
})

test('A link works even if the database clock was set back before its moment', async () => {
  const { token, path, organizationId } = await setup()
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
