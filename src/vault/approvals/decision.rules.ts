import { signInRefusal } from '../../access/organizations/sign-in-refusal.ts'
import { type ApprovalContent, challengeOf } from '../../access/passkeys/approval-content.ts'
import {
  type AssertionFault,
  assertionFault,
  signCountOf,
} from '../../access/passkeys/assertion.ts'
import type { Signers } from '../../access/passkeys/passkey.ts'
import { isSamePerson } from '../../access/tokens/access-token.ts'
import type { ChangeRequest } from '../../database/changes/change.ts'
import type { Caller } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import { selfApprovalForbidden } from '../../domain/state-transitions.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import {
  type ApprovalProof,
  type ApprovalState,
  type GivenProof,
  type NewApproval,
  requiredOf,
} from './approval.ts'
import type { ApprovalFacts, DecisionFacts } from './approvals.store.ts'

/** A decision about the record with that id, and the members of its body. */
export interface Decision extends RecordToChange {
  readonly verb: string
  readonly proof?: GivenProof
}

export interface DecidedRow {
  readonly id: string
  readonly version: number
  readonly totalItems: number
}

/** A locked record, as a decision finds it. */
export interface Found<Row> {
  readonly row: Row
  /** The moment of the decision; milliseconds since the Unix epoch. */
  readonly atMs: number
  /** The refusal of the verb by the status of the record. */
  readonly illegal: Refusal | undefined
  /** The refusal that this type of record alone has. */
  readonly ownRefusal: Refusal | undefined
  /** The content that an approval approves. */
  readonly content: () => ApprovalContent
}

/** The approvals of a record behind a decision. */
interface Judged {
  readonly approvals: ApprovalState
  /** The caller's; a record that needs another one waits on. */
  readonly approval?: NewApproval
}

interface HowItIsJudged {
  /** As refusals name the record. */
  readonly noun: string
  readonly asksSignIn: boolean
  readonly nowMs: number
}

/**
 * Judges a decision by all that the types of records have in common. In published order:
 * `sign_in_required`, `version_conflict`, `self_approval_forbidden`, `invalid_state_transition`,
 * `already_approved`, the record's own refusal, `proof_required`, `proof_invalid`.
 */
export function judgedDecision(
  { caller, input }: Pick<ChangeRequest<Decision>, 'caller' | 'input'>,
  before: Found<DecidedRow>,
  facts: DecisionFacts,
  { noun, asksSignIn, nowMs }: HowItIsJudged,
): Judged | Refusal {
  const { row, illegal, ownRefusal } = before
  const { version } = row
  const isApproval = input.verb === 'approve'
  const { approvals } = facts.factsById.get(row.id) as ApprovalFacts
  const signIn = isApproval ? approvals : facts.policy
  const refusal =
    (asksSignIn ? signInRefusal(caller, signIn, nowMs) : undefined) ??
    versionRefusal(noun, { version, ifMatch: input.ifMatch }) ??
    (isApproval ? approverRefusal(noun, caller, before, facts) : illegal) ??
    ownRefusal
  if (refusal !== undefined) return refusal
  if (!isApproval) return { approvals }
  const { needsProof } = approvals
  const { signers } = facts
  const proof = checkedProof(caller, input.proof, { needsProof, signers, content: before.content })
  if (proof instanceof Refusal) return proof
  const { tokenId, personId = null } = caller
  const own = { atMs: before.atMs, tokenId, personId }
  const given = [...approvals.given, own]
  const required = requiredOf(approvals, row.totalItems)
  const approval = { ...own, version, number: given.length, required, proof }
  return { approvals: { ...approvals, given, required }, approval }
}

/**
 * Why the caller may not approve the record; undefined if they may. Four eyes bar its makers in any
 * status, several approvals while the record waits for them: policies that came after its end do
 * not count. Each approval must be of another person.
 */
function approverRefusal(
  noun: string,
  { tokenId }: { readonly tokenId: string | null },
  { row, illegal }: Pick<Found<DecidedRow>, 'row' | 'illegal'>,
  { policy, factsById, holdersById }: DecisionFacts,
): Refusal | undefined {
  const { makerIds, approvals } = factsById.get(row.id) as ApprovalFacts
  const required = requiredOf(approvals, row.totalItems)
  const approver = holdersById.get(tokenId ?? '')
  const isOwn = (id: string | null) => isSamePerson(holdersById.get(id ?? ''), approver)
  if (policy.fourEyes || (illegal === undefined && required > 1)) {
    const place = makerIds.findIndex(isOwn)
    if (place === 0) return selfApprovalForbidden(noun)
    if (place > 0) return selfApprovalForbidden(noun, 'Who changed the directions')
  }
  if (illegal !== undefined) return illegal
  const { given } = approvals
  if (!given.some((one) => one.tokenId === tokenId || isOwn(one.tokenId))) return undefined
  return new Refusal('already_approved', {
    detail:
      `You approved this ${noun} already (${given.length} of ${required} approvals): let another ` +
      'person approve it, with their own token.',
    members: { approvalsGiven: given.length, approvalsRequired: required },
  })
}

/**
 * The proof of an approval that nothing but its proof can forbid any more; undefined where none
 * came, and none is asked for.
 */
function checkedProof(
  { personId }: Pick<Caller, 'personId'>,
  given: GivenProof | undefined,
  {
    needsProof,
    signers,
    content: contentOf,
  }: {
    readonly needsProof: boolean
    /** The passkeys that are locked, by the ids of their authenticators. */
    readonly signers: Signers
    readonly content: () => ApprovalContent
  },
): ApprovalProof | undefined | Refusal {
  if (given === undefined) return needsProof ? proofRequired() : undefined
  const { assertion: proof, relyingParty } = given
  const passkey = signers.get(proof.credentialId)
  if (passkey === undefined || passkey.personId !== personId) return proofInvalid('passkey')
  const content = contentOf()
  const challenge = challengeOf(content)
  const fault = assertionFault(proof, passkey, { challenge, relyingParty })
  if (fault !== undefined) return proofInvalid(fault)
  const signCount = signCountOf(proof)
  const counts = signCount > 0 || passkey.signCount > 0
  if (counts && signCount <= passkey.signCount) return proofInvalid('sign_count')
  return { kept: { ...proof, content }, passkeyId: passkey.id, signCount }
}

function proofRequired(): Refusal {
  return new Refusal('proof_required', {
    detail:
      'The policy asks for the signature of a passkey: read the approval of the record, sign its ' +
      'challenge, and send the signature as proof.',
  })
}

const WHY: Readonly<Record<AssertionFault | 'passkey' | 'sign_count', string>> = {
  passkey: 'The passkey is not one of the caller, or it was removed: sign with one of your own.',
  malformed: 'The proof is no signature of WebAuthn: send what the browser returned.',
  challenge:
    'The proof is of something else, or the record or the value of its items has changed since it ' +
    'was read: read its approval again, and sign that.',
  origin: 'The proof was made on a page of another origin than that of the vault.',
  relying_party: 'The proof was made for another host than that of the vault.',
  user_presence: 'The proof does not say that a person was present.',
  user_verification: 'The authenticator did not verify the person: use one that does.',
  signature: 'The signature is not that of the passkey.',
  sign_count:
    'The authenticator counts fewer uses than before, so the passkey may have been copied: remove ' +
    'it, and register another one.',
}

function proofInvalid(why: keyof typeof WHY): Refusal {
  return new Refusal('proof_invalid', { detail: WHY[why] })
}
