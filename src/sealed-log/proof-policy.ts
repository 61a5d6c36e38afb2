/** A transaction that began under the policy before may end this much later. */
export const GRACE_MS = 60_000

/**
 * The policies of an organization as its log tells them: whether an approval had to bring a proof.
 * The strictest policy since the record was created counts.
 */
export class ProofPolicy {
  /** When the newest time began in which the policy asked for proofs, and when it ended. */
  #since = Number.POSITIVE_INFINITY
  #until = Number.NEGATIVE_INFINITY
  /** The same of the time in which the system approved transfers. */
  #systemUntil = Number.NEGATIVE_INFINITY
  /** Records that are not ended, by when they were created. */
  readonly #createdAt = new Map<string, number>()
  /** Those of them that were there before the newest time without such a policy. */
  readonly #strict = new Set<string>()
  /** Imported shipments are not named: they may have been created at any time. */
  #hasImports = false

  /** A change of the policy. */
  change(after: Readonly<Record<string, unknown>>, atMs: number): void {
    const { approvalProof, systemApproval } = after
    if (systemApproval !== undefined) {
      this.#systemUntil = systemApproval === 'off' ? atMs : Number.POSITIVE_INFINITY
    }
    if (approvalProof === 'passkey' && this.#until !== Number.POSITIVE_INFINITY) {
      this.#hasImports = false
      this.#since = atMs
      this.#until = Number.POSITIVE_INFINITY
    } else if (approvalProof === 'none' && this.#until === Number.POSITIVE_INFINITY) {
      this.#until = atMs
      for (const [id, createdAt] of this.#createdAt) if (createdAt <= atMs) this.#strict.add(id)
    }
  }

  /** A second creation of a record that waits changes nothing. */
  created(id: string, atMs: number): void {
    this.#createdAt.set(id, this.#createdAt.get(id) ?? atMs)
  }

  /** Minus infinity if the log does not say. */
  createdAt(id: string): number {
    return this.#createdAt.get(id) ?? Number.NEGATIVE_INFINITY
  }

  imported(): void {
    this.#hasImports = true
  }

  ended(id: string): void {
    this.#createdAt.delete(id)
    this.#strict.delete(id)
  }

  /** Whether the approval of that record at that time needed a proof. */
  asksFor({ type, id }: { readonly type: string; readonly id: string }, atMs: number): boolean {
    if (this.#until === Number.POSITIVE_INFINITY) return this.#since + GRACE_MS < atMs
    if (this.#createdAt.has(id)) return this.#strict.has(id)
    const mayBeLater = type === 'outbound_shipment' && this.#hasImports
    return this.#until > 0 && !mayBeLater
  }

  /** Whether the system approved transfers at that time. */
  letsSystemApprove(atMs: number): boolean {
    return atMs <= this.#systemUntil + GRACE_MS
  }
}
