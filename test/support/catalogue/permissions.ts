/**
 * Operations by the permission that each needs, written by hand: the document is made from the
 * code, so that neither can show that the other is wrong.
 */
export const OPERATIONS_OF: Readonly<Record<string, string>> = {
  'access_tokens:manage': 'issueAccessToken listAccessTokens rotateAccessToken revokeAccessToken',
  'events:read': 'listEvents getEvent listEventCheckpoints createEventCheckpoint',
  'fbo_accounts:create': 'createFboAccount',
  'fbo_accounts:erase': 'eraseFboAccount',
  'fbo_accounts:read': 'listFboAccounts getFboAccount getFboAccountProfile getInsuredExposure',
  'fbo_accounts:set_insured_maximum': 'setInsuredMaximum',
  'fbo_accounts:update': 'updateFboAccount updateFboAccountProfile makePrimary',
  'identity_provider:manage': 'getIdentityProvider setIdentityProvider deleteIdentityProvider',
  'imports:create': 'createImport getImport',
  'inventory_items:create': 'takeInInventoryItems',
  'inventory_items:read':
    'listInventoryItems getInventoryItem listInventoryMovements ' +
    'listRevaluations getRevaluation listHoldings getStatement ' +
    'listStatementLines',
  'inventory_items:revalue': 'revalueInventoryItems cancelRevaluation',
  'inventory_items:update':
    'updateInventoryItem addInventoryItemEvidence holdInventoryItem releaseInventoryItem ' +
    'withdrawInventoryItem',
  'organization_policies:read': 'getOrganizationPolicy',
  'organization_policies:update': 'advanceSandboxClock updateOrganizationPolicy',
  'outbound_shipments:approve': 'approveOutboundShipment',
  'outbound_shipments:create': 'createOutboundShipment',
  'outbound_shipments:read': 'listOutboundShipments getOutboundShipment listOutboundShipmentItems',
  'outbound_shipments:update':
    'updateOutboundShipment inspectOutboundShipment submitOutboundShipment ' +
    'returnOutboundShipmentToPacking shipOutboundShipment deliverOutboundShipment ' +
    'holdOutboundShipment releaseOutboundShipment cancelOutboundShipment',
  'people:manage':
    'listPasskeys removePasskey invitePerson listPeople getPerson ' +
    'updatePerson suspendPerson resumePerson unbindPerson listPersonSessions endPersonSession',
  'revaluations:approve': 'approveRevaluation rejectRevaluation',
  'roles:manage': 'createRole updateRole deleteRole',
  'transfer_batches:approve': 'approveTransfer rejectTransfer',
  'transfer_batches:cancel': 'cancelTransfer',
  'transfer_batches:create': 'createTransfer updateTransfer',
  'transfer_batches:read': 'listTransfers getTransfer listTransferItems',
  'webhooks:manage':
    'createWebhookEndpoint listWebhookEndpoints getWebhookEndpoint updateWebhookEndpoint ' +
    'deleteWebhookEndpoint rotateWebhookSecret sendWebhookTest replayWebhookEvents ' +
    'listWebhookDeliveries',
}
