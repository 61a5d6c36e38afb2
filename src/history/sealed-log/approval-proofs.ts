import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { APPROVAL_CONTENT, challengeOf } from '../../access/passkeys/approval-content.ts'
import {
  ASSERTION,
  type Assertion,
  assertionFault,
  type PasskeyKey,
  signedBy,
} from '../../access/passkeys/assertion.ts'
import { GRACE_MS, ProofPolicy } from './proof-policy.ts'
import {
  APPROVALS,
  CREATIONS,
  ENDS,
  type ExportedEvent,
  POLICY_CHANGE,
  REGISTRATION,
  timeOf,
  toldEvent,
} from './told-events.ts'

/** The first approval of an export that does not prove itself. */
export interface BadProof {
  /**
   * `missing`: the policy asked for a proof. `content`: it is of something else. `key`: of no passkey
   * that was registered by then. `person`: of another person than the one who approved.
   * `signature`: the registered key did not make it. `time`: it is older than its record, or than a
   * checkpoint before it, or later than one behind it. `form`: an event is not as those of its type
   * are, has a type that nobody knows, or creates a record that has ended.
   */
  readonly kind: 'missing' | 'content' | 'key' | 'person' | 'signature' | 'time' | 'form'
  readonly sequence: number
  readonly id: string
  readonly line: number
  /** A sentence for people. */
  readonly detail: string
}

interface RegisteredKey extends PasskeyKey {
  readonly personId: string
  readonly rpId: string
  isRemoved: boolean
}

const PROOF = Type.Object({ ...ASSERTION.properties, content: APPROVAL_CONTENT })

/** The members of an event that the content of its approval has, too. */
const SHARED = ['totalItems', 'fromFboAccountId', 'toFboAccountId', 'fboAccountId'] as const

/**
 * Checks the proofs of approvals (docs/CUSTODY.md) by what the events before say: the passkeys that
 * were registered, whose tokens there are, which records wait, and what the policy asked for. It
 * remembers these, the ids of records that ended, and for each proof its record and a hash. No
 * event is believed when it happened: what stands before it was earlier.
 */
export class ApprovalProofs {
  /** Proofs that hold. */
  checked = 0
  /** Wipes of all records, as only those of a test organization are. */
  wipes = 0
  firstBad: BadProof | null = null
  readonly #organizationId: string
  readonly #policy = new ProofPolicy()
  readonly #keys = new Map<string, RegisteredKey>()
  readonly #personOfToken = new Map<string, string>()
  /** Records with the version that a proof approved: no version is approved twice. */
  readonly #proven = new Set<string>()
  /** Hashes of what proofs signed: none count twice, also for the same id after a wipe. */
  readonly #signed = new Set<string>()
  /** The event before, if it is an approval with an event of its own: its end comes next. */
  #given: ExportedEvent | undefined
  /** The event of the greatest time so far. */
  #latest = { atMs: Number.NEGATIVE_INFINITY, id: '', sequence: 0, line: 0 }
  /** The greatest time of all checkpoints so far. */
  #signedAtMs = Number.NEGATIVE_INFINITY

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  /** Takes a checkpoint over the events so far. */
  takeCheckpoint(at: string): void {
    const signedAtMs = Date.parse(at)
    this.#signedAtMs = Math.max(this.#signedAtMs, signedAtMs)
    this.#policy.pass(signedAtMs)
    const { atMs, ...event } = this.#latest
    if (atMs <= signedAtMs + GRACE_MS) return
    const detail = `it is later than the checkpoint of ${at}, which stands behind it`
    this.firstBad ??= { kind: 'time', ...event, detail }
  }

