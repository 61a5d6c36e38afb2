import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { noteDecided } from './decided.ts'
import type { ApiResponse, Args, Operation, QueryOf } from './request.ts'
import { ProblemError, request } from './request.ts'

/**
 * A read operation for `useQuery`, with the names of the records whose ids it has. Its key begins
 * with the first segment of the path, such as `transfers`: `useLiveRefresh` marks all reads of a
 * segment as stale when its records change.
 */
export function read<O extends Operation & `GET ${string}`>(operation: O, args: Args<O> = {}) {
  return queryOptions({
    queryKey: [segmentOf(operation), operation, args.path ?? {}, args.query ?? {}],
    queryFn: async ({ signal }) => {
      const query = { include: 'names', ...args.query } as QueryOf<O>
      return await request(operation, { ...args, query, signal })
    },
    placeholderData: keepPreviousData,
  })
}

type Reading<O extends Operation> = Pick<Args<O>, 'path' | 'query'> &
  Omit<UseQueryOptions<ApiResponse<O>>, 'queryKey' | 'queryFn'>

export function useRead<O extends Operation & `GET ${string}`>(
  operation: O,
  { path, query, ...options }: Reading<O> = {},
) {
  const args = { path, query } as Args<O>
  return useQuery({ ...read(operation, args), ...options } as UseQueryOptions<ApiResponse<O>>)
}

/** The first segment of the operation's path behind `/v1/`. */
export function segmentOf(operation: Operation): string {
  return operation.split('/')[2] ?? ''
}

/**
 * The first part of the key of a dry run that asks whether the token may approve a record. A change
 * cancels it: if it reached the service later, it would be refused for the new state.
 */
export const APPROVAL_DRY_RUN = 'approval dry run'

/**
 * A change. Every attempt at the same one has the same `Idempotency-Key`, so retries are safe. After
 * a success, the key is new.
 * @param stale the segments whose reads the change makes stale, besides that of the operation
 */
export function useChange<O extends Operation>(operation: O, stale: readonly string[] = []) {
  const client = useQueryClient()
  const keys = useRef(new Map<string, string>())
  return useMutation<ApiResponse<O>, ProblemError, Args<O>>({
    // A response can contain a secret: it is dropped with the component that asked for it.
    gcTime: 0,
    // Without a connection it fails: if it was paused, it would be made when nobody looks any more.
    networkMode: 'always',
    mutationFn: async (args) => {
      await client.cancelQueries({ queryKey: [APPROVAL_DRY_RUN] })
      const text = textOf(args)
      const idempotencyKey = keys.current.get(text) ?? randomKey()
      keys.current.set(text, idempotencyKey)
      const isPost = operation.startsWith('POST ')
      return await request(operation, { ...args, ...(isPost && { idempotencyKey }) })
    },
    onSuccess: ({ body }, args) => {
      keys.current.delete(textOf(args))
      noteDecided(operation, (args.path as { id?: string } | undefined)?.id, body)
    },
    // Nobody waits for these reads: the response can contain a secret, and they may never end.
    onSettled: () => {
      const segments = [segmentOf(operation), 'summary', ...stale]
      if (gathered === undefined) readAfter(client, segments)
      else for (const segment of segments) gathered.add(segment)
    },
  })
}

/** The segments that the changes of one task make stale so far. */
let gathered: Set<string> | undefined

/** Makes several changes one after the other: what they make stale is read once, after the last. */
export async function asOne(client: QueryClient, work: () => Promise<void>): Promise<void> {
  gathered = new Set()
  await work()
  const segments = [...gathered]
  gathered = undefined
  readAfter(client, segments)
}

function readAfter(client: QueryClient, segments: readonly string[]): void {
  void client.invalidateQueries({
    predicate: ({ queryKey }) => segments.includes(queryKey[0] as string),
  })
}

function textOf({ path, body }: { readonly path?: unknown; readonly body?: unknown }): string {
  return JSON.stringify([path, body])
}

/** The longest that a page waits for a changed record. */
const READ_AGAIN_MS = 2_000

/** Waits, for a while, until the reads in progress are done: the records after a change. */
export async function readAgain(client: QueryClient): Promise<void> {
  const reads = client.refetchQueries({ fetchStatus: 'fetching' }, { cancelRefetch: false })
  await Promise.race([reads, new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS))])
}

/** `crypto.randomUUID` exists only over HTTPS and on this machine. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function isWorthRetrying(failures: number, error: Error): boolean {
  const status = error instanceof ProblemError ? error.problem.status : 500
  return failures < 2 && (status === 0 || status === 429 || status >= 500)
}
