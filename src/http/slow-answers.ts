import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '../errors.ts'

/** Bounds how many connections are taking large answers at once. */
export class SlowAnswers {
  readonly #max: number
  /** Answers under way on each connection that has any. */
  readonly #underWay = new Map<Socket, number>()
  readonly #watched = new WeakSet<Socket>()

  constructor(max: number) {
    this.#max = max
  }

  /** To be called before the answer. @throws {Refusal} where too many connections take one */
  begin(response: ServerResponse): void {
    const { socket } = response.req
    const before = this.#underWay.get(socket)
    if (before === undefined && this.#underWay.size >= this.#max) {
      throw new Refusal('temporarily_unavailable', {
        detail: 'Too many are reading this just now: try again after a moment.',
        headers: { 'Retry-After': '1' },
      })
    }
    this.#underWay.set(socket, (before ?? 0) + 1)
    response.once('close', () => this.#end(socket))
    if (this.#watched.has(socket)) return
    this.#watched.add(socket)
    // Of answers that wait behind another one, Node does not tell when their connection is gone.
    socket.once('close', () => this.#underWay.delete(socket))
  }

  #end(socket: Socket): void {
    const left = (this.#underWay.get(socket) ?? 1) - 1
    if (left === 0) this.#underWay.delete(socket)
    else this.#underWay.set(socket, left)
  }
}
