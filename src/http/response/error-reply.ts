import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { problemType, REFUSALS, Refusal, type RefusalCode } from '../../domain/errors.ts'
import { VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'
import { unsupportedMediaType } from '../request/json-body.ts'
import { FailureLog } from './failure-log.ts'

const CUT = 'The connection was closed before the end of the body: send it again.'

/**
 * The only place that turns errors of requests into responses. Below HTTP, where there is no
 * request yet, `client-errors.ts` does.
 */
export function errorReply(log: Logger) {
  const failures = new FailureLog(log)
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    const takesCsv = request.matched?.config.takesCsv === true
    const refusal =
      error instanceof Refusal
        ? error
        : error === request.raw.errored
          ? new Refusal('malformed_request', { detail: CUT })
          : refusalOfFramework(error as FastifyError, takesCsv)
    const { status } = REFUSALS[refusal.code]
    if (status >= 500) failures.failed(request, refusal, error)
    request.refusalCode = refusal.code
    // Fastify closes wherever a body is refused. After a body that was read whole, it need not.
    const mayStay = request.raw.complete && !request.server.connections.areClosing
    const isUpgrade = request.headers.upgrade !== undefined
    if (mayStay && !isUpgrade && reply.hasHeader('connection')) reply.removeHeader('connection')
    if (!request.raw.complete) {
      // Nobody keeps the rest; unread, it could make the client miss the response.
      request.raw.resume()
      if (takesCsv) reply.header('connection', 'close')
    }
    const instance = request.server.basePath + (request.url.split('?', 1)[0] as string)
    reply
      .status(status)
      .headers(refusal.headers)
      .type('application/problem+json')
      .serializer(JSON.stringify)
      .send(problemOf(refusal, { instance, requestId: request.id }))
  }
}

function refusalOfFramework(error: FastifyError, takesCsv: boolean): Refusal {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return unsupportedMediaType(takesCsv)
    case 'FST_ERR_BAD_URL':
      return new Refusal('malformed_request', {
        detail: 'The request line, a header or the length of the body is not valid HTTP.',
      })
    default:
      return new Refusal('internal_error', {
        detail: 'The service failed. The request is not known to be wrong: try again.',
        cause: error,
      })
  }
}

/** The body of a refusal: RFC 9457 `application/problem+json`. */
interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly code: RefusalCode
  readonly requestId: string
  readonly errors?: readonly Record<string, unknown>[]
  readonly errorsTotal?: number
  readonly [member: string]: unknown
}

export function problemOf(
  { code, message, members, violations, violationsTotal }: Refusal,
  { instance, requestId }: Pick<Problem, 'instance' | 'requestId'>,
): Problem {
  const { status, title } = REFUSALS[code]
  const errors = violations
    .slice(0, VIOLATIONS_LISTED_MAX)
    .map(({ members, ...violation }) => ({ ...violation, ...members }))
  return {
    type: problemType(code),
    title,
    status,
    detail: message,
    instance,
    code,
    requestId,
    ...members,
    ...(errors.length > 0 && { errors, errorsTotal: violationsTotal }),
  }
}
