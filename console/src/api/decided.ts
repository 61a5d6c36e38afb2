import { useSyncExternalStore } from 'react'

// The summary may be of before a decision that this tab made: what is decided waits no more.

/** The time of the decision, as the service has it, by the id of the record. */
let decided: ReadonlyMap<string, number> = new Map()
const listeners = new Set<() => void>()

/** A decision is written a moment after the time that it has. */
const WRITTEN_MS = 1_000

const DECISION =
  /^POST \/v1\/(transfers|outbound-shipments|revaluations)\/\{id\}\/(approve|reject|cancel)$/

type Decided = {
  readonly decidedAt?: string | null
  readonly approvedAt?: string | null
  readonly approvals?: readonly { readonly at: string }[]
}

/** Notes the record of a change that succeeded, if that decided it. */
export function noteDecided(operation: string, id: string | undefined, body: unknown): void {
  if (id === undefined || !DECISION.test(operation)) return
  const { decidedAt, approvedAt, approvals } = (body as { readonly data: Decided }).data
  const at = decidedAt ?? approvals?.at(-1)?.at ?? approvedAt
  decided = new Map(decided).set(id, at ? Date.parse(at) : Date.now())
  for (const changed of listeners) changed()
}

/** The ids of the records that were decided after the figures of that moment were read. */
export function useDecidedSince(asOf: string): ReadonlySet<string> {
  const all = useSyncExternalStore(subscribe, () => decided)
  const since = Date.parse(asOf) - WRITTEN_MS
  return new Set([...all].filter(([, at]) => at >= since).map(([id]) => id))
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
