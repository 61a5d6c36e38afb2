import { Type } from 'typebox'
import { type ApprovalContent, challengeOf } from '../../access/passkeys/approval-content.ts'
import {
  ASSERTION,
  type Assertion,
  type AssertionFault,
  assertionFault,
  signCountOf,
} from '../../access/passkeys/assertion.ts'
import type { Signers } from '../../access/passkeys/passkeys.store.ts'
import type { RelyingParty } from '../../access/passkeys/relying-party.ts'
import type { Caller } from '../../domain/caller.ts'
import { Refusal } from '../../domain/errors.ts'
import { namedObject } from '../../domain/fields.ts'
import {
  type ApprovalProof,
  type CallersApproval,
  callersApproval,
  type RequiredApprovals,
} from './approval.ts'

/** The body of an approval. It may be left out. */
export const APPROVAL_BODY = namedObject(
  'ApprovalRequest',
  'An approval, with its proof where the policy asks for one. The body can be omitted.',
  { proof: Type.Optional(ASSERTION) },
)

/** The members of the bodies of approve, reject and cancel. */
interface DecisionBody {
  readonly reason?: string
  readonly proof?: Assertion
}

/** The same as a change takes it. */
export interface GivenDecision {
  /** The contracts of reject and cancel require it; an approval has none. */
  readonly reason?: string
  /** The signature that came with an approval. */
  readonly proof?: GivenProof
}

export function givenDecision(body: object, relyingParty: RelyingParty): GivenDecision {
  const { proof: assertion, ...others } = body as DecisionBody
  return { ...others, ...(assertion !== undefined && { proof: { assertion, relyingParty } }) }
}

/** A signature that came with a request to approve. */
export interface GivenProof {
  readonly assertion: Assertion
  readonly relyingParty: RelyingParty
}

interface ProofFacts {
  readonly given: GivenProof | undefined
  /** The passkeys that are locked, by the ids of their authenticators. */
  readonly signers: Signers
  readonly content: ApprovalContent
}

/** The caller's approval of a record, which nothing but its proof can forbid any more. */
export function provenApproval(
  caller: Pick<Caller, 'tokenId' | 'personId'>,
  approvals: RequiredApprovals,
  { atMs, ...facts }: ProofFacts & { readonly atMs: number },
): CallersApproval | Refusal {
  if (facts.given === undefined && approvals.needsProof) return proofRequired()
  const proof = facts.given && checkedProof(caller, { ...facts, given: facts.given })
  if (proof instanceof Refusal) return proof
  return callersApproval(caller, approvals, { version: facts.content.version, atMs, proof })
}

function checkedProof(
  { personId }: Pick<Caller, 'personId'>,
  { given, signers, content }: ProofFacts & { readonly given: GivenProof },
): ApprovalProof | Refusal {
  const { assertion: proof, relyingParty } = given
  const passkey = signers.get(proof.credentialId)
  if (passkey === undefined || passkey.personId !== personId) return proofInvalid('passkey')
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
