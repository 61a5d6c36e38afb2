import type { Socket } from 'node:net'

/** Collects the texts of statements that clients of a PostgreSQL send, each once. */
export class SentStatements {
  readonly texts = new Set<string>()
  readonly #rests = new WeakMap<Socket, Buffer>()
  readonly #opened = new WeakSet<Socket>()

  /** Takes what a client has sent next. */
  take(client: Socket, chunk: Buffer): void {
    let rest = Buffer.concat([this.#rests.get(client) ?? Buffer.alloc(0), chunk])
    for (;;) {
      // The first message of a connection has no type; each has the length of what follows.
      const start = this.#opened.has(client) ? 1 : 0
      if (rest.length < start + 4) break
      const end = start + rest.readInt32BE(start)
      if (rest.length < end) break
      if (start === 1) this.#message(String.fromCharCode(rest[0] as number), rest.subarray(5, end))
      this.#opened.add(client)
      rest = rest.subarray(end)
    }
    this.#rests.set(client, rest)
  }

  #message(type: string, body: Buffer): void {
    // Parse: a name and the text. Query: the text. Each ends with a zero.
    const from = type === 'P' ? body.indexOf(0) + 1 : 0
    if (type === 'P' || type === 'Q')
      this.texts.add(body.toString('utf8', from, body.indexOf(0, from)))
  }
}
