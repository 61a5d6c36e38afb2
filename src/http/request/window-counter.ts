/** How often something was counted in its window, this time with it. */
export interface Count {
  readonly counted: number
  /** How much of the window is left. */
  readonly remainingMs: number
}

/**
 * Counts by key in windows of a fixed length: one begins with the first that is counted after the
 * one before has ended. Windows that are over are forgotten when a new one begins.
 */
export class WindowCounter {
  /** In the order in which they end. */
  readonly #windows = new Map<string, { counted: number; readonly endsAt: number }>()
  readonly #windowMs: number

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  count(key: string): Count {
    const now = performance.now()
    let window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      for (const [old, { endsAt }] of this.#windows) {
        if (endsAt > now) break
        this.#windows.delete(old)
      }
      window = { counted: 0, endsAt: now + this.#windowMs }
      this.#windows.set(key, window)
    }
    window.counted += 1
    return { counted: window.counted, remainingMs: window.endsAt - now }
  }
}
