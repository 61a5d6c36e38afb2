import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ApiAnswer } from '../support/api-client.ts'
import { linksOf } from '../support/links.ts'
import { LISTS } from '../support/lists.ts'
import { assertRefused } from '../support/refusal.ts'
import { openVault } from '../support/vault.ts'

const vault = await openVault()
const { api, records } = vault

const arranged = new Map(
  await Promise.all(
    Object.entries(LISTS).map(async ([id, { arrange }]) => [id, await arrange(vault)] as const),
  ),
)
const list = (operationId: string) => {
  const found = arranged.get(operationId)
  assert.ok(found !== undefined)
  return found
}

const MALFORMED =
  'asOf must be what a link carries: follow the links, or leave asOf out and begin anew.'
const NO_MOMENT =
  'asOf must be a date and time of RFC 3339 such as 2026-11-21T09:15:00.000Z, or what a link carries.'
const OF_ANOTHER =
  'asOf was made for another list or for other filters: follow the links of this one, or leave ' +
  'asOf out and begin anew.'

const asOfOf = (link: string) => new URL(link, vault.url).searchParams.get('asOf') as string
const read = (asOf: string) => JSON.parse(Buffer.from(asOf, 'base64url').toString())
const written = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')

async function nextOf(operationId: string, query = ''): Promise<string> {
  const { path, token } = list(operationId)
  const answer = await api.get(`${path}?limit=2${query}`, { token })
  return asOfOf(linksOf(answer).next as string)
}

function assertAsOfRefused(answer: ApiAnswer, path: string, detail: string): void {
  const code = 'invalid_parameter'
  const errors = [{ pointer: '/asOf', in: 'query', code, detail }]
  assertRefused(answer, { status: 400, code, detail, instance: path, errors })
}

for (const [operationId, { path, token }] of arranged) {
  const get = (asOf: string, rest = '') =>
    api.get(`${path}?page=2&limit=2&asOf=${encodeURIComponent(asOf)}${rest}`, { token })
  const malformed = operationId === 'listHoldings' ? NO_MOMENT : MALFORMED

  test(`${operationId}: an asOf that no link carried is refused`, async () => {
    const good = await nextOf(operationId)
    const [version, digest, page, limit, side, key, pin, moment] = read(good)
    assert.equal(version, 1)
    const place = [page, limit, side, key, pin, moment]
    const broken = [
      ...['', 'x', ' ', good.slice(0, -9), `${good}!`, `.${good}`, written(null), written({})],
      ...[written([]), written([version, digest, ...place, 0]), written([2, digest, ...place])],
      ...[
        written([version, null, ...place]),
        written([version, digest, `${page}`, ...place.slice(1)]),
      ],
      written([version, digest, page, limit, 'beside', key, pin, moment]),
      written([version, digest, page, limit, null, key, pin, moment]),
      written([version, digest, page, limit, side, null, pin, moment]),
      written([version, digest, page, limit, side, [...key, 1], pin, moment]),
      written([version, digest, page, limit, side, key.map(() => 'a\u0000'), pin, moment]),
      written([version, digest, page, limit, side, key.map(() => 2 ** 31), pin, moment]),
      written([version, digest, page, limit, side, key.map(() => -1), pin, moment]),
      written([version, digest, page, limit, side, key, 'pin', moment]),
      written([version, digest, page, limit, side, key, pin, 'now']),
      written([version, digest, page, limit, side, key, pin, '2026-02-30T00:00:00Z']),
    ]
    if (operationId !== 'listHoldings') {
      broken.push('2026-11-21T09:15:00.000Z')
      broken.push(written([version, digest, page, limit, side, key, pin, '2026-11-21T09:15:00Z']))
    }
    for (const asOf of broken) assertAsOfRefused(await get(asOf), path, malformed)
  })

  test(`${operationId}: an asOf of another list is refused`, async () => {
    const other = operationId === 'listTransfers' ? 'listFboAccounts' : 'listTransfers'
    assertAsOfRefused(await get(await nextOf(other)), path, OF_ANOTHER)
  })

  test(`${operationId}: an asOf of another organization is refused, and shows nothing`, async () => {
    const foreign = await records.token(await records.organization())
    const { token: stranger } = foreign
    const answer = await api.get(`${path}?page=2&limit=2&asOf=${await nextOf(operationId)}`, {
      token: stranger,
    })
    assertAsOfRefused(answer, path, OF_ANOTHER)
  })

  test(`${operationId}: whatever an asOf is made of, the answer is a page or a refusal`, async () => {
    const good = read(await nextOf(operationId))
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
        const { status, text } = await get(written(content))
        assert.ok(status === 200 || status === 400, text)
      }),
      { numRuns: 60 },
    )
  })
}

test('An asOf is of the filters that it was made for, and of the record in the path', async () => {
  const { path, token } = list('listOutboundShipments')
  const packing = await nextOf('listOutboundShipments', '&status=packing')
  for (const query of ['', '&status=approved', '&status=packing&fboAccountId=fbo_nobody']) {
    const answer = await api.get(`${path}?page=2&limit=2${query}&asOf=${packing}`, { token })
    assertAsOfRefused(answer, path, OF_ANOTHER)
  }
  const kept = await api.get(`${path}?asOf=${packing}&status=packing&limit=2&page=2`, { token })
  assert.equal(kept.status, 200, 'the order of the parameters means nothing')

  const holdings = list('listHoldings')
  const other = await records.fboAccount(holdings.organizationId)
  const elsewhere = `/v1/fbo-accounts/${other}/holdings`
  const asOf = await nextOf('listHoldings')
  assertAsOfRefused(
    await api.get(`${elsewhere}?page=2&limit=2&asOf=${asOf}`, { token: holdings.token }),
    elsewhere,
    OF_ANOTHER,
  )
})

test('A bad asOf is told together with everything else that is wrong', async () => {
  const { path, token } = list('listOutboundShipments')
  const answer = await api.get(`${path}?limit=101&status=lost&asOf=x`, { token })
  assert.equal(answer.status, 400)
  assert.deepEqual(
    answer.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ['/limit', '/status', '/asOf'],
  )
  const twice = await api.get(`${path}?asOf=x&asOf=x`, { token })
  const detail = 'asOf is given more than once: send it once.'
  assertAsOfRefused(twice, path, detail)
})
