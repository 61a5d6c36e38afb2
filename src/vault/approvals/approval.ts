import { type Static, Type } from 'typebox'
import { type ApprovalRule, approvalsRequired } from '../../access/organizations/approval-rules.ts'
import type { Assertion, RelyingParty } from '../../access/passkeys/assertion.ts'
import type { NewEvent } from '../../domain/events.ts'
import { instant, namedObject, nullableId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'

const APPROVAL = namedObject('Approval', 'An approval of a record by one person.', {
  at: instant('it was approved', '2026-11-21T10:02:00.000Z'),
  tokenId: nullableId(
    'The access token that approved it; null if the operator of the vault did.',
    EXAMPLE_IDS.otherAccessToken,
  ),
  personId: nullableId('The person of that token; null if it is of no person.', EXAMPLE_IDS.person),
})

/** Members of a record that more than one person may have to approve. */
export const APPROVAL_MEMBERS = {
  approvals: Type.Array(APPROVAL, {
    title: 'Approvals',
    description: 'The approvals that people gave, oldest first; none by the system.',
  }),
  approvalsRequired: Type.Integer({
    title: 'ApprovalsRequired',
    description:
      'How many people must approve the record, or had to. While it is pending, other values of ' +
      'its items and a stricter policy can increase it.',
    examples: [2],
  }),
}

/** An approval as the database has it; `atMs` in milliseconds since the Unix epoch. */
interface GivenApproval extends Omit<Static<typeof APPROVAL>, 'at'> {
  readonly atMs: number
}

/** The approvals of a record, and what decides how many it needs. */
export interface ApprovalState {
  /** Those that count, oldest first. */
  readonly given: readonly GivenApproval[]
  /** The number that it had to have; null until it is approved. */
  readonly required: number | null
  /** The rules of all versions of the policy since the record was created. */
  readonly rules: readonly ApprovalRule[]
  /** The shortest of the limits of a sign-in in these versions; null if there is none. */
  readonly approvalSignInMinutes: number | null
  /** Whether one of these versions asks for the signature of a passkey. */
  readonly needsProof: boolean
  /** The sum over its items, as decimal text; null where no rule asks for it. */
  readonly declaredValueCents: string | null
  /** Null where no rule asks for them. */
  readonly fboAccountIds: readonly string[] | null
}

/** The number of people who must approve the record, or had to. */
export function requiredOf(state: ApprovalState, totalItems: number): number {
  const { required, rules, declaredValueCents, fboAccountIds } = state
  const declaredValuesCents = [declaredValueCents ?? '0']
  const record = { totalItems, declaredValuesCents, fboAccountIds: fboAccountIds ?? [] }
  return required ?? approvalsRequired(rules, record)
}

/** The published members of a record's approvals. */
export function shownApprovals(state: ApprovalState, totalItems: number) {
  const approvals = state.given.map(({ atMs, tokenId, personId }) => {
    return { at: new Date(atMs).toISOString(), tokenId, personId }
  })
  return { approvals, approvalsRequired: requiredOf(state, totalItems) }
}

/** A signature that came with a request to approve. */
export interface GivenProof {
  readonly assertion: Assertion
  readonly relyingParty: RelyingParty
}

/** The signature of a passkey by which an approval proves itself. */
export interface ApprovalProof {
  /** With the content that was approved. */
  readonly kept: object
  readonly passkeyId: string
  /** The uses of the passkey that the authenticator counts. */
  readonly signCount: number
}

/** The approval that the caller gives. */
export interface NewApproval extends GivenApproval {
  /** The version of the record that is approved. */
  readonly version: number
  /** The first approval that counts is number 1; the last one ends the record's wait. */
  readonly number: number
  readonly required: number
  readonly proof: ApprovalProof | undefined
}

/** Whether the record needs no other approval. */
export function isLast({ number, required }: NewApproval): boolean {
  return number >= required
}

/** Data of the event of an approval; undefined where the record's decision says it all. */
export function toldApproval(approval: NewApproval): NewEvent['data'] | undefined {
  const { number, required, personId, proof } = approval
  if (number === 1 && required === 1 && proof === undefined) return undefined
  return {
    approvalNumber: number,
    approvalsRequired: required,
    ...(personId !== null && { personId }),
    ...(proof !== undefined && { proof: proof.kept }),
  }
}
