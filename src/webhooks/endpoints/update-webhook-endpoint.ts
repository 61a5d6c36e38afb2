import type { Accepted, Change } from '../../database/changes/change.ts'
import type { EventData, EventType, NewEvent } from '../../domain/events.ts'
import { type IfMatch, versionRefusal } from '../../domain/versions.ts'
import { endpointEvent } from './endpoint-event.ts'
import { lockEndpointWithHealth, type StoredEndpoint } from './find-endpoint.store.ts'
import { forgetFailures, updateEndpoint } from './update-webhook-endpoint.store.ts'
import { webhookEndpointNotFound } from './webhook-endpoint.ts'

interface EndpointUpdate {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly changes: {
    readonly url?: string
    readonly types?: EventType[] | null
    readonly enabled?: boolean
  }
}

interface UpdatedEndpoint {
  readonly endpoint: StoredEndpoint
  readonly before: StoredEndpoint
  readonly at: Date
}

/** Changes an endpoint at a version that `If-Match` names; the result is the endpoint. */
export const UPDATE_WEBHOOK_ENDPOINT: Change<
  EndpointUpdate,
  StoredEndpoint | undefined,
  UpdatedEndpoint
> = {
  name: 'update_webhook_endpoint',
  lock: (tx, inputs) => lockEndpointWithHealth(tx, (inputs[0] as EndpointUpdate).id),
  judge: ({ input: { ifMatch, changes } }, before, { nowMs }) => {
    if (before === undefined) return webhookEndpointNotFound()
    const { version } = before
    const stale = versionRefusal('webhook endpoint', { version, ifMatch })
    if (stale !== undefined) return stale
    const { enabled, ...others } = changes
    const changed = {
      ...before,
      ...others,
      ...(enabled === true && { disabledReason: null }),
      // What disabled it first stays on record.
      ...(enabled === false && { disabledReason: before.disabledReason ?? 'by_request' }),
    } as StoredEndpoint
    const isChanged = changedMembers(before, changed).length > 0 || isToggled(before, changed)
    const failures = isNewStart(before, changed) && { failingSince: null, lastError: null }
    const endpoint = isChanged ? { ...changed, ...failures, version: version + 1 } : before
    return { endpoint, before, at: new Date(nowMs) }
  },
  write: (tx, accepted) => {
    for (const { result } of accepted) {
      const { endpoint, before } = result
      if (endpoint.version === before.version) continue
      updateEndpoint(tx, endpoint)
      if (isNewStart(before, endpoint)) forgetFailures(tx, endpoint.id)
    }
  },
  events: (accepted) => accepted.flatMap(updateEvents),
}

function changedMembers(before: StoredEndpoint, after: StoredEndpoint): ('url' | 'types')[] {
  const isOther = (name: 'url' | 'types') => textOf(before[name]) !== textOf(after[name])
  return (['url', 'types'] as const).filter(isOther)
}

/** The same types in another order are no change. */
function textOf(value: string | readonly string[] | null): string {
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
}

function isToggled(before: StoredEndpoint, after: StoredEndpoint): boolean {
  return isDisabled(before) !== isDisabled(after)
}

function isDisabled({ disabledReason }: StoredEndpoint): boolean {
  return disabledReason !== null
}

/** Whether earlier failures say nothing about it any more. */
function isNewStart(before: StoredEndpoint, after: StoredEndpoint): boolean {
  return before.url !== after.url || (isDisabled(before) && !isDisabled(after))
}

/** One for the URL and the types, one for being enabled or disabled. */
function updateEvents(one: Accepted<EndpointUpdate, UpdatedEndpoint>): NewEvent[] {
  const { endpoint, before, at: occurredAt } = one.result
  const { id, version, disabledReason } = endpoint
  const event = (type: EventType, data: EventData) =>
    endpointEvent(one, type, { id, occurredAt, data: { version, ...data } })
  const members = changedMembers(before, endpoint)
  const types = members.includes('types') && {
    before: { types: before.types },
    after: { types: endpoint.types },
  }
  const events: NewEvent[] = []
  if (members.length > 0) {
    events.push(event('webhook_endpoint.updated', { changedMembers: members, ...types }))
  }
  if (isToggled(before, endpoint)) {
    events.push(
      disabledReason === null
        ? event('webhook_endpoint.enabled', {})
        : event('webhook_endpoint.disabled', { disabledReason }),
    )
  }
  return events
}
