import { REFUSALS, Refusal, type RefusalCode } from '../../domain/errors.ts'
import { type OperationContract, takesKey } from '../operation-contract.ts'
import { problemOf } from '../response/problem.ts'
import { refusalHeaders } from './openapi-headers.ts'
import { PROBLEM } from './problem-schema.ts'
import { type SharedSchemas, shared } from './shared-schemas.ts'

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
const BODY_REFUSALS: readonly RefusalCode[] = [
  'unsupported_media_type',
  'body_too_large',
  'malformed_json',
  'unknown_field',
]

/** Further refusals of every operation that takes an `Idempotency-Key`. */
const KEY_REFUSALS: readonly RefusalCode[] = [
  'invalid_parameter',
  'idempotency_key_reused',
  'idempotency_in_progress',
]

/** The responses of an operation to refused requests, by status. */
export function refusalResponses(contract: OperationContract, schemas: SharedSchemas): object {
  const codes = [
    ...COMMON_REFUSALS.filter(
      (code) => contract.permission !== null || code !== 'insufficient_permission',
    ),
    ...(contract.body === undefined ? [] : BODY_REFUSALS),
    ...(takesKey(contract) ? KEY_REFUSALS : []),
    ...contract.refusals,
  ]
  const byStatus = Map.groupBy(new Set(codes), (code) => REFUSALS[code].status)
  const statuses = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    statuses.map(([status, ofStatus]) => [
      status,
      {
        description: ofStatus.map((code) => `\`${code}\`: ${REFUSALS[code].title}.`).join('\n\n'),
        headers: refusalHeaders(status),
        content: { 'application/problem+json': problemContent(ofStatus, schemas) },
      },
    ]),
  )
}

const EXAMPLE_REQUEST = {
  instance: '/v1/...',
  requestId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
}

function problemContent(codes: readonly RefusalCode[], schemas: SharedSchemas): object {
  const examples = codes.map((code) => [
    code,
    { summary: REFUSALS[code].title, value: problemOf(new Refusal(code), EXAMPLE_REQUEST) },
  ])
  return { schema: shared(PROBLEM, schemas), examples: Object.fromEntries(examples) }
}
