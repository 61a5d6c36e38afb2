import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ProblemError, request } from '../api/request.ts'
import type { Operations, Problem, Violation } from '../api/schema.ts'

/** What makes a record out of chosen items. */
export type Creation = 'POST /v1/transfers' | 'POST /v1/outbound-shipments'
export type CreationBody<O extends Creation = Creation> = Operations[O]['body']

/** What the service would say to a choice. */
export interface Verdict {
  /** By the id of the item that they are about. */
  readonly ofItems: ReadonlyMap<string, readonly Violation[]>
  /** Of the accounts, by the pointer: `/toFboAccountId`. */
  readonly ofAccounts: ReadonlyMap<string, string>
  /** The refusal, where it is about the choice as a whole. */
  readonly ofWhole: ProblemError | undefined
  /** How many faults the refusal counts but does not list. */
  readonly unlisted: number
}

/** How many faults there are. */
export function countFaults(verdict: Verdict | undefined): number {
  if (verdict === undefined) return 0
  const { ofItems, ofAccounts, ofWhole, unlisted } = verdict
  const listed = [...ofItems.values()].flat().length + ofAccounts.size
  return listed + unlisted + (ofWhole === undefined ? 0 : 1)
}

const ACCEPTED: Verdict = {
  ...{ ofItems: new Map(), ofAccounts: new Map(), ofWhole: undefined, unlisted: 0 },
}

/** How long a choice must rest before the service is asked. */
const REST_MS = 350

/**
 * Asks, as the choice changes, whether the service would take it. The last verdict stands until
 * the next is there: it goes by ids, so that it stays beside the right items. What it says of the
 * accounts and of the whole goes by nothing, and is given out only while it is of this choice.
 * @param refusedAt when the choice was sent, and refused; 0 if it was not. It is asked again then
 */
export function useDryRun<O extends Creation>(
  operation: O,
  body: CreationBody<O> | undefined,
  refusedAt: number,
) {
  const text = JSON.stringify(body)
  const [rested] = useDebouncedValue(text, REST_MS)
  const answer = useQuery({
    // Asked again when an item changes: something else may take one that is chosen here.
    queryKey: ['inventory-items', 'dry run', operation, rested ?? '', refusedAt],
    queryFn: ({ signal }) => dryRun(operation, JSON.parse(rested ?? ''), signal),
    enabled: rested !== undefined && rested === text,
    // Without a connection it fails, which is said; kept back, it would be checking for ever.
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: (before) => before,
  })
  const isCurrent = rested === text && !answer.isPlaceholderData && answer.data !== undefined
  const ofItems = answer.data && { ...ACCEPTED, ofItems: answer.data.ofItems }
  return {
    verdict: body === undefined ? undefined : isCurrent ? answer.data : ofItems,
    isCurrent,
    error: answer.error,
  }
}

async function dryRun(
  operation: Creation,
  body: CreationBody,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    await request(operation, { query: { validateOnly: true }, body, signal })
    return ACCEPTED
  } catch (error) {
    const isRefusal =
      error instanceof ProblemError && [400, 404, 409].includes(error.problem.status)
    if (!isRefusal) throw error
    return verdictOf(error.problem, body)
  }
}

function verdictOf(problem: Problem, body: CreationBody): Verdict {
  const ofItems = new Map<string, Violation[]>()
  const ofAccounts = new Map<string, string>()
  const others: Violation[] = []
  const errors = problem.errors ?? []
  for (const violation of errors) {
    const position = /^\/items\/(\d+)/.exec(violation.pointer)?.[1]
    const id = position === undefined ? undefined : body.items[Number(position)]?.inventoryItemId
    if (id !== undefined) ofItems.set(id, [...(ofItems.get(id) ?? []), violation])
    else if (/^\/(fbo|fromFbo|toFbo)AccountId$/.test(violation.pointer))
      ofAccounts.set(violation.pointer, violation.detail)
    else others.push(violation)
  }
  const isWhole = others.length > 0 || errors.length === 0
  const isSaidOnce = others.length === 1 && others[0]?.detail === problem.detail
  return {
    ...{ ofItems, ofAccounts },
    ofWhole: isWhole
      ? new ProblemError({ ...problem, errors: isSaidOnce ? [] : others, errorsTotal: 0 })
      : undefined,
    unlisted: Math.max(0, (problem.errorsTotal ?? 0) - errors.length),
  }
}
