import type { ChangeRequest } from '../../../database/changes/change.ts'
import type { OrganizationTransaction } from '../../../database/changes/organization-transaction.ts'
import { unbatchedChange } from '../../../database/changes/unbatched-change.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../../domain/events.ts'
import { type IfMatch, versionRefusal } from '../../../domain/versions.ts'
import { lockEndpointWithHealth, type StoredEndpoint } from './find-endpoint.store.ts'
import { webhookEndpointNotFound } from './webhook-endpoint.ts'

interface OfEndpoint {
  readonly id: string
  readonly ifMatch?: IfMatch
}

export interface ChangedEndpoint {
  readonly endpoint: StoredEndpoint
  readonly at: Date
}

interface EndpointChange<Input, Result> {
  readonly name: string
  /** Judges a request for an endpoint that exists, at a version that `If-Match` names. */
  readonly judge: (input: Input, endpoint: StoredEndpoint, at: Date) => Result | Error
  readonly write: (tx: OrganizationTransaction, result: Result) => void
  readonly events: (result: Result) => readonly [type: EventType, data: EventData][]
}

/** A change of one endpoint, which is locked, and refused if it is unknown or has changed. */
export function changeOfEndpoint<Input extends OfEndpoint, Result extends ChangedEndpoint>({
  name,
  judge,
  write,
  events,
}: EndpointChange<Input, Result>) {
  return unbatchedChange({
    name,
    lock: (tx, { id }: Input) => ({ endpoint: lockEndpointWithHealth(tx, id) }),
    judge: ({ input }, { endpoint }, { nowMs }): Result | Error => {
      if (endpoint === undefined) return webhookEndpointNotFound()
      const { ifMatch } = input
      const stale = versionRefusal('webhook endpoint', { version: endpoint.version, ifMatch })
      return stale ?? judge(input, endpoint, new Date(nowMs))
    },
    write: (tx, { result }) => write(tx, result),
    events: (one) => {
      const { endpoint, at: occurredAt } = one.result
      return events(one.result).map(([type, data]) =>
        endpointEvent(one, type, { id: endpoint.id, occurredAt, data }),
      )
    },
  })
}

/** An event of an endpoint. Its data never has the URL, which may hold a secret. */
export function endpointEvent(
  request: Pick<ChangeRequest<unknown>, 'caller' | 'requestId'>,
  type: EventType,
  { id, occurredAt, data }: { id: string; occurredAt: Date; data: EventData },
): NewEvent {
  return eventOf(request, type, { occurredAt, subject: { type: 'webhook_endpoint', id }, data })
}
