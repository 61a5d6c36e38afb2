import type { Problem, Violation } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { words } from '../display/format.ts'

type Code = Problem['code'] | 'duplicate_id' | 'id_exists'

/** A sentence for each code that a person can meet. Codes without one show the service's words. */
export const SENTENCES: Readonly<Partial<Record<Code, string>>> = {
  invalid_sign_in_code: 'This one-time code was used or has expired. Ask for another one.',
  sign_in_required: 'Sign in again first.',
  insufficient_permission: 'You do not have the permission for this.',
  permission_not_held: 'You can only give or take permissions that you have yourself.',
  person_required: 'Only a person can do this. Sign in as one, not with a token of a system.',
  self_approval_forbidden: 'You had a part in this record, so somebody else must approve it.',
  person_suspended: 'This person is suspended. Ask somebody who manages people.',
  body_too_large: 'This is too much at once. Send less, or in several parts.',
  request_timeout: 'The request took too long to arrive. Check your connection, then try again.',
  invalid_request: 'Some entries are not right. Correct them, then try again.',
  invalid_parameter: 'The address or a filter of this page is not right.',
  unknown_parameter: 'The address of this page has a filter that does not exist.',
  same_account: 'Choose two different accounts.',
  items_required: 'Choose at least one item.',
  too_many_items: 'Choose at most 1,000 items.',
  invalid_item: 'This item cannot be used here.',
  duplicate_item: 'This item was chosen more than once.',
  duplicate_identifier: 'The same identifier was entered more than once.',
  passkey_invalid: 'The passkey could not be checked. Try again in this browser.',
  no_updatable_fields: 'There is nothing to change.',
  fbo_account_not_found: 'There is no such account.',
  inventory_item_not_found: 'There is no such item.',
  transfer_batch_not_found: 'There is no such transfer.',
  outbound_shipment_not_found: 'There is no such shipment.',
  revaluation_not_found: 'There is no such revaluation.',
  record_not_found: 'There is no such record.',
  event_not_found: 'There is no such event.',
  webhook_endpoint_not_found: 'There is no such webhook endpoint. Perhaps it was deleted.',
  import_not_found: 'There is no such import, or it was more than seven days ago.',
  session_not_found: 'This session has ended already.',
  passkey_not_found: 'There is no such passkey. Perhaps it was removed.',
  access_token_not_found: 'There is no such token.',
  person_not_found: 'There is no such person.',
  role_not_found: 'There is no such role. Perhaps it was deleted.',
  role_built_in: 'A built-in role cannot be changed. Create one of your own.',
  role_name_taken: 'Another role has this name. Choose another one.',
  role_in_use: 'Somebody still has this role. Give them other roles first.',
  too_many_roles: 'There are 100 roles already. Delete one first.',
  signing_key_missing: 'The vault has no key to sign with. Ask the vault operator.',
  sealed_log_contradicted: 'The log is not what was signed. Tell the vault operator now.',
  idempotency_in_progress: 'This is being done already. Wait a moment, then look again.',
  version_conflict: 'Somebody else changed this meanwhile. Check it, then try again.',
  item_not_in_source_account: 'An item is not in the account that it should come from.',
  item_not_in_vault: 'An item is not available: it is taken by another record, or gone.',
  revaluation_outdated: 'Items changed after this was requested. Reject it, and request it anew.',
  item_left_vault: 'An item has left the vault, so its value stays as it is.',
  identifier_taken: 'Another item in the vault has this identifier.',
  invalid_state_transition: 'This is not possible any more: the record has moved on.',
  proof_required: 'You must sign this approval with a passkey. Register one first.',
  already_approved: 'You approved this already. Another person must, too.',
  recipient_required: 'The shipment needs a recipient first.',
  insured_value_exceeded: 'The destination would hold more than its insured maximum.',
  person_exists: 'Another person has this email address.',
  fbo_account_in_use: 'The account still has items, pending transfers or open shipments.',
  fbo_account_erased: 'The account was erased, so this cannot be changed any more.',
  file_already_imported: 'This file was imported before, and its rows would be there twice.',
  external_id_taken: 'Another account has this external ID.',
  primary_account_exists: 'The organization already has a primary account.',
  passkey_exists: 'This passkey was registered before. Let your device make a new one.',
  too_many_passkeys: 'You have 20 passkeys already. Remove one that you do not use.',
  too_many_webhook_endpoints: 'There are 50 webhook endpoints already. Delete one first.',
  secrets_key_missing: 'The vault cannot keep secrets yet. Ask the vault operator.',
  rate_limited: 'There were too many requests. Wait a minute, then try again.',
  temporarily_unavailable: 'The service is too busy, or being restarted. Try again in a moment.',
  internal_error: 'The service failed. Give its support the request ID in the details.',
  duplicate_id: 'The file has this ID more than once.',
  id_exists: 'There is a record with this ID already.',
}

/** Members whose name in ordinary words is not the name itself with spaces. */
const LABELS: Readonly<Record<string, string>> = {
  allowedAddresses: 'Allowed IP addresses',
  approvalRules: 'Several approvals',
  clientId: 'Client ID',
  expiresInDays: 'Valid for (days)',
  externalId: 'External ID',
  fromFboAccountId: 'From',
  graceDays: 'Days of the old token',
  graceHours: 'Hours of the old secret',
  isPrimary: 'Primary account',
  maxInsuredValueCents: 'Insured maximum',
  metadata: 'Attributes',
  toFboAccountId: 'To',
  types: 'Events',
  url: 'URL',
}

/** "Declared value" from `/declaredValueCents`, "Item 4" from `/items/3/inventoryItemId`. */
export function labelOf(pointer: string): string {
  const [first = '', place, ...rest] = pointer.slice(1).split('/')
  if (/^\d+$/.test(place ?? '')) {
    return `${memberWords(first).replace(/(?<=ss)es$|s$/, '')} ${Number(place) + 1}`
  }
  return memberWords(rest.at(-1) ?? place ?? first)
}

function memberWords(name: string): string {
  const own = name
    .replace(/^(?:fbo|inventory)([A-Z])/, (_, letter) => letter.toLowerCase())
    .replace(/(Cents|Id)$/, '')
  // A name that people chose is none of ours.
  if (/[^A-Za-z]/.test(own)) return words(own)
  return LABELS[name] ?? words(own.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

/** The sentence for a violation, without names and units of the interface. */
export function violationWords({ code, pointer, detail }: Violation): string {
  const sentence = SENTENCES[code as Code]
  if (sentence !== undefined) return sentence
  const path = pointer.slice(1).replaceAll('/', '.')
  const isPlace = path !== '' && detail.startsWith(`${path} `)
  const said = isPlace ? `${labelOf(pointer)}${detail.slice(path.length)}` : detail
  return said
    .replace('the documented format', 'the right form')
    .replace(/ Send [^.]*\.?$/, '')
    .replace(/^[a-z]\w*(?= (?:must|is|has)\b)|\b[a-z]+(?:[A-Z][a-z]+)+\b/g, memberWords)
    .replace(/\d{4,}/g, (digits) =>
      pointer.endsWith('Cents') ? money(digits) : BigInt(digits).toLocaleString(),
    )
}
