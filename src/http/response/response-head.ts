import type { FastifyReply } from 'fastify'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Status and headers that an operation sets; they are sent only if it succeeds. */
export class ResponseHead {
  readonly headers: Record<string, string> = {}
  status: number
  readonly #reply: FastifyReply

  constructor(reply: FastifyReply, status: number) {
    this.#reply = reply
    this.status = status
  }

  header(name: string, value: string): void {
    this.headers[name] = value
  }

  /** Serializes bodies of this operation; may be used after the reply was sent. */
  serializer(status = this.status): (body: unknown) => string {
    return this.#reply.getSerializationFunction(String(status)) as (body: unknown) => string
  }
}

/**
 * Headers of every response, which tell browsers that it is data: not to be framed, run, embedded
 * elsewhere, sniffed or cached, without a referrer, over HTTPS only. The pages of `/docs` have a
 * policy of their own.
 * @param transport the value of `Strict-Transport-Security`; empty to leave it out
 */
export function securityHeaders(transport: string): Readonly<Record<string, string>> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...(transport !== '' && { 'strict-transport-security': transport }),
    'x-content-type-options': 'nosniff',
  }
}

/** Clients may cache a record with an `ETag`, but revalidate it each time. */
export const CACHED_BY_CLIENT = 'private, no-cache'
