import type { FastifyInstance } from 'fastify'
import type { ForgetToken } from './access-tokens/authenticate.ts'
import { getCallerRoute } from './access-tokens/get-caller.route.ts'
import { issueAccessTokenRoute } from './access-tokens/issue-access-token.route.ts'
import { listAccessTokensRoute } from './access-tokens/list-access-tokens.route.ts'
import { revokeAccessTokenRoute } from './access-tokens/revoke-access-token.route.ts'
import { rotateAccessTokenRoute } from './access-tokens/rotate-access-token.route.ts'
import { getEventRoute } from './events/get-event.route.ts'
import { listEventsRoute } from './events/list-events.route.ts'
import { createFboAccountRoute } from './fbo-accounts/create-fbo-account.route.ts'
import { eraseFboAccountRoute } from './fbo-accounts/erase-fbo-account.route.ts'
import { getFboAccountRoute } from './fbo-accounts/get-fbo-account.route.ts'
import { getFboAccountProfileRoute } from './fbo-accounts/get-fbo-account-profile.route.ts'
import { listFboAccountCorrectionsRoute } from './fbo-accounts/list-fbo-account-corrections.route.ts'
import { listFboAccountsRoute } from './fbo-accounts/list-fbo-accounts.route.ts'
import { makePrimaryRoute } from './fbo-accounts/make-primary.route.ts'
import { setInsuredMaximumRoute } from './fbo-accounts/set-insured-maximum.route.ts'
import { updateFboAccountRoute } from './fbo-accounts/update-fbo-account.route.ts'
import { updateFboAccountProfileRoute } from './fbo-accounts/update-fbo-account-profile.route.ts'
import { deleteIdentityProviderRoute } from './identity-provider/delete-identity-provider.route.ts'
import { getIdentityProviderRoute } from './identity-provider/get-identity-provider.route.ts'
import { setIdentityProviderRoute } from './identity-provider/set-identity-provider.route.ts'
import { createImportRoute } from './imports/create-import.route.ts'
import { getImportRoute } from './imports/get-import.route.ts'
import type { ImportLimits } from './imports/import-records.ts'
import { addInventoryItemEvidenceRoute } from './inventory-items/add-inventory-item-evidence.route.ts'
import { changeItemStatusRoutes } from './inventory-items/change-item-status.route.ts'
import { getInsuredExposureRoute } from './inventory-items/get-insured-exposure.route.ts'
import { getInventoryItemRoute } from './inventory-items/get-inventory-item.route.ts'
import { listHoldingsRoute } from './inventory-items/list-holdings.route.ts'
import { listInventoryItemCorrectionsRoute } from './inventory-items/list-inventory-item-corrections.route.ts'
import { listInventoryItemsRoute } from './inventory-items/list-inventory-items.route.ts'
import { listInventoryMovementsRoute } from './inventory-items/list-inventory-movements.route.ts'
import { listInventoryValuationsRoute } from './inventory-items/list-inventory-valuations.route.ts'
import { takeInInventoryItemsRoute } from './inventory-items/take-in-inventory-items.route.ts'
import { updateInventoryItemRoute } from './inventory-items/update-inventory-item.route.ts'
import { getOrganizationPolicyRoute } from './organizations/get-organization-policy.route.ts'
import { updateOrganizationPolicyRoute } from './organizations/update-organization-policy.route.ts'
import type { UrlPolicy } from './outbound/url.rules.ts'
import { createOutboundShipmentRoute } from './outbound-shipments/create-outbound-shipment.route.ts'
import { getOutboundShipmentRoute } from './outbound-shipments/get-outbound-shipment.route.ts'
import { getOutboundShipmentApprovalRoute } from './outbound-shipments/get-outbound-shipment-approval.route.ts'
import { getOutboundShipmentByTrackingNumberRoute } from './outbound-shipments/get-outbound-shipment-by-tracking-number.route.ts'
import { listOutboundShipmentCorrectionsRoute } from './outbound-shipments/list-outbound-shipment-corrections.route.ts'
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
import type { PageCountMaintenance } from './outbound-shipments/page-counts/maintain-page-counts.ts'
import { updateOutboundShipmentRoute } from './outbound-shipments/update-outbound-shipment.route.ts'
import { getPasskeyOptionsRoute } from './passkeys/get-passkey-options.route.ts'
import { getPasskeysRoute } from './passkeys/get-passkeys.route.ts'
import { listPasskeysOfPersonRoute } from './passkeys/list-passkeys-of-person.route.ts'
import { registerPasskeyRoute } from './passkeys/register-passkey.route.ts'
import { removePasskeyOfPersonRoute, removePasskeyRoute } from './passkeys/remove-passkey.route.ts'
import {
  resumePersonRoute,
  suspendPersonRoute,
  unbindPersonRoute,
} from './people/change-person-state.route.ts'
import { getPersonRoute } from './people/get-person.route.ts'
import { invitePersonRoute } from './people/invite-person.route.ts'
import { listPeopleRoute } from './people/list-people.route.ts'
import { updatePersonRoute } from './people/update-person.route.ts'
import { decideRevaluationRoutes } from './revaluations/decide-revaluation.route.ts'
import { getRevaluationRoute } from './revaluations/get-revaluation.route.ts'
import { getRevaluationApprovalRoute } from './revaluations/get-revaluation-approval.route.ts'
import { listRevaluationsRoute } from './revaluations/list-revaluations.route.ts'
import {
  revalueInventoryItemRoute,
  revalueInventoryItemsRoute,
} from './revaluations/revalue-inventory-items.route.ts'
import { createRoleRoute } from './roles/create-role.route.ts'
import { deleteRoleRoute } from './roles/delete-role.route.ts'
import { getRoleRoute } from './roles/get-role.route.ts'
import { listRolesRoute } from './roles/list-roles.route.ts'
import { updateRoleRoute } from './roles/update-role.route.ts'
import { advanceSandboxClockRoute } from './sandbox/advance-sandbox-clock.route.ts'
import type { CheckedChains } from './sealed-log/checked-chains.ts'
import { createEventCheckpointRoute } from './sealed-log/create-event-checkpoint.route.ts'
import { listEventCheckpointsRoute } from './sealed-log/list-event-checkpoints.route.ts'
import { searchRecordsRoute } from './search/search-records.route.ts'
import { endPersonSessionRoute } from './sessions/end-person-session.route.ts'
import { listPersonSessionsRoute } from './sessions/list-person-sessions.route.ts'
import { getStatementRoute } from './statements/get-statement.route.ts'
import { listStatementLinesRoute } from './statements/list-statement-lines.route.ts'
import { getSummaryRoute } from './summary/get-summary.route.ts'
import { createTransferRoute } from './transfers/create-transfer.route.ts'
import { decideTransferRoutes } from './transfers/decide-transfer.route.ts'
import { getTransferRoute } from './transfers/get-transfer.route.ts'
import { getTransferApprovalRoute } from './transfers/get-transfer-approval.route.ts'
import { listTransferCorrectionsRoute } from './transfers/list-transfer-corrections.route.ts'
import { listTransferItemsRoute } from './transfers/list-transfer-items.route.ts'
import { listTransfersRoute } from './transfers/list-transfers.route.ts'
import { updateTransferRoute } from './transfers/update-transfer.route.ts'
import { listWebhookDeliveriesRoute } from './webhooks/deliveries/list-webhook-deliveries.route.ts'
import { replayWebhookEventsRoute } from './webhooks/deliveries/replay-webhook-events.route.ts'
import { resendWebhookDeliveryRoute } from './webhooks/deliveries/resend-webhook-delivery.route.ts'
import { createWebhookEndpointRoute } from './webhooks/endpoints/create-webhook-endpoint.route.ts'
import { deleteWebhookEndpointRoute } from './webhooks/endpoints/delete-webhook-endpoint.route.ts'
import { getWebhookEndpointRoute } from './webhooks/endpoints/get-webhook-endpoint.route.ts'
import { listWebhookEndpointsRoute } from './webhooks/endpoints/list-webhook-endpoints.route.ts'
import { rotateWebhookSecretRoute } from './webhooks/endpoints/rotate-webhook-secret.route.ts'
import { sendWebhookTestRoute } from './webhooks/endpoints/send-webhook-test.route.ts'
import { updateWebhookEndpointRoute } from './webhooks/endpoints/update-webhook-endpoint.route.ts'

