import { KeysetPages } from '../../../database/keyset-page.ts'
import { NEWEST_FIRST } from '../../../domain/pagination.ts'
import { SELECT_ENDPOINTS } from './find-endpoint.store.ts'
import type { WebhookEndpointRow } from './webhook-endpoint.ts'

export const WEBHOOK_ENDPOINT_PAGES = new KeysetPages<WebhookEndpointRow>({
  order: NEWEST_FIRST,
  columns: ['endpoint.created_at', 'endpoint.id'],
  conditions: {},
  select: ({ where, rows }) => `
    ${SELECT_ENDPOINTS}
    where endpoint.organization_id = $1 ${where}
    ${rows}`,
})
