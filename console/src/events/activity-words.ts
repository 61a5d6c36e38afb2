import { money } from '../display/amounts.ts'
import { words } from '../display/format.ts'
import { labelOf } from '../words/problems.ts'

/** Happenings that need other words than their names. */
const HAPPENINGS: Readonly<Record<string, string>> = {
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
  return HAPPENINGS[type] ?? words(type)
}

/** "Insured maximum: 100.00 → 200.00" from the correction of a member. */
export function changeWords(member: string, from: unknown, to: unknown): string {
  return `${labelOf(`/${member}`)}: ${valueWords(member, from)} → ${valueWords(member, to)}`
}

function valueWords(member: string, value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (member.endsWith('Cents')) return money(`${value}`)
  if (typeof value !== 'object') return `${value}`
  // Identifiers are a list of pairs; metadata and a recipient are objects.
  const texts = Array.isArray(value)
    ? value.map(({ scheme, value: number }) => `${scheme} ${number}`)
    : Object.entries(value).flatMap(([key, text]) =>
        text === null ? [] : [member === 'recipient' ? text : `${key} ${text}`],
      )
  return texts.length === 0 ? 'none' : texts.join(', ')
}