/** Needed by single operations beside the app. */
interface OperationParts {
  readonly maintenance: PageCountMaintenance
  readonly forgetToken: ForgetToken
  readonly chains: CheckedChains
  readonly urls: { readonly webhooks: UrlPolicy; readonly providers: UrlPolicy }
  readonly importLimits: ImportLimits
}

/** Registers every operation. The OpenAPI document lists them in this order. */
export function addOperations(app: FastifyInstance, parts: OperationParts): void {
  const { maintenance, forgetToken, chains, urls } = parts
  createTransferRoute(app)
  listTransfersRoute(app)
  getTransferRoute(app)
  updateTransferRoute(app)
  listTransferCorrectionsRoute(app)
  listTransferItemsRoute(app)
  getTransferApprovalRoute(app)
  for (const route of decideTransferRoutes) route(app)
  createFboAccountRoute(app)
  listFboAccountsRoute(app)
  updateFboAccountRoute(app)
  getFboAccountRoute(app)
  getFboAccountProfileRoute(app)
  updateFboAccountProfileRoute(app)
  getInsuredExposureRoute(app)
  setInsuredMaximumRoute(app)
  makePrimaryRoute(app)
  listFboAccountCorrectionsRoute(app)
  eraseFboAccountRoute(app)
  createOutboundShipmentRoute(maintenance)(app)
  takeInInventoryItemsRoute(app)
  listInventoryItemsRoute(app)
  getInventoryItemRoute(app)
  updateInventoryItemRoute(app)
  addInventoryItemEvidenceRoute(app)
  listInventoryMovementsRoute(app)
  listInventoryItemCorrectionsRoute(app)
  for (const route of changeItemStatusRoutes) route(app)
  addValueOperations(app)
  listHoldingsRoute(app)
  getStatementRoute(app)
  listStatementLinesRoute(app)
  addShipmentOperations(app, maintenance)
  advanceSandboxClockRoute(app)
  createImportRoute(parts.importLimits)(app)
  getImportRoute(app)
  getOrganizationPolicyRoute(app)
  updateOrganizationPolicyRoute(app)
  getCallerRoute(app)
  addPeopleOperations(app, forgetToken, urls.providers)
  listEventsRoute(app)
  getEventRoute(app)
  getSummaryRoute(app)
  searchRecordsRoute(app)
  listEventCheckpointsRoute(app)
  createEventCheckpointRoute(chains)(app)
  addWebhookOperations(app, urls.webhooks)
}

