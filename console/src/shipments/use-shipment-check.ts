import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ProblemError, request } from '../api/request.ts'
import type { NewOutboundShipment, Problem, Violation } from '../api/schema.ts'

/** What the service would refuse. */
export interface Verdict {
  /** By the id of the item that they are about. */
  readonly ofItems: ReadonlyMap<string, readonly Violation[]>
  readonly ofAccount: string | undefined
  /** The refusal, where it is about the shipment as a whole. */
  readonly ofWhole: ProblemError | undefined
  /** How many faults the refusal counts but does not list. */
  readonly unlisted: number
}

const ACCEPTED: Verdict = {
  ...{ ofItems: new Map(), ofAccount: undefined, ofWhole: undefined, unlisted: 0 },
}

/** How long a choice must rest before the service is asked. */
const REST_MS = 350

/** Asks in dry runs, as the choice changes, whether the service would take it. */
export function useShipmentCheck(shipment: NewOutboundShipment | undefined) {
  const [rested] = useDebouncedValue(JSON.stringify(shipment), REST_MS)
  const answer = useQuery({
    // Asked again when an item changes: something else may claim one that is chosen here.
    queryKey: ['inventory-items', 'dry run of a shipment', rested ?? ''],
    queryFn: ({ signal }) => dryRun(JSON.parse(rested ?? '') as NewOutboundShipment, signal),
    enabled: rested !== undefined && rested === JSON.stringify(shipment),
    placeholderData: (before) => before,
  })
  const isCurrent = rested === JSON.stringify(shipment) && !answer.isPlaceholderData
  return {
    verdict: shipment === undefined ? undefined : answer.data,
    isCurrent: isCurrent && answer.data !== undefined,
    error: answer.error,
  }
}

async function dryRun(body: NewOutboundShipment, signal: AbortSignal): Promise<Verdict> {
  try {
    await request('POST /v1/outbound-shipments', { query: { validateOnly: 'true' }, body, signal })
    return ACCEPTED
  } catch (error) {
    const isRefusal =
      error instanceof ProblemError && [400, 404, 409].includes(error.problem.status)
    if (!isRefusal) throw error
    return verdictOf(error.problem, body)
  }
}

function verdictOf(problem: Problem, body: NewOutboundShipment): Verdict {
  const ofItems = new Map<string, Violation[]>()
  let ofAccount: string | undefined
  const others: Violation[] = []
  const errors = problem.errors ?? []
  for (const violation of errors) {
    const position = /^\/items\/(\d+)/.exec(violation.pointer)?.[1]
    const id = position === undefined ? undefined : body.items[Number(position)]?.inventoryItemId
    if (id !== undefined) ofItems.set(id, [...(ofItems.get(id) ?? []), violation])
    else if (violation.pointer === '/fboAccountId') ofAccount = violation.detail
    else others.push(violation)
  }
  const isWhole = others.length > 0 || errors.length === 0
  return {
    ...{ ofItems, ofAccount },
    ofWhole: isWhole ? new ProblemError({ ...problem, errors: others }) : undefined,
    unlisted: Math.max(0, (problem.errorsTotal ?? 0) - errors.length),
  }
}
