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
