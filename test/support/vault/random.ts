export const DAY_MS = 86_400_000

/** Random numbers that are the same on every run (mulberry32). Never use them for a secret. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  whole(least: number, most: number): number {
    return Math.floor(least + this.next() * (most + 1 - least))
  }

  /** True in that share of cases. */
  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)] as T
  }
}

export function randomNumbers(seed: number): () => number {
  const random = new Random(seed)
  return () => random.next()
}

export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}
