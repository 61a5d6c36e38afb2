import Type, { type TSchema } from 'typebox'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../domain/limits.ts'
import { type OperationContract, takesIfMatch, takesKey } from '../operation-contract.ts'

/** A schema as it is published, its description apart. */
export interface Documented {
  readonly description?: string
  readonly [keyword: string]: unknown
}

export const REQUEST_ID_HEADER = {
  required: true,
  description:
    'The id under which the service logged this request: quote it when you ask for help.',
  schema: { type: 'string' },
}

const ETAG_DESCRIPTION = 'The version of the record, to be sent as `If-Match` or `If-None-Match`.'

const ETAG = Type.String({ description: ETAG_DESCRIPTION })

const IF_MATCH = Type.String({
  description:
    'ETags of the versions that may be changed; at another one the response is `version_conflict`. ' +
    'Without it, or with `*`, any may be.',
  examples: ['"1"'],
})

const IF_NONE_MATCH = Type.String({
  description: 'ETags of versions that need not be sent again: the response to them is 304.',
  examples: ['"1"'],
})

const IDEMPOTENCY_KEY = Type.String({
  description:
    `Makes a retry safe: 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} visible characters that you never use ` +
    'for another request of this operation, such as a UUID. For seven days the same request under ' +
    'it is answered what it was answered when it was carried out; refusals are not kept.',
  examples: ['"0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"'],
})

const IDEMPOTENT_REPLAYED = Type.Optional(
  Type.String({
    description: '`true`: the change was made before, under the same key; this is its response.',
  }),
)

const VALIDATE_ONLY = Type.Optional(
  Type.String({ description: '`true`: the change was only tried.' }),
)

export const NOT_MODIFIED = {
  description: 'The record is at a version that `If-None-Match` names.',
  headers: {
    'X-Request-Id': REQUEST_ID_HEADER,
    ETag: { required: true, description: ETAG_DESCRIPTION, schema: { type: 'string' } },
  },
}

/** Whether the operation reads a version, and can say that it is known. */
export function showsVersion({ versioned, method }: OperationContract): boolean {
  return versioned === true && method === 'GET'
}

/** Headers of the request that mean something to the operation. */
export function headersTaken(contract: OperationContract): Record<string, TSchema> {
  return {
    ...(takesKey(contract) && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
    ...(takesIfMatch(contract) && { 'If-Match': IF_MATCH }),
    ...(showsVersion(contract) && { 'If-None-Match': IF_NONE_MATCH }),
  }
}

/** Headers of a success beyond those that every response has. */
export function headersResponded(contract: OperationContract): object {
  const headers = Object.entries<TSchema>({
    ...contract.success.headers,
    ...(contract.versioned && { ETag: ETAG }),
    ...(takesKey(contract) && {
      'Idempotent-Replayed': IDEMPOTENT_REPLAYED,
      'Validate-Only': VALIDATE_ONLY,
    }),
  })
  return Object.fromEntries(
    headers.map(([name, header]) => {
      const { description, ...schema } = header as Documented
      return [name, { required: !Type.IsOptional(header), description, schema }]
    }),
  )
}
