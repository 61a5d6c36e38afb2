import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from './connection.ts'
import { codeOf, connectionLost, isConnectionLost } from './postgres-errors.ts'

/** The longest time of a timer. */
const TIMER_MS_MAX = 2 ** 31 - 1

interface PoolOptions {
  readonly max: number
  /** Longest wait of `run`, if any: PostgreSQL itself ends each statement before that. */
  readonly deadlineMs?: number
  /** Whether statements follow each other on its connections; all of them only read. */
  readonly isShared?: boolean
}

/**
 * Connections that are opened when they are needed, and kept. The one that was used last is taken
 * first: its server process is warm. Where one breaks or stops responding, none is used again: a
 * server that vanishes behind a broken network leaves connections that look open, and the system
 * drops them after a quarter of an hour.
 */
export class ConnectionPool {
  readonly #open: (isShared: boolean) => Promise<Connection>
  readonly isShared: boolean
  readonly #max: number
  readonly #deadlineMs: number
  readonly #waiting: PromiseWithResolvers<Connection>[] = []
  #idle: Connection[] = []
  /** Those of now, without those that are not used again. */
  #current = new Set<Connection>()
  /** Those that were replaced, until they are gone. */
  readonly #replaced = new Set<Connection>()
  #opening = new Set<Promise<Connection>>()
  #isEnded = false
  /** Whether the end waits for nothing any more. */
  #isCutOff = false

  constructor(
    open: (isShared: boolean) => Promise<Connection>,
    { max, deadlineMs = TIMER_MS_MAX, isShared = false }: PoolOptions,
  ) {
    this.#open = open
    this.#max = max
    this.#deadlineMs = deadlineMs
    this.isShared = isShared
  }

  /**
   * Waits for work with these connections. Where it takes longer than the deadline, or loses one,
   * all are replaced.
   * @throws what the work throws; an error with the code `ETIMEDOUT` after the deadline: the
   *   connection is dead
   */
  async run<T>(work: PromiseLike<T>): Promise<T> {
    const current = this.#current
    try {
      return await within(work, this.#deadlineMs)
    } catch (error) {
      // If several fail at once, the first has replaced them.
      const isUsed = this.#current === current && current.size > 0
      if (isUsed && (isConnectionLost(error) || codeOf(error) === 'ETIMEDOUT')) this.#replace()
      throw error
    }
  }

  /** A connection that nobody else uses until it is released. */
  take(): Connection | Promise<Connection> {
    if (this.isShared) throw new Error('statements share the connections of this pool')
    const last = this.#idle.pop()
    if (last !== undefined) return last
    if (this.#isFull) return this.#wait()
    return this.#connect()
  }

  release(one: Connection): void {
    if (this.#isEnded || !this.#current.has(one) || !one.isIdle) return void this.#drop(one)
    if (one.isOld) {
      this.#renewed(one).then(
        (next) => this.release(next),
        () => undefined,
      )
      return
    }
    const waiting = this.#waiting.shift()
    if (waiting === undefined) this.#idle.push(one)
    else waiting.resolve(one)
  }

  /** A connection that statements share, one behind the other. */
  shared(): Connection | Promise<Connection> {
    let best: Connection | undefined
    for (const one of this.#current) {
      if (best === undefined || one.outstanding < best.outstanding) best = one
    }
    if (best?.isOld && best.outstanding === 0) return this.#renewed(best)
    if (best !== undefined && (best.outstanding === 0 || this.#isFull)) return best
    const [before] = this.#opening
    const opening = this.#isFull ? undefined : this.#connect()
    if (opening !== undefined && best === undefined && before === undefined) return opening
    // Nobody waits for it; another one is opened when it is needed.
    opening?.catch(() => undefined)
    return best ?? (before as Promise<Connection>)
  }

  /** Ends each connection once its work is done, or after that time. */
  async end(timeoutMs = TIMER_MS_MAX): Promise<void> {
    this.#isEnded = true
    for (const { reject } of this.#waiting.splice(0)) reject(ended())
    const late = delay(timeoutMs, undefined, { ref: false })
    await Promise.race([Promise.allSettled(this.#opening), late])
    const all = () => [...this.#current, ...this.#replaced]
    await Promise.race([Promise.all(all().map((one) => this.#ending(one))), late])
    this.#isCutOff = true
    await Promise.all(all().map((one) => one.end()))
  }

  /** Ends it once its work is done. */
  async #ending(one: Connection): Promise<void> {
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    this.#onGone(one, resolve)
    // A statement at the end of the line is answered behind all others.
    if (this.isShared && one.outstanding > 0) await one.send('select', []).catch(() => undefined)
    if (this.isShared || this.#idle.includes(one)) await this.#drop(one)
    await gone
  }

  get #isFull(): boolean {
    return this.#current.size + this.#opening.size >= this.#max
  }

  async #wait(): Promise<Connection> {
    if (this.#isEnded) throw ended()
    const waiting = Promise.withResolvers<Connection>()
    this.#waiting.push(waiting)
    return await waiting.promise
  }

  /** A new one in the place of an old one, which the server has given up by then. */
  #renewed(old: Connection): Promise<Connection> {
    this.#current.delete(old)
    return this.#connect(old.end())
  }

  async #connect(place = Promise.resolve()): Promise<Connection> {
    if (this.#isEnded) throw ended()
    const current = this.#current
    const opening = place.then(() => this.#open(this.isShared))
    this.#opening.add(opening)
    try {
      const one = await opening
      if (this.#isCutOff) {
        void one.end()
        throw ended()
      }
      // It is used only this once where all were replaced in between.
      if (!one.isLost) current.add(one)
      if (!one.isLost && current !== this.#current) this.#replaced.add(one)
      this.#onGone(one)
      return one
    } finally {
      this.#opening.delete(opening)
      // If it failed, another one of those who wait tries.
      this.#serveWaiting()
    }
  }

  /** Opens connections for those who wait, where there is room again. */
  #serveWaiting(): void {
    while (this.#waiting.length > 0 && !this.#isFull) {
      const waiting = this.#waiting.shift() as PromiseWithResolvers<Connection>
      this.#connect().then(waiting.resolve, waiting.reject)
    }
  }

  #onGone(one: Connection, then?: () => void): void {
    one.onlost = () => {
      void this.#drop(one)
      then?.()
    }
  }

  async #drop(one: Connection): Promise<void> {
    this.#current.delete(one)
    this.#replaced.delete(one)
    this.#idle = this.#idle.filter((idle) => idle !== one)
    const ended = one.isLost ? undefined : one.end()
    this.#serveWaiting()
    await ended
  }

  /** Statements on the others may end; those that are silent are cut off in time. */
  #replace(): void {
    const before = this.#current
    this.#current = new Set()
    for (const one of before) this.#replaced.add(one)
    for (const one of this.#idle.splice(0)) void one.end()
    const cutOff = () => before.forEach((one) => void one.end())
    setTimeout(cutOff, this.#deadlineMs).unref()
    this.#serveWaiting()
  }
}

function ended(): Error {
  return connectionLost('the pool was ended', 'CONNECTION_ENDED')
}

/** @throws {Error} with the code `ETIMEDOUT` where the work takes longer */
export async function within<T>(work: PromiseLike<T>, deadlineMs: number): Promise<T> {
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const silent = () => connectionLost('no response from PostgreSQL in time', 'ETIMEDOUT')
  const timer = setTimeout(() => reject(silent()), deadlineMs)
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
