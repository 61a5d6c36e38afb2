import type { Shown } from './shown.ts'

/** A query, and which of the entries that were made it lists. */
export type Filter<Entry> = readonly [query: string, keep: (entry: Entry) => boolean]

/** The list with each filter, the newest first; with orders, also the oldest first. */
export function filtered<Entry extends { readonly id: string }>(
  list: string,
  newestFirst: readonly Entry[],
  { filters, hasOrders }: { filters: readonly Filter<Entry>[]; hasOrders?: true },
): Shown[] {
  return filters.flatMap(([query, keep]) => {
    const path = `${list}?${query}`
    const ids = newestFirst.filter(keep).map(({ id }) => id)
    if (hasOrders !== true) return [{ path, ids }]
    return [
      { path, ids },
      { path: `${path}&sort=createdAt`, ids: ids.toReversed() },
    ]
  })
}

/** Entries with one of these statuses. */
export function has<Entry extends { readonly status: string }>(
  ...statuses: readonly string[]
): Filter<Entry> {
  return [`status=${statuses.join(',')}`, ({ status }) => statuses.includes(status)]
}
