import type { Row } from './schema-rows.ts'

const HOME = 'home'
const AT = new Date('2026-01-01')

/** A row of each table of webhooks that breaks no rule, but for the columns that are given. */
export const WEBHOOK_ROWS: Readonly<Record<string, (columns: Row) => Row>> = {
  webhook_endpoints: (columns) => ({
    organizationId: HOME,
    id: 'hook_new',
    url: 'https://example.com/hook',
    encryptedSecret: 'x',
    createdAt: AT,
    ...columns,
  }),
  webhook_endpoint_health: (columns) => ({
    organizationId: HOME,
    endpointId: 'home_hook',
    position: '0',
    ...columns,
  }),
  webhook_deliveries: (columns) => ({
    organizationId: HOME,
    endpointId: 'home_hook',
    eventNumber: '1000',
    nextAttemptAt: AT,
    createdAt: AT,
    ...columns,
  }),
  webhook_attempts: (columns) => ({
    organizationId: HOME,
    endpointId: 'home_hook',
    eventNumber: '1000',
    number: 1,
    at: AT,
    durationMs: 41,
    ...columns,
  }),
}
