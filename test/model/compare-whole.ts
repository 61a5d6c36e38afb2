import assert from 'node:assert/strict'
import type { Database } from '../../src/database/database.ts'
import { SHIPMENT_STATUSES } from '../../src/domain/state-transitions.ts'
import { verifyVault } from '../../src/operator/verify/verify-vault.ts'
import { ITEM_STATUSES } from '../../src/vault/items/inventory-item.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { linksOf } from '../support/vault/links.ts'
import { compareFeed } from './compare-feed.ts'
import { difference } from './difference.ts'
import {
  INSTANT,
  isHeld,
  type ModelItem,
  type ModelShipment,
  type ModelToken,
  type VaultModel,
} from './model-state.ts'
import { historyOf, nextVersion } from './predict-accounts.ts'
import { listsOf } from './predict-reads.ts'
import { PATHS } from './requests.ts'
import type { VaultUnderTest } from './send-steps.ts'
import { run } from './vault-under-test.ts'

const MOMENTS = 3

type Entry = Record<string, unknown>
type Read = (path: string) => Promise<Entry[]>

/** A listed valuation. */
interface ValueChange {
  readonly at: string
  readonly fromValueCents: string
  readonly toValueCents: string
}

/** A listed movement and its item. */
interface LoggedMovement {
  readonly at: string
  readonly number: number
  readonly toFboAccountId: string
  readonly toStatus: ModelItem['status']
}

/** By the ids of items. */
interface Logs {
  readonly logs: Map<string, LoggedMovement[]>
  readonly changes: Map<string, ValueChange[]>
}

/**
 * Fails unless the API's lists, page by page, hold all that the model knows and no more; the items'
 * logs and what the accounts held at some moments follow from each other; so does the feed; and
 * `verify` agrees.
 */
export async function compareWhole(
  vault: VaultUnderTest,
  database: Database,
  model: VaultModel,
): Promise<void> {
  const read = (path: string) => readPages(vault, model, path)
  for (const [path, entries] of listsOf(model)) same(await read(path), entries, path)
  const caller = model.tokens[0] as ModelToken
  for (const id of model.accounts.keys()) {
    await run(vault, model, { caller, action: { op: 'getExposure', id }, process: 0 })
  }
  for (const id of model.shipments.keys()) {
    await run(vault, model, { caller, action: { op: 'get', record: 'shipment', id }, process: 1 })
  }
  await compareSummaries(vault, model)
  await compareLogs(vault, model, read)
  await compareAccounts(vault, model, read)
  await compareFeed(vault, model)
  const signal = new AbortController().signal
  const { violations } = await verifyVault(database, [model.organizationId], signal)
  assert.deepEqual(violations, [], 'verify finds nothing wrong')
}

/** Fails unless both processes count what the model has; lists inside have tests of their own. */
async function compareSummaries({ clients }: VaultUnderTest, model: VaultModel): Promise<void> {
  const [items, transfers] = [[...model.items.values()], [...model.transfers.values()]]
  const shipments = [...model.shipments.values()].filter(({ cancelledAt }) => cancelledAt === null)
  const held = shipments.filter(({ heldAt }) => heldAt !== null)
  const pending = (records: Iterable<{ readonly status: string }>) =>
    countBy(['pending'], [...records]).pending
  const worth = items.filter(isHeld).reduce((sum, item) => sum + Number(item.declaredValueCents), 0)
  const isSubmitted = ({ status, heldAt }: ModelShipment) =>
    status === 'pending_approval' && heldAt === null
  const expected = {
    itemsByStatus: countBy(ITEM_STATUSES, items),
    shipmentsByStatus: countBy(SHIPMENT_STATUSES, shipments),
    heldShipments: held.length,
    pending: [pending(transfers), shipments.filter(isSubmitted).length],
    revaluations: pending(model.revaluations.values()),
    transfers: { created: transfers.length, ...countBy(ENDS, transfers) },
    vaultValue: { declaredValueCents: `${worth}`, thirtyDaysAgoCents: '0' },
  }
  for (const client of clients) {
    const { data } = (await freshSummary(client, model.tokens[0]?.secret as string)).body
    const { itemsByStatus, shipmentsByStatus, heldShipments, vaultValue } = data
    const days: Record<string, number>[] = data.transfersByDay
    const sumOf = (name: string) => days.reduce((sum, day) => sum + (day[name] as number), 0)
    const found = {
      ...{ itemsByStatus, shipmentsByStatus, heldShipments, vaultValue },
      pending: [data.pendingTransfers.count, data.pendingShipments.count],
      revaluations: data.pendingRevaluations.count,
      transfers: Object.fromEntries(['created', ...ENDS].map((name) => [name, sumOf(name)])),
    }
    assert.deepEqual(found, expected, 'the summary')
  }
}

const ENDS = ['completed', 'rejected', 'cancelled', 'expired'] as const

function countBy(names: readonly string[], records: readonly { readonly status: string }[]) {
  const count = (name: string) => records.filter(({ status }) => status === name).length
  return Object.fromEntries(names.map((name) => [name, count(name)]))
}

