import assert from 'node:assert/strict'
import { transferItemIds } from './approvals.ts'
import type { VaultModel } from './model-state.ts'
import { historyOf } from './predict-accounts.ts'
import type { VaultUnderTest } from './send-steps.ts'

interface FeedEvent {
  readonly id: string
  readonly type: string
  readonly subject: { readonly id: string }
  readonly data: {
    readonly inventoryItemIds?: readonly string[]
    readonly revaluedItems?: readonly {
      readonly inventoryItemId: string
      readonly fromValueCents: string
      readonly toValueCents: string
    }[]
    readonly version?: number
    readonly changedMembers?: readonly string[]
    readonly statusBefore?: string
    readonly statusAfter?: string
  }
}

/**
 * Fails unless the feed says what the model knows: each event is numbered behind the one before,
 * and what happened to each item, in the order of the feed, is the item's log.
 */
export async function compareFeed(vault: VaultUnderTest, model: VaultModel): Promise<void> {
  const events = await readFeed(vault, model)
  assert.deepEqual(
    events.map(({ id }) => Number(id.split('_')[1])),
    events.map((_, place) => place + 1),
    'the events of the feed are numbered without gaps',
  )
  const kinds = new Map<string, string[]>()
  for (const event of events) {
    for (const [itemId, kind] of movementsOf(event, model)) {
      kinds.set(itemId, [...(kinds.get(itemId) ?? []), kind])
    }
  }
  for (const [itemId, movements] of model.movements) {
    const logged = movements.map(({ kind }) => kind)
    assert.deepEqual(kinds.get(itemId), logged, `the events of ${itemId} are its log`)
  }
  assert.deepEqual(new Set(kinds.keys()), new Set(model.movements.keys()))
  const values = Map.groupBy(
    events.flatMap(({ data }) => data.revaluedItems ?? []),
    ({ inventoryItemId }) => inventoryItemId,
  )
  for (const [inventoryItemId, valuations] of model.valuations) {
    const logged = valuations.map(({ fromValueCents, toValueCents }) => {
      return { inventoryItemId, fromValueCents, toValueCents }
    })
    assert.deepEqual(values.get(inventoryItemId), logged, `the values of ${inventoryItemId}`)
  }
  assert.deepEqual(new Set(values.keys()), new Set(model.valuations.keys()))
  const created = events.filter(({ type }) => type === 'fbo_account.created')
  assert.deepEqual(
    new Set(created.map(({ subject }) => subject.id)),
    new Set(model.accounts.keys()),
    'each account was created once',
  )
  assert.equal(created.length, model.accounts.size)
  compareAccountEvents(events, model)
  const given = Map.groupBy(
    events.filter(({ type }) => type.endsWith('.approval_given')),
    ({ subject }) => subject.id,
  )
  for (const [id, { given: approvals, required = 2 }] of model.approvals) {
    const kept = approvals.length > 1 || required > 1 ? approvals.length : 0
    const happened = given.get(id)?.length ?? 0
    // Those of a shipment may have ended.
    const isRight = model.shipments.has(id) ? happened >= kept : happened === kept
    assert.ok(isRight, `${happened} events of ${kept} approvals of ${id}`)
  }
  const policies = events.filter(({ type }) => type === 'organization_policy.updated')
  assert.equal(policies.length, model.policy.version, 'each version of the policy is an event')
}

/** Fails unless the feed has each change of an account, in order, with its version and members. */
function compareAccountEvents(events: readonly FeedEvent[], model: VaultModel): void {
  for (const id of model.accounts.keys()) {
    const found = events
      .filter(({ type, subject }) => subject.id === id && type !== 'fbo_account.created')
      .map(({ type, data }) => [type, data.version, data.changedMembers])
    assert.deepEqual(found, historyOf(model, id).events, `the events of ${id}`)
  }
}

/** The items that an event is about, each with the kind of its movement. */
function movementsOf({ type, subject, data }: FeedEvent, model: VaultModel): [string, string][] {
  const [record, what] = type.split('.') as [string, string]
  if (what === 'taken_in') return (data.inventoryItemIds ?? []).map((id) => [id, what])
  if (what === 'revalued' || what === 'approval_given') return []
  if (record === 'inventory_item' && what === 'updated') return []
  if (record === 'inventory_item') return [[subject.id, what]]
  if (record === 'outbound_shipment') {
    const itemIds = model.shipmentItems.get(subject.id) ?? []
    // An update is in the log of the items only where it takes an approval back.
    if (what === 'updated' && data.statusBefore === data.statusAfter) return []
    const kind = what === 'updated' ? 'approval_withdrawn' : what
    return itemIds.map((id) => [id, `shipment_${kind}`])
  }
  if (record !== 'transfer' || what === 'system_approval_declined' || what === 'updated') return []
  return transferItemIds(model, subject.id).map((itemId) => [itemId, `transfer_${what}`])
}

/** The whole feed, page by page, from one process and the other. */
async function readFeed({ clients }: VaultUnderTest, model: VaultModel): Promise<FeedEvent[]> {
  const token = model.tokens[0]?.secret as string
  const events: FeedEvent[] = []
  for (let page = 0, cursor = ''; ; page += 1) {
    const client = clients[page % 2] as (typeof clients)[0]
    const response = await client.get(`/v1/events?limit=50${cursor}`, { token })
    assert.equal(response.status, 200, response.text)
    events.push(...response.body.data)
    cursor = `&cursor=${response.body.pagination.cursor}`
    if (!response.body.pagination.hasMore) return events
  }
}
