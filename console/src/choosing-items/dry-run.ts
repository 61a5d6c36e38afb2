import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ProblemError, request } from '../api/request.ts'
import type { Operations, Problem, Violation } from '../api/schema.ts'
import { violationWords } from '../words/problems.ts'

/** An operation that creates a record from chosen items. */
export type Creation = 'POST /v1/transfers' | 'POST /v1/outbound-shipments'
export type CreationBody<O extends Creation = Creation> = Operations[O]['body']

/** The service's response to a choice. */
export interface Verdict {
  /** Violations by the id of their item. */
  readonly byItem: ReadonlyMap<string, readonly Violation[]>
  /** Messages about accounts, by their pointer: `/toFboAccountId`. */
  readonly byAccount: ReadonlyMap<string, string>
  /** The refusal, if it is about the choice as a whole. */
  readonly overall: ProblemError | undefined
  /** The number of violations that the refusal counts but does not list. */
  readonly unlisted: number
}

export function countViolations(verdict: Verdict | undefined): number {
  if (verdict === undefined) return 0
  const { byItem, byAccount, overall, unlisted } = verdict
  const listed = [...byItem.values()].flat().length + byAccount.size
  return listed + unlisted + (overall === undefined ? 0 : 1)
}

const ACCEPTED: Verdict = {
  byItem: new Map(),
  byAccount: new Map(),
  overall: undefined,
  unlisted: 0,
}

/** The time that a choice must stay unchanged before the service is asked. */
const DEBOUNCE_MS = 350

/**
 * Asks, as the choice changes, whether the service would accept it. Until the next verdict is
 * there, the violations of items stay, because they go by ids; those of accounts and of the choice
 * as a whole go by nothing, so they are returned only for the choice that they are about.
 * @param refusedAt when the choice was sent and refused, 0 if it was not: it is checked again then
 */
export function useDryRun<O extends Creation>(
  operation: O,
  body: CreationBody<O> | undefined,
  refusedAt: number,
) {
  const text = JSON.stringify(body)
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS)
  const { data, error, isPlaceholderData } = useQuery({
    // Under `inventory-items`: another record may claim an item that is chosen here.
    queryKey: ['inventory-items', 'dry run', operation, settled ?? '', refusedAt],
    queryFn: ({ signal }) => dryRun(operation, JSON.parse(settled ?? ''), signal),
    enabled: settled !== undefined && settled === text,
    // Without a connection it fails, and the page says so; paused, it would be checking forever.
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: (before) => before,
  })
  const isCurrent = settled === text && !isPlaceholderData && data !== undefined
  const verdict = isCurrent ? data : data && { ...ACCEPTED, byItem: data.byItem }
  return { verdict: body === undefined ? undefined : verdict, isCurrent, error }
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
  const byItem = new Map<string, Violation[]>()
  const byAccount = new Map<string, string>()
  const others: Violation[] = []
  const errors = problem.errors ?? []
  for (const violation of errors) {
    const position = /^\/items\/(\d+)/.exec(violation.pointer)?.[1]
    const id = position === undefined ? undefined : body.items[Number(position)]?.inventoryItemId
    if (id !== undefined) byItem.set(id, [...(byItem.get(id) ?? []), violation])
    else if (/^\/(fbo|fromFbo|toFbo)AccountId$/.test(violation.pointer))
      byAccount.set(violation.pointer, violationWords(violation))
    else others.push(violation)
  }
  const isOverall = others.length > 0 || errors.length === 0
  const isSaidOnce = others.length === 1 && others[0]?.detail === problem.detail
  return {
    byItem,
    byAccount,
    overall: isOverall
      ? new ProblemError({ ...problem, errors: isSaidOnce ? [] : others, errorsTotal: 0 })
      : undefined,
    unlisted: Math.max(0, (problem.errorsTotal ?? 0) - errors.length),
  }
}
