import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type ForgetToken, TokenAuthenticator } from './access-tokens/authenticate.ts'
import { issueAccessToken } from './access-tokens/issue-access-token.route.ts'
import { listAccessTokens } from './access-tokens/list-access-tokens.route.ts'
import { revokeAccessToken } from './access-tokens/revoke-access-token.route.ts'
import { rotateAccessToken } from './access-tokens/rotate-access-token.route.ts'
import type { Config } from './config/config.ts'
import type { Database } from './database/database.ts'
import { forgetOldResponsesHourly } from './database/forget-old-responses.ts'
import { operatorFor } from './domain/caller.ts'
import { createFboAccount } from './fbo-accounts/create-fbo-account.route.ts'
import { getFboAccount } from './fbo-accounts/get-fbo-account.route.ts'
import { getInsuredExposure } from './fbo-accounts/get-insured-exposure.route.ts'
import { listFboAccounts } from './fbo-accounts/list-fbo-accounts.route.ts'
import { updateFboAccount } from './fbo-accounts/update-fbo-account.route.ts'
import { serveOpenApi } from './http/openapi/openapi.ts'
import { serveReference } from './http/openapi/reference.ts'
import { authenticateRequests } from './http/request/authentication.ts'
import { RateLimits } from './http/request/rate-limits.ts'
import { answerOddRequests } from './http/transport/client-errors.ts'
import { newApp } from './http/transport/fastify-app.ts'
import { type Readiness, serveHealth } from './http/transport/health.ts'
import type { Metrics } from './http/transport/metrics.ts'
import { answerUnknownRoutes } from './http/transport/not-found.ts'
import {
  holdInventoryItem,
  releaseInventoryItem,
  withdrawInventoryItem,
} from './inventory-items/change-item-status.route.ts'
import { getInventoryItem } from './inventory-items/get-inventory-item.route.ts'
import { listHoldings } from './inventory-items/list-holdings.route.ts'
import { listInventoryItems } from './inventory-items/list-inventory-items.route.ts'
import { listInventoryMovements } from './inventory-items/list-inventory-movements.route.ts'
import { takeInInventoryItems } from './inventory-items/take-in-inventory-items.route.ts'
import { getOrganizationPolicy } from './organizations/get-organization-policy.route.ts'
import { listOrganizations } from './organizations/list-organizations.store.ts'
import { updateOrganizationPolicy } from './organizations/update-organization-policy.route.ts'
import { createOutboundShipment } from './outbound-shipments/create-outbound-shipment.route.ts'
import { getOutboundShipment } from './outbound-shipments/get-outbound-shipment.route.ts'
import { listOutboundShipmentItems } from './outbound-shipments/list-outbound-shipment-items.route.ts'
import { listOutboundShipments } from './outbound-shipments/list-outbound-shipments.route.ts'
import {
  approveOutboundShipment,
  cancelOutboundShipment,
  deliverOutboundShipment,
  holdOutboundShipment,
  inspectOutboundShipment,
  releaseOutboundShipment,
  returnOutboundShipmentToPacking,
  shipOutboundShipment,
  submitOutboundShipment,
} from './outbound-shipments/move-shipment.route.ts'
import { type Tending, tendBeside } from './outbound-shipments/page-counts/maintain-page-counts.ts'
import { createTransfer } from './transfers/create-transfer.route.ts'
import {
  approveTransfer,
  cancelTransfer,
  rejectTransfer,
} from './transfers/decide-transfer.route.ts'
import { getTransfer } from './transfers/get-transfer.route.ts'
import { listTransferItems } from './transfers/list-transfer-items.route.ts'
import { listTransfers } from './transfers/list-transfers.route.ts'
import { processDueTransfers } from './transfers/process-due-transfers.ts'

export interface AppOptions {
  readonly config: Config
  readonly database: Database
  readonly metrics: Metrics
  readonly log: Logger
  readonly readiness: Readiness
}

/** Puts the whole HTTP interface together; it does not listen yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, database, metrics, log, readiness } = options
  const app = await newApp({ config, log, metrics })
  app.decorate('operations', [])
  app.decorate('database', database)
  // Requests are validated by each operation's own contract, all faults in one answer.
  app.setValidatorCompiler(() => () => true)
  const authenticator = new TokenAuthenticator(database)
  authenticateRequests(app, authenticator, new RateLimits(config))
  answerUnknownRoutes(app)
  answerOddRequests(app)

  const processDue = processDueTransfers(database, (err, transferBatchId) => {
    log.error({ err, transferBatchId }, 'due transfer not processed')
  })
  app.decorate('processDue', processDue)
  const tending = tendBeside(database, (err, organizationId) => {
    log.error({ err, organizationId }, 'blocks of outbound shipments not tended')
  })
  app.addHook('onClose', () => tending.stop())
  const stopForgetting = forgetOldResponsesHourly(
    database,
    async () => (await listOrganizations(database)).map(({ id }) => operatorFor(id)),
    (err) => log.error({ err }, 'old responses not forgotten'),
  )
  app.addHook('onClose', stopForgetting)
  addOperations(app, tending)
  addTokenOperations(app, authenticator.forget)
  serveHealth(app, readiness)
  serveOpenApi(app)
  serveReference(app, config.DOCS)
  return app
}

/** Every operation, by room; the OpenAPI document lists them in this order. */
function addOperations(app: FastifyInstance, tending: Tending): void {
  createTransfer(app)
  listTransfers(app)
  getTransfer(app)
  listTransferItems(app)
  approveTransfer(app)
  rejectTransfer(app)
  cancelTransfer(app)
  createFboAccount(app)
  listFboAccounts(app)
  updateFboAccount(app)
  getFboAccount(app)
  getInsuredExposure(app)
  createOutboundShipment(app, tending)
  takeInInventoryItems(app)
  listInventoryItems(app)
  getInventoryItem(app)
  listInventoryMovements(app)
  holdInventoryItem(app)
  releaseInventoryItem(app)
  withdrawInventoryItem(app)
  listHoldings(app)
  listOutboundShipments(app, tending)
  getOutboundShipment(app)
  listOutboundShipmentItems(app)
  inspectOutboundShipment(app)
  submitOutboundShipment(app)
  approveOutboundShipment(app)
  returnOutboundShipmentToPacking(app)
  shipOutboundShipment(app)
  deliverOutboundShipment(app)
  holdOutboundShipment(app)
  releaseOutboundShipment(app)
  cancelOutboundShipment(app)
  getOrganizationPolicy(app)
  updateOrganizationPolicy(app)
}

function addTokenOperations(app: FastifyInstance, forgetToken: ForgetToken): void {
  issueAccessToken(app)
  listAccessTokens(app)
  rotateAccessToken(app, forgetToken)
  revokeAccessToken(app, forgetToken)
}
