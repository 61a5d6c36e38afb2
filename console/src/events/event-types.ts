import type {
  Event,
  ImportEventData,
  IntakeEventData,
  TransferEventData,
  WebhookEndpointEventData,
} from '../api/schema.ts'
import { words } from '../display/format.ts'

export type EventType = Event['type']

/** The types of events by record. */
const HAPPENINGS = {
  transfer: [
    'created',
    'updated',
    'approval_given',
    'completed',
    'rejected',
    'cancelled',
    'expired',
    'system_approval_declined',
  ],
  inventory_item: [
    'taken_in',
    'updated',
    'evidence_added',
    'imported',
    'held',
    'released',
    'withdrawn',
    'revalued',
  ],
  revaluation: ['requested', 'approval_given', 'approved', 'rejected', 'cancelled'],
  fbo_account: [
    'created',
    'updated',
    'insured_maximum_set',
    'primary_changed',
    'profile_updated',
    'erased',
    'imported',
  ],
  outbound_shipment: [
    'created',
    'updated',
    'imported',
    'inspecting',
    'submitted',
    'approval_given',
    'approved',
    'returned_to_packing',
    'held',
    'released',
    'shipped',
    'delivered',
    'cancelled',
  ],
  access_token: ['issued', 'rotated', 'revoked'],
  person: ['invited', 'admitted', 'bound', 'unbound', 'updated', 'suspended', 'resumed'],
  session: ['began', 'ended'],
  role: ['created', 'updated', 'deleted'],
  organization_policy: ['updated'],
  identity_provider: ['set', 'deleted'],
  webhook_endpoint: [
    'created',
    'updated',
    'deleted',
    'secret_rotated',
    'tested',
    'disabled',
    'enabled',
  ],
  passkey: ['registered', 'removed'],
  event_checkpoint: ['created'],
} as const

type Happenings = typeof HAPPENINGS
type Listed = {
  [Type in keyof Happenings]: `${Type}.${Happenings[Type][number]}`
}[keyof Happenings]

const RECORDS: Readonly<Record<keyof Happenings, string>> = {
  transfer: 'Transfers',
  revaluation: 'Revaluations',
  inventory_item: 'Items',
  fbo_account: 'Accounts',
  outbound_shipment: 'Shipments',
  access_token: 'Access tokens',
  person: 'People',
  session: 'Sessions',
  role: 'Roles',
  organization_policy: 'Policy',
  identity_provider: 'Identity provider',
  webhook_endpoint: 'Webhooks',
  passkey: 'Passkeys',
  event_checkpoint: 'Checkpoints',
}

/** Every type of event by record, for a choice. */
export const EVENT_TYPES = (Object.keys(HAPPENINGS) as (keyof Happenings)[]).map((record) => ({
  group: RECORDS[record],
  items: HAPPENINGS[record].map((happening) => ({
    value: `${record}.${happening}` as EventType & Listed,
    label: eventWords(`${record}.${happening}`),
  })),
}))

/** A type error here: the list above lacks a type of the service, or has another. */
export const IS_COMPLETE: [EventType] extends [Listed]
  ? [Listed] extends [EventType]
    ? true
    : never
  : never = true

/** "Transfer completed" from `transfer.completed`. */
export function eventWords(type: string): string {
  if (type === 'transfer.system_approval_declined') return 'Transfer needs manual approval'
  const [record = '', happening = ''] = type.split('.')
  const names: Readonly<Record<string, string>> = {
    inventory_item: 'Item',
    fbo_account: 'Account',
    outbound_shipment: 'Shipment',
    organization_policy: 'Policy',
    webhook_endpoint: 'Webhook',
    event_checkpoint: 'Checkpoint',
  }
  return `${names[record] ?? words(record)} ${happening.replaceAll('_', ' ')}`
}

const SYSTEM = {
  expiry: 'Expired automatically',
  policy: 'Automatic approval',
  command_line: 'Vault operator (command line)',
  sealing: 'Sealed log',
  webhook_delivery: 'Webhook delivery',
  identity_provider: 'Identity provider',
} as const

/** The author of an event. */
export function actorWords({ tokenId, owner, system }: Event['actor']): string {
  if (system !== null) return SYSTEM[system]
  return owner ?? tokenId ?? 'Unknown'
}

/** The members of some types of event; which ones an event has depends on its type. */
type SomeData = Partial<
  ImportEventData & IntakeEventData & TransferEventData & WebhookEndpointEventData
>

/** A summary of the data of an event. */
export function eventDetail({ data }: Event): string {
  const { statusBefore, statusAfter, totalItems, totalRecords, inventoryItemIds } = data as SomeData
  const { changedMembers, reviewReasons, approvedBySystem, disabledReason } = data as SomeData
  const { approvalNumber, approvalsRequired } = data as SomeData
  const items = totalItems ?? inventoryItemIds?.length
  const status = statusAfter && words(statusAfter).toLowerCase()
  return [
    statusBefore && status && statusBefore !== statusAfter
      ? `${words(statusBefore).toLowerCase()} → ${status}`
      : undefined,
    items !== undefined ? counted(items, 'item') : undefined,
    totalRecords !== undefined ? counted(totalRecords, 'record') : undefined,
    changedMembers !== undefined
      ? `changed: ${changedMembers.map(memberWords).join(', ')}`
      : undefined,
    approvalNumber !== undefined
      ? `approval ${approvalNumber} of ${approvalsRequired ?? approvalNumber}`
      : undefined,
    approvedBySystem ? 'approved automatically' : undefined,
    reviewReasons !== undefined && reviewReasons.length > 0
      ? `because: ${reviewReasons.map((reason) => words(reason).toLowerCase()).join(', ')}`
      : undefined,
    disabledReason !== undefined ? words(disabledReason).toLowerCase() : undefined,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ')
}

/** "transfer expiry seconds" from `transferExpirySeconds`. */
function memberWords(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function counted(count: number, thing: string): string {
  return `${count.toLocaleString()} ${thing}${count === 1 ? '' : 's'}`
}
