import { useQueries } from '@tanstack/react-query'
import { read } from '../api/queries.ts'

/**
 * Items by their ids, each read once: what is printed does not change under the reader.
 * @param staleTime of what has to be as it is now, in ms
 */
export function useItems(ids: readonly string[], staleTime: number | 'static' = 'static') {
  return useQueries({
    queries: ids.map((id) => ({
      ...read('GET /v1/inventory-items/{id}', { path: { id } }),
      staleTime,
    })),
    combine: (reads) => ({
      items: reads.flatMap(({ data }) => data?.body.data ?? []),
      faults: reads.flatMap(({ error }, index) => (error ? `${ids[index]}: ${error.message}` : [])),
      isReading: reads.some(({ isPending }) => isPending),
    }),
  })
}
