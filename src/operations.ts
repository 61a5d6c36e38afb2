import type { FastifyInstance } from 'fastify'
import { advanceSandboxClockRoute } from './access/organizations/advance-sandbox-clock.ts'
import {
  getOrganizationPolicyRoute,
  updateOrganizationPolicyRoute,
} from './access/organizations/organization-policies.ts'
import {
  getPasskeyOptionsRoute,
  listPasskeysRoute,
  removePasskeyRoute,
} from './access/passkeys/passkeys.ts'
import { registerPasskeyRoute } from './access/passkeys/register-passkey.ts'
import {
  getPersonRoute,
  invitePersonRoute,
  listPeopleRoute,
  updatePersonRoute,
} from './access/people/people.ts'
import {
  resumePersonRoute,
  suspendPersonRoute,
  unbindPersonRoute,
} from './access/people/person-state.ts'
import {
  createRoleRoute,
  deleteRoleRoute,
  getRoleRoute,
  listRolesRoute,
  updateRoleRoute,
} from './access/people/roles.ts'
import {
  endPersonSessionRoute,
  listPersonSessionsRoute,
} from './access/sessions/person-sessions.ts'
import {
  deleteIdentityProviderRoute,
  getIdentityProviderRoute,
  setIdentityProviderRoute,
} from './access/sign-in/identity-providers.ts'
import { listAccessTokensRoute, revokeAccessTokenRoute } from './access/tokens/access-tokens.ts'
import { getCallerRoute } from './access/tokens/get-caller.ts'
import { issueAccessTokenRoute } from './access/tokens/issue-access-token.ts'
import { rotateAccessTokenRoute } from './access/tokens/rotate-access-token.ts'
import { getEventRoute, listEventsRoute } from './history/events/list-events.ts'
import type { CheckedChains } from './history/sealed-log/checked-chains.ts'
import {
  createEventCheckpointRoute,
  listEventCheckpointsRoute,
} from './history/sealed-log/event-checkpoints.route.ts'
import { replayWebhookEventsRoute } from './history/webhooks/deliveries/replay-webhook-events.ts'
import { listWebhookDeliveriesRoute } from './history/webhooks/deliveries/webhook-deliveries.ts'
import {
  rotateWebhookSecretRoute,
  updateWebhookEndpointRoute,
} from './history/webhooks/endpoints/change-webhook-endpoint.ts'
import {
  createWebhookEndpointRoute,
  deleteWebhookEndpointRoute,
  getWebhookEndpointRoute,
  listWebhookEndpointsRoute,
  sendWebhookTestRoute,
} from './history/webhooks/endpoints/webhook-endpoints.ts'
import type { UrlPolicy } from './runtime/outbound/url.rules.ts'
import { makePrimaryRoute, setInsuredMaximumRoute } from './vault/accounts/account-standing.ts'
import { createFboAccountRoute } from './vault/accounts/create-fbo-account.ts'
import { eraseFboAccountRoute } from './vault/accounts/erase-fbo-account.ts'
import { getFboAccountProfileRoute } from './vault/accounts/fbo-account-profile.ts'
import { getFboAccountRoute, listFboAccountsRoute } from './vault/accounts/read-fbo-accounts.ts'
import { updateFboAccountRoute } from './vault/accounts/update-fbo-account.ts'
import { updateFboAccountProfileRoute } from './vault/accounts/update-fbo-account-profile.ts'
import { listCorrectionsRoute } from './vault/corrections/list-corrections.ts'
import { getApprovalRoute } from './vault/get-approval.ts'
import type { ImportLimits } from './vault/imports/import-records.ts'
import { createImportRoute, getImportRoute } from './vault/imports/imports.ts'
import { changeItemStatusRoutes } from './vault/items/change-item-status.ts'
import { addInventoryItemEvidenceRoute } from './vault/items/evidence.ts'
import { getInsuredExposureRoute } from './vault/items/get-insured-exposure.ts'
import { listInventoryItemsRoute } from './vault/items/list-inventory-items.ts'
import {
  getInventoryItemRoute,
  listHoldingsRoute,
  listInventoryMovementsRoute,
} from './vault/items/read-inventory-items.ts'
import { takeInInventoryItemsRoute } from './vault/items/take-in-inventory-items.ts'
import { updateInventoryItemRoute } from './vault/items/update-inventory-item.ts'
import { decideRevaluationRoutes } from './vault/revaluations/decide-revaluation.ts'
import {
  getRevaluationRoute,
  listRevaluationsRoute,
} from './vault/revaluations/read-revaluations.ts'
import { revalueInventoryItemsRoute } from './vault/revaluations/revalue-inventory-items.ts'
import { searchRecordsRoute } from './vault/search/search-records.ts'
import { createOutboundShipmentRoute } from './vault/shipments/create-outbound-shipment.ts'
import { moveShipmentRoutes } from './vault/shipments/move-shipment.route.ts'
import {
  getOutboundShipmentRoute,
  listOutboundShipmentItemsRoute,
  listOutboundShipmentsRoute,
} from './vault/shipments/read-outbound-shipments.ts'
import { updateOutboundShipmentRoute } from './vault/shipments/update-outbound-shipment.ts'
import { getStatementRoute } from './vault/statements/get-statement.ts'
import { listStatementLinesRoute } from './vault/statements/list-statement-lines.ts'
import { getSummaryRoute } from './vault/summary/get-summary.ts'
import { createTransferRoute } from './vault/transfers/create-transfer.ts'
import { decideTransferRoutes } from './vault/transfers/decide-transfer.ts'
import {
  getTransferRoute,
  listTransferItemsRoute,
  listTransfersRoute,
} from './vault/transfers/read-transfers.ts'
import { updateTransferRoute } from './vault/transfers/update-transfer.ts'