function addValueOperations(app: FastifyInstance): void {
  revalueInventoryItemRoute(app)
  revalueInventoryItemsRoute(app)
  listInventoryValuationsRoute(app)
  listRevaluationsRoute(app)
  getRevaluationRoute(app)
  getRevaluationApprovalRoute(app)
  for (const route of decideRevaluationRoutes) route(app)
}

function addShipmentOperations(app: FastifyInstance, maintenance: PageCountMaintenance): void {
  listOutboundShipmentsRoute(maintenance)(app)
  getOutboundShipmentRoute(app)
  getOutboundShipmentByTrackingNumberRoute(app)
  listOutboundShipmentItemsRoute(app)
  listOutboundShipmentCorrectionsRoute(app)
  updateOutboundShipmentRoute(app)
  inspectOutboundShipmentRoute(app)
  submitOutboundShipmentRoute(app)
  getOutboundShipmentApprovalRoute(app)
  approveOutboundShipmentRoute(app)
  returnOutboundShipmentToPackingRoute(app)
  shipOutboundShipmentRoute(app)
  deliverOutboundShipmentRoute(app)
  holdOutboundShipmentRoute(app)
  releaseOutboundShipmentRoute(app)
  cancelOutboundShipmentRoute(app)
}

function addPeopleOperations(app: FastifyInstance, forget: ForgetToken, urls: UrlPolicy): void {
  getPasskeysRoute(app)
  getPasskeyOptionsRoute(app)
  registerPasskeyRoute(app)
  removePasskeyRoute(app)
  listPasskeysOfPersonRoute(app)
  removePasskeyOfPersonRoute(app)
  invitePersonRoute(app)
  listPeopleRoute(app)
  getPersonRoute(app)
  updatePersonRoute(app)
  suspendPersonRoute(forget)(app)
  resumePersonRoute(app)
  unbindPersonRoute(forget)(app)
  listPersonSessionsRoute(app)
  endPersonSessionRoute(forget)(app)
  issueAccessTokenRoute(app)
  listAccessTokensRoute(app)
  rotateAccessTokenRoute(forget)(app)
  revokeAccessTokenRoute(forget)(app)
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
  resendWebhookDeliveryRoute(app)
}
