import { randomNumbers } from '../support/vault/random.ts'

/** Random choices from one seed. */
export class Dice {
  readonly #random: () => number

  constructor(seed: number) {
    this.#random = randomNumbers(seed)
  }

  chance(share: number): boolean {
    return this.#random() < share
  }

  upTo(most: number): number {
    return Math.floor(this.#random() * (most + 1))
  }

  one<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    return values[Math.floor(this.#random() * values.length)] as T
  }

  /** Several different ones; fewer where there are not as many. */
  some<T>(values: readonly T[], count: number): T[] {
    const rest = [...values]
    const taken: T[] = []
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(this.upTo(rest.length - 1), 1))
    }
    return taken
  }
}
