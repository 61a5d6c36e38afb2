import { newToken } from '../../../src/access/tokens/token-secret.ts'
import type { ShipmentStatus } from '../../../src/domain/state-transitions.ts'
import * as lists from './lists.ts'
import { PASSKEYS, PEOPLE, PERSON_SESSIONS, ROLES, TOKENS } from './lists-of-people.ts'
import type { Make } from './places.ts'
import type { State } from './row.ts'

/** Operations that succeed for any record of their kind, with what the document says of them. */
const any = (operationIds: string) =>
  Object.fromEntries(operationIds.split(' ').map((id): [string, State] => [id, {}]))

let made = 0
/** A number that no request had before. */
const another = () => {
  made += 1
  return made
}
const shipment = (state: ShipmentStatus | 'on hold'): State => {
  return { record: (world, owner) => world.shipment(owner, state) }
}
const emptyAccount: Make = (world, owner) => world.emptyAccount(owner)
/** Those of the auditor, whose role the people have. */
const alsoNeeds: State['alsoNeeds'] = [
  ...(['fbo_accounts:read', 'inventory_items:read', 'transfer_batches:read'] as const),
  ...(['outbound_shipments:read', 'events:read', 'organization_policies:read'] as const),
]
const ONE_ACCOUNT = 'body /fboAccountId'
const ACCOUNT_OF_MANY = 'body /items/*/fboAccountId'
const ONE_EVENT = 'body /eventId'
const RULED = 'body /approvalRules/*/fboAccountId'

/** One row per operation: the state of records that it needs, and how to fill a list. */
export const STATES: Readonly<Record<string, State>> = {
  ...any('createTransfer getTransfer'),
  ...any('approveTransfer rejectTransfer cancelTransfer'),
  listTransfers: { list: lists.TRANSFERS },
  updateTransfer: { body: () => ({ metadata: { deal: `D-${another()}` } }) },
  listCorrections: { findsBy: 'fbo_accounts:read', list: lists.CORRECTIONS },
  getApproval: { findsBy: 'transfer_batches:approve' },
  listTransferItems: { list: lists.TRANSFER_ITEMS },

  ...any('createFboAccount getFboAccount getFboAccountProfile getInsuredExposure getStatement'),
  listFboAccounts: { list: lists.ACCOUNTS },
  updateFboAccount: { body: () => ({ firstName: `Ada ${newToken()}` }) },
  updateFboAccountProfile: { body: () => ({ externalId: `CUST-${newToken()}` }) },
  setInsuredMaximum: { body: () => ({ maxInsuredValueCents: `${another()}` }) },
  makePrimary: { record: emptyAccount },
  eraseFboAccount: { record: emptyAccount },
  listStatementLines: { list: lists.STATEMENT_LINES },
  listHoldings: { list: lists.HOLDINGS },

  ...any('getInventoryItem addInventoryItemEvidence holdInventoryItem withdrawInventoryItem'),
  ...any('revalueInventoryItems'),
  takeInInventoryItems: {
    // An entry behind one that is right.
    body: (id, tested) =>
      tested === ACCOUNT_OF_MANY
        ? { items: [{ fboAccountId: id(ONE_ACCOUNT) }, { fboAccountId: id(tested) }] }
        : {},
  },
  listInventoryItems: { list: lists.ITEMS },
  updateInventoryItem: { body: () => ({ description: `Ring ${newToken()}` }) },
  releaseInventoryItem: { record: (world, owner) => world.item(owner, 'on_hold') },
  listInventoryMovements: { list: lists.MOVEMENTS },

  ...any('getRevaluation'),
  ...any('approveRevaluation rejectRevaluation cancelRevaluation'),
  listRevaluations: { list: lists.REVALUATIONS },

  ...any('createOutboundShipment getOutboundShipment'),
  ...any('inspectOutboundShipment'),
  listOutboundShipments: { list: lists.SHIPMENTS },
  listOutboundShipmentItems: { list: lists.SHIPMENT_ITEMS },
  updateOutboundShipment: { body: () => ({ service: `Class ${another()}` }) },
  submitOutboundShipment: shipment('inspecting'),
  approveOutboundShipment: shipment('pending_approval'),
  returnOutboundShipmentToPacking: shipment('pending_approval'),
  shipOutboundShipment: shipment('approved'),
  deliverOutboundShipment: shipment('shipped'),
  holdOutboundShipment: shipment('approved'),
  releaseOutboundShipment: shipment('on hold'),
  cancelOutboundShipment: shipment('approved'),

  ...any('getCaller getSummary searchRecords getOrganizationPolicy'),
  advanceSandboxClock: { body: () => ({ seconds: 1 }) },
  updateOrganizationPolicy: {
    body: (id, tested) => ({
      transferExpirySeconds: 86_400 + another(),
      // No record has so many items.
      ...(tested === RULED && {
        approvalRules: [{ approvals: 2, aboveItems: 1_000, fboAccountId: id(RULED) }],
      }),
    }),
  },
  ...any('getIdentityProvider'),
  setIdentityProvider: {
    // A new issuer could sign in as people who were invited.
    alsoNeeds,
    body: () => ({ issuer: `https://id.example.com/${another()}`, clientSecret: 'secret' }),
  },
  deleteIdentityProvider: { mayBeThere: true },
  ...any('getImport'),
  createImport: {
    alsoNeeds: ['fbo_accounts:create'],
    query: 'type=fbo_accounts',
    body: () => `firstName\nAda ${another()}\n`,
  },
  issueAccessToken: { body: () => ({ permissions: ['access_tokens:manage'] }) },
  listAccessTokens: { list: TOKENS },
  ...any('rotateAccessToken revokeAccessToken getEvent listEvents'),
  listEventCheckpoints: { list: lists.CHECKPOINTS },
  createEventCheckpoint: { mayBeThere: true },

  ...any('getPerson getPasskeyOptions registerPasskey'),
  invitePerson: {
    alsoNeeds,
    body: () => ({ email: `${another()}@example.com`, roles: ['auditor'] }),
  },
  listPeople: { list: PEOPLE },
  updatePerson: { alsoNeeds, body: () => ({ name: `Ada ${another()}` }) },
  suspendPerson: { alsoNeeds, record: (world, owner) => world.person(owner) },
  resumePerson: { alsoNeeds, record: (world, owner) => world.suspendedPerson(owner) },
  unbindPerson: { alsoNeeds, record: (world, owner) => world.boundPerson(owner) },
  listPersonSessions: { list: PERSON_SESSIONS },
  endPersonSession: { alsoNeeds },
  listPasskeys: { list: PASSKEYS },
  removePasskey: { alsoNeeds },

  ...any('getRole deleteRole'),
  // Only who has the permissions of a role may change it.
  createRole: { body: () => ({ name: `Role ${another()}`, permissions: ['roles:manage'] }) },
  listRoles: { list: ROLES },
  updateRole: { body: () => ({ name: `Role ${another()}` }) },

  ...any('createWebhookEndpoint getWebhookEndpoint rotateWebhookSecret sendWebhookTest'),
  listWebhookEndpoints: { list: lists.WEBHOOKS },
  updateWebhookEndpoint: { body: () => ({ url: `https://example.com/${newToken()}` }) },
  deleteWebhookEndpoint: { record: (world, owner) => world.newWebhook(owner) },
  replayWebhookEvents: {
    body: (id, tested) =>
      tested === ONE_EVENT ? { eventId: id(tested) } : { afterEventId: id('body /afterEventId') },
  },
  listWebhookDeliveries: { list: lists.DELIVERIES },
}
