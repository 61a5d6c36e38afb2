import { problemType, REFUSALS, type Refusal, type RefusalCode } from '../../domain/errors.ts'
import { VIOLATIONS_LISTED_MAX } from '../../domain/limits.ts'

/** The body of a refusal: RFC 9457 `application/problem+json`. */
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
