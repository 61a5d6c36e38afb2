import { Type } from 'typebox'
import { REFUSALS, Refusal, type RefusalCode } from '../../domain/errors.ts'
import {
  FIELD_VIOLATIONS,
  IMPORT_VIOLATIONS,
  PROBLEM_MEMBERS,
  VIOLATION_MEMBERS,
} from '../../domain/problem-members.ts'
import { hasBody, type OperationContract, takesKey } from '../operation-contract.ts'
import { problemOf } from '../response/error-reply.ts'
import { refusalHeaders } from './openapi-headers.ts'
import { type Components, part, shared } from './shared-parts.ts'

/** Refusals of every operation; then of those that take a body, JSON, or an `Idempotency-Key`. */
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
const BODY_REFUSALS: readonly RefusalCode[] = ['unsupported_media_type', 'body_too_large']
const JSON_REFUSALS: readonly RefusalCode[] = ['malformed_json', 'unknown_field']
const KEY_REFUSALS: readonly RefusalCode[] = [
  'invalid_parameter',
  'idempotency_key_reused',
  'idempotency_in_progress',
]

/** Refusals that an operation has because of its kind: the name of the kind, and the codes. */
function refusalsOfKind(contract: OperationContract): [kind: string, codes: RefusalCode[]] {
  const { permission, body, method, query } = contract
  // Reads take `include`.
  const hasParameters = method === 'GET' || (query !== undefined && !takesKey(contract))
  const kinds: [isOfKind: boolean, name: string, codes: readonly RefusalCode[]][] = [
    [permission === null, 'anyToken', []],
    [hasBody(contract), 'body', BODY_REFUSALS],
    [body !== undefined, 'json', JSON_REFUSALS],
    [takesKey(contract), 'key', KEY_REFUSALS],
    [hasParameters, 'query', ['invalid_parameter']],
  ]
  const own = kinds.filter(([isOfKind]) => isOfKind)
  const common = COMMON_REFUSALS.filter(
    (code) => permission !== null || code !== 'insufficient_permission',
  )
  const codes = new Set([...common, ...own.flatMap(([, , ofKind]) => ofKind)])
  return [['Refused', ...own.map(([, name]) => name)].join('.'), [...codes]]
}

/**
 * The responses to refused requests: those of the operation by their status, and as `default` those
 * that every request of its kind can have, with any status.
 */
export function refusalResponses(contract: OperationContract, components: Components): object {
  const [kind, common] = refusalsOfKind(contract)
  const { notFound, refusals = [] } = contract
  const own = new Set([...(notFound === undefined ? [] : [notFound().code]), ...refusals])
  const byStatus = Map.groupBy(
    [...own].filter((code) => !common.includes(code)),
    (code) => REFUSALS[code].status,
  )
  const responses = [...byStatus].map(([status, codes]) => {
    const response = {
      description: codes.map((code) => lineOf(code)).join('\n\n'),
      headers: refusalHeaders(status, components),
      content: problemContent(codes, components),
    }
    return [status, part(components, 'responses', codes.map(inPascalCase).join('Or'), response)]
  })
  const ofKind = {
    description:
      'Refusals that any such request can get, also with a status that has others here: ' +
      `${common.map((code) => `\`${code}\` (${REFUSALS[code].status})`).join(', ')}.`,
    headers: refusalHeaders('default', components),
    content: problemContent(common, components),
  }
  return {
    ...Object.fromEntries(responses),
    default: part(components, 'responses', kind, ofKind),
  }
}

function lineOf(code: RefusalCode): string {
  return `\`${code}\`: ${REFUSALS[code].title}.`
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
    return [code, part(components, 'examples', code, { value })]
  })
  const schema = shared(PROBLEM, components)
  return { 'application/problem+json': { schema, examples: Object.fromEntries(examples) } }
}

const VIOLATION = Type.Object(
  {
    pointer: Type.String({
      description:
        'RFC 6901 pointer into the body; into a file, the line and the column. If `in` is ' +
        'present: `/` and the name of the parameter or header.',
    }),
    in: Type.Optional(
      Type.Enum(['query', 'header'], {
        description: 'The part of the request with the violation; absent if that is the body.',
      }),
    ),
    code: Type.String({
      description: `A problem code, or one of ${Object.keys({ ...FIELD_VIOLATIONS, ...IMPORT_VIOLATIONS }).join(', ')}.`,
    }),
    detail: Type.String({ description: 'A sentence that says what to do.' }),
    ...VIOLATION_MEMBERS,
  },
  {
    title: 'Violation',
    description: 'One broken rule in the request. Some codes add members.',
    additionalProperties: true,
  },
)

/** The published schema of every refusal. */
const PROBLEM = Type.Object(
  {
    type: Type.String({ description: 'A stable URI for the code.', format: 'uri' }),
    title: Type.String({
      description: 'The meaning of the code. It is the same in every problem with that code.',
    }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'A sentence that says what to do.' }),
    instance: Type.String({ description: 'The path of the request.' }),
    code: Type.Enum(Object.keys(REFUSALS), {
      description: 'Base decisions on this member. Published codes never change.',
    }),
    requestId: Type.String({ description: 'The id of the request in the logs (`X-Request-Id`).' }),
    errors: Type.Optional(
      Type.Array(VIOLATION, { description: 'The violations found, at most the first hundred.' }),
    ),
    errorsTotal: Type.Optional(
      Type.Integer({ description: 'The number of violations, including those not in `errors`.' }),
    ),
    ...PROBLEM_MEMBERS,
  },
  {
    title: 'Problem',
    description: 'Why a request was refused (RFC 9457). After a 4xx, nothing was changed.',
    additionalProperties: true,
  },
)
