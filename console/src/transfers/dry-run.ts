import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ProblemError, request } from '../api/request.ts'
import type { NewTransfer, Problem, Violation } from '../api/schema.ts'

/** What the service would say to a transfer. */
export interface Verdict {
  /** By the id of the item that they are about. */
  readonly ofItems: ReadonlyMap<string, readonly Violation[]>
  /** Of other members, by the pointer: `/toFboAccountId`. */
  readonly ofMembers: ReadonlyMap<string, string>
  /** The refusal, where it is about the transfer as a whole. */
  readonly ofWhole: ProblemError | undefined
  /** How many faults the refusal counts but does not list. */
  readonly unlisted: number
}

/** How many faults there are. */
export function faultsOf(verdict: Verdict | undefined): number {
  if (verdict === undefined) return 0
  const { ofItems, ofMembers, ofWhole, unlisted } = verdict
  const listed = [...ofItems.values()].flat().length + ofMembers.size
  return listed + unlisted + (ofWhole === undefined ? 0 : 1)
}

const ACCEPTED: Verdict = {
  ...{ ofItems: new Map(), ofMembers: new Map(), ofWhole: undefined, unlisted: 0 },
}

/** How long a choice must rest before the service is asked. */
const REST_MS = 350

/**
 * Asks, as the choice changes, whether the service would take it. The last verdict stands until
 * the next is there: it goes by ids, so that it stays beside the right items.
 */
export function useDryRun(transfer: NewTransfer | undefined) {
  const [rested] = useDebouncedValue(JSON.stringify(transfer), REST_MS)
  const answer = useQuery({
    // Asked again when an item changes: another transfer may take one that is chosen here.
    queryKey: ['inventory-items', 'dry run', rested ?? ''],
    queryFn: ({ signal }) => dryRun(JSON.parse(rested ?? '') as NewTransfer, signal),
    enabled: rested !== undefined && rested === JSON.stringify(transfer),
    placeholderData: (before) => before,
  })
  const isCurrent = rested === JSON.stringify(transfer) && !answer.isPlaceholderData
  return {
    verdict: transfer === undefined ? undefined : answer.data,
    isCurrent: isCurrent && answer.data !== undefined,
    error: answer.error,
    ask: answer.refetch,
  }
}

async function dryRun(body: NewTransfer, signal: AbortSignal): Promise<Verdict> {
  try {
    await request('POST /v1/transfers', { query: { validateOnly: 'true' }, body, signal })
    return ACCEPTED
  } catch (error) {
    const isRefusal = error instanceof ProblemError && [400, 404, 409].includes(statusOf(error))
    if (!isRefusal) throw error
    return verdictOf(error.problem, body)
  }
}

const statusOf = ({ problem }: ProblemError) => problem.status

function verdictOf(problem: Problem, body: NewTransfer): Verdict {
  const ofItems = new Map<string, Violation[]>()
  const ofMembers = new Map<string, string>()
  const others: Violation[] = []
  const errors = problem.errors ?? []
  for (const violation of errors) {
    const position = /^\/items\/(\d+)/.exec(violation.pointer)?.[1]
    const id = position === undefined ? undefined : body.items[Number(position)]?.inventoryItemId
    if (id !== undefined) ofItems.set(id, [...(ofItems.get(id) ?? []), violation])
    else if (/^\/(from|to)FboAccountId$/.test(violation.pointer))
      ofMembers.set(violation.pointer, violation.detail)
    else others.push(violation)
  }
  const isWhole = others.length > 0 || errors.length === 0
  const isSaidOnce = others.length === 1 && others[0]?.detail === problem.detail
  return {
    ...{ ofItems, ofMembers },
    ofWhole: isWhole
      ? new ProblemError({ ...problem, errors: isSaidOnce ? [] : others, errorsTotal: 0 })
      : undefined,
    unlisted: Math.max(0, (problem.errorsTotal ?? 0) - errors.length),
  }
}
