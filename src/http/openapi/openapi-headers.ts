import { type TSchema, Type } from 'typebox'
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../domain/limits.ts'
import {
  type OperationContract,
  showsVersion,
  takesIfMatch,
  takesKey,
} from '../operation-contract.ts'
import { type Components, part } from './shared-parts.ts'

const header = (description: string) => Type.String({ description })
const optional = (description: string) => Type.Optional(header(description))

const REQUEST_ID = header('The id of this request in the logs. Quote it when you ask for help.')
const ETAG = header('The version of the record. Send it as `If-Match` or `If-None-Match`.')

const IF_MATCH = Type.String({
  description:
    'ETags of the versions that you want to change. If the record has another version, the ' +
    'request is refused with `version_conflict`. Without the header, or with `*`, the version ' +
    'is not checked.',
  examples: ['"1"'],
})

const IF_NONE_MATCH = Type.String({
  description:
    'ETags of versions that you have. If one of them is the current version, the status is 304.',
  examples: ['"1"'],
})

const IDEMPOTENCY_KEY = Type.String({
  description:
    `Makes retries safe. Choose a key of 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} visible ASCII ` +
    'characters, such as a UUID. Use it for one request of this operation only. For seven days, ' +
    'the same request with the same key returns the response of the first success. Refusals are ' +
    'not kept.',
  examples: ['"0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"'],
})

const IDEMPOTENT_REPLAYED = optional(
  '`true`: an earlier request with the same key made the change. This is its response.',
)
const NO_STORE = header('`no-store`: the response holds a secret.')

const VALIDATE_ONLY = optional('`true`: this was a dry run. Nothing was changed.')

export function requestHeadersOf(contract: OperationContract): Record<string, TSchema> {
  return {
    ...(takesKey(contract) && { 'Idempotency-Key': IDEMPOTENCY_KEY }),
    ...(takesIfMatch(contract) && { 'If-Match': IF_MATCH }),
    ...(showsVersion(contract) && { 'If-None-Match': IF_NONE_MATCH }),
  }
}

export function successHeaders(contract: OperationContract, components: Components): object {
  return headerObjects(components, {
    ...contract.success.headers,
    ...(contract.returnsSecret && { 'Cache-Control': NO_STORE }),
    ...(contract.success.versioned && { ETag: ETAG }),
    ...(takesKey(contract) && {
      'Idempotent-Replayed': IDEMPOTENT_REPLAYED,
      'Validate-Only': VALIDATE_ONLY,
    }),
  })
}

export function notModified(components: Components): object {
  const description = '`If-None-Match` names the current version of the record.'
  const headers = headerObjects(components, { ETag: ETAG })
  return part(components, 'responses', 'NotModified', { description, headers })
}

const RETRY_AFTER = Type.Optional(
  Type.Integer({
    description:
      'Number of seconds to wait before you try again. Always with 429 and 503; with 409 for ' +
      '`idempotency_in_progress`.',
  }),
)

const REFUSAL_HEADERS: Readonly<Record<number | 'default', Readonly<Record<string, TSchema>>>> = {
  412: { ETag: header('The current version of the record.') },
  default: {
    'WWW-Authenticate': optional(
      'With 401: `Bearer realm="vault-inventory"`; for an invalid token also ' +
        '`error="invalid_token"`. With `insufficient_permission`: `error="insufficient_scope"`, ' +
        'and the permission as `scope`.',
    ),
    'Retry-After': RETRY_AFTER,
    RateLimit: optional(
      'With 429, for each rate limit of the token: the requests left (`r`) and the seconds until ' +
        'the window ends (`t`). If a limit is set, all responses to valid tokens have this header ' +
        'and `RateLimit-Policy`.',
    ),
  },
}

export function refusalHeaders(status: number | 'default', components: Components): object {
  return headerObjects(components, REFUSAL_HEADERS[status] ?? {})
}

/** OpenAPI header objects; every response has `X-Request-Id`. */
function headerObjects(components: Components, headers: Readonly<Record<string, TSchema>>): object {
  const entries = Object.entries({ 'X-Request-Id': REQUEST_ID, ...headers })
  return Object.fromEntries(
    entries.map(([name, type]) => {
      const { description, ...schema } = type as { readonly description?: string }
      const required = Type.IsOptional(type) ? {} : { required: true }
      const value = { ...required, description, schema }
      return [name, part(components, 'headers', name, value)]
    }),
  )
}
