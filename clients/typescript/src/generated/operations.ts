// Made from openapi.json by `npm run generate`.

import type { Call, ConditionalCall, ListCall } from '../calls.ts'

export const OPERATIONS = {
  createTransfer: { method: 'POST', path: '/v1/transfers', isList: false },
  listTransfers: { method: 'GET', path: '/v1/transfers', isList: true },
  getTransfer: { method: 'GET', path: '/v1/transfers/{id}', isList: false },
  updateTransfer: { method: 'PATCH', path: '/v1/transfers/{id}', isList: false },
  listCorrections: { method: 'GET', path: '/v1/corrections', isList: true },
  listTransferItems: { method: 'GET', path: '/v1/transfers/{id}/items', isList: true },
  getApproval: { method: 'GET', path: '/v1/approvals/{subjectId}', isList: false },
  approveTransfer: { method: 'POST', path: '/v1/transfers/{id}/approve', isList: false },
  rejectTransfer: { method: 'POST', path: '/v1/transfers/{id}/reject', isList: false },
  cancelTransfer: { method: 'POST', path: '/v1/transfers/{id}/cancel', isList: false },
  createFboAccount: { method: 'POST', path: '/v1/fbo-accounts', isList: false },
  listFboAccounts: { method: 'GET', path: '/v1/fbo-accounts', isList: true },
  updateFboAccount: { method: 'PATCH', path: '/v1/fbo-accounts/{id}', isList: false },
  getFboAccount: { method: 'GET', path: '/v1/fbo-accounts/{id}', isList: false },
  getFboAccountProfile: { method: 'GET', path: '/v1/fbo-accounts/{id}/profile', isList: false },
  updateFboAccountProfile: { method: 'PATCH', path: '/v1/fbo-accounts/{id}/profile', isList: false },
  getInsuredExposure: { method: 'GET', path: '/v1/fbo-accounts/{id}/insured-exposure', isList: false },
  setInsuredMaximum: { method: 'POST', path: '/v1/fbo-accounts/{id}/set-insured-maximum', isList: false },
  makePrimary: { method: 'POST', path: '/v1/fbo-accounts/{id}/make-primary', isList: false },
  eraseFboAccount: { method: 'POST', path: '/v1/fbo-accounts/{id}/erase', isList: false },
  createOutboundShipment: { method: 'POST', path: '/v1/outbound-shipments', isList: false },
  listOutboundShipments: { method: 'GET', path: '/v1/outbound-shipments', isList: true },
  takeInInventoryItems: { method: 'POST', path: '/v1/inventory-items', isList: false },
  listInventoryItems: { method: 'GET', path: '/v1/inventory-items', isList: true },
  getInventoryItem: { method: 'GET', path: '/v1/inventory-items/{id}', isList: false },
  updateInventoryItem: { method: 'PATCH', path: '/v1/inventory-items/{id}', isList: false },
  addInventoryItemEvidence: { method: 'POST', path: '/v1/inventory-items/{id}/add-evidence', isList: false },
  listInventoryMovements: { method: 'GET', path: '/v1/inventory-items/{id}/movements', isList: true },
  holdInventoryItem: { method: 'POST', path: '/v1/inventory-items/{id}/hold', isList: false },
  releaseInventoryItem: { method: 'POST', path: '/v1/inventory-items/{id}/release', isList: false },
  withdrawInventoryItem: { method: 'POST', path: '/v1/inventory-items/{id}/withdraw', isList: false },
  revalueInventoryItems: { method: 'POST', path: '/v1/inventory-items/revalue', isList: false },
  listRevaluations: { method: 'GET', path: '/v1/revaluations', isList: true },
  getRevaluation: { method: 'GET', path: '/v1/revaluations/{id}', isList: false },
  approveRevaluation: { method: 'POST', path: '/v1/revaluations/{id}/approve', isList: false },
  rejectRevaluation: { method: 'POST', path: '/v1/revaluations/{id}/reject', isList: false },
  cancelRevaluation: { method: 'POST', path: '/v1/revaluations/{id}/cancel', isList: false },
  listHoldings: { method: 'GET', path: '/v1/fbo-accounts/{id}/holdings', isList: true },
  getStatement: { method: 'GET', path: '/v1/fbo-accounts/{id}/statement', isList: false },
  listStatementLines: { method: 'GET', path: '/v1/fbo-accounts/{id}/statement/lines', isList: true },
  getOutboundShipment: { method: 'GET', path: '/v1/outbound-shipments/{id}', isList: false },
  updateOutboundShipment: { method: 'PATCH', path: '/v1/outbound-shipments/{id}', isList: false },
  listOutboundShipmentItems: { method: 'GET', path: '/v1/outbound-shipments/{id}/items', isList: true },
  inspectOutboundShipment: { method: 'POST', path: '/v1/outbound-shipments/{id}/inspect', isList: false },
  submitOutboundShipment: { method: 'POST', path: '/v1/outbound-shipments/{id}/submit', isList: false },
  approveOutboundShipment: { method: 'POST', path: '/v1/outbound-shipments/{id}/approve', isList: false },
  returnOutboundShipmentToPacking: { method: 'POST', path: '/v1/outbound-shipments/{id}/return-to-packing', isList: false },
  shipOutboundShipment: { method: 'POST', path: '/v1/outbound-shipments/{id}/ship', isList: false },
  deliverOutboundShipment: { method: 'POST', path: '/v1/outbound-shipments/{id}/deliver', isList: false },
  holdOutboundShipment: { method: 'POST', path: '/v1/outbound-shipments/{id}/hold', isList: false },
  releaseOutboundShipment: { method: 'POST', path: '/v1/outbound-shipments/{id}/release', isList: false },
  cancelOutboundShipment: { method: 'POST', path: '/v1/outbound-shipments/{id}/cancel', isList: false },
  advanceSandboxClock: { method: 'POST', path: '/v1/sandbox/clock/advance', isList: false },
  createImport: { method: 'POST', path: '/v1/imports', isList: false },
  getImport: { method: 'GET', path: '/v1/imports/{id}', isList: false },
  getOrganizationPolicy: { method: 'GET', path: '/v1/organization-policy', isList: false },
  updateOrganizationPolicy: { method: 'PATCH', path: '/v1/organization-policy', isList: false },
  getCaller: { method: 'GET', path: '/v1/caller', isList: false },
  listPasskeys: { method: 'GET', path: '/v1/passkeys', isList: true },
  registerPasskey: { method: 'POST', path: '/v1/passkeys', isList: false },
  getPasskeyOptions: { method: 'GET', path: '/v1/passkeys/registration-options', isList: false },
  removePasskey: { method: 'DELETE', path: '/v1/passkeys/{id}', isList: false },
  invitePerson: { method: 'POST', path: '/v1/people', isList: false },
  listPeople: { method: 'GET', path: '/v1/people', isList: true },
  getPerson: { method: 'GET', path: '/v1/people/{id}', isList: false },
  updatePerson: { method: 'PATCH', path: '/v1/people/{id}', isList: false },
  suspendPerson: { method: 'POST', path: '/v1/people/{id}/suspend', isList: false },
  resumePerson: { method: 'POST', path: '/v1/people/{id}/resume', isList: false },
  unbindPerson: { method: 'POST', path: '/v1/people/{id}/unbind', isList: false },
  listPersonSessions: { method: 'GET', path: '/v1/people/{id}/sessions', isList: true },
  endPersonSession: { method: 'DELETE', path: '/v1/people/{id}/sessions/{sessionId}', isList: false },
  issueAccessToken: { method: 'POST', path: '/v1/access-tokens', isList: false },
  listAccessTokens: { method: 'GET', path: '/v1/access-tokens', isList: true },
  rotateAccessToken: { method: 'POST', path: '/v1/access-tokens/{id}/rotate', isList: false },
  revokeAccessToken: { method: 'POST', path: '/v1/access-tokens/{id}/revoke', isList: false },
  createRole: { method: 'POST', path: '/v1/roles', isList: false },
  listRoles: { method: 'GET', path: '/v1/roles', isList: true },
  getRole: { method: 'GET', path: '/v1/roles/{id}', isList: false },
  updateRole: { method: 'PATCH', path: '/v1/roles/{id}', isList: false },
  deleteRole: { method: 'DELETE', path: '/v1/roles/{id}', isList: false },
  getIdentityProvider: { method: 'GET', path: '/v1/identity-provider', isList: false },
  setIdentityProvider: { method: 'PUT', path: '/v1/identity-provider', isList: false },
  deleteIdentityProvider: { method: 'DELETE', path: '/v1/identity-provider', isList: false },
  listEvents: { method: 'GET', path: '/v1/events', isList: false },
  getEvent: { method: 'GET', path: '/v1/events/{id}', isList: false },
  getSummary: { method: 'GET', path: '/v1/summary', isList: false },
  searchRecords: { method: 'GET', path: '/v1/search', isList: false },
  listEventCheckpoints: { method: 'GET', path: '/v1/event-checkpoints', isList: true },
  createEventCheckpoint: { method: 'POST', path: '/v1/event-checkpoints', isList: false },
  createWebhookEndpoint: { method: 'POST', path: '/v1/webhook-endpoints', isList: false },
  listWebhookEndpoints: { method: 'GET', path: '/v1/webhook-endpoints', isList: true },
  getWebhookEndpoint: { method: 'GET', path: '/v1/webhook-endpoints/{id}', isList: false },
  updateWebhookEndpoint: { method: 'PATCH', path: '/v1/webhook-endpoints/{id}', isList: false },
  deleteWebhookEndpoint: { method: 'DELETE', path: '/v1/webhook-endpoints/{id}', isList: false },
  rotateWebhookSecret: { method: 'POST', path: '/v1/webhook-endpoints/{id}/rotate-secret', isList: false },
  sendWebhookTest: { method: 'POST', path: '/v1/webhook-endpoints/{id}/send-test', isList: false },
  replayWebhookEvents: { method: 'POST', path: '/v1/webhook-endpoints/{id}/replay', isList: false },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhook-endpoints/{id}/deliveries', isList: true },
} as const

