import { type Static, Type } from 'typebox'
import type { Caller } from './caller.ts'
import { CREDENTIAL_EVENT_DATA, type SubjectType, type SystemActor } from './event-members.ts'
import { cents, namedObject, recordId } from './fields.ts'
import { EXAMPLE_IDS, INTAKE_ID_PATTERN } from './ids.ts'
import { ITEMS_NAMED_MAX } from './limits.ts'

// Every change is an event: what happened to which record, by whom. It is written with the change
// itself (database/changes/run-changes.ts), so either both are there or neither is.

/** Every type of event, and what it says. */
export const EVENT_TYPES = {
  'organization.clock_advanced': 'The clock of a test organization was advanced.',
  'organization.wiped': 'All records of a test organization were deleted for good.',
  'fbo_account.created': 'An account was created.',
  'fbo_account.updated': 'Contact details of an account were changed.',
  'fbo_account.insured_maximum_set': 'The maximum insured value of an account was changed.',
  'fbo_account.primary_changed': 'An account became the primary one, or is it no longer.',
  'fbo_account.profile_updated': 'The profile of an account was changed.',
  'fbo_account.erased': 'The contact details of an account were cleared for good.',
  'fbo_account.imported': 'Accounts were imported, all of them in one event.',
  'inventory_item.taken_in': 'Items were taken into the vault by one request.',
  'inventory_item.imported': 'Items were imported, all of them in one event.',
  'inventory_item.updated': 'The description, identifiers or metadata of an item were corrected.',
  'inventory_item.evidence_added': 'Files about an item were recorded by their hashes.',
  'inventory_item.held': 'An item was put on hold.',
  'inventory_item.released': 'The hold of an item ended.',
  'inventory_item.withdrawn': 'An item left the vault without a shipment.',
  'inventory_item.revalued': 'Declared values were changed, of up to 20 items in one event.',
  'revaluation.requested': 'New values were requested that a second person must approve.',
  'revaluation.approval_given': 'One of several people approved a revaluation.',
  'revaluation.approved': 'A revaluation was approved, and its items have the new values.',
  'revaluation.rejected': 'A revaluation was rejected.',
  'revaluation.cancelled': 'A revaluation was cancelled.',
  'transfer.created': 'A transfer batch was created, and claims its items.',
  'transfer.updated': 'The metadata of a transfer batch was changed.',
  'transfer.approval_given': 'One of several people approved a transfer batch.',
  'transfer.completed': 'A transfer batch was approved, and its items were moved.',
  'transfer.rejected': 'A transfer batch was rejected.',
  'transfer.cancelled': 'A transfer batch was cancelled.',
  'transfer.expired': 'A transfer batch expired before it was decided.',
  'transfer.system_approval_declined': 'The policy left the approval of a transfer to a person.',
  'outbound_shipment.created': 'A shipment was created, and claims its items.',
  'outbound_shipment.updated':
    'The directions or the metadata of a shipment were changed; `statusAfter` says whether its ' +
    'approval was taken back.',
  'outbound_shipment.imported': 'Shipments were imported, all of them in one event.',
  'outbound_shipment.inspecting': 'The inspection of a shipment began.',
  'outbound_shipment.submitted': 'A shipment was submitted for approval.',
  'outbound_shipment.approval_given': 'One of several people approved a shipment.',
  'outbound_shipment.approved': 'A shipment was approved.',
  'outbound_shipment.returned_to_packing': 'A shipment went back to packing.',
  'outbound_shipment.held': 'A shipment was put on hold.',
  'outbound_shipment.released': 'The hold of a shipment ended.',
  'outbound_shipment.shipped': 'A shipment was handed to its carrier.',
  'outbound_shipment.delivered': 'A shipment was delivered.',
  'outbound_shipment.cancelled': 'A shipment was cancelled, and its items were released.',
  'access_token.issued': 'A token was issued.',
  'access_token.rotated': 'A token was replaced by a new one.',
  'access_token.revoked': 'A token was revoked.',
  'session.began': 'A person signed in; the token is the one that stands for the session.',
  'session.ended': 'The session of a person was ended: by signing out, or by somebody else.',
  'person.invited': 'A person was invited.',
  'person.updated': 'The name, the email address or the roles of a person were changed.',
  'person.suspended': 'A person was suspended: all tokens and sessions of theirs ended.',
  'person.resumed': 'A suspended person can sign in again.',
  'person.unbound':
    'A person was freed from their account at the provider: all tokens and sessions ended.',
  'role.created': 'A role was created.',
  'role.updated': 'A role got another name or other permissions.',
  'role.deleted': 'A role was deleted.',
  'passkey.registered': 'A person registered a passkey; `data` has its public half.',
  'passkey.removed': 'A passkey was removed: it signs nothing more.',
  'organization_policy.updated': 'The policy of the organization got a new version.',
  'person.admitted': 'A person was created by their first sign-in.',
  'person.bound': 'A person signed in by the provider, and stays with that account.',
  'identity_provider.set': 'The identity provider of the organization was set or changed.',
  'identity_provider.deleted': 'The identity provider of the organization was deleted.',
  'webhook_endpoint.created': 'A webhook endpoint was created.',
  'webhook_endpoint.updated': 'The URL or the types of a webhook endpoint were changed.',
  'webhook_endpoint.deleted': 'A webhook endpoint was deleted.',
  'webhook_endpoint.secret_rotated': 'A webhook endpoint got a new secret.',
  'webhook_endpoint.tested': 'A test event was requested; it goes to that endpoint alone.',
  'webhook_endpoint.disabled': 'A webhook endpoint was disabled: it gets no events.',
  'webhook_endpoint.enabled': 'A webhook endpoint was enabled again.',
  'event_checkpoint.created': 'The sealed log was signed; `data.checkpoint` is worth keeping.',
} as const satisfies Record<string, string>

