import type { FastifyReply } from 'fastify'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** What an operation says of its response beside the body; it is sent only if nothing is refused. */
export class ResponseHead {
  readonly headers: Record<string, string> = {}
  /** What a success is sent with, unless the operation says otherwise. */
  status: number
  readonly #reply: FastifyReply

  constructor(reply: FastifyReply, status: number) {
    this.#reply = reply
    this.status = status
  }

  header(name: string, value: string): void {
    this.headers[name] = value
  }

  /** What writes out a body of this operation; it may be used after the reply was sent. */
  serializer(): (body: unknown) => string {
    return this.#reply.getSerializationFunction(String(this.status)) as (body: unknown) => string
  }
}