export interface Operations {
  /**
   * Create Transfer. Creates a transfer batch and claims its items. Each becomes `transfer_pending` and stays in its account until the batch is decided. One response reports all invalid items.
   *
   * Permission: `transfer_batches:create`.
   */
  readonly createTransfer: Call<'createTransfer'>
  /**
   * List Transfers. Lists transfer batches of the organization, newest first, page by page.
   *
   * Follow `next` in the `Link` header to read the whole list. With `status`, a batch that is decided in the meantime may or may not be returned.
   *
   * Permission: `transfer_batches:read`.
   */
  readonly listTransfers: ListCall<'listTransfers'>
  /**
   * Get Transfer. Reads one transfer batch: its status, who created it, who approved it, and how it ended.
   *
   * Permission: `transfer_batches:read`.
   */
  readonly getTransfer: ConditionalCall<'getTransfer'>
  /**
   * Update Transfer. Changes the metadata of a transfer batch, whatever its status: only the pairs in the body. Each change is a correction on record. A change that changes no value is none.
   *
   * Permission: `transfer_batches:create`.
   */
  readonly updateTransfer: Call<'updateTransfer'>
  /**
   * List Corrections. Lists what was put right in one account, item, shipment or transfer batch, and every change of the declared value of an item, oldest first, page by page: when, which member, from what to what, why and by whom. Only records that the token may read are found; the operation needs no permission of its own.
   *
   * Follow `next` in the `Link` header to read the whole list. Corrections made in the meantime come at the end.
   *
   * Permission: none; any valid token.
   */
  readonly listCorrections: ListCall<'listCorrections'>
  /**
   * List Transfer Items. Lists the items of one batch in the order of the request, page by page.
   *
   * Follow `next` in the `Link` header to read the whole list.
   *
   * Permission: `transfer_batches:read`.
   */
  readonly listTransferItems: ListCall<'listTransferItems'>
  /**
   * Get Approval. Reads what an approval of a transfer batch, a shipment or a revaluation would approve now: its items and their value; of a shipment also a hash of its directions. A passkey signs the challenge, and the approval takes the signature as `proof`. Only records that the token may approve are found; the operation needs no permission of its own.
   *
   * Permission: none; any valid token.
   */
  readonly getApproval: Call<'getApproval'>
  /**
   * Approve Transfer. Completes a pending batch: every item moves to the destination and is `in_vault` again. The creator of the batch cannot approve it, unless the policy turns `fourEyes` off. Where the policy (`approvalRules`) asks for several approvals, each of another person, the batch stays `pending` until the last one. That is final; to undo it, transfer the items back.
   *
   * Permission: `transfer_batches:approve`.
   */
  readonly approveTransfer: Call<'approveTransfer'>
  /**
   * Reject Transfer. Rejects a pending batch: its items stay in the source account and are `in_vault` again.
   *
   * Permission: `transfer_batches:approve`.
   */
  readonly rejectTransfer: Call<'rejectTransfer'>
  /**
   * Cancel Transfer. Cancels a pending batch: its items stay in the source account and are `in_vault` again.
   *
   * Permission: `transfer_batches:cancel`.
   */
  readonly cancelTransfer: Call<'cancelTransfer'>
  /**
   * Create FBO Account. Opens an account that can hold items.
   *
   * Permission: `fbo_accounts:create`.
   */
  readonly createFboAccount: Call<'createFboAccount'>
  /**
   * List FBO Accounts. Lists FBO accounts of the organization, newest first, page by page.
   *
   * Follow `next` in the `Link` header to read the whole list.
   *
   * Permission: `fbo_accounts:read`.
   */
  readonly listFboAccounts: ListCall<'listFboAccounts'>
  /**
   * Update FBO Account. Changes the members that are in the body, and no others.
   *
   * Permission: `fbo_accounts:update`.
   */
  readonly updateFboAccount: Call<'updateFboAccount'>
  /**
   * Get FBO Account. Reads one FBO account of the organization.
   *
   * Permission: `fbo_accounts:read`.
   */
  readonly getFboAccount: ConditionalCall<'getFboAccount'>
  /**
   * Get FBO Account Profile. Reads what a client keeps with one FBO account: the id that it has elsewhere, and attributes. Its `ETag` is of the profile, not of the account.
   *
   * Permission: `fbo_accounts:read`.
   */
  readonly getFboAccountProfile: ConditionalCall<'getFboAccountProfile'>
  /**
   * Update FBO Account Profile. Changes what a client keeps with one FBO account: only the members in the body, and of `metadata` only its pairs. A change that changes no value is none.
   *
   * Permission: `fbo_accounts:update`.
   */
  readonly updateFboAccountProfile: Call<'updateFboAccountProfile'>
  /**
   * Get Insured Exposure. Reads the insured exposure of one FBO account, now or at a past moment, and its distance from the maximum insured value. Items that were shipped, delivered or withdrawn do not count.
   *
   * Permission: `fbo_accounts:read`.
   */
  readonly getInsuredExposure: Call<'getInsuredExposure'>
  /**
   * Set Insured Maximum. Sets the maximum insured value of one account. The change, its reason and its author stay in the corrections of the account. It may be less than the insured exposure: items stay, and the policy judges the next transfer. The value that the account has already changes nothing.
   *
   * Permission: `fbo_accounts:set_insured_maximum`.
   */
  readonly setInsuredMaximum: Call<'setInsuredMaximum'>
  /**
   * Make Primary. Makes one account the organization's primary account. The former one stays as an ordinary account; both get a version, a correction with the reason, and an event. The primary account itself is left as it is.
   *
   * Permission: `fbo_accounts:update`.
   */
  readonly makePrimary: Call<'makePrimary'>
  /**
   * Erase FBO Account. Clears `firstName`, `lastName`, `email`, `phone` and `businessName` for good, in the account and in the stored response of its creation, with its profile, and the recipients and metadata of its shipments likewise. From then on the account cannot be updated. It stays readable, with its history. Refused while the account has items in the vault, pending transfers or open shipments. Erasing it again changes nothing.
   *
   * Permission: `fbo_accounts:erase`.
   */
  readonly eraseFboAccount: Call<'eraseFboAccount'>
  /**
   * Create Outbound Shipment. Creates an outbound shipment and claims its items. Each becomes `shipment_pending` and stays in its account. Every invalid item is reported in one response. Where the shipment goes can be given now, or later by Update Outbound Shipment.
   *
   * Permission: `outbound_shipments:create`.
   */
  readonly createOutboundShipment: Call<'createOutboundShipment'>
  /**
   * List Outbound Shipments. Lists outbound shipments of the organization, newest first, page by page, without cancelled ones, which `cancelled=true` lists.
   *
   * Follow `next` in the `Link` header to read the whole list. A shipment that is cancelled in the meantime may or may not be returned. With `status`, `held` or `hasTracking`, the same applies to a shipment that changes in that.
   *
   * Permission: `outbound_shipments:read`.
   */
  readonly listOutboundShipments: ListCall<'listOutboundShipments'>
  /**
   * Take In Inventory Items. Takes one item into the vault, or several at once. Each is then `in_vault`, in the account that the request names for it. For `items` the response is a list, in the order of the request: one page, whatever its length.
   *
   * Permission: `inventory_items:create`.
   */
  readonly takeInInventoryItems: Call<'takeInInventoryItems'>
  /**
   * List Inventory Items. Lists items of the organization, newest first, page by page, including those that have left the vault.
   *
   * Follow `next` in the `Link` header to read the whole list. With a filter by status, account, value or `changedAt`, an item whose own changes in the meantime may or may not be returned. Sorted by value, an item that is revalued in the meantime may be returned twice or not at all.
   *
   * Permission: `inventory_items:read`.
   */
  readonly listInventoryItems: ListCall<'listInventoryItems'>
  /**
   * Get Inventory Item. Reads one item: its account, its status, the transfer or shipment that holds it, its identifiers and evidence.
   *
   * Permission: `inventory_items:read`.
   */
  readonly getInventoryItem: ConditionalCall<'getInventoryItem'>
  /**
   * Update Inventory Item. Corrects an item: the members that are in the body, and no others. Each that gets another value is a correction on record. An item that has left the vault can be corrected as well.
   *
   * Permission: `inventory_items:update`.
   */
  readonly updateInventoryItem: Call<'updateInventoryItem'>
  /**
   * Add Inventory Item Evidence. Adds evidence to an item, behind what it has: the hashes of files, which stay in storage of your own. Nothing of it can be changed or taken away; the event has the hashes, so the sealed log proves them.
   *
   * Permission: `inventory_items:update`.
   */
  readonly addInventoryItemEvidence: Call<'addInventoryItemEvidence'>
  /**
   * List Inventory Movements. Lists every movement of one item, oldest first, page by page: when, who, what, from where and to where. The last movement shows the present state of the item.
   *
   * Follow `next` in the `Link` header to read the whole list. Movements made in the meantime come at the end.
   *
   * Permission: `inventory_items:read`.
   */
  readonly listInventoryMovements: ListCall<'listInventoryMovements'>
  /**
   * Hold Inventory Item. Puts an item that is `in_vault` on hold. Until it is released, nothing can claim or withdraw it. It stays in its account.
   *
   * Permission: `inventory_items:update`.
   */
  readonly holdInventoryItem: Call<'holdInventoryItem'>
  /**
   * Release Inventory Item. Ends the hold of an item: it is `in_vault` again, in the same account.
   *
   * Permission: `inventory_items:update`.
   */
  readonly releaseInventoryItem: Call<'releaseInventoryItem'>
  /**
   * Withdraw Inventory Item. Records that an `in_vault` item leaves the vault permanently, without a shipment. Release an item on hold first. A withdrawn item and its history stay readable.
   *
   * Permission: `inventory_items:update`.
   */
  readonly withdrawInventoryItem: Call<'withdrawInventoryItem'>
  /**
   * Revalue Inventory Items. Changes the declared values of items in the vault, all of them or none. The value counts from now on, also for pending transfers and for the insured exposure; what was before keeps its value. An item that has the value already is left as it is. Where a value changes by more than the policy lets one person change it, the response is 202 with a revaluation, and nothing changes until a second person approves it. The response is a list in the order of the request: one page, whatever its length. With `validateOnly=true` it is the preview: `totals` has the sums before and after.
   *
   * Permission: `inventory_items:revalue`.
   */
  readonly revalueInventoryItems: Call<'revalueInventoryItems'>
  /**
   * List Revaluations. Lists revaluations that needed a second person, newest first, page by page, without their items.
   *
   * Follow `next` in the `Link` header to read the whole list. With `status`, a revaluation that is decided in the meantime may or may not be returned.
   *
   * Permission: `inventory_items:read`.
   */
  readonly listRevaluations: ListCall<'listRevaluations'>
  /**
   * Get Revaluation. Reads one revaluation: its items with both values, its status, who approved it, and how it ended.
   *
   * Permission: `inventory_items:read`.
   */
  readonly getRevaluation: ConditionalCall<'getRevaluation'>
  /**
   * Approve Revaluation. Approves a pending revaluation: its items have the new values from now on, all of them or none. The person who requested it cannot approve it, unless the policy turns off `fourEyes`. Where the policy (`approvalRules`) asks for several approvals, each of another person, it stays `pending` until the last one.
   *
   * Permission: `revaluations:approve`.
   */
  readonly approveRevaluation: Call<'approveRevaluation'>
  /**
   * Reject Revaluation. Rejects a pending revaluation: its items keep their values.
   *
   * Permission: `revaluations:approve`.
   */
  readonly rejectRevaluation: Call<'rejectRevaluation'>
  /**
   * Cancel Revaluation. Cancels a pending revaluation: its items keep their values.
   *
   * Permission: `inventory_items:revalue`.
   */
  readonly cancelRevaluation: Call<'cancelRevaluation'>
  /**
   * List Holdings. Lists the items that an account holds now, or held at a past moment, by item id, page by page. An account holds an item from its intake, or from the completion of the transfer that brought it. The holding ends when a transfer takes the item away, or when the item leaves the vault.
   *
   * Follow `next` in the `Link` header to read the whole list. All pages show the same moment: `asOf`, or the time at which the first page was read. A change that was being committed at that moment may count only from a later page on.
   *
   * Permission: `inventory_items:read`.
   */
  readonly listHoldings: ListCall<'listHoldings'>
  /**
   * Get Statement. Reads the statement of an account over a period: the number and the value of the items that it held before and after, and the sums of what changed between. List Statement Lines has each change; List Holdings has the items, with an `asOf` one millisecond before `from` or `to`.
   *
   * The newest checkpoint of the sealed log is with it. With `isProven`, an export of events that `vault-inventory events verify` accepts with this checkpoint has every change of the period.
   *
   * Permission: `inventory_items:read`.
   */
  readonly getStatement: Call<'getStatement'>
  /**
   * List Statement Lines. Lists what changed the holdings of an account, or their value, in a period: items that came, left, or got another value, oldest first, page by page. The opening of the statement and all its lines make its closing.
   *
   * Follow `next` in the `Link` header to read the whole list. In a period that is not over, lines made in the meantime come at the end.
   *
   * Permission: `inventory_items:read`.
   */
  readonly listStatementLines: ListCall<'listStatementLines'>
  /**
   * Get Outbound Shipment. Reads one outbound shipment, cancelled or not: its status, who approved it, why it is on hold, and how it was sent.
   *
   * Permission: `outbound_shipments:read`.
   */
  readonly getOutboundShipment: ConditionalCall<'getOutboundShipment'>
  /**
   * Update Outbound Shipment. Changes where a shipment goes and how its carrier is to take it, until it ships, also on hold. A change of an approved shipment takes the approval back: it is `pending_approval` again. A change of `metadata` alone does not.
   *
   * Permission: `outbound_shipments:update`.
   */
  readonly updateOutboundShipment: Call<'updateOutboundShipment'>
  /**
   * List Outbound Shipment Items. Lists the items that one shipment was created with, in the order of the request, page by page.
   *
   * Follow `next` in the `Link` header to read the whole list.
   *
   * Permission: `outbound_shipments:read`.
   */
  readonly listOutboundShipmentItems: ListCall<'listOutboundShipmentItems'>
  /**
   * Inspect Outbound Shipment. Takes a packed shipment into inspection.
   *
   * Permission: `outbound_shipments:update`.
   */
  readonly inspectOutboundShipment: Call<'inspectOutboundShipment'>
  /**
   * Submit Outbound Shipment. Submits an inspected shipment for approval.
   *
   * Permission: `outbound_shipments:update`.
   */
  readonly submitOutboundShipment: Call<'submitOutboundShipment'>
  /**
   * Approve Outbound Shipment. Approves a submitted shipment. Neither its creator nor who changed its directions can approve it, unless the policy turns `fourEyes` off. Where the policy (`approvalRules`) asks for several approvals, each of another person, it stays `pending_approval` until the last one; a return to packing and new directions end those given.
   *
   * Permission: `outbound_shipments:approve`.
   */
  readonly approveOutboundShipment: Call<'approveOutboundShipment'>
  /**
   * Return Outbound Shipment to Packing. Sends a shipment that is in inspection or waits for approval back to packing. Its items stay claimed.
   *
   * Permission: `outbound_shipments:update`.
   */
  readonly returnOutboundShipmentToPacking: Call<'returnOutboundShipmentToPacking'>
  /**
   * Ship Outbound Shipment. Records that an approved shipment has left the vault, and its carrier. Its items become `shipped`. For the record, they stay in their account.
   *
   * Permission: `outbound_shipments:update`.
   */
  readonly shipOutboundShipment: Call<'shipOutboundShipment'>
  /**
   * Deliver Outbound Shipment. Records that a shipment has arrived; its items become `delivered`.
   *
   * Permission: `outbound_shipments:update`.
   */
  readonly deliverOutboundShipment: Call<'deliverOutboundShipment'>
  /**
   * Hold Outbound Shipment. Puts a shipment on hold before it ships. The status does not change. While on hold, a shipment can only be released or cancelled.
   *
   * Permission: `outbound_shipments:update`.
   */
  readonly holdOutboundShipment: Call<'holdOutboundShipment'>
  /**
   * Release Outbound Shipment. Ends the hold of a shipment. The status does not change.
   *
   * Permission: `outbound_shipments:update`.
   */
  readonly releaseOutboundShipment: Call<'releaseOutboundShipment'>
  /**
   * Cancel Outbound Shipment. Cancels a shipment before it ships, on hold or not: its items are `in_vault` again, in the same account. The status does not change, and no further step is possible. List Outbound Shipments leaves the shipment out, unless `cancelled=true` is sent.
   *
   * Permission: `outbound_shipments:update`.
   */
  readonly cancelOutboundShipment: Call<'cancelOutboundShipment'>
  /**
   * Advance Sandbox Clock. Lets time pass for a test organization: pending transfers and revaluations, tokens but the caller's own, sessions, sign-ins, Idempotency-Keys, and webhook retries are as they would be after so many seconds. Moments that were recorded stay.
   *
   * Permission: `organization_policies:update`.
   */
  readonly advanceSandboxClock: Call<'advanceSandboxClock'>
  /**
   * Create Import. Imports records from a CSV file (RFC 4180): every row, or none if one breaks a rule. The first line names the columns; `vault-inventory import KIND --help` lists them. Records keep their `id` and `createdAt`. Beside `imports:create`, the token needs the permission to create the records, and those of the operations that lead to a `status`. With `fourEyes` or `approvalRules`, no row may say that it is approved. Import accounts first, then shipments, then items.
   *
   * At most 1000000 rows, which come within 60 minutes. The permissions count that the token has when they are inserted. The response follows then; Get Import has the progress. The pointers of violations are the line and the column: `/3/status`.
   *
   * If the connection breaks, send the same file with the same `Idempotency-Key`: it goes on, and imports nothing twice.
   *
   * Permission: `imports:create`.
   */
  readonly createImport: Call<'createImport'>
  /**
   * Get Import. Reads how far an import is. Imports are kept for seven days, those whose file did not arrive for one. Refused imports and previews are not kept.
   *
   * Permission: `imports:create`.
   */
  readonly getImport: Call<'getImport'>
  /**
   * Get Organization Policy. Reads the organization's settings for its transfers and shipments. This is the latest version of its policy, or the default policy as version 0.
   *
   * Permission: `organization_policies:read`.
   */
  readonly getOrganizationPolicy: Call<'getOrganizationPolicy'>
  /**
   * Update Organization Policy. Changes only the members in the body. Each change creates the next version of the policy and records the access token of the request. A request that changes no value creates no version. The creator of a pending transfer or revaluation cannot turn off `fourEyes` or the `block` of `insuredExposure`; nor `fourEyes` who created a shipment that is not approved, or changed its directions. None of them can loosen `approvalRules`. Who asked for a pending revaluation cannot raise what a person may revalue alone.
   *
   * Permission: `organization_policies:update`.
   */
  readonly updateOrganizationPolicy: Call<'updateOrganizationPolicy'>
  /**
   * Get Caller. Reads who the request is from: the access token that it was sent with, its organization, the mode, the currency and the sign-in of that, its person or owner, its permissions and its expiry.
   *
   * Permission: none; any valid token.
   */
  readonly getCaller: Call<'getCaller'>
  /**
   * List Passkeys. Lists the passkeys of a person, newest first, page by page.
   *
   * Follow `next` in the `Link` header to read the whole list. A passkey that is removed meanwhile may be missing.
   *
   * Permission: `people:manage`; none for a token of the person themselves.
   */
  readonly listPasskeys: ListCall<'listPasskeys'>
  /**
   * Register Passkey. Registers a passkey of the person whose token this is, made with the options of Get Passkey Options. From then on it can sign their approvals.
   *
   * Permission: none; any valid token.
   */
  readonly registerPasskey: Call<'registerPasskey'>
  /**
   * Get Passkey Options. Reads what a browser needs to make a passkey of the person whose token this is. Register Passkey takes the authenticator's answer, with the same token, for ten minutes.
   *
   * Permission: none; any valid token.
   */
  readonly getPasskeyOptions: Call<'getPasskeyOptions'>
  /**
   * Remove Passkey. Removes a passkey of a person for good, such as a lost one. What it signed stays valid. It cannot be registered again; the authenticator can make a new one. Of another person, you must have all permissions that the person has.
   *
   * Permission: `people:manage`; none for a token of the person themselves.
   */
  readonly removePasskey: Call<'removePasskey'>
  /**
   * Invite Person. Invites a person, who can sign in from then on. You must have all permissions of the roles that you give. No email is sent.
   *
   * Permission: `people:manage`.
   */
  readonly invitePerson: Call<'invitePerson'>
  /**
   * List People. Lists the people of the organization, newest first, page by page.
   *
   * Follow `next` in the `Link` header to read the whole list.
   *
   * Permission: `people:manage`.
   */
  readonly listPeople: ListCall<'listPeople'>
  /**
   * Get Person. Reads one person.
   *
   * Permission: `people:manage`.
   */
  readonly getPerson: ConditionalCall<'getPerson'>
  /**
   * Update Person. Changes the name, the email address or the roles of a person. Other roles hold within a second, also for the tokens and sessions that the person has. You must have all permissions that the person has before and after.
   *
   * Permission: `people:manage`.
   */
  readonly updatePerson: Call<'updatePerson'>
  /**
   * Suspend Person. Suspends a person: all tokens of the person are revoked and all sessions end, on every replica within a second, and the person cannot sign in. You must have all permissions that the person has.
   *
   * Permission: `people:manage`.
   */
  readonly suspendPerson: Call<'suspendPerson'>
  /**
   * Resume Person. Lets a suspended person sign in again. Tokens that were revoked stay so. You must have all permissions that the person has.
   *
   * Permission: `people:manage`.
   */
  readonly resumePerson: Call<'resumePerson'>
  /**
   * Unbind Person. Frees a person from their account at the identity provider, after the provider or the account changed. All tokens of the person are revoked and all sessions end, as by Suspend Person, and the next sign-in with the person's email address binds the person to the account of that sign-in. You must have all permissions that the person has. It changes nothing about a person without an account.
   *
   * Permission: `people:manage`.
   */
  readonly unbindPerson: Call<'unbindPerson'>
  /**
   * List Person Sessions. Lists the sessions of a person: when they signed in, from where and with which browser. Newest first, page by page, until a month after their end. End Person Session ends one, Suspend Person all of them.
   *
   * Follow `next` in the `Link` header to read the whole list.
   *
   * Permission: `people:manage`; none for a token of the person themselves.
   */
  readonly listPersonSessions: ListCall<'listPersonSessions'>
  /**
   * End Person Session. Ends a session of a person: every tab of the browser is signed out, on every replica within a second. You must have all permissions that the person has. Ending a session again changes nothing.
   *
   * Permission: `people:manage`; none for a token of the person themselves.
   */
  readonly endPersonSession: Call<'endPersonSession'>
  /**
   * Issue Access Token. Issues an access token for the organization of your own token. It cannot have permissions or addresses that your own token lacks. Only this response contains the secret.
   *
   * Permission: `access_tokens:manage`.
   */
  readonly issueAccessToken: Call<'issueAccessToken'>
  /**
   * List Access Tokens. Lists the access tokens of the organization, including expired and revoked ones, newest first, page by page. Secrets are never shown again.
   *
   * Follow `next` in the `Link` header to read the whole list.
   *
   * Permission: `access_tokens:manage`.
   */
  readonly listAccessTokens: ListCall<'listAccessTokens'>
  /**
   * Rotate Access Token. Replaces a valid token with a new one that has the same permissions, owner, addresses and lifetime. Your own token must have all permissions and addresses of the token; a token may rotate itself. Only this response contains the secret.
   *
   * Permission: `access_tokens:manage`.
   */
  readonly rotateAccessToken: Call<'rotateAccessToken'>
  /**
   * Revoke Access Token. Revokes a token for good: every replica refuses it within one second. Your own token must have all permissions and addresses of the token; a token may revoke itself. Revoking a token again changes nothing.
   *
   * Permission: `access_tokens:manage`.
   */
  readonly revokeAccessToken: Call<'revokeAccessToken'>
  /**
   * Create Role. Creates a role of the organization. Your own token must have all its permissions.
   *
   * Permission: `roles:manage`.
   */
  readonly createRole: Call<'createRole'>
  /**
   * List Roles. Lists the roles that people and tokens can have: the built-in ones by name, then those of the organization, oldest first, page by page.
   *
   * Follow `next` in the `Link` header to read the whole list. A role that is deleted meanwhile may be missing.
   *
   * Permission: none; any valid token.
   */
  readonly listRoles: ListCall<'listRoles'>
  /**
   * Get Role. Reads one role, built-in or own.
   *
   * Permission: none; any valid token.
   */
  readonly getRole: ConditionalCall<'getRole'>
  /**
   * Update Role. Changes the name or the permissions of a role. Within one second, all tokens and people with the role have its new permissions. Your own token must have all permissions that the role has before and after. A built-in role cannot be changed.
   *
   * Permission: `roles:manage`.
   */
  readonly updateRole: Call<'updateRole'>
  /**
   * Delete Role. Deletes a role that no valid token and no person has, and that the identity provider does not give. Your own token must have all its permissions. A built-in role cannot be deleted.
   *
   * Permission: `roles:manage`.
   */
  readonly deleteRole: Call<'deleteRole'>
  /**
   * Get Identity Provider. Reads the OpenID Connect provider that people of the organization sign in with, without its client secret; version 0 if none is set.
   *
   * Permission: `identity_provider:manage`.
   */
  readonly getIdentityProvider: Call<'getIdentityProvider'>
  /**
   * Set Identity Provider. Sets the OpenID Connect provider that people of the organization sign in with, or replaces all its settings. The provider vouches for people, so the caller must have every permission of the roles that it can give, and, for a new issuer, of every person who has not signed in yet. A person who has signed in stays with the issuer and the subject of that time. A request that changes nothing creates no version.
   *
   * Permission: `identity_provider:manage`.
   */
  readonly setIdentityProvider: Call<'setIdentityProvider'>
  /**
   * Delete Identity Provider. Deletes the provider with its client secret: nobody can sign in with it any more. Sessions go on until they end or are ended, and people stay. A success also where none is set.
   *
   * Permission: `identity_provider:manage`.
   */
  readonly deleteIdentityProvider: Call<'deleteIdentityProvider'>
  /**
   * List Events. Reads the event feed of the organization, oldest first: every change of its records, and who made it. It is the audit log, too: nothing is ever changed or deleted in it.
   *
   * To follow it, send the `cursor` of each page with the next request. This returns every event exactly once, in the order in which the changes were committed: no event ever appears behind a place that was read. `occurredAt` can be earlier than that of the event before: a transfer expires at its moment, however late that is processed.
   *
   * Permission: `events:read`.
   */
  readonly listEvents: Call<'listEvents'>
  /**
   * Get Event. Reads one event: what happened to which record, when, and who did it.
   *
   * Permission: `events:read`.
   */
  readonly getEvent: Call<'getEvent'>
  /**
   * Get Summary. Reads the figures of the organization in one request: items and shipments by status, transfers by day, what waits for a decision or is on hold, the value in the vault, and the accounts nearest to their insured maximum. Each member is null where the token lacks its permission.
   *
   * The figures are those of one moment, `asOf`, and at most as old as 20 times what their count took, or two seconds if that is longer: with a million items, some 20 seconds.
   *
   * The `ETag` is another one as soon as a figure is; `asOf` alone does not change it. To follow the figures, send it as `If-None-Match`.
   *
   * Permission: none; any valid token.
   */
  readonly getSummary: ConditionalCall<'getSummary'>
  /**
   * Search Records. Finds accounts, items, transfers and shipments by what people know of them: an id, its beginning or its end; the name, business, email, phone number or external id of an account; the identifiers and the description of an item, also with the words of the scheme, as in PSA certificate No. 42118903; the tracking number of a shipment, with or without blanks; notes. A shipment is found by whole words of the name, the company, the city or the postal code of its recipient, and shows none of them. Where no record has all of the words, items are found that have some of them, in accounts that have the others, if the token may read accounts: the newest thousand items of each of the twenty accounts that have most of the words. Where nothing has the words, records with similar ones are found.
   *
   * The best result is first, and the others of its type follow it: a whole id, then a whole identifier, external id, email, phone or tracking number, then what has its words whole, then what begins with the text, then what has it, then what is similar. Only records of types that the token may read are found; the operation needs no permission of its own.
   *
   * Ids and whole identifiers are found at once, all else within a second or two of its change; while the service is very busy, or a large import was just made, later.
   *
   * Permission: none; any valid token.
   */
  readonly searchRecords: Call<'searchRecords'>
  /**
   * List Event Checkpoints. Lists the signed checkpoints of the sealed log, newest first, page by page. While events are written, one is made every hour. Keep one elsewhere: with it, `vault-inventory events verify` proves that no event before it was altered or removed since.
   *
   * Follow `next` in the `Link` header to read the whole list.
   *
   * Permission: `events:read`.
   */
  readonly listEventCheckpoints: ListCall<'listEventCheckpoints'>
  /**
   * Create Event Checkpoint. Signs how far the sealed log goes now. Events are sealed some seconds after their change: `sequence` says which event is the last. Within an hour, a checkpoint over the same event by the same key is returned again, also if only checkpoints were made since. It is signed only if it continues what was signed before. It is an event, `event_checkpoint.created`.
   *
   * Permission: `events:read`.
   */
  readonly createEventCheckpoint: Call<'createEventCheckpoint'>
  /**
   * Create Webhook Endpoint. Creates an endpoint: from then on, the events of the organization are sent to its URL, signed as [Standard Webhooks](https://www.standardwebhooks.com) says. Each is sent at least once, and again after a failure. Who may create an endpoint receives all events, also without `events:read`. Only this response contains the secret.
   *
   * Permission: `webhooks:manage`.
   */
  readonly createWebhookEndpoint: Call<'createWebhookEndpoint'>
  /**
   * List Webhook Endpoints. Lists the webhook endpoints of the organization with their health, newest first, page by page. Secrets are never shown again.
   *
   * Follow `next` in the `Link` header to read the whole list. An endpoint that is deleted meanwhile may be missing.
   *
   * Permission: `webhooks:manage`.
   */
  readonly listWebhookEndpoints: ListCall<'listWebhookEndpoints'>
  /**
   * Get Webhook Endpoint. Reads one webhook endpoint and its health. The `ETag` changes with the health, too; in `If-Match`, it stands for the version of the endpoint alone.
   *
   * Permission: `webhooks:manage`.
   */
  readonly getWebhookEndpoint: ConditionalCall<'getWebhookEndpoint'>
  /**
   * Update Webhook Endpoint. Changes the URL or the types of an endpoint, disables it, or enables it again. Events that wait for their delivery are sent to the new URL. Another URL, or an endpoint that you enable again, has five days again until failures disable it.
   *
   * Permission: `webhooks:manage`.
   */
  readonly updateWebhookEndpoint: Call<'updateWebhookEndpoint'>
  /**
   * Delete Webhook Endpoint. Deletes an endpoint for good, with its deliveries and their attempts. Nothing more is sent, but for an attempt that is under way.
   *
   * Permission: `webhooks:manage`.
   */
  readonly deleteWebhookEndpoint: Call<'deleteWebhookEndpoint'>
  /**
   * Rotate Webhook Secret. Gives an endpoint a new secret. For some hours, events have two signatures: one by the new secret and one by the previous one. Only this response contains the new secret.
   *
   * Permission: `webhooks:manage`.
   */
  readonly rotateWebhookSecret: Call<'rotateWebhookSecret'>
  /**
   * Send Webhook Test. Sends an event of type `webhook_endpoint.tested` to this endpoint alone, whatever its types. List Webhook Deliveries shows what became of it.
   *
   * Permission: `webhooks:manage`.
   */
  readonly sendWebhookTest: Call<'sendWebhookTest'>
  /**
   * Replay Webhook Events. Sends one event or those of a range to the endpoint again, also those that were delivered, and those from before its creation. Only events of its types are sent, the first 50000 of the range by one request. While the endpoint is disabled, they wait. If an attempt is under way, its success is enough. The feed is read behind `afterEventId`, or from its beginning, and 100000 events by one request: with a long feed, send `afterEventId` beside the instants.
   *
   * Permission: `webhooks:manage`.
   */
  readonly replayWebhookEvents: Call<'replayWebhookEvents'>
  /**
   * List Webhook Deliveries. Lists the deliveries of one endpoint, that of the newest event first, page by page: one for each event, with its attempts.
   *
   * Follow `next` in the `Link` header to read the whole list. With `status`, a delivery that is attempted meanwhile may be missing or returned. So may one of an older event, which Replay Webhook Events added.
   *
   * Permission: `webhooks:manage`.
   */
  readonly listWebhookDeliveries: ListCall<'listWebhookDeliveries'>
}
