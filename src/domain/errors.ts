import type {
  FieldViolationCode,
  ImportViolationCode,
  ProblemMembers,
  ViolationMembers,
} from './problem-members.ts'

/**
 * Every `code` of a refused request, with its status and title. A published code never changes.
 * `npm run generate` writes `docs/ERRORS.md` and the OpenAPI document from this list.
 */
export const REFUSALS = {
  unauthenticated: { status: 401, title: 'An access token is required' },
  invalid_token: { status: 401, title: 'The access token is not valid' },
  session_ended: { status: 401, title: 'Nobody is signed in' },
  invalid_sign_in_code: { status: 401, title: 'The one-time code is not valid' },
  sign_in_required: { status: 401, title: 'A more recent sign-in is required' },
  insufficient_permission: { status: 403, title: 'The access token lacks a permission' },
  permission_not_held: { status: 403, title: 'A token cannot grant a permission that it lacks' },
  person_required: { status: 403, title: 'The access token belongs to no person' },
  self_approval_forbidden: { status: 403, title: 'The creator of a record cannot approve it' },
  person_suspended: { status: 403, title: 'The person is suspended' },
  cross_site_request: { status: 403, title: 'The request is not from the console' },
  https_required: { status: 403, title: 'A session needs HTTPS' },
  test_organization_required: { status: 404, title: 'Only test organizations have this' },
  route_not_found: { status: 404, title: 'No such path' },
  method_not_allowed: { status: 405, title: 'The path does not accept this method' },
  unsupported_media_type: { status: 415, title: 'The media type of the body is not accepted' },
  body_too_large: { status: 413, title: 'The body is too large' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  request_timeout: { status: 408, title: 'The request did not arrive in time' },
  malformed_request: { status: 400, title: 'The request is not valid HTTP' },
  unsupported_transfer_coding: { status: 501, title: 'The transfer coding is not supported' },
  malformed_json: { status: 400, title: 'The body is not valid JSON' },
  invalid_request: { status: 400, title: 'The request breaks a rule' },
  unknown_parameter: { status: 400, title: 'A query parameter is unknown' },
  invalid_parameter: { status: 400, title: 'A query parameter is not valid' },
  unknown_field: { status: 400, title: 'A member of the body is unknown' },
  same_account: { status: 400, title: 'The two accounts must differ' },
  items_required: { status: 400, title: 'At least one item is required' },
  too_many_items: { status: 400, title: 'Too many items in one request' },
  invalid_item: { status: 400, title: 'An item of the request is not valid' },
  duplicate_item: { status: 400, title: 'An item appears more than once' },
  duplicate_identifier: { status: 400, title: 'An identifier appears more than once' },
  passkey_invalid: { status: 400, title: 'The registration of the passkey does not verify' },
  no_updatable_fields: { status: 400, title: 'Nothing to update' },
  fbo_account_not_found: { status: 404, title: 'No such FBO account' },
  inventory_item_not_found: { status: 404, title: 'No such inventory item' },
  transfer_batch_not_found: { status: 404, title: 'No such transfer batch' },
  outbound_shipment_not_found: { status: 404, title: 'No such outbound shipment' },
  revaluation_not_found: { status: 404, title: 'No such revaluation' },
  record_not_found: { status: 404, title: 'No such record' },
  event_not_found: { status: 404, title: 'No such event' },
  webhook_endpoint_not_found: { status: 404, title: 'No such webhook endpoint' },
  import_not_found: { status: 404, title: 'No such import' },
  session_not_found: { status: 404, title: 'No such session' },
  passkey_not_found: { status: 404, title: 'No such passkey' },
  access_token_not_found: { status: 404, title: 'No such access token' },
  role_not_found: { status: 404, title: 'No such role' },
  role_built_in: { status: 409, title: 'A built-in role cannot be changed' },
  role_name_taken: { status: 409, title: 'Another role has the name' },
  role_in_use: { status: 409, title: 'The role is in use' },
  too_many_roles: { status: 409, title: 'Too many roles' },
  signing_key_missing: { status: 409, title: 'The vault has no key to sign with' },
  sealed_log_contradicted: { status: 409, title: 'The log contradicts its checkpoints' },
  idempotency_in_progress: { status: 409, title: 'The same request is in progress' },
  idempotency_key_reused: { status: 422, title: 'The key was used for another request' },
  file_already_imported: { status: 409, title: 'The same file was imported before' },
  version_conflict: { status: 412, title: 'The record has changed in the meantime' },
  item_not_in_source_account: { status: 409, title: 'An item is not in the source account' },
  item_not_in_vault: { status: 409, title: 'An item is not available' },
  revaluation_outdated: { status: 409, title: 'Items have changed since the request' },
  item_left_vault: { status: 409, title: 'An item has left the vault' },
  identifier_taken: { status: 409, title: 'Another item has the identifier' },
  invalid_state_transition: { status: 409, title: 'Not possible in the current status' },
  proof_required: { status: 403, title: 'The approval needs the signature of a passkey' },
  proof_invalid: { status: 409, title: 'The signature does not prove the approval' },
  already_approved: { status: 409, title: 'You approved the record already' },
  recipient_required: { status: 409, title: 'The shipment needs a recipient' },
  insured_value_exceeded: { status: 409, title: 'The insured value of the destination is too low' },
  person_not_found: { status: 404, title: 'The person does not exist' },
  person_exists: { status: 409, title: 'Another person has the email address' },
  fbo_account_in_use: { status: 409, title: 'The account is in use' },
  fbo_account_erased: { status: 409, title: 'The account was erased' },
  external_id_taken: { status: 409, title: 'Another account has the external id' },
  primary_account_exists: { status: 409, title: 'A primary account already exists' },
  passkey_exists: { status: 409, title: 'The passkey was registered before' },
  too_many_passkeys: { status: 409, title: 'Too many passkeys' },
  too_many_webhook_endpoints: { status: 409, title: 'Too many webhook endpoints' },
  secrets_key_missing: { status: 409, title: 'The service has no key for secrets' },
  rate_limited: { status: 429, title: 'Too many requests' },
  temporarily_unavailable: { status: 503, title: 'The service is temporarily unavailable' },
  internal_error: { status: 500, title: 'The service failed' },
} as const

export type RefusalCode = keyof typeof REFUSALS

/** One broken rule in a request. */
export interface Violation {
  /** An RFC 6901 pointer into the body; with `in`, `/` and the name of the parameter or header. */
  readonly pointer: string
  readonly in?: 'query' | 'header'
  readonly code: RefusalCode | FieldViolationCode | ImportViolationCode
  /** A sentence that also says what to do. */
  readonly detail: string
  readonly members?: ViolationMembers
}

interface RefusalOptions {
  /** A sentence that also says what to do; the default is that of the first violation. */
  readonly detail?: string
  readonly violations?: readonly Violation[]
  /** The number of all, where `violations` has the first ones alone. */
  readonly violationsTotal?: number
  readonly members?: ProblemMembers
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** Headers of every refusal with that status. A refusal can bring other values. */
const HEADERS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  429: { 'Retry-After': '1' },
  503: { 'Retry-After': '1' },
}

/** The error of a refused request; the response is a problem. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly violations: readonly Violation[]
  readonly violationsTotal: number
  readonly members: ProblemMembers
  readonly headers: Readonly<Record<string, string>>

  constructor(code: RefusalCode, options: RefusalOptions = {}) {
    const violations = options.violations ?? []
    super(options.detail ?? violations[0]?.detail ?? `${REFUSALS[code].title}.`, {
      cause: options.cause,
    })
    this.code = code
    this.violations = violations
    this.violationsTotal = options.violationsTotal ?? violations.length
    this.members = options.members ?? {}
    this.headers = { ...HEADERS[REFUSALS[code].status], ...options.headers }
  }
}

/**
 * One refusal for all violations that were found together (Spec choice N6). If they share a code of
 * `REFUSALS`, the refusal has it. Otherwise its code is `invalid_request` for a `request`, and the
 * first violation's code for a `state`.
 */
export function refusalOf(
  violations: readonly Violation[],
  kind: 'request' | 'state',
  members: ProblemMembers = {},
  violationsTotal = violations.length,
): Refusal {
  const [first] = violations
  if (first === undefined) throw new Error('a refusal needs at least one violation')
  const shared = violations.every((violation) => violation.code === first.code)
  const usesOwnCode = isRefusalCode(first.code) && (shared || kind === 'state')
  const code = usesOwnCode ? (first.code as RefusalCode) : 'invalid_request'
  const more = violationsTotal === 1 ? '' : ` (and ${violationsTotal - 1} more: see errors)`
  return new Refusal(code, {
    detail: `${first.detail}${more}`,
    violations,
    violationsTotal,
    members,
  })
}

function isRefusalCode(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code)
}

