import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LISTS } from '../support/catalogue/catalogue.ts'
import { fillList } from '../support/catalogue/list-case.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { begun, linksOf, pagingOf } from '../support/vault/links.ts'
import { assertRefused } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault

const arranged = new Map<string, Awaited<ReturnType<typeof fillList>>>()
for (const [id, list] of Object.entries(LISTS)) arranged.set(id, await fillList(vault, list))
const list = (operationId: string) => {
  const found = arranged.get(operationId)
  assert.ok(found !== undefined)
  return found
}

const MALFORMED =
  'cursor must come from a link of this list: follow the links, or leave cursor out to start over.'
const OF_ANOTHER =
  'cursor belongs to another list or to other filters: follow the links of this list, or leave ' +
  'cursor out to start over.'

const cursorOf = (link: string) => new URL(link, vault.url).searchParams.get('cursor') as string
/** A link to holdings has the instant too, and its cursor is valid for that instant only. */
const asOfOf = (link: string) => {
  const instant = new URL(link, vault.url).searchParams.get('asOf')
  return instant === null ? '' : `&asOf=${instant}`
}
const read = (cursor: string) => JSON.parse(Buffer.from(cursor, 'base64url').toString())
const written = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')

async function nextLinkOf(operationId: string, query = ''): Promise<string> {
  const { path, token } = list(operationId)
  const response = await api.get(`${begun(path)}limit=2${query}`, { token })
  return linksOf(response).next as string
}

async function nextOf(operationId: string, query = ''): Promise<string> {
  return cursorOf(await nextLinkOf(operationId, query))
}

function assertCursorRefused(response: ApiResponse, path: string, detail: string): void {
  const code = 'invalid_parameter'
  const errors = [{ pointer: '/cursor', in: 'query', code, detail }]
  assertRefused(response, {
    status: 400,
    code,
    detail,
    instance: path.split('?')[0] as string,
    errors,
  })
}

for (const [operationId, { path, token }] of arranged) {
  const get = (cursor: string, rest = '') =>
    api.get(`${begun(path)}page=2&limit=2&cursor=${encodeURIComponent(cursor)}${rest}`, { token })

  test(`${operationId} refuses a cursor that no link contained`, async () => {
    const link = await nextLinkOf(operationId)
    const good = cursorOf(link)
    const [version, digest, page, limit, side, key, anchor] = read(good)
    assert.equal(version, 1)
    const place = [page, limit, side, key, anchor]
    const asOf = asOfOf(link)
    assert.equal(asOf !== '', operationId === 'listHoldings')
    const broken = [
      '',
      'x',
      ' ',
      good.slice(0, -9),
      `${good}!`,
      `.${good}`,
      written(null),
      written({}),
      written([]),
      written([version, digest, ...place, 0]),
      written([2, digest, ...place]),
      ...[
        written([version, null, ...place]),
        written([version, digest, `${page}`, ...place.slice(1)]),
      ],
      written([version, digest, page, limit, 'beside', key, anchor]),
      written([version, digest, page, limit, null, key, anchor]),
      written([version, digest, page, limit, side, null, anchor]),
      written([version, digest, page, limit, side, [...key, 1], anchor]),
      written([version, digest, page, limit, side, key.map(() => 'a\u0000'), anchor]),
      written([version, digest, page, limit, side, key.map(() => 2 ** 31), anchor]),
      written([version, digest, page, limit, side, key.map(() => -1), anchor]),
      written([version, digest, page, limit, side, key, 'anchor']),
      written([version, digest, page, limit, side, key]),
      '2026-11-21T09:15:00.000Z',
    ]
    for (const cursor of broken) assertCursorRefused(await get(cursor, asOf), path, MALFORMED)
    assert.equal((await get(good, asOf)).status, 200)
  })

  test(`${operationId} refuses a cursor of another list`, async () => {
    const other = operationId === 'listTransfers' ? 'listFboAccounts' : 'listTransfers'
    assertCursorRefused(await get(await nextOf(other)), path, OF_ANOTHER)
  })

  test(`${operationId} refuses a cursor of another organization and shows nothing`, async () => {
    const foreign = await records.owner()
    const { token: stranger } = foreign
    const response = await api.get(
      `${begun(path)}page=2&limit=2&cursor=${await nextOf(operationId)}`,
      {
        token: stranger,
      },
    )
    assertCursorRefused(response, path, OF_ANOTHER)
  })

  test(`${operationId} returns a page or a refusal for any cursor`, async () => {
    const link = await nextLinkOf(operationId)
    const good = read(cursorOf(link))
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('after', 'before', null, [1], ['item_1'], 0, 2 ** 31 - 1, 1e308),
      fc.constantFrom('1000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', [
        '1000-01-01T00:00:00Z',
        'x',
      ]),
      fc.constantFrom(...good),
    )
    const change = fc.tuple(fc.integer({ min: 2, max: good.length - 1 }), value)
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const content = [...good]
        for (const [place, to] of changes) content[place] = to
        const { status, text } = await get(written(content), asOfOf(link))
        assert.ok(status === 200 || status === 400, text)
      }),
      { numRuns: 60 },
    )
  })
}

test('A cursor is valid only for the filters and the path that it was made for', async () => {
  const { path, token } = list('listOutboundShipments')
  const packing = await nextOf('listOutboundShipments', '&status=packing')
  for (const query of ['', '&status=approved', '&status=packing&fboAccountId=fbo_nobody']) {
    const response = await api.get(`${begun(path)}page=2&limit=2${query}&cursor=${packing}`, {
      token,
    })
    assertCursorRefused(response, path, OF_ANOTHER)
  }
  const kept = await api.get(`${begun(path)}cursor=${packing}&status=packing&limit=2&page=2`, {
    token,
  })
  assert.equal(kept.status, 200, 'the order of the parameters means nothing')

  const holdings = list('listHoldings')
  const other = await records.fboAccount(holdings.organizationId)
  const elsewhere = `/v1/fbo-accounts/${other}/holdings`
  const link = await nextLinkOf('listHoldings')
  assertCursorRefused(
    await api.get(`${elsewhere}?page=2&limit=2${pagingOf(link)}`, { token: holdings.token }),
    elsewhere,
    OF_ANOTHER,
  )
})

test('A bad cursor is reported together with all other violations', async () => {
  const { path, token } = list('listOutboundShipments')
  const response = await api.get(`${begun(path)}limit=101&status=lost&cursor=x`, { token })
  assert.equal(response.status, 400)
  assert.deepEqual(
    response.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/limit', '/status', '/cursor'],
  )
  const twice = await api.get(`${begun(path)}cursor=x&cursor=x`, { token })
  const detail = 'cursor is given more than once: send it once.'
  assertCursorRefused(twice, path, detail)
})

test('A cursor of holdings is valid only for the instant that it was made for', async () => {
  const { path, token } = list('listHoldings')
  const link = await nextLinkOf('listHoldings')
  for (const asOf of ['', '&asOf=2026-11-21T09:15:00.000Z']) {
    const response = await api.get(`${begun(path)}page=2&limit=2&cursor=${cursorOf(link)}${asOf}`, {
      token,
    })
    assertCursorRefused(response, path, OF_ANOTHER)
  }
})
