import { type Static, Type } from 'typebox'
import {
  type ApprovalRule,
  type ApprovedRecord,
  approvalsRequired,
} from '../../access/organizations/approval-rules.ts'
import { isSamePerson, type TokenHolder } from '../../access/tokens/access-token.ts'
import type { Caller } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import type { NewEvent } from '../../domain/events.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { instant, namedObject, nullableId } from '../../domain/fields.ts'

const APPROVAL = namedObject('Approval', 'An approval of a record by one person.', {
  at: instant('it was approved', '2026-11-21T10:02:00.000Z'),
  tokenId: nullableId(
    'The access token that approved it; null if the operator of the vault did.',
    EXAMPLE_IDS.otherAccessToken,
  ),
  personId: nullableId('The person of that token; null if it is of no person.', EXAMPLE_IDS.person),
})

type Approval = Static<typeof APPROVAL>

/** Members of a record that more than one person may have to approve. */
export const APPROVAL_MEMBERS = {
  approvals: Type.Array(APPROVAL, {
    description: 'The approvals that people gave, oldest first; none by the system.',
  }),
  approvalsRequired: Type.Integer({
    description:
      'How many people must approve the record, or had to. While it is pending, other values of ' +
      'its items and a stricter policy can increase it.',
    examples: [2],
  }),
}

/** An approval as the database has it; `atMs` in milliseconds since the Unix epoch. */
export interface GivenApproval extends Omit<Approval, 'at'> {
  readonly atMs: number
}

/** The facts that a record's approval is judged by, read behind its lock. */
export interface ApprovalsSoFar {
  /** The rules of all versions of the policy since the record was created. */
  readonly rules: readonly ApprovalRule[]
  /** The shortest of the limits of a sign-in in these versions; null if there is none. */
  readonly signInMinutes: number | null
  /** Whether one of these versions asks for the signature of a passkey. */
  readonly needsProof: boolean
  /** The approvals that count, oldest first, with the holders of their tokens. */
  readonly given: readonly (GivenApproval & TokenHolder)[]
}

const NONE: ApprovalsSoFar = { given: [], rules: [], signInMinutes: null, needsProof: false }

/** The approvals of a record, and how many it needs. */
export interface RequiredApprovals extends Pick<ApprovalsSoFar, 'given' | 'needsProof'> {
  readonly required: number
  readonly approvalSignInMinutes: number | null
}

/** @param soFar undefined if the organization never changed its policy */
export function requiredApprovals(
  soFar: ApprovalsSoFar | undefined,
  record: ApprovedRecord,
): RequiredApprovals {
  const { rules, signInMinutes, ...others } = soFar ?? NONE
  const required = approvalsRequired(rules, record)
  return { ...others, required, approvalSignInMinutes: signInMinutes }
}

/** A record's approvals, and the caller who approves it. */
export interface ApprovalStanding {
  readonly given: number
  readonly required: number
  /** Whether one of those given is of the same person. */
  readonly approvedByCaller: boolean
}

export function approvalStanding(
  { given, required }: RequiredApprovals,
  caller: { readonly tokenId: string | null; readonly holder: TokenHolder | undefined },
): ApprovalStanding {
  const approvedByCaller = given.some(
    (one) => one.tokenId === caller.tokenId || isSamePerson(one, caller.holder),
  )
  return { given: given.length, required, approvedByCaller }
}

/** The signature of a passkey by which an approval proves itself (`passkeys/`). */
export interface ApprovalProof {
  /** With the content that was approved. */
  readonly kept: object
  readonly passkeyId: string
  /** The uses of the passkey that the authenticator counts. */
  readonly signCount: number
}

export interface CallersApproval {
  /** The version of the record that is approved. */
  readonly version: number
  /** All approvals that count, this one last. */
  readonly given: readonly GivenApproval[]
  readonly required: number
  /** Milliseconds since the Unix epoch. */
  readonly atMs: number
  /** Whether the record needs no other one. */
  readonly isLast: boolean
  readonly proof: ApprovalProof | undefined
  /** Whether it is kept in a row of its own: else the record's decision says who approved it. */
  readonly isKept: boolean
}

export function callersApproval(
  { tokenId, personId }: Pick<Caller, 'tokenId' | 'personId'>,
  { given: before, required }: RequiredApprovals,
  { proof, ...approved }: Pick<CallersApproval, 'version' | 'atMs' | 'proof'>,
): CallersApproval {
  const given = [...before, { atMs: approved.atMs, tokenId, personId: personId ?? null }]
  const isKept = given.length > 1 || required > 1 || proof !== undefined
  return { ...approved, proof, given, required, isLast: given.length >= required, isKept }
}

/**
 * The event of an approval that is kept; none where the record's decision says who approved it.
 * @param eventOfRecord makes an event of the approved record
 */
export function approvalEvents(
  approval: CallersApproval | undefined,
  eventOfRecord: (event: Pick<NewEvent, 'occurredAt' | 'data'>) => NewEvent,
): NewEvent[] {
  if (!approval?.isKept) return []
  const { given, required, proof, atMs } = approval
  const personId = given.at(-1)?.personId ?? null
  const data = {
    approvalNumber: given.length,
    approvalsRequired: required,
    ...(personId !== null && { personId }),
    ...(proof !== undefined && { proof: proof.kept }),
  }
  return [eventOfRecord({ occurredAt: new Date(atMs), data })]
}

/**
 * Whether the creator of a record may not approve it. Four eyes bar them in any status, several
 * approvals while the record waits for them: policies that came after its end do not count.
 */
export function barsCreator(
  fourEyes: boolean,
  { required }: ApprovalStanding,
  takesApproval: boolean,
): boolean {
  return fourEyes || (takesApproval && required > 1)
}

/** Each approval must be of another person. */
export function alreadyApproved(
  recordType: string,
  { approvedByCaller, given, required }: ApprovalStanding,
): Refusal | undefined {
  if (!approvedByCaller) return undefined
  return new Refusal('already_approved', {
    detail:
      `You approved this ${recordType} already (${given} of ${required} approvals): let another ` +
      'person approve it, with their own token.',
    members: { approvalsGiven: given, approvalsRequired: required },
  })
}

/** The approvals of a record as a read finds them; null where there are no rules. */
export interface ApprovalState {
  readonly given: readonly GivenApproval[]
  /** The number that it had to have, if several people approved it. */
  readonly required: number | null
  readonly rules?: readonly ApprovalRule[] | null
  readonly declaredValueCents?: string | null
  readonly fboAccountIds?: readonly string[] | null
}

/** The published members of a record's approvals. */
export function shownApprovals(state: ApprovalState, totalItems: number) {
  const { given, rules, declaredValueCents, fboAccountIds } = state
  const record = {
    totalItems,
    declaredValuesCents: [declaredValueCents ?? '0'],
    fboAccountIds: fboAccountIds ?? [],
  }
  const approvals = given.map(({ atMs, tokenId, personId }): Approval => {
    return { at: new Date(atMs).toISOString(), tokenId, personId }
  })
  return { approvals, approvalsRequired: state.required ?? approvalsRequired(rules ?? [], record) }
}
