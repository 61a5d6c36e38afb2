/** How two samples of times differ. */
export interface Difference {
  /** The median of the one less that of the other. */
  readonly medians: number
  /** How likely a difference like this is where there is none (Mann-Whitney U, both sides). */
  readonly p: number
}

/**
 * Compares two samples by their ranks: times have long tails, of which means and variances tell
 * nothing. The normal approximation, which a dozen values in each are enough for.
 */
export function difference(a: readonly number[], b: readonly number[]): Difference {
  const [n, m] = [a.length, b.length]
  const sorted = [
    ...a.map((value) => ({ value, isOfA: true })),
    ...b.map((value) => ({ value, isOfA: false })),
  ].sort((x, y) => x.value - y.value)
  let ranksOfA = 0
  let ties = 0
  for (let start = 0; start < sorted.length; ) {
    let end = start
    while (end < sorted.length && sorted[end]?.value === sorted[start]?.value) end += 1
    const count = end - start
    const rank = (start + 1 + end) / 2
    ranksOfA += rank * sorted.slice(start, end).filter(({ isOfA }) => isOfA).length
    ties += count ** 3 - count
    start = end
  }
  const u = ranksOfA - (n * (n + 1)) / 2
  const all = n + m
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)))
  const z = variance === 0 ? 0 : (u - (n * m) / 2) / Math.sqrt(variance)
  return { medians: median(a) - median(b), p: Math.min(1, 2 * upperTail(Math.abs(z))) }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return ((low as number) + (high as number)) / 2
}

/** Of the standard normal distribution (Abramowitz and Stegun 7.1.26, times the exact factor). */
function upperTail(z: number): number {
  const t = 1 / (1 + (0.3275911 * z) / Math.SQRT2)
  const factors = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  const sum = factors.reduce((polynomial, factor) => polynomial * t + factor, 0)
  return 0.5 * sum * t * Math.exp((-z * z) / 2)
}
