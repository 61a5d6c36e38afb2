import { STRANGERS_HELD_BYTES_MAX } from '../../domain/limits.ts'

/** Time for a client to take a response before others may need its memory, in ms. */
const TAKEN_WITHIN_MS = 2_000

/** The beginning of holders without a token, who are told apart by their addresses. */
export const STRANGERS = ' '

/** A response that its client has not taken yet. */
interface UnreadResponse {
  readonly holder: string
  readonly isOfChange: boolean
  /** By `performance.now()`. */
  readonly waitingSince: number
  /** Ends its connection, and releases its bytes. */
  reset(): void
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
  /** Those that the client did not take at once, the oldest first. */
  readonly #waiting = new Set<UnreadResponse>()
  #bodies = 0
  #responses = 0
  #ofStrangers = 0

  constructor(max: number) {
    this.#max = max
  }

  /** Bodies of requests that have no response yet. */
  get bodies(): number {
    return this.#bodies
  }

  /** Responses that were made and wait for their clients. */
  get responses(): number {
    return this.#responses
  }

  /**
   * Whether a caller may hold that many bytes more. Ends connections for it if others hold too much
   * for too long.
   */
  admits(holder: string, bytes: number): boolean {
    if (holder.startsWith(STRANGERS)) {
      const most = (STRANGERS_HELD_BYTES_MAX - this.#ofStrangers) / 2
      if (this.#heldBy(holder) + bytes > most) return false
    }
    const total = this.#bodies + this.#responses
    // Nobody holds more than all: almost always no look-up is needed.
    if (2 * (total + bytes) + total <= this.#max) return true
    return this.#hasRoom(holder, bytes) || this.#makeRoom(holder, bytes)
  }

  holdBody(holder: string, bytes: number): void {
    this.#bodies += bytes
    this.#add(holder, bytes)
  }

  releaseBody(holder: string, bytes: number): void {
    this.holdBody(holder, -bytes)
  }

  holdResponse(response: UnreadResponse, holder: string, bytes: number): void {
    this.#waiting.add(response)
    this.#responses += bytes
    this.#add(holder, bytes)
  }

  releaseResponse(response: UnreadResponse, holder: string, bytes: number): void {
    this.#waiting.delete(response)
    this.#responses -= bytes
    this.#add(holder, -bytes)
  }

  #heldBy(holder: string): number {
    return this.#byHolder.get(holder) ?? 0
  }

  #hasRoom(holder: string, bytes: number): boolean {
    return 2 * (this.#heldBy(holder) + bytes) + this.#bodies + this.#responses <= this.#max
  }

  /**
   * Resets the connections of callers that hold their part, the oldest response first, whether the
   * client takes a byte now and then or none. A client whose change was made keeps its response.
   */
  #makeRoom(holder: string, bytes: number): boolean {
    const now = performance.now()
    for (const response of this.#waiting) {
      if (now - response.waitingSince < TAKEN_WITHIN_MS) return false
      if (response.isOfChange || this.#hasRoom(response.holder, bytes)) continue
      response.reset()
      if (this.#hasRoom(holder, bytes)) return true
    }
    return false
  }

  #add(holder: string, bytes: number): void {
    if (holder.startsWith(STRANGERS)) this.#ofStrangers += bytes
    const held = this.#heldBy(holder) + bytes
    if (held === 0) this.#byHolder.delete(holder)
    else this.#byHolder.set(holder, held)
  }
}
