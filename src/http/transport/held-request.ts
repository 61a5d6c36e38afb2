import { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { Span } from '@opentelemetry/api'
import { Refusal } from '../../domain/errors.ts'

/** Bytes of a body that may come before somebody asks for it, as in Node. */
const UNASKED_MAX = 65_536

const CUT = 'The connection was closed before the end of the body: send it again.'

/** The least memory for a body of several pieces, in bytes. */
const CAPACITY_MIN = 1_024

/**
 * A request that holds its body as one piece of memory, and only if its method can have one. Node
 * and Fastify keep a list of what came: a chunked body of one-byte chunks took 400 bytes a chunk.
 */
export class HeldRequest extends IncomingMessage {
  /** Set if the process traces. */
  span: Span | undefined
  #bytes: Buffer | undefined
  #length = 0
  #max = UNASKED_MAX
  #done: ((body: Buffer | undefined) => void) | undefined
  #isUnwanted = false
  #stream: Readable | undefined

  /** Whether its body is passed on as it comes: however long that takes, it may go on. */
  get isStreamed(): boolean {
    return this.#stream !== undefined
  }

  /** Node's parser calls it with each piece of the body, and with null after the last. */
  override push(piece: Buffer | null): boolean {
    if (this.#stream !== undefined) {
      if (piece !== null) return this.#isUnwanted || this.#stream.push(piece)
      this.#endStream(this.#stream)
    }
    if (piece === null) {
      this.#finish()
      return super.push(null)
    }
    if (this.#isUnwanted || this.method === 'GET' || this.method === 'HEAD') return true
    this.#add(piece)
    if (this.#length <= this.#max) return true
    // Not asked for yet, it stops the connection; asked for, it is too large.
    this.#finish()
    return false
  }

  /**
   * Calls `done` with the whole body, or with undefined if it has more than `max` bytes; never if
   * the client hangs up before.
   */
  readBody(max: number, done: (body: Buffer | undefined) => void): void {
    const isStopped = this.#length > this.#max
    this.#max = max
    this.#done = done
    if (this.complete || this.#length > max) this.#finish()
    else if (isStopped) this.socket.resume()
  }

  /**
   * Passes the body on as it comes, as fast as it is read. The stream fails if the client hangs up
   * before the end. From the end on, the connection may be silent until the response.
   */
  streamBody(): Readable {
    const stream = new Readable({ read: () => void (this.complete || this.socket.resume()) })
    // If nobody reads it any more, nobody needs its failure.
    stream.on('error', () => undefined)
    this.#stream = stream
    if (this.#bytes !== undefined) stream.push(this.#bytes.subarray(0, this.#length))
    this.#bytes = undefined
    if (this.complete) this.#endStream(stream)
    return stream
  }

  #endStream(stream: Readable): void {
    stream.push(null)
    this.socket.setTimeout(0)
  }

  /** Forgets the body, and what is still to come of it. */
  discardBody(): void {
    this.#isUnwanted = true
    this.#bytes = undefined
    this.#done = undefined
    if (this.#stream?.readableEnded === false)
      this.#stream.destroy(new Refusal('malformed_request', { detail: CUT }))
  }

  #finish(): void {
    const done = this.#done
    if (done === undefined) return
    const bytes = this.#bytes ?? Buffer.alloc(0)
    const body = this.#length > this.#max ? undefined : bytes.subarray(0, this.#length)
    this.discardBody()
    done(body)
  }

  /** Keeps the first piece as it is: of most bodies it is all. */
  #add(piece: Buffer): void {
    const length = this.#length + piece.length
    const held = this.#bytes
    if (held === undefined) this.#bytes = piece
    else if (length <= held.length) piece.copy(held, this.#length)
    else {
      // Twice as much each time, so that all copies together are twice the body at most.
      const room = Math.min(2 * length, Math.max(length, this.#max))
      this.#bytes = Buffer.allocUnsafeSlow(Math.max(CAPACITY_MIN, room))
      held.copy(this.#bytes, 0, 0, this.#length)
      piece.copy(this.#bytes, this.#length)
    }
    this.#length = length
  }
}
