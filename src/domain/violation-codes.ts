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
