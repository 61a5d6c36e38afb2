import { Random } from '../support/vault/random.ts'

/** Random choices from one seed. */
export class Dice extends Random {
  upTo(most: number): number {
    return this.whole(0, most)
  }

  one<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    return this.pick<T>(values)
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
