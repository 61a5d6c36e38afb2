import {
  CLIENT,
  ERROR,
  idOfSpan,
  traceparentOf,
  tracing,
} from '../../../runtime/tracing/tracing.ts'
import type { Event } from '../../events/event.ts'
import type { WebhookRequest, WebhookResponse } from './webhook-agent.ts'

/**
 * Sends a webhook in a span of its own, whose `traceparent` the receiver gets. It belongs to the
 * trace of the request that made the event, as far as the id of that request is one of a span.
 *
 * The span names the host, never the path or query of the URL: they may hold a secret.
 */
export async function postInSpan(
  { endpointId, event }: { readonly endpointId: string; readonly event: Event },
  request: WebhookRequest,
  post: (request: WebhookRequest) => Promise<WebhookResponse>,
): Promise<WebhookResponse> {
  if (tracing === undefined) return await post(request)
  const span = tracing.begin('POST webhook', traceparentOf(event.requestId), {
    kind: CLIENT,
    attributes: {
      'http.request.method': 'POST',
      'server.address': new URL(request.url).hostname,
      'vault.event.id': event.id,
      'vault.event.type': event.type,
      'vault.organization.id': event.organizationId,
      'vault.webhook_endpoint.id': endpointId,
    },
  })
  const headers = { ...request.headers, traceparent: traceparentOf(idOfSpan(span)) }
  const response = await post({ ...request, headers })
  const { status, error } = response
  if (status !== null) span.setAttribute('http.response.status_code', status)
  if (error !== null) {
    span.setAttribute('error.type', String(status ?? 'no_response')).setStatus({ code: ERROR })
  }
  span.end()
  return response
}