/** The `type` of a problem (RFC 9457, Spec choice N4). */
export function problemType(code: RefusalCode): string {
  return `urn:vault-inventory:problem:${code}`
}

/** The refusal of an unknown id; the same for a malformed one and one of another organization. */
export function unknownRecord(code: RefusalCode, name: string): () => Refusal {
  const detail = `The organization has no ${name} with this id: check the id.`
  return () => new Refusal(code, { detail })
}

export const recordNotFound = unknownRecord('record_not_found', 'record')

export function idempotencyKeyReused(): Refusal {
  return new Refusal('idempotency_key_reused', {
    detail: 'The Idempotency-Key was used for another request: send this request with a new key.',
  })
}

export function idempotencyInProgress(): Refusal {
  return new Refusal('idempotency_in_progress', {
    detail: 'A request with this Idempotency-Key is in progress: send it again after a moment.',
    headers: { 'Retry-After': '1' },
  })
}

export const REALM = 'Bearer realm="vault-inventory"'

export function unauthenticated(): Refusal {
  return new Refusal('unauthenticated', {
    detail: 'Send the header Authorization: Bearer <ACCESS_TOKEN>.',
    headers: { 'WWW-Authenticate': REALM },
  })
}

/** One detail for all reasons, so that a response does not reveal whether a token exists. */
export function invalidToken(): Refusal {
  return new Refusal('invalid_token', {
    detail:
      'The access token is malformed, unknown, expired, revoked or not allowed from this address: ' +
      'use a valid one.',
    headers: { 'WWW-Authenticate': `${REALM}, error="invalid_token"` },
  })
}

/** The browser has no session, or none that goes on. */
export function sessionEnded(): Refusal {
  return new Refusal('session_ended', {
    detail: 'Nobody is signed in in this browser, or the session has ended: sign in again.',
    headers: { 'WWW-Authenticate': REALM },
  })
}

/** Live organizations have no sandbox. */
export function testOrganizationRequired(): Refusal {
  return new Refusal('test_organization_required', {
    detail:
      'This is for test organizations, and your token is of a live one: send a token that begins ' +
      'with vis_test_.',
  })
}

export function insufficientPermission(permission: string): Refusal {
  return new Refusal('insufficient_permission', {
    detail: `This operation requires an access token with the permission ${permission}.`,
    members: { requiredPermission: permission },
    headers: {
      'WWW-Authenticate': `${REALM}, error="insufficient_scope", scope="${permission}"`,
    },
  })
}
