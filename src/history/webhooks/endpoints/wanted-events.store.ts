import type { EventType } from '../../../domain/events.ts'

/** Its event goes to the endpoint that is tested, whatever its types, and to no other. */
export const TEST_EVENT_TYPE: EventType = 'webhook_endpoint.tested'

// Citus 13.2 passes CASE x WHEN y of a subquery to a node as CASE x WHEN x = y, which fails there.
/** Whether the `event` is delivered to the `endpoint`. */
export const IS_WANTED = `
  case when event.type = '${TEST_EVENT_TYPE}' then event.subject_id = endpoint.id
    else endpoint.types is null or event.type = any(endpoint.types) end`

/** Each `event` that is delivered to the `endpoint` with the id `$2`; append further conditions. */
export const WANTED_EVENTS = `
  from events as event
  join webhook_endpoints as endpoint on endpoint.organization_id = $1 and endpoint.id = $2
  where event.organization_id = $1 and ${IS_WANTED}`
