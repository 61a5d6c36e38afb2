import type { EventData, EventType } from '../../../domain/events.ts'
import type { IfMatch } from '../../../domain/versions.ts'
import { type ChangedEndpoint, changeOfEndpoint } from './endpoint-change.ts'
import type { StoredEndpoint } from './find-endpoint.store.ts'
import { forgetFailures, updateEndpoint } from './write-endpoint.store.ts'

interface EndpointUpdate {
  readonly id: string
  readonly ifMatch: IfMatch
  readonly changes: {
    readonly url?: string
    readonly types?: EventType[] | null
    readonly enabled?: boolean
  }
}

interface UpdatedEndpoint extends ChangedEndpoint {
  readonly before: StoredEndpoint
}

export const UPDATE_WEBHOOK_ENDPOINT = changeOfEndpoint<EndpointUpdate, UpdatedEndpoint>({
  name: 'update_webhook_endpoint',
  judge: ({ changes: { enabled, ...others } }, before, at) => {
    const changed = {
      ...before,
      ...others,
      ...(enabled === true && { disabledReason: null }),
      // The first reason stays on record.
      ...(enabled === false && { disabledReason: before.disabledReason ?? 'by_request' }),
    } as StoredEndpoint
    const isChanged = changedMembers(before, changed).length > 0 || isToggled(before, changed)
    const failures = isNewStart(before, changed) && { failingSince: null, lastError: null }
    const endpoint = isChanged ? { ...changed, ...failures, version: before.version + 1 } : before
    return { endpoint, before, at }
  },
  write: (tx, { endpoint, before }) => {
    if (endpoint.version === before.version) return
    updateEndpoint(tx, endpoint)
    if (isNewStart(before, endpoint)) void forgetFailures(tx, endpoint.id)
  },
  events: updateEvents,
})

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

/** One event for the URL and the types, one for being enabled or disabled. */
function updateEvents({ endpoint, before }: UpdatedEndpoint): [EventType, EventData][] {
  const { version, disabledReason } = endpoint
  const events: [EventType, EventData][] = []
  const members = changedMembers(before, endpoint)
  const types = members.includes('types') && {
    before: { types: before.types },
    after: { types: endpoint.types },
  }
  if (members.length > 0) {
    events.push(['webhook_endpoint.updated', { version, changedMembers: members, ...types }])
  }
  if (!isToggled(before, endpoint)) return events
  const toggled: [EventType, EventData] =
    disabledReason === null
      ? ['webhook_endpoint.enabled', { version }]
      : ['webhook_endpoint.disabled', { version, disabledReason }]
  return [...events, toggled]
}
