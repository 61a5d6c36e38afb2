import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { read } from '../api/queries.ts'
import type { Args, Operation, QueryOf } from '../api/request.ts'

/** The rows of a page of a long list. */
export const ROWS_PER_PAGE = 50

/** Reads a page of a list, and the next one ahead, so that it shows at once. */
export function useList<O extends Operation & `GET ${string}`>(operation: O, args: Args<O>) {
  const client = useQueryClient()
  const query = { ...args.query, limit: ROWS_PER_PAGE } as QueryOf<O>
  const list = useQuery(read(operation, { ...args, query }))
  const link = list.isPlaceholderData ? undefined : list.data?.links.next?.toString()
  const readAhead = (next: string) => {
    const { page, cursor, asOf } = Object.fromEntries(new URLSearchParams(next))
    const moment = asOf === undefined ? {} : { asOf }
    const ahead = { ...query, page: Number(page), cursor, ...moment } as QueryOf<O>
    void client.prefetchQuery(read(operation, { ...args, query: ahead }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link has the rest of the query
  useEffect(() => {
    if (link !== undefined) readAhead(link)
  }, [link])
  return list
}
