import { STATUS_CODES } from 'node:http'
import { REFUSALS, Refusal, type RefusalCode } from '../../domain/errors.ts'
import { hasBody, type OperationContract, takesKey } from '../operation-contract.ts'
import { problemOf } from '../response/problem.ts'
import { refusalHeaders } from './openapi-headers.ts'
import { PROBLEM } from './problem-schema.ts'
import { type Components, part, shared } from './shared-parts.ts'

/** Refusals of every operation. */
const COMMON_REFUSALS: readonly RefusalCode[] = [
  'unauthenticated',
  'invalid_token',
  'insufficient_permission',
  'malformed_request',
  'unsupported_transfer_coding',
  'request_timeout',
  'headers_too_large',
  'invalid_request',
  'unknown_parameter',
  'rate_limited',
  'temporarily_unavailable',
  'internal_error',
]

/** Further refusals of every operation that takes a body. */
const BODY_REFUSALS: readonly RefusalCode[] = ['unsupported_media_type', 'body_too_large']

/** Further refusals of every operation that takes JSON. */
const JSON_REFUSALS: readonly RefusalCode[] = ['malformed_json', 'unknown_field']

/** Further refusals of every operation that takes an `Idempotency-Key`. */
const KEY_REFUSALS: readonly RefusalCode[] = [
  'invalid_parameter',
  'idempotency_key_reused',
  'idempotency_in_progress',
]

/** Further refusals of every operation with parameters of its own, and of reads, for `include`. */
const PARAMETER_REFUSALS: readonly RefusalCode[] = ['invalid_parameter']

export function refusalResponses(contract: OperationContract, components: Components): object {
  const responses = refusalsOf(contract).map(([status, codes]) => {
    const response = {
      description: codes.map((code) => `\`${code}\`: ${REFUSALS[code].title}.`).join('\n\n'),
      headers: refusalHeaders(status, components),
      content: { 'application/problem+json': problemContent(codes, components) },
    }
    return [status, part(components, 'responses', responseName(status, codes), response)]
  })
  return Object.fromEntries(responses)
}

/** The codes of the operation by status, in ascending order of the status. */
function refusalsOf(contract: OperationContract): [number, RefusalCode[]][] {
  const codes = [
    ...COMMON_REFUSALS.filter(
      (code) => contract.permission !== null || code !== 'insufficient_permission',
    ),
    ...(hasBody(contract) ? BODY_REFUSALS : []),
    ...(contract.body === undefined ? [] : JSON_REFUSALS),
    ...(takesKey(contract) ? KEY_REFUSALS : []),
    ...(contract.method === 'GET' || contract.query !== undefined ? PARAMETER_REFUSALS : []),
    ...(contract.notFound === undefined ? [] : [contract.notFound().code]),
    ...(contract.refusals ?? []),
  ]
  const byStatus = Map.groupBy(new Set(codes), (code) => REFUSALS[code].status)
  return [...byStatus].sort(([a], [b]) => a - b)
}

/** From what distinguishes the response: `NotFound`, or its codes, such as `VersionConflict`. */
function responseName(status: number, codes: readonly RefusalCode[]): string {
  const own = codes.filter((code) => !COMMON_REFUSALS.includes(code))
  if (own.length === 0) return (STATUS_CODES[status] as string).replaceAll(/\W/g, '')
  return own.map(inPascalCase).join('Or')
}

function inPascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

const EXAMPLE_REQUEST = {
  instance: '/v1/...',
  requestId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
}

function problemContent(codes: readonly RefusalCode[], components: Components): object {
  const examples = codes.map((code) => {
    const value = problemOf(new Refusal(code), EXAMPLE_REQUEST)
    return [code, part(components, 'examples', code, { summary: REFUSALS[code].title, value })]
  })
  return { schema: shared(PROBLEM, components), examples: Object.fromEntries(examples) }
}
