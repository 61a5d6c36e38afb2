import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type ForgetToken, TokenAuthenticator } from './access-tokens/authenticate.ts'
import { getCallerRoute } from './access-tokens/get-caller.route.ts'
import { issueAccessTokenRoute } from './access-tokens/issue-access-token.route.ts'
import { listAccessTokensRoute } from './access-tokens/list-access-tokens.route.ts'
import { revokeAccessTokenRoute } from './access-tokens/revoke-access-token.route.ts'
import { rotateAccessTokenRoute } from './access-tokens/rotate-access-token.route.ts'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import { forgetOldResponsesHourly } from './database/forget-old-responses.ts'
import { operatorFor } from './domain/caller.ts'
import { readBlocks } from './domain/ip-ranges.ts'
import { getEventRoute } from './events/get-event.route.ts'
import { listEventsRoute } from './events/list-events.route.ts'
import { createFboAccountRoute } from './fbo-accounts/create-fbo-account.route.ts'
import { eraseFboAccountRoute } from './fbo-accounts/erase-fbo-account.route.ts'
import { getFboAccountRoute } from './fbo-accounts/get-fbo-account.route.ts'
import { getInsuredExposureRoute } from './fbo-accounts/get-insured-exposure.route.ts'
import { listFboAccountsRoute } from './fbo-accounts/list-fbo-accounts.route.ts'
import { updateFboAccountRoute } from './fbo-accounts/update-fbo-account.route.ts'
import { serveConsole } from './http/console/serve-console.ts'
import { serveOpenApi } from './http/openapi/openapi.ts'
import { serveReference } from './http/openapi/reference.ts'
import { authenticateRequests } from './http/request/authentication.ts'
import { RateLimits } from './http/request/rate-limits.ts'
import { ignoreUnknownExpectations } from './http/transport/client-errors.ts'
import { newApp } from './http/transport/fastify-app.ts'
import { type Readiness, serveHealth } from './http/transport/health.ts'
import type { Metrics } from './http/transport/metrics.ts'
import { respondToUnknownRoutes } from './http/transport/not-found.ts'
import {
  holdInventoryItemRoute,
  releaseInventoryItemRoute,
  withdrawInventoryItemRoute,
} from './inventory-items/change-item-status.route.ts'
import { getInventoryItemRoute } from './inventory-items/get-inventory-item.route.ts'
import { listHoldingsRoute } from './inventory-items/list-holdings.route.ts'
import { listInventoryItemsRoute } from './inventory-items/list-inventory-items.route.ts'
import { listInventoryMovementsRoute } from './inventory-items/list-inventory-movements.route.ts'
import { takeInInventoryItemsRoute } from './inventory-items/take-in-inventory-items.route.ts'
import { getOrganizationPolicyRoute } from './organizations/get-organization-policy.route.ts'
import { listOrganizations } from './organizations/list-organizations.store.ts'
import { updateOrganizationPolicyRoute } from './organizations/update-organization-policy.route.ts'
import { createOutboundShipmentRoute } from './outbound-shipments/create-outbound-shipment.route.ts'
import { getOutboundShipmentRoute } from './outbound-shipments/get-outbound-shipment.route.ts'
import { getOutboundShipmentByTrackingNumberRoute } from './outbound-shipments/get-outbound-shipment-by-tracking-number.route.ts'
import { listOutboundShipmentItemsRoute } from './outbound-shipments/list-outbound-shipment-items.route.ts'
import { listOutboundShipmentsRoute } from './outbound-shipments/list-outbound-shipments.route.ts'
import {
  approveOutboundShipmentRoute,
  cancelOutboundShipmentRoute,
  deliverOutboundShipmentRoute,
  holdOutboundShipmentRoute,
  inspectOutboundShipmentRoute,
  releaseOutboundShipmentRoute,
  returnOutboundShipmentToPackingRoute,
  shipOutboundShipmentRoute,
  submitOutboundShipmentRoute,
} from './outbound-shipments/move-shipment.route.ts'
import {
  maintainInBackground,
  type PageCountMaintenance,
} from './outbound-shipments/page-counts/maintain-page-counts.ts'
import { createEventCheckpointRoute } from './sealed-log/create-event-checkpoint.route.ts'
import { listEventCheckpointsRoute } from './sealed-log/list-event-checkpoints.route.ts'
import { sealInBackground } from './sealed-log/seal-in-background.ts'
import { serveVaultKeys } from './sealed-log/serve-vault-keys.ts'
import { SigningKeys } from './sealed-log/signing-keys.ts'
import { openSecrets, type Secrets } from './secrets/secrets.ts'
import { getSummaryRoute } from './summary/get-summary.route.ts'
import { createTransferRoute } from './transfers/create-transfer.route.ts'
import {
  approveTransferRoute,
  cancelTransferRoute,
  rejectTransferRoute,
} from './transfers/decide-transfer.route.ts'
import { getTransferRoute } from './transfers/get-transfer.route.ts'
import { listTransferItemsRoute } from './transfers/list-transfer-items.route.ts'
import { listTransfersRoute } from './transfers/list-transfers.route.ts'
import { processDueTransfers } from './transfers/process-due-transfers.ts'
import { createWebhookEndpointRoute } from './webhooks/create-webhook-endpoint.route.ts'
import { deleteWebhookEndpointRoute } from './webhooks/delete-webhook-endpoint.route.ts'
import { mayReceive } from './webhooks/delivery/addresses.ts'
import { deliverWebhooks } from './webhooks/delivery/deliver-webhooks.ts'
import { getWebhookEndpointRoute } from './webhooks/get-webhook-endpoint.route.ts'
import { listWebhookDeliveriesRoute } from './webhooks/list-webhook-deliveries.route.ts'
import { listWebhookEndpointsRoute } from './webhooks/list-webhook-endpoints.route.ts'
import { replayWebhookEventsRoute } from './webhooks/replay-webhook-events.route.ts'
import { resendWebhookDeliveryRoute } from './webhooks/resend-webhook-delivery.route.ts'
import { rotateWebhookSecretRoute } from './webhooks/rotate-webhook-secret.route.ts'
import { sendWebhookTestRoute } from './webhooks/send-webhook-test.route.ts'
import { updateWebhookEndpointRoute } from './webhooks/update-webhook-endpoint.route.ts'
import type { UrlPolicy } from './webhooks/webhook-url.rules.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly metrics: Metrics
  readonly log: Logger
  readonly readiness: Readiness
  /** The folder of the built console, if not that of this package. */
  readonly consoleFolder?: string | undefined
}

