/**
 * The rows of a statement, taken out of the driver's result. V8 allocates a function that is
 * assigned to a property among the old objects; each query of the driver has two. What they reach,
 * the result, would be kept until old objects are collected.
 */
export function takenRows<Row>(result: Row[]): Row[] {
  return result.splice(0)
}
