import { type Static, Type } from 'typebox'
import {
  currentPolicy,
  type OrganizationPolicyRow,
} from '../../access/organizations/organization-policy.ts'
import type { ChangeRequest, DecisionTime } from '../../database/changes/change.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { namedObject, reasonMember } from '../../domain/fields.ts'
import { EXAMPLE_IDS, newId } from '../../domain/ids.ts'
import { ITEMS_PER_REVALUATION_MAX, LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { pageOf } from '../../domain/pagination.ts'
import { etagOf } from '../../domain/versions.ts'
import { change } from '../../http/change.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { AS_SPREADSHEETS_WRITE } from '../../runtime/csv/file-form.ts'
import { INVENTORY_ITEM, toInventoryItem } from '../items/inventory-item.ts'
import { CLAIMED_ITEM_ID, claimedItems, duplicateItems } from '../items/item-claim.ts'
import {
  REVALUATION_DETAILS,
  type RevaluationDetailsRow,
  toRevaluationDetails,
} from './revaluation.ts'
import { stateEvent, valuationEvents } from './revaluation-event.ts'
import { REVALUATION_TOTALS, type Revalued, revalued, totalsOf } from './revaluation-totals.ts'
import { itemsRefusal, needsSecondPerson } from './revalue-inventory-items.rules.ts'
import { type LockedItems, lockItemsToRevalue, writeValuations } from './valuations.store.ts'

const { declaredValueCents } = INVENTORY_ITEM.properties
const reason = reasonMember('Why the value is changed.', 'New appraisal')

const NEW_VALUE = namedObject('NewItemValue', 'The new declared value of an item.', {
  inventoryItemId: CLAIMED_ITEM_ID,
  declaredValueCents,
})

const NEW_VALUES = namedObject(
  'ItemsRevaluation',
  'New declared values of items, and why.',
  {
    items: claimedItems(NEW_VALUE, {
      description: 'The items to revalue: all of them are revalued, or none.',
      maxItems: ITEMS_PER_REVALUATION_MAX,
    }),
    reason,
  },
  {
    examples: [
      {
        items: [{ inventoryItemId: EXAMPLE_IDS.inventoryItem, declaredValueCents: '1500000' }],
        reason: 'New appraisal',
      },
    ],
  },
)

const REVALUED_PAGE = Type.Object(
  { ...pageOf(INVENTORY_ITEM).properties, totals: REVALUATION_TOTALS },
  { title: 'RevaluedItemsPage' },
)

const REVALUED = {
  status: 200,
  description: 'The items with their values.',
  body: REVALUED_PAGE,
  headers: {
    Location: Type.Optional(Type.String({ description: 'With 202: path of the revaluation.' })),
    ETag: Type.Optional(Type.String({ description: 'With 202: the version of the revaluation.' })),
  },
} as const

const PENDING = {
  description: 'The revaluation, `pending`.',
  body: Type.Object(
    {
      ...recordResponse('', REVALUATION_DETAILS).body.properties,
      totals: REVALUATION_TOTALS,
    },
    { title: 'PendingItemsRevaluation' },
  ),
}

interface LockedForRevaluation extends LockedItems {
  readonly policy: OrganizationPolicyRow
  /** Values that the changes of the last 24 hours began from, by item. */
  readonly baseById: ReadonlyMap<string, string>
}

// Changes add up only since the last one that a second person approved.
const BASES = `
  select distinct on (inventory_item_id) inventory_item_id as id, from_value_cents as cents
  from inventory_valuations as valuation
  where organization_id = $1 and inventory_item_id = any($2::text[])
    and at > statement_timestamp() - interval '24 hours' and revaluation_id is null
    and not exists (
      select from inventory_valuations as approved
      where approved.organization_id = $1
        and approved.inventory_item_id = valuation.inventory_item_id
        and approved.number > valuation.number and approved.revaluation_id is not null)
  order by inventory_item_id, number`

/** Locks items, and reads what their new values are judged by. */
async function lockForRevaluation(
  tx: OrganizationTransaction,
  itemIds: readonly string[],
): Promise<LockedForRevaluation> {
  const [items, policy, bases] = await Promise.all([
    lockItemsToRevalue(tx, { items: '$2::text[]', parameter: itemIds }),
    currentPolicy(tx),
    tx.run<{ id: string; cents: string }>(BASES, [itemIds]),
  ])
  return { ...items, policy, baseById: new Map(bases.map(({ id, cents }) => [id, cents])) }
}

const INSERT = `
  insert into revaluations (organization_id, id, reason, total_items, item_ids, from_values_cents,
    to_values_cents, requested_by_token_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5::text[], $6::text[]::bigint[], $7::text[]::bigint[], $8,
    $9::text::timestamptz, $10::text::timestamptz)`

function insertRevaluation(tx: OrganizationTransaction, revaluation: RevaluationDetailsRow): void {
  void tx.run(INSERT, [
    revaluation.id,
    revaluation.reason,
    revaluation.totalItems,
    revaluation.itemIds,
    revaluation.fromValuesCents,
    revaluation.toValuesCents,
    revaluation.requestedByTokenId,
    revaluation.createdAt.toISOString(),
    revaluation.expiresAt?.toISOString() ?? null,
  ])
}

/** Items with their new values, at once or when a second person has approved the revaluation. */
type Outcome = Revalued & { readonly pending?: RevaluationDetailsRow }

export const revalueInventoryItemsRoute = change({
  operationId: 'revalueInventoryItems',
  description:
    'Changes the declared values of items in the vault, all of them or none. ' +
    'The value counts from now on, also for pending transfers and for the insured exposure; what ' +
    'was before keeps its value. An item that has the value already is left as it is. Where a value ' +
    'changes by more than the policy lets one person change it, the response is 202 with a ' +
    'revaluation, and nothing changes until a second person approves it. ' +
    'The response is a list in the order of the request: one page, whatever its length. With ' +
    '`validateOnly=true` it is the preview: `totals` has the sums before and after.',
  path: '/v1/inventory-items/revalue',
  permission: 'inventory_items:revalue',
  query: Type.Object({
    reason: Type.Optional({
      ...reason,
      description: 'Of a CSV file: why the values are changed. In JSON it is in the body.',
    }),
  }),
  body: NEW_VALUES,
  csvRows: {
    list: 'items',
    plural: 'new values',
    description:
      'The rows of a table instead, with the columns `inventoryItemId` and ' +
      `\`declaredValueCents\`, in any order. ${AS_SPREADSHEETS_WRITE} ` +
      'Pointers of violations are the line and the column: `/3/declaredValueCents`.',
    example: `inventoryItemId,declaredValueCents\n${EXAMPLE_IDS.inventoryItem},1500000\n`,
  },
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: REVALUED,
  accepted: PENDING,
  expiresTransfersFirst: true,
  refusals: [
    'items_required',
    'too_many_items',
    'duplicate_item',
    'inventory_item_not_found',
    'item_left_vault',
  ],
  bodyViolations: (body) => duplicateItems((body as { items?: unknown } | null)?.items),
  lock: (tx, { body: { items } }) => {
    const itemIds = items.map(({ inventoryItemId }) => inventoryItemId)
    return lockForRevaluation(tx, itemIds)
  },
  judge: judgeRevalue,
  write: (tx, { caller, input: { body }, result: { pending, valuations } }) => {
    if (pending !== undefined) return insertRevaluation(tx, pending)
    const { reason } = body
    writeValuations(tx, valuations, { reason, tokenId: caller.tokenId, revaluationId: null })
  },
  events: (one) =>
    one.result.pending === undefined
      ? valuationEvents(one, one.result)
      : stateEvent(one, one.result.pending),
  respond: (result) => {
    const totals = totalsOf(result)
    const { pending } = result
    if (pending !== undefined) {
      return {
        status: 202,
        body: { data: toRevaluationDetails(pending), totals },
        headers: { Location: `/v1/revaluations/${pending.id}`, ETag: etagOf(pending.version) },
      } as const
    }
    const pagination = { page: 1, hasMore: false }
    return { body: { data: result.items.map(toInventoryItem), pagination, totals } }
  },
})

function judgeRevalue(
  { caller, input }: ChangeRequest<{ readonly body: Static<typeof NEW_VALUES> }>,
  locked: LockedForRevaluation,
  { nowMs }: DecisionTime,
): Outcome | Error {
  const { items: values, reason } = input.body
  const refusal = itemsRefusal(values, locked.itemsById)
  if (refusal !== undefined) return refusal
  const found = revalued(values, locked, nowMs)
  const isLarge = found.valuations.some((valuation) => {
    const base = locked.baseById.get(valuation.inventoryItemId) ?? valuation.fromValueCents
    return needsSecondPerson(locked.policy, base, valuation.toValueCents)
  })
  if (!isLarge) return found
  const { transferExpirySeconds } = locked.policy
  const pending: RevaluationDetailsRow = {
    id: newId('reval'),
    organizationId: caller.organizationId,
    status: 'pending',
    totalItems: found.valuations.length,
    reason,
    requestedByTokenId: caller.tokenId,
    createdAt: new Date(nowMs),
    expiresAt:
      transferExpirySeconds === null ? null : new Date(nowMs + transferExpirySeconds * 1_000),
    decidedAt: null,
    decidedByTokenId: null,
    decisionReason: null,
    version: 1,
    itemIds: found.valuations.map(({ inventoryItemId }) => inventoryItemId),
    fromValuesCents: found.valuations.map(({ fromValueCents }) => fromValueCents),
    toValuesCents: found.valuations.map(({ toValueCents }) => toValueCents),
  }
  return { ...found, pending }
}