/** Assembles the HTTP interface. It does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, metrics, log, readiness } = options
  const app = await newApp({ config, log, metrics })
  app.decorate('operations', [])
  app.decorate('database', database)
  app.decorate('secrets', openSecrets(config))
  // Each operation validates its own requests: one response reports all violations.
  app.setValidatorCompiler(() => () => true)
  const authenticator = new TokenAuthenticator(database)
  authenticateRequests(app, authenticator, new RateLimits(config))
  respondToUnknownRoutes(app)
  ignoreUnknownExpectations(app)
  app.decorate(
    'processDue',
    processDueTransfers(database, (err, transferBatchId) => {
      log.error({ err, transferBatchId }, 'due transfer not processed')
    }),
  )
  const maintenance = maintainInBackground(database, (err, organizationId) => {
    log.error({ err, organizationId }, 'blocks of outbound shipments not maintained')
  })
  app.addHook('onClose', () => maintenance.stop())
  const stopForgetting = forgetOldResponsesHourly(
    database,
    async () => (await listOrganizations(database)).map(({ id }) => operatorFor(id)),
    (err) => log.error({ err }, 'old responses not forgotten'),
  )
  app.addHook('onClose', stopForgetting)
  const keys = new SigningKeys(database, app.secrets)
  const stopSealing = sealInBackground(database, {
    keys,
    observer: metrics,
    failed: (err) => log.error({ err }, 'events not sealed or signed'),
    gap: (organizationId, sequence) => {
      log.error({ organizationId, sequence }, 'event missing, so later ones are not sealed')
    },
  })
  app.addHook('onClose', stopSealing)
  if (config.WEBHOOK_DELIVERY) sendWebhooks(app, options)
  addOperations(app, { maintenance, forgetToken: authenticator.forget, keys })
  const allowed = readBlocks(config.WEBHOOK_ALLOWED_NETWORKS)
  addWebhookOperations(app, {
    allowHttp: config.WEBHOOK_ALLOW_HTTP,
    mayReceive: (address) => mayReceive(address, allowed),
  })
  serveHealth(app, readiness)
  serveVaultKeys(app, keys)
  serveOpenApi(app)
  serveReference(app, config.DOCS)
  serveConsole(app, { isOn: config.CONSOLE, folder: options.consoleFolder })
  return app
}

/** What single operations need. */
interface OperationParts {
  readonly maintenance: PageCountMaintenance
  readonly forgetToken: ForgetToken
  readonly keys: SigningKeys
}