/** Needed by single operations beside the app. */
interface OperationParts {
  readonly chains: CheckedChains
  readonly urls: { readonly webhooks: UrlPolicy; readonly providers: UrlPolicy }
  readonly importLimits: ImportLimits
}

/** Registers every operation. The OpenAPI document lists them in this order. */
export function addOperations(app: FastifyInstance, parts: OperationParts): void {
  const { chains, urls } = parts
  createTransferRoute(app)
  listTransfersRoute(app)
  getTransferRoute(app)
  updateTransferRoute(app)
  listCorrectionsRoute(app)
  listTransferItemsRoute(app)
  getApprovalRoute(app)
  for (const route of Object.values(decideTransferRoutes)) route(app)
  createFboAccountRoute(app)
  listFboAccountsRoute(app)
  updateFboAccountRoute(app)
  getFboAccountRoute(app)
  getFboAccountProfileRoute(app)
  updateFboAccountProfileRoute(app)
  getInsuredExposureRoute(app)
  setInsuredMaximumRoute(app)
  makePrimaryRoute(app)
  eraseFboAccountRoute(app)
  createOutboundShipmentRoute(app)
  takeInInventoryItemsRoute(app)
  listInventoryItemsRoute(app)
  getInventoryItemRoute(app)
  updateInventoryItemRoute(app)
  addInventoryItemEvidenceRoute(app)
  listInventoryMovementsRoute(app)
  for (const route of Object.values(changeItemStatusRoutes)) route(app)
  addValueOperations(app)
  listHoldingsRoute(app)
  getStatementRoute(app)
  listStatementLinesRoute(app)
  addShipmentOperations(app)
  advanceSandboxClockRoute(app)
  createImportRoute(parts.importLimits)(app)
  getImportRoute(app)
  getOrganizationPolicyRoute(app)
  updateOrganizationPolicyRoute(app)
  getCallerRoute(app)
  addPeopleOperations(app, urls.providers)
  listEventsRoute(app)
  getEventRoute(app)
  getSummaryRoute(app)
  searchRecordsRoute(app)
  listEventCheckpointsRoute(app)
  createEventCheckpointRoute(chains)(app)
  addWebhookOperations(app, urls.webhooks)
}

function addValueOperations(app: FastifyInstance): void {
  revalueInventoryItemsRoute(app)
  listRevaluationsRoute(app)
  getRevaluationRoute(app)
  for (const route of Object.values(decideRevaluationRoutes)) route(app)
}

function addShipmentOperations(app: FastifyInstance): void {
  listOutboundShipmentsRoute(app)
  getOutboundShipmentRoute(app)
  listOutboundShipmentItemsRoute(app)
  updateOutboundShipmentRoute(app)
  for (const route of Object.values(moveShipmentRoutes)) route(app)
}

function addPeopleOperations(app: FastifyInstance, urls: UrlPolicy): void {
  listPasskeysRoute(app)
  getPasskeyOptionsRoute(app)
  registerPasskeyRoute(app)
  removePasskeyRoute(app)
  invitePersonRoute(app)
  listPeopleRoute(app)
  getPersonRoute(app)
  updatePersonRoute(app)
  suspendPersonRoute(app)
  resumePersonRoute(app)
  unbindPersonRoute(app)
  listPersonSessionsRoute(app)
  endPersonSessionRoute(app)
  issueAccessTokenRoute(app)
  listAccessTokensRoute(app)
  rotateAccessTokenRoute(app)
  revokeAccessTokenRoute(app)
  createRoleRoute(app)
  listRolesRoute(app)
  getRoleRoute(app)
  updateRoleRoute(app)
  deleteRoleRoute(app)
  getIdentityProviderRoute(app)
  setIdentityProviderRoute(urls)(app)
  deleteIdentityProviderRoute(app)
}

function addWebhookOperations(app: FastifyInstance, urls: UrlPolicy): void {
  createWebhookEndpointRoute(urls)(app)
  listWebhookEndpointsRoute(app)
  getWebhookEndpointRoute(app)
  updateWebhookEndpointRoute(urls)(app)
  deleteWebhookEndpointRoute(app)
  rotateWebhookSecretRoute(app)
  sendWebhookTestRoute(app)
  replayWebhookEventsRoute(app)
  listWebhookDeliveriesRoute(app)
}
