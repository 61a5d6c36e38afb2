import type { Static } from 'typebox'
import type { Accepted, ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { refusalOf, type Violation } from '../../domain/errors.ts'
import { eventOf, type NewEvent } from '../../domain/events.ts'
import {
  type Identifier,
  identifierViolations,
  type PlacedIdentifier,
  placedIdentifiers,
} from '../../domain/identifiers.ts'
import { newId, newIdSeries } from '../../domain/ids.ts'
import { ITEMS_NAMED_MAX, ITEMS_PER_INTAKE_MAX } from '../../domain/limits.ts'
import type { Metadata } from '../../domain/metadata.ts'
import { unknownAccount } from '../../domain/state-transitions.ts'
import { evidenceEvent, hashesOf, keptEvidence } from './evidence.ts'
import type { NEW_EVIDENCE } from './evidence-entry.ts'
import type { InventoryItemRow } from './inventory-item.ts'
import {
  foldedIdentifiers,
  type IdentifierHolder,
  identifierHolders,
  insertIdentifiers,
  takenViolations,
} from './item-identifiers.ts'

const ACCOUNTS = `
  select id from fbo_accounts
  where organization_id = $1 and id = any($2::text[]) and erased_at is null`

/** The accounts that may take items: not erased ones. Accounts never vanish, so none is locked. */
export async function knownAccounts(
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
export function insertItems(
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

interface NewItem {
  readonly fboAccountId: string
  readonly description?: string | null
  /** Decimal text. */
  readonly declaredValueCents?: string
  readonly identifiers?: readonly Identifier[]
  readonly metadata?: Metadata
  readonly evidence?: Static<typeof NEW_EVIDENCE>
}

/** One item, or several together. */
type Intake = NewItem | { readonly items: readonly NewItem[] }

interface IntakeFacts {
  readonly accountIds: ReadonlySet<string>
  readonly holders: ReadonlyMap<string, IdentifierHolder>
}

interface TakenIn {
  /** In the order of the request. */
  readonly items: readonly InventoryItemRow[]
  readonly holders: IntakeFacts['holders']
  /** The common part of their ids; undefined if the event names them. */
  readonly intakeId: string | undefined
  /** Whether the request was a list, and so is the response. */
  readonly isList: boolean
}

/** Violations of the identifiers of a body that may not be valid otherwise. */
export function intakeViolations(body: unknown): Violation[] {
  return identifierViolations(identifiersIn(body))
}

export const TAKE_IN_INVENTORY_ITEMS = unbatchedChange({
  name: 'take_in_inventory_items',
  lock: (tx, intake: Intake) => ({
    accountIds: knownAccounts(tx, new Set(itemsOf(intake).map((item) => item.fboAccountId))),
    holders: identifierHolders(tx, identifiersIn(intake)),
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
})

function judgeTakeIn(
  { caller, input }: ChangeRequest<Intake>,
  { accountIds, holders }: IntakeFacts,
  { nowMs }: DecisionTime,
) {
  const sent = itemsOf(input)
  const unknown = sent.flatMap(({ fboAccountId }, index) => {
    if (accountIds.has(fboAccountId)) return []
    return unknownAccount('items' in input ? `/items/${index}/fboAccountId` : '/fboAccountId')
  })
  if (unknown.length > 0) return refusalOf(unknown, 'state')
  const taken = takenViolations(identifiersIn(input), holders)
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
  return { items, holders, intakeId: series?.common, isList: 'items' in input }
}

/**
 * One event, however many items: a list of items is the business of their organization. The
 * evidence of each item of a list is an event of its own.
 */
function intakeEvents(one: Accepted<Intake, TakenIn>): NewEvent[] {
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
  const evidence = isOne
    ? []
    : items.flatMap(({ id, version, evidence }) =>
        evidenceEvent(one, { id, version, at: occurredAt, added: evidence }),
      )
  return [takenIn, ...evidence]
}

/** The identifiers of a body, which may not be valid. */
function identifiersIn(body: unknown): PlacedIdentifier[] {
  const { items, identifiers } = (body ?? {}) as { items?: unknown; identifiers?: unknown }
  if (!Array.isArray(items)) return placedIdentifiers(identifiers, '/identifiers')
  return items
    .slice(0, ITEMS_PER_INTAKE_MAX)
    .flatMap((item: { identifiers?: unknown } | null, index) =>
      placedIdentifiers(item?.identifiers, `/items/${index}/identifiers`),
    )
}

function itemsOf(intake: Intake): readonly NewItem[] {
  return 'items' in intake ? intake.items : [intake]
}