/** Fails unless accounts and profiles have the model's versions, and corrections say why. */
async function compareAccounts(
  { clients }: VaultUnderTest,
  model: VaultModel,
  read: Read,
): Promise<void> {
  const token = model.tokens[0]?.secret as string
  for (const [place, id] of [...model.accounts.keys()].entries()) {
    const client = clients[place % 2] as (typeof clients)[0]
    const history = historyOf(model, id)
    const { version, ...profile } = history.profile
    const path = `${PATHS.account}/${id}`
    const etagOf = ({ headers }: ApiResponse) => headers.get('etag')
    const found = await client.get(path, { token })
    assert.equal(etagOf(found), `"${nextVersion(history) - 1}"`, `the version of ${id}`)
    const kept = await client.get(`${path}/profile`, { token })
    assert.equal(etagOf(kept), `"${version}"`, `the version of the profile of ${id}`)
    assert.deepEqual(kept.body, { data: profile })
    const corrections = (await read(`/v1/corrections?subjectId=${id}`)).map(
      ({ at: _, ...rest }) => rest,
    )
    const expected = history.corrections.map((one, index) => ({
      number: index + 1,
      ...one,
      revaluationId: null,
    }))
    assert.equal(difference(corrections, expected), undefined, `the corrections of ${id}`)
  }
}

async function compareLogs(vault: VaultUnderTest, model: VaultModel, read: Read): Promise<void> {
  const items = new Map((await read(PATHS.item)).map((item) => [item.id as string, item]))
  const { logs, changes }: Logs = { logs: new Map(), changes: new Map() }
  for (const id of model.items.keys()) {
    const path = `${PATHS.item}/${id}/movements`
    const log = (await read(path)) as unknown as LoggedMovement[]
    same(log as unknown as Entry[], numbered(model.movements.get(id)), path)
    const moments = log.map(({ at }) => at)
    assert.deepEqual(moments.toSorted(), moments, `${path} goes back in time`)
    assert.equal(moments.at(-1), items.get(id)?.changedAt, `${path} ends when the item changed`)
    const corrections = await read(`/v1/corrections?subjectId=${id}`)
    const values = corrections
      .filter(({ member }) => member === 'declaredValueCents')
      .map(({ at, from, to, reason, tokenId, revaluationId }, index) => ({
        ...{ number: index + 1, at, fromValueCents: from, toValueCents: to },
        ...{ reason, tokenId, revaluationId },
      }))
    same(values, numbered(model.valuations.get(id)), `the values of ${id}`)
    logs.set(id, log)
    changes.set(id, values as unknown as ValueChange[])
  }
  const moments = [...logs.values(), ...changes.values()]
    .flat()
    .map(({ at }) => at)
    .toSorted()
  for (let turn = 1; turn <= MOMENTS; turn += 1) {
    const asOf = moments[Math.floor((moments.length * turn) / (MOMENTS + 1))]
    if (asOf !== undefined) await comparePast(vault, model, { logs, changes }, asOf)
  }
}

function numbered(log: readonly object[] = []): readonly object[] {
  return log.map((one, index) => ({ number: index + 1, at: INSTANT, ...one }))
}

/** Compares the holdings of every account at a moment with the logs. */
async function comparePast(
  vault: VaultUnderTest,
  model: VaultModel,
  { logs, changes }: Logs,
  asOf: string,
): Promise<void> {
  for (const accountId of model.accounts.keys()) {
    const path = `${PATHS.account}/${accountId}/holdings?asOf=${asOf}`
    const found = (await readPages(vault, model, path)).map((holding) => [
      holding.inventoryItemId,
      holding.status,
      holding.changedAt,
      holding.declaredValueCents,
    ])
    const expected = [...logs].flatMap(([id, log]) => {
      const last = log.findLast(({ at }) => at <= asOf)
      const isHolding = last?.toFboAccountId === accountId && isHeld({ status: last.toStatus })
      const values = changes.get(id) ?? []
      const value =
        values.findLast(({ at }) => at <= asOf)?.toValueCents ??
        values[0]?.fromValueCents ??
        model.items.get(id)?.declaredValueCents
      return isHolding ? [[id, last.toStatus, last.at, value] as const] : []
    })
    expected.sort(([a], [b]) => (a < b ? -1 : 1))
    assert.deepEqual(found, expected, path)
  }
}

/** Every entry of a list, over all its pages as their links lead, from one process to the other. */
async function readPages(
  { clients }: VaultUnderTest,
  model: VaultModel,
  path: string,
): Promise<Entry[]> {
  const entries: Entry[] = []
  const token = model.tokens[0]?.secret as string
  const start = `${path}${path.includes('?') ? '&' : '?'}limit=100`
  for (let page = 1, next: string | undefined = start; next !== undefined; page += 1) {
    const client = clients[page % 2] as (typeof clients)[0]
    const response: ApiResponse = await client.get(next, { token })
    assert.equal(response.status, 200, response.text)
    assert.equal(response.body.pagination.page, page)
    entries.push(...response.body.data)
    next = linksOf(response).next
  }
  return entries
}

function same(found: readonly Entry[], expected: readonly object[], what: string): void {
  const wrong = difference(found, expected)
  assert.equal(wrong, undefined, `${what} is not what the model knows: ${wrong}`)
}
