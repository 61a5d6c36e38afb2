import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { REFUSALS, type RefusalCode } from '../../domain/errors.ts'
import { type LineWriter, lineWriterOf } from '../../logging/log.ts'

/**
 * One line per answered request. It names the route, never the URL as sent, and ids only where they
 * are opaque: no token, no body, no personal data reaches the log.
 *
 * The line is put together here and not by the logger: a child logger for each request was an
 * eighth of what a read costs. It looks like any other line.
 */
export class RequestLog {
  readonly #log: Logger
  readonly #lines: LineWriter
  #writtenMs = 0
  #written = ''

  constructor(log: Logger) {
    this.#log = log
    this.#lines = lineWriterOf(log)
  }

  responded(request: FastifyRequest, { status, durationMs }: Responded): void {
    const { config, url, logLevel } = request.matched
    // Asked each time: the demo is quiet until it has shown what it has to show.
    if (logLevel === 'silent' || !this.#log.isLevelEnabled('info')) return
    const { caller } = request
    this.#lines.write(
      `{"level":"info","time":"${this.#now()}"${this.#lines.members}` +
        member('requestId', request.id) +
        member('operationId', config.operationId) +
        member('method', request.method) +
        member('route', url) +
        `,"status":${status}` +
        member('code', request.refusalCode) +
        `,"durationMs":${Math.round(durationMs * 1000) / 1000}` +
        member('organizationId', caller?.organizationId) +
        member('tokenId', caller?.tokenId ?? undefined) +
        addressOf(request) +
        ',"msg":"request answered"}\n',
    )
  }

  /** Written out once a millisecond. */
  #now(): string {
    const ms = Date.now()
    if (ms !== this.#writtenMs) {
      this.#writtenMs = ms
      this.#written = new Date(ms).toISOString()
    }
    return this.#written
  }
}

export interface Responded {
  readonly status: number
  readonly durationMs: number
}

/** Whose requests are looked into: refused ones of strangers, and what is done with tokens. */
function addressOf(request: FastifyRequest): string {
  const { refusalCode, matched } = request
  const status = REFUSALS[refusalCode as RefusalCode]?.status
  const isReported =
    status === 401 ||
    status === 403 ||
    status === 429 ||
    matched.config.operationId?.includes('AccessToken') === true
  // A proxy may hand on any text; of a client that has hung up there may be none.
  return isReported && request.ip ? `,"address":${JSON.stringify(request.ip)}` : ''
}

/** Of ids, paths and codes: none of them has a character that JSON escapes. */
function member(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":"${value}"`
}
