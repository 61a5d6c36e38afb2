/**
 * The rows of a statement, taken out of the driver's result. V8 puts functions that a constructor
 * hangs on its object among the old objects, as those of a query, and keeps all that they reach
 * until it collects these: rows would be copied twice, and collected late.
 */
export function takenRows<Row>(result: Row[]): Row[] {
  return result.splice(0)
}
