import type { Logger } from 'pino'

interface Line {
  readonly until: number
  leftOut: number
}

/**
 * Logs what can happen again and again: each line once in a while, with the number of those that it
 * left out meanwhile (`leftOut`).
 */
export class RepeatedLog {
  readonly #log: Pick<Logger, 'warn' | 'error'>
  readonly #everyMs: number
  readonly #lines = new Map<string, Line>()

  constructor(log: Pick<Logger, 'warn' | 'error'>, everyMs: number) {
    this.#log = log
    this.#everyMs = everyMs
  }

  /** @param key of lines that repeat each other */
  write(level: 'warn' | 'error', msg: string, fields: object = {}, key = msg): void {
    const now = performance.now()
    const last = this.#lines.get(key)
    if (last !== undefined && now < last.until) {
      last.leftOut += 1
      return
    }
    this.#lines.set(key, { until: now + this.#everyMs, leftOut: 0 })
    const leftOut = last !== undefined && last.leftOut > 0 && { leftOut: last.leftOut }
    this.#log[level]({ ...fields, ...leftOut }, msg)
  }
}