  /** Takes the next event of the log, which fits the chain. */
  take(document: Record<string, unknown>, place: { sequence: number; line: number }): void {
    const atMs = timeOf(document)
    this.#policy.pass(atMs)
    const given = this.#given
    this.#given = undefined
    const event = toldEvent(document, this.#organizationId)
    if (event === undefined) return
    if (event === 'malformed') {
      const detail = 'the event has another form than an event of its type, or an unknown type'
      this.firstBad ??= { kind: 'form', ...place, id: String(document.id), detail }
      return
    }
    const { id, type, subject, data } = event
    const record = recordOf(event)
    if (atMs > this.#latest.atMs) this.#latest = { atMs, id, ...place }
    if (APPROVALS.has(type)) {
      const bad = isEndOf(given, event) ? undefined : this.#approvalFault(event, atMs)
      if (bad !== undefined) this.firstBad ??= { ...bad, ...place, id }
      else if (data.proof !== undefined) this.checked += 1
      if (type.endsWith('.approval_given')) this.#given = event
    }
    if (CREATIONS.has(type) && !this.#policy.created(record, atMs)) {
      const detail = 'its record ended before, and an id never comes again'
      this.firstBad ??= { kind: 'form', ...place, id, detail }
    }
    if (ENDS.has(type)) this.#policy.ended(record)
    if (type === 'outbound_shipment.imported') this.#policy.imported()
    if (type === 'organization.wiped') this.#takeWipe()
    if (type === 'organization_policy.updated' && Check(POLICY_CHANGE, data)) {
      this.#policy.change(data.after, atMs)
    }
    if (subject.type === 'access_token') this.#takeToken(event)
    if (subject.type === 'passkey') this.#takePasskey(event)
  }

  /** Shipments alone can have their ids again: they are imported. */
  #takeWipe(): void {
    this.wipes += 1
    for (const approved of this.#proven) {
      if (approved.startsWith('outbound_shipment ')) this.#proven.delete(approved)
    }
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
    const { type, actor, subject, data } = event
    const record = recordOf(event)
    const since = Math.max(this.#signedAtMs, this.#policy.createdAt(record))
    if (atMs + GRACE_MS < since) {
      const detail = `it is of ${event.occurredAt}, which is before its record or a checkpoint that stands before it`
      return { kind: 'time', detail }
    }
    if (data.proof === undefined) {
      const isBySystem =
        type === 'transfer.completed' && data.approvedBySystem === true && actor.tokenId === null
      if (!this.#policy.asksFor(record, atMs)) return undefined
      if (isBySystem && this.#policy.letsSystemApprove(record, atMs)) return undefined
      const detail = 'the policy asked for the signature of a passkey, and the approval has none'
      return { kind: 'missing', detail }
    }
    if (!Check(PROOF, data.proof)) {
      return { kind: 'signature', detail: 'the proof has other members than a proof' }
    }
    const { content, ...assertion } = data.proof
    const approved = `${record} ${data.version}`
    const isOfThis =
      !this.#proven.has(approved) &&
      content.organizationId === event.organizationId &&
      content.type === subject.type &&
      content.id === subject.id &&
      content.version + 1 === data.version &&
      SHARED.every((name) => content[name] === undefined || content[name] === data[name])
    const ofAnother = 'it is of another approval, or was used before'
    if (!isOfThis) return { kind: 'content', detail: ofAnother }
    const key = this.#keys.get(assertion.credentialId)
    if (key === undefined || key.isRemoved) {
      const why = key === undefined ? 'was not registered by then' : 'was removed before'
      return { kind: 'key', detail: `the passkey ${assertion.credentialId} ${why}` }
    }
    const person = this.#approverOf(event)
    if (person !== key.personId) {
      const detail = `the passkey is of ${key.personId}, the approval of ${person}`
      return { kind: 'person', detail }
    }
    const fault = signatureFault(assertion, key, challengeOf(content))
    if (fault !== undefined) return fault
    const signed = signedBy(assertion, key)
    if (this.#signed.has(signed)) return { kind: 'content', detail: ofAnother }
    this.#proven.add(approved)
    this.#signed.add(signed)
    return undefined
  }
}

const recordOf = ({ subject }: ExportedEvent) => `${subject.type} ${subject.id}`

/** Whether it is the end of a record by an approval that had an event of its own. */
function isEndOf(given: ExportedEvent | undefined, end: ExportedEvent): boolean {
  const isEnd = !end.type.endsWith('.approval_given') && end.data.proof === undefined
  return isEnd && given !== undefined && saidBy(end) === saidBy(given)
}

/** The members in which both events of one approval agree. */
function saidBy(event: ExportedEvent): string {
  const { actor, data } = event
  const shared = SHARED.map((name) => data[name])
  return JSON.stringify([recordOf(event), actor.tokenId, data.version, ...shared])
}

/** Why the key did not sign that challenge; undefined if it did. */
function signatureFault(
  assertion: Assertion,
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
