import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Refusal } from '../../domain/errors.ts'
import { mustBeKnown } from '../../runtime/log/log.ts'

/** Lines of a reason are counted over so many milliseconds. */
const WINDOW_MS = 1_000

/**
 * A defect is logged with the id of its request, to find the one that a caller asks about. A caller
 * who knows how to cause one still cannot fill the disk with stacks.
 */
const DEFECTS_MAX = 20

interface Reason {
  readonly name: string
  readonly level: 'warn' | 'error'
  readonly msg: string
  /** Lines about it in a window. The others are counted. */
  readonly linesMax: number
}

interface Window {
  lines: number
  leftOut: number
}

/**
 * Logs requests that the service could not serve. A passing state is one line a second, whatever
 * the number of its requests: any stranger can fill a queue. Each request has its own line in
 * `RequestLog`.
 */
export class FailureLog {
  readonly #log: Logger
  readonly #windows = new Map<string, Window>()

  constructor(log: Logger) {
    this.#log = log
  }

  failed(request: FastifyRequest, refusal: Refusal, error: Error): void {
    // Probes of a service that is not ready are no failures.
    if (request.matched?.logLevel === 'silent') return
    const err = refusal.cause ?? error
    const reason = reasonOf(refusal, err)
    const window = this.#windowOf(reason)
    if (window.lines >= reason.linesMax) {
      window.leftOut += 1
      return
    }
    window.lines += 1
    const { code } = refusal
    this.#log[reason.level]({ requestId: request.id, code, reason: reason.name, err }, reason.msg)
  }

  #windowOf(reason: Reason): Window {
    const open = this.#windows.get(reason.name)
    if (open !== undefined) return open
    const window = { lines: 0, leftOut: 0 }
    this.#windows.set(reason.name, window)
    const timer = setInterval(() => {
      const { leftOut } = window
      if (leftOut === 0) {
        clearInterval(timer)
        this.#windows.delete(reason.name)
        return
      }
      this.#log[reason.level]({ reason: reason.name, leftOut }, reason.msg)
      // That line is the first of the next window.
      Object.assign(window, { lines: 1, leftOut: 0 })
    }, WINDOW_MS)
    timer.unref()
    return window
  }
}

function reasonOf({ code, message }: Refusal, cause: unknown): Reason {
  if (code !== 'temporarily_unavailable') {
    return { name: code, level: 'error', msg: 'request failed', linesMax: DEFECTS_MAX }
  }
  const { reason, code: state } = cause as { reason?: string; code?: string }
  const level = mustBeKnown(cause) ? 'error' : 'warn'
  const name = reason ?? (state === code ? message : state) ?? 'unknown'
  return { name, level, msg: 'temporarily unavailable', linesMax: 1 }
}
