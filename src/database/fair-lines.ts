/** What waits in a line until it is taken or dropped. */
export interface Waiting {
  /** Whose turn it takes. */
  readonly line: string
  /** Its share of what is taken together. */
  readonly weight: number
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
 * before others. Where there is room for no more, the newest of the longest line gives way.
 */
export class FairLines<Entry extends Waiting> {
  /** In the order of their turns; none is empty. */
  readonly #lines = new Map<string, Entry[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    const line = this.#lines.get(entry.line)
    if (line === undefined) this.#lines.set(entry.line, [entry])
    else line.push(entry)
    this.#size += 1
  }

  /** Entries that were taken, to the front of their lines, in the order in which they came. */
  putBack(entries: readonly Entry[]): void {
    for (const entry of entries.toReversed()) {
      const line = this.#lines.get(entry.line)
      if (line === undefined) this.#lines.set(entry.line, [entry])
      else line.unshift(entry)
      this.#size += 1
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

  /** Takes out the newest entry of the longest line; of several, the one whose turn is last. */
  dropFromLongest(): Entry {
    const [name, line] = [...this.#lines].reduce((one, other) =>
      other[1].length >= one[1].length ? other : one,
    )
    return this.#remove(name, line, line.length - 1)
  }

  /** Takes out all for which it is time. */
  dropWhere(isTime: (entry: Entry) => boolean): Entry[] {
    const dropped: Entry[] = []
    for (const [name, line] of [...this.#lines]) {
      for (let place = line.length - 1; place >= 0; place -= 1) {
        if (isTime(line[place] as Entry)) dropped.push(this.#remove(name, line, place))
      }
    }
    return dropped
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
