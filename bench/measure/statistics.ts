/** Half of the values are below; NaN where there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  if (sorted.length % 2 === 1) return sorted[middle] as number
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** The value below which that share of them lies; NaN where there are none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function maxOf(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
}

/** `median (least to most)`, a dash where there are no values. */
export function spread(values: readonly number[], digits: number): string {
  if (values.length === 0) return '-'
  const least = values.reduce((found, value) => Math.min(found, value))
  const [low, middle, high] = [least, median(values), maxOf(values)].map((value) =>
    grouped(value, digits),
  )
  return values.length === 1 ? `${middle}` : `${middle} (${low} to ${high})`
}

/** A number with its thousands apart. */
export function grouped(value: number, digits: number): string {
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
