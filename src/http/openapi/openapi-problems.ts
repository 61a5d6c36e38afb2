import { REFUSALS, type RefusalCode } from '../../domain/errors.ts'
import { type OperationContract, takesKey } from '../operation-contract.ts'
import { REQUEST_ID_HEADER } from './openapi-headers.ts'
import { PROBLEM, problemExample } from './problem-schema.ts'
import { type SharedSchemas, shared } from './shared-schemas.ts'

/** Refusals that any operation can answer, besides its own. */
const COMMON_REFUSALS: readonly RefusalCode[] = [
  'unauthenticated',
  'invalid_token',
  'insufficient_permission',
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'unknown_parameter',
  'rate_limited',
  'temporarily_unavailable',
  'internal_error',
]

/** Further ones of every operation that takes a body. */
const BODY_REFUSALS: readonly RefusalCode[] = [
  'unsupported_media_type',
  'body_too_large',
  'malformed_json',
  'invalid_request',
  'unknown_field',
]

/** Further ones of every operation that can be asked for under a key, and tried. */
const CHANGE_REFUSALS: readonly RefusalCode[] = [
  'invalid_parameter',
  'idempotency_key_reused',
  'idempotency_in_progress',
]

/** Headers that refusals of a status carry. */
const REFUSAL_HEADERS: Readonly<Record<number, object>> = {
  401: {
    'WWW-Authenticate': {
      required: true,
      description:
        '`Bearer realm="vault-inventory"`; for a token that is not valid, `error="invalid_token"`.',
      schema: { type: 'string' },
    },
  },
  403: {
    'WWW-Authenticate': {
      required: false,
      description:
        'With `insufficient_permission`: `error="insufficient_scope"`, and the permission as `scope`.',
      schema: { type: 'string' },
    },
  },
  409: {
    'Retry-After': {
      required: false,
      description: 'With `idempotency_in_progress`: seconds after which to try again.',
      schema: { type: 'integer' },
    },
  },
  412: {
    ETag: {
      required: true,
      description: 'The version that the record is at.',
      schema: { type: 'string' },
    },
  },
  429: {
    'Retry-After': {
      required: true,
      description: 'Seconds after which to try again.',
      schema: { type: 'integer' },
    },
    RateLimit: {
      required: false,
      description:
        'Of each limit of the token, what is left (`r`) and for how many seconds (`t`); on every ' +
        'answer where there is a limit, beside `RateLimit-Policy`.',
      schema: { type: 'string' },
    },
  },
  503: {
    'Retry-After': {
      required: true,
      description: 'Seconds after which to try again.',
      schema: { type: 'integer' },
    },
  },
}

/** What an operation answers besides its success, by status. */
export function refusalResponses(contract: OperationContract, schemas: SharedSchemas): object {
  const codes = [
    ...COMMON_REFUSALS,
    ...(contract.body === undefined ? [] : BODY_REFUSALS),
    ...(takesKey(contract) ? CHANGE_REFUSALS : []),
    ...contract.refusals,
  ]
  const byStatus = Map.groupBy(new Set(codes), (code) => REFUSALS[code].status)
  const statuses = [...byStatus].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    statuses.map(([status, ofStatus]) => [status, refusalResponse(ofStatus, schemas)]),
  )
}

function refusalResponse(codes: RefusalCode[], schemas: SharedSchemas): object {
  return {
    description: codes.map((code) => `\`${code}\`: ${REFUSALS[code].title}.`).join('\n\n'),
    headers: {
      'X-Request-Id': REQUEST_ID_HEADER,
      ...REFUSAL_HEADERS[REFUSALS[codes[0] as RefusalCode].status],
    },
    content: {
      'application/problem+json': {
        schema: shared(PROBLEM, schemas),
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { summary: REFUSALS[code].title, value: problemExample(code) },
          ]),
        ),
      },
    },
  }
}
