/** At most 5 % of the time goes into the counts of one organization. */
const REST_FACTOR = 20
const CACHED_MIN_MS = 2_000

/**
 * The last count of each organization, in the memory of this process. Requests share the count that
 * is under way. A count is cached for 20 times as long as it took, at least 2 s, so the price of
 * large organizations is bounded; then it is forgotten.
 */
export class CachedFigures<Figures> {
  readonly #counts = new Map<string, Promise<Figures>>()

  /** @throws what the count throws, to all who share it; the next request counts again */
  async find(organizationId: string, count: () => Promise<Figures>): Promise<Figures> {
    const cached = this.#counts.get(organizationId)
    if (cached !== undefined) return await cached
    const began = performance.now()
    const counting = count()
    this.#counts.set(organizationId, counting)
    let cachedMs = 0
    try {
      const figures = await counting
      cachedMs = Math.max(CACHED_MIN_MS, REST_FACTOR * (performance.now() - began))
      return figures
    } finally {
      setTimeout(() => this.#counts.delete(organizationId), cachedMs).unref()
    }
  }
}
