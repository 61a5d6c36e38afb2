import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { readsOf } from '../support/catalogue/catalogue.ts'
import { World } from '../support/catalogue/world.ts'
import { OPERATIONS, type Parameter } from '../support/contract/published-operations.ts'
import { openVault } from '../support/vault/vault.ts'

// Reads over a history or all records leave connections to others: two large organizations would
// take all of them. The contracts say which reads take a moment, or the ends of a span.

const { api, database, records, sql } = await openVault()
const organizationId = await records.organization(undefined, 'test')
const { token } = await records.token(organizationId)

const IS_SPAN = /^(asOf|from|to)$|(From|Before|To)$/
/** Those that read no more than a page, or a bounded number of rows. */
const BOUNDED: Readonly<Record<string, string>> = {
  createdFrom: 'the index of a list has its rows by their creation',
  createdBefore: 'the index of a list has its rows by their creation',
  occurredFrom: 'a page of events looks through 100,000 of them at most',
  occurredBefore: 'a page of events looks through 100,000 of them at most',
}

const LANES = ['page', 'slow', 'search'] as const

/** The lanes of a read but `run`, where the use of its token is noted. A read is one statement. */
async function lanesOf(t: TestContext, path: string): Promise<string[]> {
  const mocks = LANES.map((lane) => [lane, t.mock.method(database, lane)] as const)
  const { status, text } = await api.get(path, { token })
  assert.equal(status, 200, text)
  return mocks.flatMap(([lane, { mock }]) => {
    const own = mock.calls.filter(({ arguments: [of] }) => of?.organizationId === organizationId)
    mock.restore()
    return own.map(() => lane)
  })
}

function sentFor({ name, schema }: Parameter): string {
  if (schema.format !== 'date-time') return '5'
  return /^to$|Before$/.test(name) ? '2026-02-01T00:00:00.000Z' : '2026-01-01T00:00:00.000Z'
}

const reads = await readsOf(new World(sql, records), organizationId)
const pathOf = (id: string) => reads.find(([operationId]) => operationId === id)?.[1]
const accountId = pathOf('getFboAccount')?.split('/').at(-1)

const SPANS = OPERATIONS.filter(({ method }) => method === 'GET').flatMap((operation) => {
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
  return inQuery
    .filter(({ name }) => IS_SPAN.test(name) && !(name in BOUNDED))
    .map((one) => {
      const sent = inQuery.filter((other) => other === one || other.required === true)
      const query = sent.map((parameter) => `${parameter.name}=${sentFor(parameter)}`).join('&')
      return [operation.operationId, query] as const
    })
})

for (const [operationId, query] of SPANS) {
  test(`${operationId} ${query.replaceAll(/=[^&]*/g, '')}: it is slow`, async (t) => {
    assert.deepEqual(await lanesOf(t, `${pathOf(operationId)}?${query}`), ['slow'])
  })
}

test('The contracts have such reads, and each that is bounded', () => {
  const found = new Set(SPANS.map(([operationId]) => operationId))
  for (const operationId of ['getInsuredExposure', 'listHoldings', 'getStatement']) {
    assert.ok(found.has(operationId), operationId)
  }
  const names = OPERATIONS.flatMap(({ parameters = [] }) => parameters.map(({ name }) => name))
  assert.deepEqual(
    Object.keys(BOUNDED).filter((name) => !names.includes(name)),
    [],
  )
})

test('A read that every desk makes all day does not wait for slow ones', async (t) => {
  for (const [operationId, query] of [
    ['listInventoryItems', ''],
    ['listInventoryItems', `fboAccountId=${accountId}`],
    ['getInsuredExposure', ''],
    ['listTransfers', `fromFboAccountId=${accountId}`],
  ] as const) {
    assert.deepEqual(await lanesOf(t, `${pathOf(operationId)}?${query}`), [])
  }
})
