import { QueueOverrun } from './fair-queue.ts'

export { QueueOverrun }

/** What waits in a line until it is taken or refused. */
export interface Waiting {
  /** Whose turn it takes. */
  readonly line: string
  /** Its share of what is taken together. */
  readonly weight: number
  /** By `performance.now()`. */
  readonly arrivedAt: number
  readonly reject: (overrun: QueueOverrun) => void
}

export interface WaitingLimits {
  /** How many may wait in all lines; past it, the newest of the longest line is refused. */
  readonly waitingMax: number
  /** How long one may wait. */
  readonly waitTimeoutMs: number
}

export interface TakeLimits<Entry> {
  /** How many come together. */
  readonly count: number
  /** Their weight altogether; the first may be heavier. */
  readonly weight: number
  /** Of how many lines they are. */
  readonly lines: number
  /** Whether an entry may come; asked once about each, in the order of its line. */
  readonly mayCome: (entry: Entry) => boolean
}

/**
 * One line for each organization, served in turns: whoever asks much waits behind itself, not
 * before others. Nothing waits for ever: past the limits it is refused.
 */
export class FairLines<Entry extends Waiting> {
  /** In the order of their turns; none is empty. */
  readonly #lines = new Map<string, Entry[]>()
  readonly #limits: WaitingLimits
  #size = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limits: WaitingLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    const line = this.#lines.get(entry.line)
    if (line === undefined) this.#lines.set(entry.line, [entry])
    else line.push(entry)
    this.#size += 1
    this.#timer ??= this.#watch(this.#limits.waitTimeoutMs)
  }

  /** Entries that were taken, to the front of their lines, in the order in which they came. */
  putBack(entries: readonly Entry[]): void {
    for (const entry of entries.toReversed()) {
      const line = this.#lines.get(entry.line)
      if (line === undefined) this.#lines.set(entry.line, [entry])
      else line.unshift(entry)
      this.#size += 1
    }
    if (this.#size > 0) this.#timer ??= this.#watch(this.#limits.waitTimeoutMs / 4)
  }

  /** To be called after what could be taken of those that were added has been. */
  refuseOverrun(): void {
    while (this.#size > this.#limits.waitingMax) {
      const [name, line] = [...this.#lines].reduce((one, other) =>
        other[1].length >= one[1].length ? other : one,
      )
      this.#remove(name, line, line.length - 1).reject(new QueueOverrun('queue_full'))
    }
  }

  /** Takes the next ones that may come, one of each line in turn. */
  take(limits: TakeLimits<Entry>): Entry[] {
    const taken: Entry[] = []
    const lines = new Set<string>()
    let weight = 0
    const turns = [...this.#lines.keys()].map((name) => ({ name, passed: 0 }))
    for (const turn of turns) {
      if (taken.length === limits.count) break
      if (!lines.has(turn.name) && lines.size === limits.lines) continue
      const line = this.#lines.get(turn.name) as Entry[]
      const place = line.findIndex((entry, index) => index >= turn.passed && limits.mayCome(entry))
      if (place < 0) continue
      const entry = line[place] as Entry
      if (taken.length > 0 && weight + entry.weight > limits.weight) break
      taken.push(entry)
      weight += entry.weight
      lines.add(turn.name)
      this.#remove(turn.name, line, place)
      if (line.length === 0) continue
      this.#toTheEnd(turn.name, line)
      turns.push({ name: turn.name, passed: place })
    }
    return taken
  }

  /** One timer for all that wait. */
  #watch(delayMs: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timer = undefined
      this.#refuseLate()
      // Looked at four times within the limit: nobody waits a quarter longer than it.
      if (this.#size > 0) this.#timer ??= this.#watch(this.#limits.waitTimeoutMs / 4)
    }, Math.ceil(delayMs))
    return timer.unref()
  }

  #refuseLate(): void {
    const latest = performance.now() - this.#limits.waitTimeoutMs
    for (const [name, line] of [...this.#lines]) {
      for (let place = line.length - 1; place >= 0; place -= 1) {
        if ((line[place] as Entry).arrivedAt > latest) continue
        this.#remove(name, line, place).reject(new QueueOverrun('queue_timeout'))
      }
    }
  }

  #toTheEnd(name: string, line: Entry[]): void {
    this.#lines.delete(name)
    this.#lines.set(name, line)
  }

  #remove(name: string, line: Entry[], place: number): Entry {
    const [entry] = line.splice(place, 1) as [Entry]
    if (line.length === 0) this.#lines.delete(name)
    this.#size -= 1
    return entry
  }
}