export type EventType = keyof typeof EVENT_TYPES

function counted(description: string, example: number) {
  return Type.Integer({ description, examples: [example] })
}

function document(description: string) {
  return Type.Object({}, { description, additionalProperties: true })
}

function moment(description: string, example: string) {
  return Type.String({ description, format: 'date-time', examples: [example] })
}

function pathOf(description: string, example: string) {
  return Type.String({ description, examples: [example] })
}

export const REVALUED_ITEM = namedObject('RevaluedItem', 'An item with a new declared value.', {
  inventoryItemId: recordId('The item.', EXAMPLE_IDS.inventoryItem),
  fromValueCents: cents('The value before.', '1250000'),
  toValueCents: cents('The value from then on.', '1500000'),
})

/**
 * The members that `data` can have; each type of event has its own. None is personal: what can be
 * erased is named by the id of its record.
 */
const DATA = Type.Partial(
  Type.Object({
    version: counted('The version of the record after the change, as in its `ETag`.', 2),
    changedMembers: Type.Array(Type.String(), {
      description: 'The members of the record that have new values.',
      examples: [['email']],
    }),
    statusBefore: Type.String({
      description: 'The status before the change.',
      examples: ['pending'],
    }),
    statusAfter: Type.String({
      description: 'The status after the change.',
      examples: ['completed'],
    }),
    fboAccountId: recordId('The account of the record.', EXAMPLE_IDS.fboAccount),
    fromFboAccountId: recordId('The source account.', EXAMPLE_IDS.fboAccount),
    toFboAccountId: recordId('The destination account.', EXAMPLE_IDS.otherFboAccount),
    isPrimary: Type.Boolean({ description: 'Whether the account is the primary one.' }),
    totalItems: counted('The number of items of the transfer, shipment, revaluation or intake.', 2),
    advancedSeconds: counted('The seconds by which the clock was advanced.', 86_400),
    totalRecords: counted('The number of imported records.', 1_000),
    inventoryItemIds: Type.Array(Type.String(), {
      description: `The items that were taken in, up to ${ITEMS_NAMED_MAX} of them: \`itemsPath\` lists more.`,
      examples: [[EXAMPLE_IDS.inventoryItem]],
    }),
    revaluedItems: Type.Array(REVALUED_ITEM, {
      description: `The items with new values, at most ${ITEMS_NAMED_MAX}: others have their own event.`,
      maxItems: ITEMS_NAMED_MAX,
    }),
    intakeId: Type.String({
      description: `The intake of more than ${ITEMS_NAMED_MAX} items, as List Inventory Items takes it.`,
      pattern: INTAKE_ID_PATTERN,
      examples: [EXAMPLE_IDS.inventoryItem.slice(0, -2)],
    }),
    evidenceSha256: Type.Array(Type.String(), {
      description:
        'SHA-256 of each file about the item: those of its intake, or those that were added. Where ' +
        'several items are taken in, each with files has an event of its own.',
      examples: [['a1f0c4d2b3e85967788990aabbccddeeff00112233445566778899aabbccddee']],
    }),
    itemsPath: pathOf(
      'Where the items are listed.',
      `/v1/transfers/${EXAMPLE_IDS.transferBatch}/items`,
    ),
    recordsPath: pathOf('Where the records are listed.', '/v1/inventory-items'),
    approvedBySystem: Type.Boolean({ description: 'Whether the policy approved it.' }),
    proof: Type.Object(
      {},
      {
        description:
          'The signature of a passkey over what was approved, `content`: see CUSTODY, Proofs of approvals.',
        additionalProperties: true,
      },
    ),
    approvalNumber: counted('The number of the approval, of those that count.', 1),
    approvalsRequired: counted('How many people must approve the record.', 2),
    reviewReasons: Type.Array(Type.String(), {
      description: 'Why the policy did not approve it.',
      examples: [['item_count_over_limit']],
    }),
    disabledReason: Type.String({
      description: 'Why the endpoint was disabled, as in its `disabledReason`.',
      examples: ['failing'],
    }),
    previousSecretEndsAt: moment(
      'Until when events are signed with the previous secret as well.',
      '2026-11-22T10:02:00.000Z',
    ),
    checkpoint: document('The checkpoint, as List Event Checkpoints shows it.'),
    ...CREDENTIAL_EVENT_DATA,
    before: document('The changed members before.'),
    after: document('The changed members after.'),
  }),
)

export const EVENT_DATA = DATA.properties

export type EventData = Static<typeof DATA>

/** An event as a change writes it. The database gives it its number. */
export interface NewEvent {
  readonly type: EventType
  readonly occurredAt: Date
  /** The token of the caller; null where the service or its operator acted. */
  readonly tokenId: string | null
  /** Why the service acted; `command_line` where it is missing and there is no token. */
  readonly system?: SystemActor
  readonly requestId: string | null
  readonly subject: { readonly type: SubjectType; readonly id: string }
  readonly data: EventData
}

/** An event of a record that the caller of a request changed. */
export function eventOf(
  {
    caller,
    requestId,
  }: { readonly caller: Pick<Caller, 'tokenId'>; readonly requestId: string | null },
  type: EventType,
  event: Pick<NewEvent, 'occurredAt' | 'subject' | 'data'>,
): NewEvent {
  return { type, tokenId: caller.tokenId, requestId, ...event }
}
