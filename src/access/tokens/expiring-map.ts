/**
 * A map of bounded size whose entries expire. A new entry beyond the bound removes the oldest one.
 * Times are those of `performance.now()`, a clock that is never set back.
 */
export class ExpiringMap<Value extends { until: number }> {
  readonly #values = new Map<string, Value>()
  readonly #sizeMax: number

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  get(key: string, now: number): Value | undefined {
    const value = this.#values.get(key)
    return value !== undefined && now < value.until ? value : undefined
  }

  set(key: string, value: Value): void {
    if (this.#values.get(key) === value) return
    // Deleting it first moves it to the end: the oldest entries stay in front.
    this.#values.delete(key)
    this.#values.set(key, value)
    const now = performance.now()
    for (const [oldest, { until }] of this.#values) {
      if (now < until && this.#values.size <= this.#sizeMax) return
      this.#values.delete(oldest)
    }
  }

  /** They are expired for those that hold them, too. */
  expireWhere(matches: (value: Value) => boolean): void {
    for (const value of this.#values.values()) if (matches(value)) value.until = 0
  }
}
