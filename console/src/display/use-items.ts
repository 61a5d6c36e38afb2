import { useQueries } from '@tanstack/react-query'
import { read } from '../api/queries.ts'

interface Options {
  readonly enabled?: boolean
  readonly retry?: false
  /** In ms, for what has to be as it is now. */
  readonly staleTime?: number
  /** That of a record with these items: they are read again with it, not with their own changes. */
  readonly version?: string | undefined
}

/** Items by their ids, each read once: what is printed does not change under the reader. */
export function useItems(ids: readonly string[], { version, ...options }: Options = {}) {
  return useQueries({
    queries: ids.map((id) => ({
      ...read('GET /v1/inventory-items/{id}', { path: { id } }),
      ...(version && { queryKey: ['listed-items', id, version] }),
      staleTime: 'static' as const,
      ...options,
    })),
    combine: (reads) => ({
      items: reads.flatMap(({ data }) => data?.body.data ?? []),
      faults: reads.flatMap(({ error }, index) => (error ? `${ids[index]}: ${error.message}` : [])),
      isReading: reads.some(({ isPending }) => isPending),
    }),
  })
}