function sendWebhooks(app: FastifyInstance, options: AppOptions): void {
  const { secrets, processDue } = app
  const delivery = deliverWebhooks({ ...options, secrets, processDue })
  // Attempts under way end while the requests under way do.
  app.addHook('preClose', (done) => {
    void delivery.stop()
    done()
  })
  app.addHook('onClose', () => delivery.stop())
}

/** Registers every operation. The OpenAPI document lists them in this order. */
function addOperations(
  app: FastifyInstance,
  { maintenance, forgetToken, keys }: OperationParts,
): void {
  createTransferRoute(app)
  listTransfersRoute(app)
  getTransferRoute(app)
  listTransferItemsRoute(app)
  approveTransferRoute(app)
  rejectTransferRoute(app)
  cancelTransferRoute(app)
  createFboAccountRoute(app)
  listFboAccountsRoute(app)
  updateFboAccountRoute(app)
  getFboAccountRoute(app)
  getInsuredExposureRoute(app)
  eraseFboAccountRoute(app)
  createOutboundShipmentRoute(app, maintenance)
  takeInInventoryItemsRoute(app)
  listInventoryItemsRoute(app)
  getInventoryItemRoute(app)
  listInventoryMovementsRoute(app)
  holdInventoryItemRoute(app)
  releaseInventoryItemRoute(app)
  withdrawInventoryItemRoute(app)
  listHoldingsRoute(app)
  listOutboundShipmentsRoute(app, maintenance)
  getOutboundShipmentRoute(app)
  getOutboundShipmentByTrackingNumberRoute(app)
  listOutboundShipmentItemsRoute(app)
  inspectOutboundShipmentRoute(app)
  submitOutboundShipmentRoute(app)
  approveOutboundShipmentRoute(app)
  returnOutboundShipmentToPackingRoute(app)
  shipOutboundShipmentRoute(app)
  deliverOutboundShipmentRoute(app)
  holdOutboundShipmentRoute(app)
  releaseOutboundShipmentRoute(app)
  cancelOutboundShipmentRoute(app)
  getOrganizationPolicyRoute(app)
  updateOrganizationPolicyRoute(app)
  getCallerRoute(app)
  issueAccessTokenRoute(app)
  listAccessTokensRoute(app)
  rotateAccessTokenRoute(app, forgetToken)
  revokeAccessTokenRoute(app, forgetToken)
  listEventsRoute(app)
  getEventRoute(app)
  getSummaryRoute(app)
  listEventCheckpointsRoute(app)
  createEventCheckpointRoute(app, keys)
}

function addWebhookOperations(app: FastifyInstance, urls: UrlPolicy): void {
  createWebhookEndpointRoute(app, urls)
  listWebhookEndpointsRoute(app)
  getWebhookEndpointRoute(app)
  updateWebhookEndpointRoute(app, urls)
  deleteWebhookEndpointRoute(app)
  rotateWebhookSecretRoute(app)
  sendWebhookTestRoute(app)
  replayWebhookEventsRoute(app)
  listWebhookDeliveriesRoute(app)
  resendWebhookDeliveryRoute(app)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Null where the operator has to set SECRETS_KEY first. */
    secrets: Secrets | null
  }
}
