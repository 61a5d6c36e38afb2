import type {
  Event,
  EventType,
  ImportEventData,
  IntakeEventData,
  TransferEventData,
  WebhookEndpointEventData,
} from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { counted, words } from '../display/format.ts'
import { systemWords } from '../display/names.ts'
import { labelOf } from '../words/problems.ts'

/** The happenings of each type of record, as the service names them. */
const HAPPENINGS = {
  transfer:
    'created updated approval_given completed rejected cancelled expired system_approval_declined',
  inventory_item: 'taken_in updated evidence_added imported held released withdrawn revalued',
  revaluation: 'requested approval_given approved rejected cancelled',
  fbo_account:
    'created updated insured_maximum_set primary_changed profile_updated erased imported',
  outbound_shipment:
    'created updated imported inspecting submitted approval_given approved returned_to_packing held released shipped delivered cancelled',
  access_token: 'issued rotated revoked',
  person: 'invited admitted bound unbound updated suspended resumed',
  session: 'began ended',
  role: 'created updated deleted',
  organization_policy: 'updated',
  identity_provider: 'set deleted',
  webhook_endpoint: 'created updated deleted secret_rotated tested disabled enabled',
  passkey: 'registered removed',
  event_checkpoint: 'created',
  organization: 'clock_advanced wiped',
} as const

type Happenings = typeof HAPPENINGS
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}`
  ? First | Words<Rest>
  : Text
type Listed = { [Type in keyof Happenings]: `${Type}.${Words<Happenings[Type]>}` }[keyof Happenings]

/** A type error here: the list above lacks a type of the service, or has another. */
export const IS_COMPLETE: [EventType, Listed] extends [Listed, EventType] ? true : never = true

export const EVENT_TYPES = Object.entries(HAPPENINGS).map(([record, happenings]) => ({
  group: recordWords(record),
  items: happenings.split(' ').map((happening) => {
    const value = `${record}.${happening}` as EventType
    return { value, label: eventWords(value) }
  }),
}))

/** "Transfer completed" from `transfer.completed`. */
export function eventWords(type: string): string {
  if (type === 'transfer.system_approval_declined') return 'Transfer needs manual approval'
  const [record = '', happening = ''] = type.split('.')
  return `${recordWords(record)} ${happening.replaceAll('_', ' ')}`
}

export function recordWords(type: string): string {
  const names: Readonly<Record<string, string>> = {
    inventory_item: 'Item',
    fbo_account: 'Account',
    outbound_shipment: 'Shipment',
    organization_policy: 'Policy',
    webhook_endpoint: 'Webhook',
    event_checkpoint: 'Checkpoint',
  }
  return names[type] ?? words(type)
}

export function actorWords({ tokenId, person, owner, system }: Event['actor']): string {
  if (system !== null) return systemWords(system)
  return person?.name ?? owner ?? tokenId ?? 'Unknown'
}

/** The members of some types of event; which ones an event has depends on its type. */
type SomeData = Partial<
  ImportEventData & IntakeEventData & TransferEventData & WebhookEndpointEventData
>

export function eventDetail({ data }: Event): string {
  const { statusBefore, statusAfter, totalItems, totalRecords, inventoryItemIds } = data as SomeData
  const { changedMembers, reviewReasons, approvedBySystem, disabledReason } = data as SomeData
  const { approvalNumber, approvalsRequired } = data as SomeData
  const items = totalItems ?? inventoryItemIds?.length
  const isMoved = statusBefore && statusAfter && statusBefore !== statusAfter
  const parts = [
    isMoved && `${words(statusBefore)} → ${words(statusAfter)}`,
    items !== undefined && counted('item', items),
    totalRecords !== undefined && counted('record', totalRecords),
    changedMembers && `changed: ${changedMembers.map((name) => labelOf(`/${name}`)).join(', ')}`,
    approvalNumber && `approval ${approvalNumber} of ${approvalsRequired ?? approvalNumber}`,
    approvedBySystem && 'approved automatically',
    reviewReasons?.length && `because: ${reviewReasons.map(lowerWords).join(', ')}`,
    disabledReason && lowerWords(disabledReason),
  ]
  return parts.filter(Boolean).join(' · ')
}

function lowerWords(name: string): string {
  return words(name).toLowerCase()
}

/** Happenings of a record that need other words than their names. */
const HAPPENED: Readonly<Record<string, string>> = {
  taken_in: 'Taken into the vault',
  imported: 'Imported from another system',
  updated: 'Changed',
  held: 'Put on hold',
  released: 'Released from hold',
  withdrawn: 'Withdrawn from the vault without a shipment',
  inspecting: 'Inspection started',
  submitted: 'Submitted for approval',
  completed: 'Approved: the items have moved',
  system_approval_declined: 'Needs manual approval',
  insured_maximum_set: 'Insured maximum changed',
  primary_changed: 'Primary account changed',
  erased: 'Contact details erased',
  transfer_created: 'Transfer requested',
  transfer_completed: 'Transferred to another account',
  transfer_expired: 'Transfer expired without a decision',
  shipment_created: 'Added to a shipment, which is being packed',
  shipment_inspecting: 'Shipment in inspection',
  shipment_shipped: 'Shipped: left the vault',
  shipment_delivered: 'Delivered',
}

/** "Put on hold" from `held`. */
export function happeningWords(type: string): string {
  return HAPPENED[type] ?? words(type)
}

/** "Insured maximum: 100.00 → 200.00" from the correction of a member. */
export function changeWords(member: string, from: unknown, to: unknown): string {
  // Personal data is not kept, only that it changed.
  if (from === null && to === null) return `${labelOf(`/${member}`)} changed`
  return `${labelOf(`/${member}`)}: ${valueWords(member, from)} → ${valueWords(member, to)}`
}

function valueWords(member: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (member.endsWith('Cents')) return money(`${value}`)
  if (typeof value !== 'object') return `${value}`
  // Identifiers are a list of pairs; metadata is an object.
  const texts = Array.isArray(value)
    ? value.map(({ scheme, value: number }) => `${words(scheme)} ${number}`)
    : Object.entries(value).map(([key, text]) => `${words(key)} ${text}`)
  return texts.length === 0 ? 'none' : texts.join(', ')
}
