import { KeysetPages } from '../../database/keyset-page.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import { NEWEST_FIRST, type Page, type PageRequest } from '../../domain/pagination.ts'
import { SELECT_ENDPOINTS } from './find-endpoint.store.ts'
import type { WebhookEndpointRow } from './webhook-endpoint.ts'

const PAGES = new KeysetPages({
  order: NEWEST_FIRST,
  columns: ['endpoint.created_at', 'endpoint.id'],
  conditions: {},
  select: ({ where, rows }) => `
    ${SELECT_ENDPOINTS}
    where endpoint.organization_id = $1 ${where}
    ${rows}`,
})

/** One page of the endpoints of the caller's organization. */
export async function listWebhookEndpoints(
  caller: Caller,
  database: RequestDatabase,
  request: PageRequest,
): Promise<Page<WebhookEndpointRow>> {
  return await PAGES.page<WebhookEndpointRow>(caller, database, request)
}
