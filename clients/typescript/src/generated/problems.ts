// Made from openapi.json by `npm run generate`.

import type { ProblemOf } from '../problem.ts'

/** Why a request was refused (RFC 9457). Branch on `code`; a later service can have more codes. */
export type Problem =
  | ProblemOf<'unauthenticated', 401>
  | ProblemOf<'invalid_token', 401>
  | ProblemOf<'session_ended', number>
  | ProblemOf<'invalid_sign_in_code', number>
  | ProblemOf<'sign_in_required', 401, 'maxAgeSeconds'>
  | ProblemOf<'insufficient_permission', 403, 'requiredPermission'>
  | ProblemOf<'permission_not_held', 403, 'missingPermissions'>
  | ProblemOf<'person_required', 403>
  | ProblemOf<'self_approval_forbidden', 403>
  | ProblemOf<'person_suspended', number>
  | ProblemOf<'cross_site_request', number>
  | ProblemOf<'https_required', number>
  | ProblemOf<'test_organization_required', 404>
  | ProblemOf<'route_not_found', number>
  | ProblemOf<'method_not_allowed', number>
  | ProblemOf<'unsupported_media_type', 415>
  | ProblemOf<'body_too_large', 413>
  | ProblemOf<'headers_too_large', 431>
  | ProblemOf<'request_timeout', 408>
  | ProblemOf<'malformed_request', 400>
  | ProblemOf<'unsupported_transfer_coding', 501>
  | ProblemOf<'malformed_json', 400>
  | ProblemOf<'invalid_request', 400>
  | ProblemOf<'unknown_parameter', 400>
  | ProblemOf<'invalid_parameter', 400>
  | ProblemOf<'unknown_field', 400>
  | ProblemOf<'same_account', 400>
  | ProblemOf<'items_required', 400>
  | ProblemOf<'too_many_items', 400>
  | ProblemOf<'invalid_item', 400>
  | ProblemOf<'duplicate_item', 400>
  | ProblemOf<'duplicate_identifier', 400>
  | ProblemOf<'passkey_invalid', 400>
  | ProblemOf<'no_updatable_fields', 400>
  | ProblemOf<'fbo_account_not_found', 404>
  | ProblemOf<'inventory_item_not_found', 404>
  | ProblemOf<'transfer_batch_not_found', 404>
  | ProblemOf<'outbound_shipment_not_found', 404>
  | ProblemOf<'revaluation_not_found', 404>
  | ProblemOf<'record_not_found', 404>
  | ProblemOf<'event_not_found', 404>
  | ProblemOf<'webhook_endpoint_not_found', 404>
  | ProblemOf<'import_not_found', 404>
  | ProblemOf<'session_not_found', 404>
  | ProblemOf<'passkey_not_found', 404>
  | ProblemOf<'access_token_not_found', 404>
  | ProblemOf<'role_not_found', 404>
  | ProblemOf<'role_built_in', 409>
  | ProblemOf<'role_name_taken', 409>
  | ProblemOf<'role_in_use', 409, 'accessTokensTotal' | 'peopleTotal'>
  | ProblemOf<'too_many_roles', 409>
  | ProblemOf<'signing_key_missing', 409>
  | ProblemOf<'sealed_log_contradicted', 409>
  | ProblemOf<'idempotency_in_progress', 409>
  | ProblemOf<'idempotency_key_reused', 422>
  | ProblemOf<'file_already_imported', 409, 'importId'>
  | ProblemOf<'version_conflict', 412>
  | ProblemOf<'item_not_in_source_account', 409>
  | ProblemOf<'item_not_in_vault', 409, 'activeTransferId' | 'activeShipmentId'>
  | ProblemOf<'revaluation_outdated', 409, 'inventoryItemIds' | 'inventoryItemsTotal'>
  | ProblemOf<'item_left_vault', 409, 'currentStatus'>
  | ProblemOf<'identifier_taken', 409>
  | ProblemOf<'invalid_state_transition', 409, 'currentStatus' | 'allowed' | 'activeTransferId' | 'activeShipmentId' | 'holdReason' | 'cancelledAt'>
  | ProblemOf<'proof_required', 403>
  | ProblemOf<'proof_invalid', 409>
  | ProblemOf<'already_approved', 409, 'approvalsGiven' | 'approvalsRequired'>
  | ProblemOf<'recipient_required', 409>
  | ProblemOf<'insured_value_exceeded', 409, 'exposureCents' | 'maxInsuredValueCents'>
  | ProblemOf<'person_not_found', 404>
  | ProblemOf<'person_exists', 409, 'personId'>
  | ProblemOf<'fbo_account_in_use', 409, 'outboundShipmentIds' | 'outboundShipmentsTotal' | 'inventoryItemIds' | 'inventoryItemsTotal' | 'transferIds' | 'transfersTotal'>
  | ProblemOf<'fbo_account_erased', 409>
  | ProblemOf<'external_id_taken', 409, 'fboAccountId'>
  | ProblemOf<'primary_account_exists', 409>
  | ProblemOf<'passkey_exists', 409>
  | ProblemOf<'too_many_passkeys', 409>
  | ProblemOf<'too_many_webhook_endpoints', 409>
  | ProblemOf<'secrets_key_missing', 409>
  | ProblemOf<'rate_limited', 429>
  | ProblemOf<'temporarily_unavailable', 503, 'reason'>
  | ProblemOf<'internal_error', 500>
