export interface Count {
  /** Including this one. */
  readonly counted: number
  /** Time left of the window. */
  readonly remainingMs: number
}

/**
 * Counts by key in windows of a fixed length. A window begins with the first count after the
 * previous window of its key ended.
 */
export class WindowCounter {
  /** In the order in which they end. */
  readonly #windows = new Map<string, { counted: number; readonly endsAt: number }>()
  readonly #windowMs: number

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** @param more 0 to look */
  count(key: string, more = 1): Count {
    const now = performance.now()
    let window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      // Bounds the memory: ended windows are removed whenever one begins.
      for (const [old, { endsAt }] of this.#windows) {
        if (endsAt > now) break
        this.#windows.delete(old)
      }
      window = { counted: 0, endsAt: now + this.#windowMs }
      this.#windows.set(key, window)
    }
    window.counted += more
    return { counted: window.counted, remainingMs: window.endsAt - now }
  }
}
