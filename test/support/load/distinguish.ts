import { median } from '../../../bench/measure/statistics.ts'

/** Difference of two lists of times; entries at the same position were measured together. */
export interface Difference {
  /** The median difference: how much longer the first took. */
  readonly median: number
  /** Probability of a difference like this if there is none (Wilcoxon's signed ranks). */
  readonly p: number
}

/**
 * Compares pairs by the ranks of their differences: times have long tails, of which means and
 * variances mean nothing, and a machine is now busy, now idle, which pairs share. The normal
 * approximation, which a few dozen pairs are enough for.
 */
export function difference(first: readonly number[], second: readonly number[]): Difference {
  const differences = first.map((value, index) => value - (second[index] as number))
  const ranked = differences
    .filter((value) => value !== 0)
    .sort((a, b) => Math.abs(a) - Math.abs(b))
  const n = ranked.length
  const positive = ranked.reduce((sum, value, index) => (value > 0 ? sum + index + 1 : sum), 0)
  const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24)
  const z = n === 0 ? 0 : (positive - (n * (n + 1)) / 4) / deviation
  return { median: median(differences), p: Math.min(1, 2 * upperTail(Math.abs(z))) }
}

/** The standard normal distribution (Abramowitz and Stegun 7.1.26, times the exact factor). */
function upperTail(z: number): number {
  const t = 1 / (1 + (0.3275911 * z) / Math.SQRT2)
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  const sum = factors.reduce((polynomial, factor) => polynomial * t + factor, 0)
  return 0.5 * sum * t * Math.exp((-z * z) / 2)
}
