/** The members of `after` that differ. The order of a list of texts says nothing. */
export function changesOf<Record extends object>(
  before: Record,
  after: Partial<Record>,
): Partial<Record> {
  const textOf = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? value.toSorted() : (value ?? null))
  const changes = Object.entries(after).filter(
    ([name, value]) => textOf(value) !== textOf(before[name as keyof Record]),
  )
  return Object.fromEntries(changes) as Partial<Record>
}
