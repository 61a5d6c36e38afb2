import {
  type ApprovedRecord,
  approvalsRequired,
} from '../../src/access/organizations/approval-rules.ts'
import { INSTANT, type ModelShipment, type ModelToken, type VaultModel } from './model-state.ts'
import { isSamePerson, type Prediction } from './prediction.ts'

interface ModelApproval {
  at: string
  readonly tokenId: string
  readonly personId: string | null
}

/** The approvals of one record. */
export interface ModelApprovals {
  given: ModelApproval[]
  /** The version of the policy at its creation, and at its end. */
  readonly from: number
  to?: number
  /** The number that it had to have when it was approved. */
  required?: number
}

type RecordOf = (model: VaultModel, id: string) => ApprovedRecord

/** The declared value of these items now. */
export function declaredCents(model: VaultModel, ids: readonly string[]): bigint {
  return ids.reduce((sum, id) => sum + BigInt(model.items.get(id)?.declaredValueCents ?? 0), 0n)
}

export function transferItemIds(model: VaultModel, id: string): string[] {
  return (model.transferItems.get(id) ?? []).map(({ inventoryItemId }) => inventoryItemId)
}

/** The facts that the rules are judged by, of each kind of record. */
export const RECORDS: Readonly<Record<'transfer' | 'shipment' | 'revaluation', RecordOf>> = {
  transfer: (model, id) => {
    const transfer = model.transfers.get(id)
    const ids = transferItemIds(model, id)
    const now = declaredCents(model, ids)
    return {
      totalItems: ids.length,
      declaredValuesCents: [transfer?.totalDeclaredValueCents ?? '0', `${now}`],
      fboAccountIds: [transfer?.fromFboAccountId ?? '', transfer?.toFboAccountId ?? ''],
    }
  },
  shipment: (model, id) => {
    const items = model.shipmentItems.get(id) ?? []
    const fboAccountIds = [model.shipments.get(id)?.fboAccountId ?? '']
    const declaredValuesCents = [`${declaredCents(model, items)}`]
    return { totalItems: items.length, declaredValuesCents, fboAccountIds }
  },
  revaluation: (model, id) => {
    const items = model.revaluations.get(id)?.items ?? []
    const sum = (member: 'fromValueCents' | 'toValueCents') =>
      `${items.reduce((cents, item) => cents + BigInt(item[member]), 0n)}`
    return {
      totalItems: items.length,
      declaredValuesCents: [sum('fromValueCents'), sum('toValueCents')],
      fboAccountIds: items.map(
        ({ inventoryItemId }) => model.items.get(inventoryItemId)?.fboAccountId ?? '',
      ),
    }
  },
}

/** Notes that a record was created. */
export function beginApprovals(model: VaultModel, id: string): void {
  model.approvals.set(id, { given: [], from: model.policy.version })
}

/** The published members of the record's approvals. */
export function approvalsOf(model: VaultModel, kind: keyof typeof RECORDS, id: string) {
  const { given, from, to, required } = model.approvals.get(id) as ModelApprovals
  const rules = model.rules.slice(from, to === undefined ? undefined : to + 1).flat()
  const needed = required ?? approvalsRequired(rules, RECORDS[kind](model, id))
  return { approvals: given, approvalsRequired: needed }
}

/** Whether the creator is barred from the approval whatever the policy says of four eyes. */
export function needsSeveral(model: VaultModel, kind: keyof typeof RECORDS, id: string): boolean {
  return approvalsOf(model, kind, id).approvalsRequired > 1
}

/** Those who created or directed a shipment. */
export function authorsOf(model: VaultModel, { id, createdByTokenId }: ModelShipment): string[] {
  return [createdByTokenId, ...(model.directors.get(id) ?? [])]
}

/** The refusal of a decision; of what the state of the record refuses: `notTaken`. */
export function refusedDecision(
  model: VaultModel,
  caller: ModelToken,
  [kind, id]: readonly [keyof typeof RECORDS, string],
  about: { isApproval: boolean; authors: readonly string[]; notTaken: Prediction | undefined },
): Prediction | undefined {
  const { isApproval, authors, notTaken } = about
  const isOwn = authors.some((author) => isSamePerson(model, author, caller))
  const isBarred = model.policy.fourEyes || (!notTaken && needsSeveral(model, kind, id))
  if (isApproval && isBarred && isOwn) return { status: 403, code: 'self_approval_forbidden' }
  return notTaken ?? (isApproval ? repeatedApproval(model, caller, [kind, id]) : undefined)
}

/** An approval after which others are needed. */
export function oneOfSeveral(model: VaultModel, id: string, data: object): Prediction {
  return {
    status: 200,
    body: () => ({ data }),
    apply: (reported) => learnApprovals(model, id, reported.data, false),
  }
}

/** The refusal of a second approval by one person. */
function repeatedApproval(
  model: VaultModel,
  caller: ModelToken,
  [kind, id]: readonly [keyof typeof RECORDS, string],
): Prediction | undefined {
  const { approvals, approvalsRequired } = approvalsOf(model, kind, id)
  if (!approvals.some(({ tokenId }) => isSamePerson(model, tokenId, caller))) return undefined
  const members = { approvalsGiven: approvals.length, approvalsRequired }
  return { status: 409, code: 'already_approved', members }
}

/** The record's approvals with the caller's, and whether it needs no other one. */
export function withApproval(
  model: VaultModel,
  caller: ModelToken,
  [kind, id]: readonly [keyof typeof RECORDS, string],
) {
  const { approvals, approvalsRequired } = approvalsOf(model, kind, id)
  const given = [...approvals, { at: INSTANT, tokenId: caller.id, personId: caller.personId }]
  return { approvals: given, approvalsRequired, isLast: given.length >= approvalsRequired }
}

/** Notes the approvals that a response shows; an approval that was the last one fixes how many. */
export function learnApprovals(
  model: VaultModel,
  id: string,
  shown: { readonly approvals: ModelApproval[]; readonly approvalsRequired: number },
  isLast: boolean,
): void {
  const known = model.approvals.get(id) as ModelApprovals
  known.given = shown.approvals
  if (isLast) known.required = shown.approvalsRequired
}

/**
 * Notes that a record ended without a person's approval: later versions of the policy do not count.
 * @param required fixed where the system approved it
 */
export function endApprovals(model: VaultModel, id: string, required?: number): void {
  const known = model.approvals.get(id) as ModelApprovals
  known.to ??= model.policy.version
  if (required !== undefined) known.required = required
}

/** Notes that the record must be approved again. */
export function restartApprovals(model: VaultModel, id: string): void {
  const known = model.approvals.get(id) as ModelApprovals
  known.given = []
  delete known.required
}
