import { STRANGERS_HELD_BYTES_MAX } from '../../domain/limits.ts'

/** Time for a client to take a response before others may need its memory, in ms. */
const TAKEN_WITHIN_MS = 2_000

/** The beginning of holders without a token, who are told apart by their addresses. */
export const STRANGERS = ' '

/** Memory that the process holds for one request. */
export interface Held {
  readonly holder: string
  /** Bytes of the body, at most. */
  body: number
  /** Bytes of the response that its client has not taken yet. */
  response: number
  /** When it was sent, by `performance.now()`. */
  sentAt: number
  /** Ends the connection of a read. The response of a change is never given up. */
  readonly reset?: (() => void) | undefined
}

/**
 * One bound, in bytes, for what the process holds for all callers together: bodies of requests, by
 * their declared length, and responses that their clients have not taken.
 *
 * A caller may hold half of what is free, itself included. So one caller alone reaches a third of
 * the bound, and no number of them leaves nothing to the next: ten leave a sixth. Strangers share a
 * small part in the same way.
 */
export class HeldBytes {
  readonly #max: number
  readonly #byHolder = new Map<string, number>()
  /** Those with a response, the oldest first. */
  readonly #unread = new Set<Held>()
  #ofStrangers = 0
  /** Bodies of requests that have no response yet. */
  bodies = 0
  /** Responses that were made and wait for their clients. */
  responses = 0

  constructor(max: number) {
    this.#max = max
  }

  /**
   * Whether a caller may hold that many bytes more. Ends connections for it if others hold too much
   * for too long.
   */
  admits(holder: string, bytes: number): boolean {
    if (holder.startsWith(STRANGERS)) {
      const most = (STRANGERS_HELD_BYTES_MAX - this.#ofStrangers) / 2
      if ((this.#byHolder.get(holder) ?? 0) + bytes > most) return false
    }
    return this.#hasRoom(holder, bytes) || this.#makeRoom(holder, bytes)
  }

  holdBody(held: Held, bytes: number): void {
    held.body += bytes
    this.bodies += bytes
    this.#add(held.holder, bytes)
  }

  holdResponse(held: Held, bytes: number): void {
    held.response += bytes
    held.sentAt = performance.now()
    this.responses += bytes
    this.#unread.add(held)
    this.#add(held.holder, bytes)
  }

  /** Once the client took the response, or hung up. */
  release(held: Held): void {
    if (held.body + held.response === 0) return
    this.bodies -= held.body
    this.responses -= held.response
    this.#unread.delete(held)
    this.#add(held.holder, -held.body - held.response)
    held.body = held.response = 0
  }

  #hasRoom(holder: string, bytes: number): boolean {
    const total = this.bodies + this.responses
    // Nobody holds more than all: almost always no look-up is needed.
    if (2 * (total + bytes) + total <= this.#max) return true
    return 2 * ((this.#byHolder.get(holder) ?? 0) + bytes) + total <= this.#max
  }

  /**
   * Resets the connections of callers that hold their part, the oldest response first, whether the
   * client takes a byte now and then or none.
   */
  #makeRoom(holder: string, bytes: number): boolean {
    const now = performance.now()
    for (const held of this.#unread) {
      if (now - held.sentAt < TAKEN_WITHIN_MS) return false
      if (held.reset === undefined || this.#hasRoom(held.holder, bytes)) continue
      this.release(held)
      held.reset()
      if (this.#hasRoom(holder, bytes)) return true
    }
    return false
  }

  #add(holder: string, bytes: number): void {
    if (holder.startsWith(STRANGERS)) this.#ofStrangers += bytes
    const held = (this.#byHolder.get(holder) ?? 0) + bytes
    if (held === 0) this.#byHolder.delete(holder)
    else this.#byHolder.set(holder, held)
  }
}
