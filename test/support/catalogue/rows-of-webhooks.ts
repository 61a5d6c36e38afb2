import { newToken } from '../../../src/access-tokens/token-secret.ts'
import { DELIVERIES, WEBHOOKS } from './lists.ts'
import { type CatalogueRequest, type IdPlace, listOf, ofOne, type Row, type Rows } from './row.ts'

const WEBHOOK: IdPlace = { names: 'webhook', make: (world, owner) => world.webhook(owner) }
const NEW_WEBHOOK: IdPlace = { names: 'webhook', make: (world, owner) => world.newWebhook(owner) }
const LIST = '/v1/webhook-endpoints'
const ONE = `${LIST}/{id}`
const AFTER = 'body /afterEventId'

const permission = 'webhooks:manage'

function verb(name: string): Row {
  return ofOne(WEBHOOK, ['POST', `${ONE}/${name}`], { permission })
}

/** Webhook endpoints and their deliveries. */
export const ROWS_OF_WEBHOOKS: Rows = {
  createWebhookEndpoint: {
    permission,
    success: 201,
    ids: {},
    request: () => ({ method: 'POST', path: LIST, body: { url: 'https://example.com/hook' } }),
  },
  listWebhookEndpoints: listOf(LIST, permission, { list: WEBHOOKS }),
  getWebhookEndpoint: ofOne(WEBHOOK, ['GET', ONE], { permission }),
  updateWebhookEndpoint: {
    ...ofOne(WEBHOOK, ['PATCH', ONE], { permission }),
    request: (id) => ({
      method: 'PATCH',
      path: ONE.replace('{id}', id('path id')),
      // Another URL each time, so that every change is visible.
      body: { url: `https://example.com/${newToken()}` },
    }),
  },
  deleteWebhookEndpoint: ofOne(NEW_WEBHOOK, ['DELETE', ONE], { permission }),
  rotateWebhookSecret: verb('rotate-secret'),
  sendWebhookTest: verb('send-test'),
  replayWebhookEvents: {
    permission,
    success: 200,
    ids: {
      'path id': WEBHOOK,
      [AFTER]: { names: 'event', make: async (world, owner) => world.firstEvent(owner) },
    },
    request: (id): CatalogueRequest => ({
      method: 'POST',
      path: `${ONE}/replay`.replace('{id}', id('path id')),
      body: { afterEventId: id(AFTER) },
    }),
  },
  listWebhookDeliveries: ofOne(WEBHOOK, ['GET', `${ONE}/deliveries`], {
    permission,
    list: DELIVERIES,
  }),
  resendWebhookDelivery: {
    permission,
    success: 200,
    ids: {
      'path id': WEBHOOK,
      'path deliveryId': { names: 'event', make: (world, owner) => world.delivery(owner) },
    },
    request: (id) => ({
      method: 'POST',
      path: `${ONE}/deliveries/${id('path deliveryId')}/resend`.replace('{id}', id('path id')),
    }),
  },
}
