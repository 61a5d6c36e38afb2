import { rowOf } from '../../database/changes/row-of.ts'
import { Refusal } from '../../domain/errors.ts'
import { reasonBody } from '../../domain/fields.ts'
import { VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'
import { illegalTransition } from '../../domain/state-transitions.ts'
import type { Decision, Found } from '../approvals/decision.rules.ts'
import { type DecisionContract, decision } from '../approvals/decision.ts'
import { hasLeft, type InventoryItemRow } from '../items/inventory-item.ts'
import {
  APPROVED_REVALUATION,
  REVALUATION_BY_ID,
  REVALUATION_DETAILS_COLUMNS,
  type RevaluationDetailsRow,
  revaluationContent,
  revaluedItems,
  toApprovedRevaluation,
} from './revaluation.ts'
import { revaluationEvent, stateEvent, valuationEvents } from './revaluation-event.ts'
import { type Revalued, revalued } from './revaluation-totals.ts'
import { type LockedItems, lockItemsToRevalue, writeValuations } from './valuations.store.ts'

const STATUSES = { approve: 'approved', reject: 'rejected', cancel: 'cancelled' } as const

interface RevaluationDecision extends Decision {
  readonly verb: keyof typeof STATUSES
  readonly reason?: string
}

interface FoundRevaluation extends Found<RevaluationDetailsRow> {
  /** Empty unless it may be approved. */
  readonly revalued: Revalued
}

const lockRevaluation = rowOf<RevaluationDetailsRow, [id: string]>(`
  select ${REVALUATION_DETAILS_COLUMNS}
  from revaluations
  where organization_id = $1 and id = $2
  for no key update`)

/** SQL for the items of the pending revaluation `$2`; those of another are not read. */
const ITEMS = `array(
    select unnest(item_ids)
    from revaluations
    where organization_id = $1 and id = $2 and status = 'pending'
  )`

const DECIDE = `
  update revaluations
  set status = $3, decided_at = to_timestamp($4::float8 / 1000), decided_by_token_id = $5,
    decision_reason = $6, approvals_required = $7, version = version + 1
  where organization_id = $1 and id = $2`

/** Why the items cannot have the new values; undefined if they can. */
function outdatedRefusal(
  revaluation: Pick<RevaluationDetailsRow, 'itemIds' | 'fromValuesCents'>,
  itemsById: ReadonlyMap<string, Pick<InventoryItemRow, 'status' | 'declaredValueCents'>>,
): Refusal | undefined {
  const { itemIds, fromValuesCents } = revaluation
  const ids = itemIds.filter((id, place) => {
    const now = itemsById.get(id)
    const isSame = now?.declaredValueCents === fromValuesCents[place]
    return now === undefined || hasLeft(now.status) || !isSame
  })
  if (ids.length === 0) return undefined
  return new Refusal('revaluation_outdated', {
    detail:
      `${ids.length} of ${itemIds.length} items have another value by now, or left the vault: ` +
      'reject the revaluation, and request a new one.',
    members: {
      inventoryItemIds: ids.slice(0, VIOLATIONS_LISTED_MAX),
      inventoryItemsTotal: ids.length,
    },
  })
}

export const decideRevaluationRoutes = {
  approve: revaluationDecision({
    verb: 'approve',
    operationId: 'approveRevaluation',
    description:
      'Approves a pending revaluation: its items have the new values from now on, all of them or ' +
      'none. The person who requested it cannot approve it, unless the policy turns off `fourEyes`. ' +
      'Where the policy (`approvalRules`) asks for several approvals, each of another person, it ' +
      'stays `pending` until the last one.',
    permission: 'revaluations:approve',
    outcome: 'The revaluation: `approved`, or `pending` if it needs further approvals.',
  }),
  reject: revaluationDecision({
    verb: 'reject',
    operationId: 'rejectRevaluation',
    description: 'Rejects a pending revaluation: its items keep their values.',
    permission: 'revaluations:approve',
    body: reasonBody('Why the revaluation is rejected.', 'The appraisal is of another item'),
    outcome: 'The revaluation, `rejected`.',
  }),
  cancel: revaluationDecision({
    verb: 'cancel',
    operationId: 'cancelRevaluation',
    description: 'Cancels a pending revaluation: its items keep their values.',
    permission: 'inventory_items:revalue',
    body: reasonBody('Why the revaluation is cancelled.', 'Entered twice'),
    outcome: 'The revaluation, `cancelled`.',
  }),
}

/** Approves, rejects or cancels a pending revaluation; an approval revalues all items, or none. */
function revaluationDecision(contract: DecisionContract) {
  const isApproval = contract.verb === 'approve'
  type Facts = { readonly row: RevaluationDetailsRow | undefined; readonly items: LockedItems }
  return decision<RevaluationDecision, RevaluationDetailsRow, Facts, FoundRevaluation>({
    ...contract,
    ...{ type: 'revaluation', noun: 'revaluation', path: '/v1/revaluations' },
    ...REVALUATION_BY_ID,
    isOfCaller: true,
    shown: APPROVED_REVALUATION,
    refusals: isApproval ? ['revaluation_outdated'] : [],
    // No item gets another value between its lock and the new value.
    lock: (tx, inputs) => {
      const [{ id }] = inputs as readonly [RevaluationDecision]
      const items = { items: ITEMS, parameter: id }
      return { row: lockRevaluation(tx, id), items: lockItemsToRevalue(tx, items) }
    },
    find: ({ verb }, { row, items }, nowMs) => {
      if (row === undefined) return undefined
      const { status: currentStatus } = row
      const refused = { recordType: 'revaluation', verb, currentStatus, allowed: [] }
      const ownRefusal = isApproval ? outdatedRefusal(row, items.itemsById) : undefined
      const mayBeApproved = isApproval && ownRefusal === undefined
      return {
        row,
        atMs: Math.max(nowMs, row.createdAt.getTime()),
        illegal: currentStatus === 'pending' ? undefined : illegalTransition(refused),
        ownRefusal,
        content: () => revaluationContent(row),
        revalued: mayBeApproved ? revalued(valuesOf(row), items, nowMs) : NOTHING,
      }
    },
    end: ({ row, atMs }, { caller, input: { verb, reason = null } }) => ({
      ...row,
      status: STATUSES[verb],
      decidedAt: new Date(atMs),
      decidedByTokenId: caller.tokenId,
      decisionReason: reason,
      version: row.version + 1,
    }),
    write: (tx, { result: { row, before, approval } }) => {
      const { id, status, reason, decidedByTokenId, decisionReason } = row
      const how = [decidedByTokenId, decisionReason, approval?.required ?? null]
      void tx.run(DECIDE, [id, status, before.atMs, ...how])
      const made = { reason, tokenId: row.requestedByTokenId, revaluationId: id }
      writeValuations(tx, before.revalued.valuations, made)
    },
    events: (one) => {
      const { row, before } = one.result
      return [stateEvent(one, row), ...valuationEvents(one, before.revalued)]
    },
    eventOf: revaluationEvent,
    view: (row, approvalState) => toApprovedRevaluation({ ...row, approvalState }),
  })
}

const NOTHING: Revalued = { items: [], valuations: [] }

function valuesOf(revaluation: RevaluationDetailsRow) {
  return revaluedItems(revaluation).map(({ inventoryItemId, toValueCents }) => {
    return { inventoryItemId, declaredValueCents: toValueCents }
  })
}
