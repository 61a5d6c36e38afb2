/** Things of one moment may be that much apart in the log, or by another clock. */
export const GRACE_MS = 60_000

/**
 * The time of a change of the policy: a transaction that began before may end that much later. Both
 * what stands behind the change and the time that an approval says must be within it.
 */
class Grace {
  /** The time of the change; not a number, which covers nothing, before it and once it is over. */
  fromMs = Number.NaN

  pass(atMs: number): void {
    if (atMs > this.fromMs + GRACE_MS) this.fromMs = Number.NaN
  }

  covers(atMs: number): boolean {
    return Math.abs(atMs - this.fromMs) <= GRACE_MS
  }
}

/**
 * The policies of an organization as its log tells them: whether an approval had to bring a proof.
 * The strictest policy since the record was created counts. A record is a text: its type and id.
 */
export class ProofPolicy {
  #asks = false
  readonly #grace = new Grace()
  /** The same of the policy by which the system approves transfers. */
  #systemApproves = false
  readonly #systemGrace = new Grace()
  /** Whether a time ended in which the policy asked for proofs. */
  #hasAsked = false
  /** Records that are not ended, by their creation, and whether the system reviewed them then. */
  readonly #created = new Map<string, { readonly atMs: number; readonly isReviewed: boolean }>()
  /** Those that waited when such a time ended: also their end leaves them here. */
  readonly #strict = new Set<string>()
  /** Transfers and revaluations that ended: none comes again, since the vault makes their ids. */
  readonly #ended = new Set<string>()
  /** Shipments imported since then are not named: any can be one of them. */
  #hasImports = false

  change(after: Readonly<Record<string, unknown>>, atMs: number): void {
    const { approvalProof, systemApproval } = after
    if (systemApproval !== undefined) {
      if (this.#systemApproves && systemApproval === 'off') this.#systemGrace.fromMs = atMs
      this.#systemApproves = systemApproval === 'within_limits'
    }
    if (approvalProof === 'passkey' && !this.#asks) {
      this.#asks = true
      this.#grace.fromMs = atMs
    } else if (approvalProof === 'none' && this.#asks) {
      this.#asks = false
      this.#hasAsked = true
      this.#hasImports = false
      for (const record of this.#created.keys()) this.#strict.add(record)
    }
  }

  /** Something of that time stands behind all changes so far. */
  pass(atMs: number): void {
    this.#grace.pass(atMs)
    this.#systemGrace.pass(atMs)
  }

  /** A second creation of a record that waits changes nothing. @returns false if it ended before */
  created(record: string, atMs: number): boolean {
    const isReviewed = this.#lets(atMs)
    if (!this.#created.has(record)) this.#created.set(record, { atMs, isReviewed })
    return !this.#ended.has(record)
  }

  /** Minus infinity if the log does not say. */
  createdAt(record: string): number {
    return this.#created.get(record)?.atMs ?? Number.NEGATIVE_INFINITY
  }

  imported(): void {
    this.#hasImports ||= !this.#asks
  }

  ended(record: string): void {
    this.#created.delete(record)
    if (!record.startsWith('outbound_shipment ')) this.#ended.add(record)
  }

  /** Whether the approval of that record, which says that time, needed a proof. */
  asksFor(record: string, atMs: number): boolean {
    if (this.#strict.has(record) || (this.#asks && !this.#grace.covers(atMs))) return true
    const mayBeLater = record.startsWith('outbound_shipment ') && this.#hasImports
    return this.#hasAsked && !this.#created.has(record) && !mayBeLater
  }

  /** Whether the system approved transfers when that one was created, and at that time. */
  letsSystemApprove(record: string, atMs: number): boolean {
    return this.#created.get(record)?.isReviewed === true && this.#lets(atMs)
  }

  #lets(atMs: number): boolean {
    return this.#systemApproves || this.#systemGrace.covers(atMs)
  }
}
