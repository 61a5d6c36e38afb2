import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ProblemError, request } from '../api/request.ts'
import type { Operations, Problem, Violation } from '../api/schema.ts'
import { violationWords } from '../words/problems.ts'

export type Creation = 'POST /v1/transfers' | 'POST /v1/outbound-shipments'
export type CreationBody = Operations[Creation]['body']

interface Verdict {
  readonly byItem: ReadonlyMap<string, readonly Violation[]>
  /** Messages about accounts, by their pointer: `/toFboAccountId`. */
  readonly byAccount: ReadonlyMap<string, string>
  /** The refusal, if it is about the choice as a whole. */
  readonly overall?: ProblemError | undefined
  /** The number of problems, with those that the refusal counts but does not list. */
  readonly count: number
}

const ACCEPTED: Verdict = { byItem: new Map(), byAccount: new Map(), count: 0 }

/** The time that a choice must stay unchanged before the service is asked. */
const DEBOUNCE_MS = 350

/**
 * Asks, as the choice changes, whether the service would accept it. Until the next verdict is
 * there, the violations of items stay, because they go by ids; those of accounts and of the choice
 * as a whole go by nothing, so they are returned only for the choice that they are about.
 * @param refusedAt when the choice was sent and refused, 0 if it was not: it is checked again then
 */
export function useDryRun(operation: Creation, body: CreationBody | undefined, refusedAt: number) {
  const text = JSON.stringify(body)
  const [settled] = useDebouncedValue(text, DEBOUNCE_MS)
  // Nothing, once it changed or is sent: the check of before ends, as nobody waits for it.
  const asked = settled === text ? text : undefined
  const { data, error, isPlaceholderData } = useQuery({
    // Under `inventory-items`: another record may claim an item that is chosen here.
    queryKey: ['inventory-items', 'dry run', operation, asked ?? '', refusedAt],
    queryFn: ({ signal }) => dryRun(operation, JSON.parse(asked ?? ''), signal),
    enabled: asked !== undefined,
    // Without a connection it fails, and the page says so; paused, it would be checking forever.
    networkMode: 'always',
    refetchOnReconnect: true,
    placeholderData: (before) => before,
  })
  const isCurrent = asked !== undefined && !isPlaceholderData && data !== undefined
  const verdict = isCurrent ? data : { ...ACCEPTED, byItem: data?.byItem ?? ACCEPTED.byItem }
  return { verdict: body === undefined ? ACCEPTED : verdict, isCurrent, error }
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
    if (isRefusal(error)) return verdictOf(error.problem, body)
    throw error
  }
}

export function isRefusal(error: unknown): error is ProblemError {
  return error instanceof ProblemError && [400, 404, 409].includes(error.problem.status)
}

function verdictOf(problem: Problem, body: CreationBody): Verdict {
  const byItem = new Map<string, Violation[]>()
  const byAccount = new Map<string, string>()
  const others: Violation[] = []
  const { errors = [], errorsTotal = 0 } = problem
  for (const violation of errors) {
    const position = /^\/items\/(\d+)/.exec(violation.pointer)?.[1]
    const id = position === undefined ? undefined : body.items[Number(position)]?.inventoryItemId
    if (id !== undefined) byItem.set(id, [...(byItem.get(id) ?? []), violation])
    else if (/^\/(fbo|fromFbo|toFbo)AccountId$/.test(violation.pointer))
      byAccount.set(violation.pointer, violationWords(violation))
    else others.push(violation)
  }
  const beside = Math.max(errorsTotal, errors.length) - others.length
  if (others.length === 0 && errors.length > 0) return { byItem, byAccount, count: beside }
  const isSaidOnce = others.length === 1 && others[0]?.detail === problem.detail
  const overall = { ...problem, errors: isSaidOnce ? [] : others, errorsTotal: 0 }
  return { byItem, byAccount, overall: new ProblemError(overall), count: beside + 1 }
}
