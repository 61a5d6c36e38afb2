import { Random } from '../../../src/demo/synthetic/random.ts'

/** Numbers from 0 to 1 of the one generator, the same in each run. */
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
