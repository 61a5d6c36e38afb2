import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { APPROVAL_CONTENT, challengeOf } from '../passkeys/approval-content.ts'
import { ASSERTION, assertionFault, type PasskeyKey } from '../passkeys/assertion.ts'
import { ProofPolicy } from './proof-policy.ts'

/** The first approval of an export that does not prove itself. */
export interface BadProof {
  /**
   * `missing`: the policy asked for a proof. `content`: it is of something else. `key`: of no passkey
   * that was registered by then. `person`: of another person than the one who approved.
   * `signature`: the registered key did not make it.
   */
  readonly kind: 'missing' | 'content' | 'key' | 'person' | 'signature'
  readonly sequence: number
  /** The id of the event. */
  readonly id: string
  readonly line: number
  /** A sentence for people. */
  readonly detail: string
}

const PROOF = Type.Object({ ...ASSERTION.properties, content: APPROVAL_CONTENT })

const EVENT = Type.Object({
  id: Type.String(),
  type: Type.String(),
  occurredAt: Type.String(),
  organizationId: Type.String(),
  actor: Type.Object({ tokenId: Type.Union([Type.Null(), Type.String()]) }),
  subject: Type.Object({ type: Type.String(), id: Type.String() }),
  data: Type.Record(Type.String(), Type.Unknown()),
})

type ExportedEvent = Static<typeof EVENT>

const REGISTRATION = Type.Object({
  credentialId: Type.String(),
  personId: Type.String(),
  publicKey: Type.String(),
  algorithm: Type.Integer(),
  rpId: Type.String(),
})

interface RegisteredKey extends PasskeyKey {
  readonly personId: string
  readonly rpId: string
  isRemoved: boolean
}

/** Types of events in which a person approves a record, alone or as one of several. */
const APPROVALS = new Set([
  ...['transfer.approval_given', 'transfer.completed'],
  ...['outbound_shipment.approval_given', 'outbound_shipment.approved'],
  ...['revaluation.approval_given', 'revaluation.approved'],
])

const CREATIONS = new Set([
  'transfer.created',
  'outbound_shipment.created',
  'revaluation.requested',
])

const ENDS = new Set([
  ...['transfer.completed', 'transfer.rejected', 'transfer.cancelled', 'transfer.expired'],
  ...['outbound_shipment.shipped', 'outbound_shipment.cancelled'],
  ...['revaluation.approved', 'revaluation.rejected', 'revaluation.cancelled'],
])

const KNOWLEDGE =
  /^(?:(?:access_token|session|passkey|organization_policy)\.|outbound_shipment\.imported$)/

/** The members of an event that the content of its approval has, too. */
const SHARED = ['totalItems', 'fromFboAccountId', 'toFboAccountId', 'fboAccountId'] as const

/**
 * Checks the proofs of approvals (docs/CUSTODY.md) by what the events before say: the passkeys that
 * were registered, whose tokens there are, and what the policy asked for. It remembers these alone.
 */
export class ApprovalProofs {
  /** Proofs that hold. */
  checked = 0
  firstBad: BadProof | null = null
  readonly #policy = new ProofPolicy()
  readonly #keys = new Map<string, RegisteredKey>()
  readonly #personOfToken = new Map<string, string>()
  /** The last approval with an event of its own: the end of its record may follow. */
  #given: { readonly id: string; readonly version: unknown } | undefined

  /** Takes the next event of the log, which fits the chain. */
  take(document: unknown, { sequence, line }: { sequence: number; line: number }): void {
    if (!isTold(document) || !Check(EVENT, document)) return
    const { id, type, subject, data } = document
    const atMs = Date.parse(document.occurredAt)
    if (APPROVALS.has(type)) {
      const bad = this.#isToldBefore(document) ? undefined : this.#approvalFault(document, atMs)
      if (bad !== undefined) this.firstBad ??= { ...bad, sequence, id, line }
      else if (data.proof !== undefined) this.checked += 1
      if (type.endsWith('.approval_given')) this.#given = { id: subject.id, version: data.version }
    }
    if (CREATIONS.has(type)) this.#policy.created(subject.id, atMs)
    if (ENDS.has(type)) this.#policy.ended(subject.id)
    if (type === 'outbound_shipment.imported') this.#policy.imported()
    if (type === 'organization_policy.updated' && isObject(data.after)) {
      this.#policy.change(data.after, atMs)
    }
    if (subject.type === 'access_token') this.#takeToken(document)
    if (subject.type === 'passkey') this.#takePasskey(document)
  }

