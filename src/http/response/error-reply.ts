import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problemType, REFUSALS, Refusal, type RefusalCode } from '../../domain/errors.ts'
import { VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'

/** The body of every refusal: RFC 9457 `application/problem+json`. */
export interface Problem {
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

/** Makes `sendError` the only place that turns errors into responses. */
export function respondToErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
}

/** Also Fastify's `frameworkErrors`, for errors before any hook or handler. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof Refusal ? error : refusalOfFramework(error as FastifyError)
  const { status } = REFUSALS[refusal.code]
  if (status >= 500) {
    request.log.error({ code: refusal.code, err: refusal.cause ?? error }, 'request failed')
  }
  request.refusalCode = refusal.code
  reply
    .status(status)
    .headers(refusal.headers)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem(refusal, request))
}

function problem(refusal: Refusal, request: FastifyRequest): Problem {
  const { status, title } = REFUSALS[refusal.code]
  const errors = refusal.violations
    .slice(0, VIOLATIONS_LISTED_MAX)
    .map(({ members, ...violation }) => ({ ...violation, ...members }))
  return {
    type: problemType(refusal.code),
    title,
    status,
    detail: refusal.message,
    instance: request.url.split('?', 1)[0] as string,
    code: refusal.code,
    requestId: request.id,
    ...refusal.members,
    ...(errors.length > 0 && { errors, errorsTotal: refusal.violations.length }),
  }
}

function refusalOfFramework(error: FastifyError): Refusal {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return new Refusal('unsupported_media_type', {
        detail: 'Send the body as JSON, with the header Content-Type: application/json.',
      })
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal('body_too_large', {
        detail: 'The body may have at most 1 MiB: split the request.',
      })
    case 'ECONNRESET': // the client hung up before its body was complete
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_BAD_URL':
      return new Refusal('malformed_request', {
        detail: 'The request line, a header or the length of the body is not valid HTTP.',
      })
    default:
      return new Refusal('internal_error', {
        detail: 'The service failed. Nothing is known to be wrong with the request: try again.',
        cause: error,
      })
  }
}
