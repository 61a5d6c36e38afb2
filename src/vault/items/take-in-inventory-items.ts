import { Type } from 'typebox'
import type { Accepted, ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import { refusalOf } from '../../domain/errors.ts'
import { eventOf, type NewEvent } from '../../domain/events.ts'
import { identifierViolations } from '../../domain/identifiers.ts'
import { newId, newIdSeries } from '../../domain/ids.ts'
import { ITEMS_NAMED_MAX, LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { pageOf } from '../../domain/pagination.ts'
import { unknownAccount } from '../../domain/state-transitions.ts'
import { change } from '../../http/change.ts'
import { hashesOf, keptEvidence } from './evidence.ts'
import { INVENTORY_ITEM, type InventoryItemRow, toInventoryItem } from './inventory-item.ts'
import {
  foldedIdentifiers,
  type IdentifierHolder,
  identifierHolders,
  insertIdentifiers,
  takenViolations,
} from './item-identifiers.ts'
import { type Intake, identifiersIn, NEW_INTAKE } from './new-inventory-items.ts'

const ACCOUNTS = `
  select id from fbo_accounts
  where organization_id = $1 and id = any($2::text[]) and erased_at is null`

/** The accounts that may take items: not erased ones. Accounts never vanish, so none is locked. */
async function knownAccounts(
  tx: OrganizationTransaction,
  ids: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const rows = await tx.run<{ id: string }>(ACCOUNTS, [[...ids]])
  return new Set(rows.map(({ id }) => id))
}

const INSERT = `
  insert into inventory_items (organization_id, id, fbo_account_id, description,
    declared_value_cents, identifiers, metadata, evidence, changed_at, created_at)
  select organization_id, id, fbo_account_id, description, declared_value_cents::bigint,
    identifiers::jsonb, metadata::jsonb, evidence::jsonb,
    $9::text::timestamptz, $9::text::timestamptz
  from ${ORGANIZATION}
  cross join unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[])
    as sent (id, fbo_account_id, description, declared_value_cents, identifiers, metadata, evidence)`

const LOG = `
  insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
    to_fbo_account_id, to_status, token_id)
  select organization_id, id, movement_count, changed_at, 'taken_in', fbo_account_id, status, $3
  from inventory_items
  where organization_id = $1 and id = any($2::text[])`

/** Inserts items that were created at one moment, and the first rows of their logs. */
function insertItems(
  tx: OrganizationTransaction,
  items: readonly InventoryItemRow[],
  tokenId: string | null,
): void {
  const ids = items.map(({ id }) => id)
  void tx.run(INSERT, [
    ids,
    items.map(({ fboAccountId }) => fboAccountId),
    items.map(({ description }) => description),
    items.map(({ declaredValueCents }) => declaredValueCents),
    items.map(({ identifiers }) => JSON.stringify(identifiers)),
    items.map(({ metadata }) => JSON.stringify(metadata)),
    items.map(({ evidence }) => JSON.stringify(evidence)),
    items[0]?.createdAt.toISOString() ?? null,
  ])
  void tx.run(LOG, [ids, tokenId])
}

interface IntakeFacts {
  readonly accountIds: ReadonlySet<string>
  readonly holders: ReadonlyMap<string, IdentifierHolder>
}

const itemsOf = (intake: Intake) => ('items' in intake ? intake.items : [intake])

export const takeInInventoryItemsRoute = change({
  operationId: 'takeInInventoryItems',
  description:
    'Takes one item into the vault, or several at once. Each is then `in_vault`, in the ' +
    'account that the request names for it. For `items` the response is a list, in the ' +
    'order of the request: one page, whatever its length.',
  path: '/v1/inventory-items',
  permission: 'inventory_items:create',
  body: NEW_INTAKE,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: {
    status: 201,
    description: 'The item, or the list of items if `items` was sent.',
    body: Type.Union([Type.Object({ data: INVENTORY_ITEM }), pageOf(INVENTORY_ITEM)]),
    headers: {
      Location: Type.Optional(
        Type.String({ description: 'Path of the item; absent if `items` was sent.' }),
      ),
    },
  },
  refusals: [
    'items_required',
    'too_many_items',
    'duplicate_identifier',
    'fbo_account_not_found',
    'identifier_taken',
  ],
  bodyViolations: (body) => identifierViolations(identifiersIn(body)),
  lock: (tx, { body }) => ({
    accountIds: knownAccounts(tx, new Set(itemsOf(body).map((item) => item.fboAccountId))),
    holders: identifierHolders(tx, identifiersIn(body)),
  }),
  judge: judgeTakeIn,
  write: (tx, { caller, result: { items, holders } }) => {
    insertItems(tx, items, caller.tokenId)
    const identifiers = items.flatMap((item) =>
      foldedIdentifiers(item.identifiers).map((one) => {
        return { ...one, inventoryItemId: item.id, isPresent: true }
      }),
    )
    insertIdentifiers(tx, identifiers, holders)
  },
  events: intakeEvents,
  respond: ({ items, isList }) => {
    const [item, ...rest] = items.map(toInventoryItem)
    if (isList || item === undefined) {
      const pagination = { page: 1, hasMore: false }
      return { body: { data: [item ?? [], rest].flat(), pagination } }
    }
    return { body: { data: item }, headers: { Location: `/v1/inventory-items/${item.id}` } }
  },
})

function judgeTakeIn(
  { caller, input: { body } }: ChangeRequest<{ readonly body: Intake }>,
  { accountIds, holders }: IntakeFacts,
  { nowMs }: DecisionTime,
) {
  const sent = itemsOf(body)
  const unknown = sent.flatMap(({ fboAccountId }, index) => {
    if (accountIds.has(fboAccountId)) return []
    return unknownAccount('items' in body ? `/items/${index}/fboAccountId` : '/fboAccountId')
  })
  if (unknown.length > 0) return refusalOf(unknown, 'state')
  const taken = takenViolations(identifiersIn(body), holders)
  if (taken.length > 0) return refusalOf(taken, 'state')
  const at = new Date(nowMs)
  const series = sent.length > ITEMS_NAMED_MAX ? newIdSeries('item', sent.length) : undefined
  const items = sent.map(
    (item, place): InventoryItemRow => ({
      id: series?.ids[place] ?? newId('item'),
      fboAccountId: item.fboAccountId,
      organizationId: caller.organizationId,
      status: 'in_vault',
      description: item.description ?? null,
      declaredValueCents: item.declaredValueCents ?? '0',
      activeTransferId: null,
      activeShipmentId: null,
      holdReason: null,
      identifiers: [...(item.identifiers ?? [])],
      metadata: item.metadata ?? {},
      evidence: keptEvidence(item.evidence),
      changedAt: at,
      createdAt: at,
      version: 1,
    }),
  )
  // The common part of their ids takes their place in the event.
  return { items, holders, intakeId: series?.common, isList: 'items' in body }
}

/**
 * One event, however many items: a list of items is the business of their organization. The
 * evidence of each item of a list is an event of its own.
 */
function intakeEvents(
  one: Accepted<unknown, Exclude<ReturnType<typeof judgeTakeIn>, Error>>,
): NewEvent[] {
  const { items, intakeId } = one.result
  const [item] = items
  if (item === undefined) return []
  const { fboAccountId, organizationId, createdAt: occurredAt } = item
  const isOne = items.length === 1
  const isOfOneAccount = items.every((other) => other.fboAccountId === fboAccountId)
  const takenIn = eventOf(one, 'inventory_item.taken_in', {
    occurredAt,
    subject: isOne
      ? { type: 'inventory_item', id: item.id }
      : { type: 'organization', id: organizationId },
    data: {
      ...(isOfOneAccount && { fboAccountId }),
      statusAfter: 'in_vault',
      totalItems: items.length,
      ...(intakeId === undefined
        ? { inventoryItemIds: items.map(({ id }) => id) }
        : { intakeId, itemsPath: `/v1/inventory-items?intakeId=${intakeId}` }),
      ...(isOne && item.evidence.length > 0 && { evidenceSha256: hashesOf(item.evidence) }),
    },
  })
  const evidence = items.flatMap(({ id, version, evidence }) => {
    if (isOne || evidence.length === 0) return []
    const data = { version, evidenceSha256: hashesOf(evidence) }
    const subject = { type: 'inventory_item', id } as const
    return eventOf(one, 'inventory_item.evidence_added', { occurredAt, subject, data })
  })
  return [takenIn, ...evidence]
}