  /** Whether it is the end of a record by an approval that had an event of its own. */
  #isToldBefore({ type, subject, data }: ExportedEvent): boolean {
    const isEnd = !type.endsWith('.approval_given') && data.proof === undefined
    return isEnd && this.#given?.id === subject.id && this.#given.version === data.version
  }

  /** The person whose token approved. The approval names it, too. */
  #approverOf({ actor, data }: ExportedEvent): string {
    const named = typeof data.personId === 'string' ? data.personId : undefined
    const known = this.#personOfToken.get(actor.tokenId ?? '') ?? named
    return known === (named ?? known)
      ? (known ?? 'nobody known')
      : `${named}, with a token of ${known}`
  }

  #takeToken({ type, subject, data }: ExportedEvent): void {
    const { personId, newTokenId } = data
    if (typeof personId === 'string') this.#personOfToken.set(subject.id, personId)
    const person = this.#personOfToken.get(subject.id)
    if (typeof newTokenId === 'string' && person !== undefined) {
      this.#personOfToken.set(newTokenId, person)
    }
    if (type === 'access_token.revoked' || type === 'session.ended')
      this.#personOfToken.delete(subject.id)
  }

  #takePasskey({ type, data }: ExportedEvent): void {
    const known = this.#keys.get(String(data.credentialId))
    if (type === 'passkey.removed' && known !== undefined) known.isRemoved = true
    // A passkey is registered once: a second key for its id is forged.
    if (type !== 'passkey.registered' || known !== undefined || !Check(REGISTRATION, data)) return
    const { credentialId, personId, publicKey, algorithm, rpId } = data
    const key = { publicKey: Buffer.from(publicKey, 'base64url'), algorithm }
    this.#keys.set(credentialId, { ...key, personId, rpId, isRemoved: false })
  }

  #approvalFault(
    event: ExportedEvent,
    atMs: number,
  ): Pick<BadProof, 'kind' | 'detail'> | undefined {
    const { subject, data } = event
    if (data.proof === undefined) {
      const isBySystem = data.approvedBySystem === true && event.actor.tokenId === null
      if (!this.#policy.asksFor(subject, atMs)) return undefined
      if (isBySystem && this.#policy.letsSystemApprove(atMs)) return undefined
      const detail = 'the policy asked for the signature of a passkey, and the approval has none'
      return { kind: 'missing', detail }
    }
    if (!Check(PROOF, data.proof)) {
      return { kind: 'signature', detail: 'the proof has other members than a proof' }
    }
    const { content, ...assertion } = data.proof
    const isOfThis =
      content.organizationId === event.organizationId &&
      content.type === subject.type &&
      content.id === subject.id &&
      content.version + 1 === data.version &&
      SHARED.every((name) => content[name] === undefined || content[name] === data[name])
    if (!isOfThis) return { kind: 'content', detail: 'the proof is of another record or version' }
    const key = this.#keys.get(assertion.credentialId)
    if (key === undefined) {
      return { kind: 'key', detail: `no passkey ${assertion.credentialId} was registered by then` }
    }
    if (key.isRemoved) {
      return { kind: 'key', detail: `the passkey ${assertion.credentialId} was removed before` }
    }
    const person = this.#approverOf(event)
    if (person !== key.personId) {
      const detail = `the passkey is of ${key.personId}, the approval of ${person}`
      return { kind: 'person', detail }
    }
    return signatureFault(assertion, key, challengeOf(content))
  }
}

function signatureFault(
  assertion: Static<typeof ASSERTION>,
  key: RegisteredKey,
  challenge: string,
): Pick<BadProof, 'kind' | 'detail'> | undefined {
  // The service compared the origin with that of the vault then, which no log has.
  const relyingParty = { rpId: key.rpId, takesOrigin: () => true }
  const fault = assertionFault(assertion, key, { challenge, relyingParty })
  if (fault === undefined) return undefined
  if (fault === 'challenge') {
    return { kind: 'content', detail: 'the passkey signed other content than the proof says' }
  }
  const detail = `the registered key did not sign this approval (${fault})`
  return { kind: 'signature', detail }
}

/** Whether an event says something about proofs, as far as its type shows. */
function isTold(document: unknown): boolean {
  const type = isObject(document) ? String(document.type) : ''
  return APPROVALS.has(type) || CREATIONS.has(type) || ENDS.has(type) || KNOWLEDGE.test(type)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
