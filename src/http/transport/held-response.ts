import { type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { HeldBytes } from './held-bytes.ts'

/** A response that knows what the process holds for its request. */
export class HeldResponse extends ServerResponse {
  /** The caller that the bytes count for. */
  holder = ''
  /** By `performance.now()`. */
  waitingSince = 0
  /** Headers of every response, with names in lower case. Its own of these names replace them. */
  constantHeaders: Readonly<Record<string, string>> = {}
  #held: HeldBytes | undefined
  #bodyBytes = 0
  #waitingBytes = 0

  get isOfChange(): boolean {
    const { method } = this.req
    return method !== 'GET' && method !== 'HEAD'
  }

  /**
   * Counts the request's body, and later the response, until `release`.
   * @param bodyBytes the most that the body will have
   */
  holdFor(holder: string, bodyBytes: number, held: HeldBytes): void {
    // The client hung up while its token was looked up: nothing would release them.
    if (this.destroyed) return
    this.holder = holder
    this.#held = held
    if (bodyBytes === 0) return
    this.#bodyBytes = bodyBytes
    held.holdBody(holder, bodyBytes)
  }

  /** Adds the constant headers in one write: set one by one, each of them was copied twice. */
  override writeHead(status: number, reason?: unknown, last?: unknown): this {
    const own = ((typeof reason === 'object' ? reason : last) ?? {}) as OutgoingHttpHeaders
    const headers: unknown[] = []
    for (const name in this.constantHeaders) {
      if (own[name] === undefined && !this.hasHeader(name)) {
        headers.push(name, this.constantHeaders[name])
      }
    }
    for (const name in own) headers.push(name, own[name])
    return super.writeHead(status, headers as string[])
  }

  // biome-ignore lint/suspicious/noExplicitAny: Node overloads the signature
  override end(chunk?: any, encoding?: any, done?: any): this {
    const isText = typeof chunk === 'string' && (encoding ?? null) === null
    // The bytes of ASCII are the same, and Node copies them as they are.
    const isAscii = isText && Buffer.byteLength(chunk) === chunk.length
    super.end(chunk, isAscii ? 'latin1' : encoding, done)
    // Most responses are with the kernel by now, and cost no more than this.
    if (this.#held === undefined || !this.socket?.writableLength || this.destroyed) return this
    if (typeof chunk !== 'string' && !Buffer.isBuffer(chunk)) return this
    this.waitingSince = performance.now()
    this.#waitingBytes = Buffer.byteLength(chunk)
    this.#held.holdResponse(this, this.holder, this.#waitingBytes)
    return this
  }

  /** To be called when the response is closed: the client took it, or hung up. */
  release(): void {
    const held = this.#held
    if (held === undefined) return
    this.#held = undefined
    if (this.#bodyBytes > 0) held.releaseBody(this.holder, this.#bodyBytes)
    if (this.#waitingBytes > 0) held.releaseResponse(this, this.holder, this.#waitingBytes)
  }

  /** Resets the connection, so that the kernel drops its unsent data too. */
  reset(): void {
    this.release()
    this.socket?.resetAndDestroy()
  }
}
