import { type Static, type TSchema, Type } from 'typebox'

// The extension members (RFC 9457) of problems and of their violations, as they are published.

const HOLDER = {
  activeTransferId: text(
    'With `item_not_in_vault` and `invalid_state_transition`: the transfer batch that holds the item.',
  ),
  activeShipmentId: text(
    'With `item_not_in_vault` and `invalid_state_transition`: the outbound shipment that holds the item.',
  ),
}

export const VIOLATION_MEMBERS = {
  inventoryItemId: text(
    'The item that the violation is about; with `identifier_taken`, the item that has the identifier.',
  ),
  itemStatus: text('With `item_not_in_vault` and `item_left_vault`: the status of the item.'),
  ...HOLDER,
  permission: text("With `permission_not_held`: a permission that the caller's token lacks."),
}

export const PROBLEM_MEMBERS = {
  requiredPermission: text('With `insufficient_permission`: the permission that the token lacks.'),
  missingPermissions: texts(
    "With `permission_not_held`: the permissions that the caller's token lacks.",
  ),
  maxAgeSeconds: number('With `sign_in_required`: how old the sign-in may be, in seconds.'),
  currentStatus: text(
    'With `invalid_state_transition` and `item_left_vault`: the current status of the record.',
  ),
  allowed: texts(
    'With `invalid_state_transition`: the verbs that the record accepts now, as written at the ' +
      'end of the path.',
  ),
  ...HOLDER,
  holdReason: text('With `invalid_state_transition` of a shipment: why it is on hold.'),
  cancelledAt: text('With `invalid_state_transition` of a shipment: when it was cancelled.', {
    format: 'date-time',
  }),
  outboundShipmentIds: texts(
    'With `fbo_account_in_use`: open shipments of the account, at most a hundred.',
  ),
  outboundShipmentsTotal: number('With `fbo_account_in_use`: how many open shipments there are.'),
  inventoryItemIds: texts(
    'With `fbo_account_in_use`: items of the account that are in the vault, at most a hundred. ' +
      'With `revaluation_outdated`: items that have another value or left the vault, as many.',
  ),
  inventoryItemsTotal: number(
    'With `fbo_account_in_use` and `revaluation_outdated`: how many such items there are.',
  ),
  transferIds: texts(
    'With `fbo_account_in_use`: pending transfers from the account or to it, at most a hundred.',
  ),
  accessTokensTotal: number('With `role_in_use`: how many valid tokens have the role.'),
  peopleTotal: number('With `role_in_use`: how many people have the role.'),
  transfersTotal: number('With `fbo_account_in_use`: how many such transfers there are.'),
  importId: text('With `file_already_imported`: the import of the same file.'),
  fboAccountId: text('With `external_id_taken`: the account that has the external id.'),
  approvalsGiven: number('With `already_approved`: how many people approved the record.'),
  approvalsRequired: number('With `already_approved`: how many people must approve it.'),
  personId: text('With `person_exists`: the person who has the email address.'),
  exposureCents: text(
    'With `insured_value_exceeded`: the insured exposure of the destination, in the minor unit of ' +
      "the organization's currency. It counts its" +
      ' items and those of pending transfers into it, including this transfer.',
  ),
  maxInsuredValueCents: text(
    'With `insured_value_exceeded`: the maximum insured value of the destination, in the same unit.',
  ),
  reason: text(
    'With `temporarily_unavailable` of `/health/ready`: `stopping`, `database_unavailable` or ' +
      '`database_not_writable`.',
  ),
}

type MembersOf<Schemas extends Record<string, TSchema>> = {
  readonly [Name in keyof Schemas]?: Readonly<Static<Schemas[Name]>>
}

export type ViolationMembers = MembersOf<typeof VIOLATION_MEMBERS>
export type ProblemMembers = MembersOf<typeof PROBLEM_MEMBERS>

function text(description: string, options: { readonly format?: string } = {}) {
  return Type.Optional(Type.String({ description, ...options }))
}

function number(description: string) {
  return Type.Optional(Type.Integer({ description }))
}

function texts(description: string) {
  return Type.Optional(Type.Array(Type.String(), { description }))
}

/**
 * Codes of violations that one member or parameter can have where no code of `REFUSALS` is more
 * exact. They appear in `errors[].code`; the code of the response is then `invalid_request`.
 */
export const FIELD_VIOLATIONS = {
  required: 'The member must be present.',
  invalid_type: 'The value has the wrong JSON type.',
  too_short: 'The text has too few characters.',
  too_long: 'The text has too many characters.',
  invalid_format: 'The text does not have the format of the member.',
  invalid_value: 'The value is not one of the allowed values.',
} as const

export type FieldViolationCode = keyof typeof FIELD_VIOLATIONS

/** Further codes of violations of a CSV file: of the header, a row or a cell. */
export const IMPORT_VIOLATIONS = {
  unknown_column: 'The header names an unknown column.',
  duplicate_column: 'The header names a column twice.',
  missing_column: 'The header lacks a required column.',
  malformed_csv: 'The row or the cell cannot be read as CSV in UTF-8.',
  duplicate_id: 'The file contains this id more than once.',
  id_exists: 'The organization already has a record with this id.',
  fbo_account_not_found: 'The organization has no FBO account with this id.',
  outbound_shipment_not_found: 'The organization has no outbound shipment with this id.',
  external_id_taken: 'Another account, or another row, has the external id.',
  primary_account_exists: 'The organization would have more than one primary account.',
  duplicate_identifier: 'The file contains this identifier more than once.',
  identifier_taken: 'An item in the vault has this identifier.',
  insufficient_permission: 'The token lacks a permission for rows of this status.',
  self_approval_forbidden: 'Somebody else must approve what the row says is approved.',
} as const

export type ImportViolationCode = keyof typeof IMPORT_VIOLATIONS | FieldViolationCode
