// Made from openapi.json by `npm run generate`.

/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferDetails".
 */
export type TransferDetails = TransferBatch & {
  totalDeclaredValueCents: string | null
  idempotencyKey: string | null
  createdByTokenId: string | null
  expiresAt: string | null
  review: TransferReview
  decidedAt: string | null
  decidedByTokenId: string | null
  decisionReason: string | null
  approvedOverInsuredMaximum: boolean
  metadata: Metadata
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferReview".
 */
export type TransferReview = (
  | 'item_count_over_limit'
  | 'declared_value_over_limit'
  | 'reason_not_covered'
  | 'insured_exposure_over_maximum'
  | 'daily_item_count_over_limit'
  | 'daily_declared_value_over_limit'
  | 'recently_revalued'
  | 'several_approvals_required'
)[]
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovedTransfer".
 */
export type ApprovedTransfer = TransferDetails & {
  approvals: Approvals
  approvalsRequired: ApprovalsRequired
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Approvals".
 */
export type Approvals = Approval[]
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovalsRequired".
 */
export type ApprovalsRequired = number
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CredentialId".
 */
export type CredentialId = string
/**
 * @maxItems 10
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PasskeyTransports".
 */
export type PasskeyTransports = string[]
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Text".
 */
export type Text = string
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FirstName".
 */
export type FirstName = TextOrNull
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TextOrNull".
 */
export type TextOrNull = string | null
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "LastName".
 */
export type LastName = TextOrNull
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Email".
 */
export type Email = EmailAddressOrNull
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EmailAddressOrNull".
 */
export type EmailAddressOrNull = string | null
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Phone".
 */
export type Phone = string | null
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "BusinessName".
 */
export type BusinessName = TextOrNull
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Cents".
 */
export type Cents = string
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ExternalId".
 */
export type ExternalId = TextOrNull
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccount".
 */
export type FboAccount = UpdatedFboAccount & {
  isPrimary: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "MaxInsuredValueCents".
 */
export type MaxInsuredValueCents = Cents
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ExposureCents".
 */
export type ExposureCents = string
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "HeadroomCents".
 */
export type HeadroomCents = string
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ErasedFboAccount".
 */
export type ErasedFboAccount = FboAccount & {
  erasedAt: string
  erasureReason: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewRecipient".
 */
export type NewRecipient = {
  name: Text
  company?: TextOrNull
  line1: Text
  line2?: TextOrNull
  city: Text
  region?: TextOrNull
  postalCode?: TextOrNull
  countryCode: CountryCode
  phone?: RecipientPhone
} | null
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CountryCode".
 */
export type CountryCode = string
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RecipientPhone".
 */
export type RecipientPhone = string | null
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CentsOrNull".
 */
export type CentsOrNull = string | null
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentDetails".
 */
export type OutboundShipmentDetails = OutboundShipmentStep & {
  recipient: Recipient
  metadata: Metadata
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentStep".
 */
export type OutboundShipmentStep = OutboundShipment & {
  totalItems: number
  notes: string | null
  createdByTokenId: string | null
  approvedAt: string | null
  approvedByTokenId: string | null
  heldAt: string | null
  holdReason: string | null
  cancelledAt: string | null
  cancellationReason: string | null
  carrier: string | null
  service: string | null
  trackingNumber: string | null
  deliveredAt: string | null
  signatureRequired: boolean
  insuredValueCents: CentsOrNull
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Recipient".
 */
export type Recipient = {
  name: Text
  company: TextOrNull
  line1: Text
  line2: TextOrNull
  city: Text
  region: TextOrNull
  postalCode: TextOrNull
  countryCode: CountryCode
  phone: RecipientPhone
} | null
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ItemDescription".
 */
export type ItemDescription = TextOrNull
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItem".
 */
export type InventoryItem = ListedInventoryItem & {
  evidence: Evidence[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovedRevaluation".
 */
export type ApprovedRevaluation = RevaluationDetails & {
  approvals: Approvals
  approvalsRequired: ApprovalsRequired
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluationDetails".
 */
export type RevaluationDetails = Revaluation & {
  items: RevaluedItem[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovedOutboundShipment".
 */
export type ApprovedOutboundShipment = OutboundShipmentDetails & {
  approvals: Approvals
  approvalsRequired: ApprovalsRequired
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovedOutboundShipmentStep".
 */
export type ApprovedOutboundShipmentStep = OutboundShipmentStep & {
  approvals: Approvals
  approvalsRequired: ApprovalsRequired
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonOfToken".
 */
export type PersonOfToken = {
  id: string
  name: string
} | null
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Permission".
 */
export type Permission =
  | 'transfer_batches:create'
  | 'transfer_batches:read'
  | 'transfer_batches:approve'
  | 'transfer_batches:cancel'
  | 'fbo_accounts:create'
  | 'fbo_accounts:read'
  | 'fbo_accounts:update'
  | 'fbo_accounts:set_insured_maximum'
  | 'fbo_accounts:erase'
  | 'inventory_items:create'
  | 'inventory_items:read'
  | 'inventory_items:update'
  | 'inventory_items:revalue'
  | 'revaluations:approve'
  | 'outbound_shipments:create'
  | 'outbound_shipments:read'
  | 'outbound_shipments:update'
  | 'outbound_shipments:approve'
  | 'imports:create'
  | 'organization_policies:read'
  | 'organization_policies:update'
  | 'access_tokens:manage'
  | 'roles:manage'
  | 'people:manage'
  | 'identity_provider:manage'
  | 'events:read'
  | 'webhooks:manage'
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TokenPermissions".
 */
export type TokenPermissions = Permission[]
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonEmail".
 */
export type PersonEmail = EmailAddress
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EmailAddress".
 */
export type EmailAddress = string
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonName".
 */
export type PersonName = Text
/**
 * @maxItems 20
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RolesOfPerson".
 */
export type RolesOfPerson = string[]
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SuspendedPerson".
 */
export type SuspendedPerson = Person & {
  pending: PendingRecord[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IssuedAccessToken".
 */
export type IssuedAccessToken = AccessToken & {
  warnings: string[]
  token: string
}
/**
 * @maxItems 50
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EmailDomains".
 */
export type EmailDomains = string[]
/**
 * @maxItems 20
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "DefaultRoles".
 */
export type DefaultRoles = string[]
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RolesClaim".
 */
export type RolesClaim = TextOrNull
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Event".
 */
export type Event =
  | OrganizationClockAdvancedEvent
  | OrganizationWipedEvent
  | FboAccountCreatedEvent
  | FboAccountUpdatedEvent
  | FboAccountInsuredMaximumSetEvent
  | FboAccountPrimaryChangedEvent
  | FboAccountProfileUpdatedEvent
  | FboAccountErasedEvent
  | FboAccountImportedEvent
  | InventoryItemTakenInEvent
  | InventoryItemImportedEvent
  | InventoryItemUpdatedEvent
  | InventoryItemEvidenceAddedEvent
  | InventoryItemHeldEvent
  | InventoryItemReleasedEvent
  | InventoryItemWithdrawnEvent
  | InventoryItemRevaluedEvent
  | RevaluationRequestedEvent
  | RevaluationApprovalGivenEvent
  | RevaluationApprovedEvent
  | RevaluationRejectedEvent
  | RevaluationCancelledEvent
  | TransferCreatedEvent
  | TransferUpdatedEvent
  | TransferApprovalGivenEvent
  | TransferCompletedEvent
  | TransferRejectedEvent
  | TransferCancelledEvent
  | TransferExpiredEvent
  | TransferSystemApprovalDeclinedEvent
  | OutboundShipmentCreatedEvent
  | OutboundShipmentUpdatedEvent
  | OutboundShipmentImportedEvent
  | OutboundShipmentInspectingEvent
  | OutboundShipmentSubmittedEvent
  | OutboundShipmentApprovalGivenEvent
  | OutboundShipmentApprovedEvent
  | OutboundShipmentReturnedToPackingEvent
  | OutboundShipmentHeldEvent
  | OutboundShipmentReleasedEvent
  | OutboundShipmentShippedEvent
  | OutboundShipmentDeliveredEvent
  | OutboundShipmentCancelledEvent
  | AccessTokenIssuedEvent
  | AccessTokenRotatedEvent
  | AccessTokenRevokedEvent
  | SessionBeganEvent
  | SessionEndedEvent
  | PersonInvitedEvent
  | PersonUpdatedEvent
  | PersonSuspendedEvent
  | PersonResumedEvent
  | PersonUnboundEvent
  | RoleCreatedEvent
  | RoleUpdatedEvent
  | RoleDeletedEvent
  | PasskeyRegisteredEvent
  | PasskeyRemovedEvent
  | OrganizationPolicyUpdatedEvent
  | PersonAdmittedEvent
  | PersonBoundEvent
  | IdentityProviderSetEvent
  | IdentityProviderDeletedEvent
  | WebhookEndpointCreatedEvent
  | WebhookEndpointUpdatedEvent
  | WebhookEndpointDeletedEvent
  | WebhookEndpointSecretRotatedEvent
  | WebhookEndpointTestedEvent
  | WebhookEndpointDisabledEvent
  | WebhookEndpointEnabledEvent
  | EventCheckpointCreatedEvent
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OrganizationClockAdvancedEvent".
 */
export type OrganizationClockAdvancedEvent = EventFields & {
  type: 'organization.clock_advanced'
  data: OrganizationEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OrganizationWipedEvent".
 */
export type OrganizationWipedEvent = EventFields & {
  type: 'organization.wiped'
  data: OrganizationEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountCreatedEvent".
 */
export type FboAccountCreatedEvent = EventFields & {
  type: 'fbo_account.created'
  data: FboAccountEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountUpdatedEvent".
 */
export type FboAccountUpdatedEvent = EventFields & {
  type: 'fbo_account.updated'
  data: FboAccountEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountInsuredMaximumSetEvent".
 */
export type FboAccountInsuredMaximumSetEvent = EventFields & {
  type: 'fbo_account.insured_maximum_set'
  data: FboAccountEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountPrimaryChangedEvent".
 */
export type FboAccountPrimaryChangedEvent = EventFields & {
  type: 'fbo_account.primary_changed'
  data: FboAccountEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountProfileUpdatedEvent".
 */
export type FboAccountProfileUpdatedEvent = EventFields & {
  type: 'fbo_account.profile_updated'
  data: FboAccountEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountErasedEvent".
 */
export type FboAccountErasedEvent = EventFields & {
  type: 'fbo_account.erased'
  data: FboAccountEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountImportedEvent".
 */
export type FboAccountImportedEvent = EventFields & {
  type: 'fbo_account.imported'
  data: ImportEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemTakenInEvent".
 */
export type InventoryItemTakenInEvent = EventFields & {
  type: 'inventory_item.taken_in'
  data: IntakeEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemImportedEvent".
 */
export type InventoryItemImportedEvent = EventFields & {
  type: 'inventory_item.imported'
  data: ImportEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemUpdatedEvent".
 */
export type InventoryItemUpdatedEvent = EventFields & {
  type: 'inventory_item.updated'
  data: InventoryItemEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemEvidenceAddedEvent".
 */
export type InventoryItemEvidenceAddedEvent = EventFields & {
  type: 'inventory_item.evidence_added'
  data: InventoryItemEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemHeldEvent".
 */
export type InventoryItemHeldEvent = EventFields & {
  type: 'inventory_item.held'
  data: InventoryItemEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemReleasedEvent".
 */
export type InventoryItemReleasedEvent = EventFields & {
  type: 'inventory_item.released'
  data: InventoryItemEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemWithdrawnEvent".
 */
export type InventoryItemWithdrawnEvent = EventFields & {
  type: 'inventory_item.withdrawn'
  data: InventoryItemEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemRevaluedEvent".
 */
export type InventoryItemRevaluedEvent = EventFields & {
  type: 'inventory_item.revalued'
  data: ItemRevaluationEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluationRequestedEvent".
 */
export type RevaluationRequestedEvent = EventFields & {
  type: 'revaluation.requested'
  data: RevaluationEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluationApprovalGivenEvent".
 */
export type RevaluationApprovalGivenEvent = EventFields & {
  type: 'revaluation.approval_given'
  data: RevaluationEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluationApprovedEvent".
 */
export type RevaluationApprovedEvent = EventFields & {
  type: 'revaluation.approved'
  data: RevaluationEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluationRejectedEvent".
 */
export type RevaluationRejectedEvent = EventFields & {
  type: 'revaluation.rejected'
  data: RevaluationEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluationCancelledEvent".
 */
export type RevaluationCancelledEvent = EventFields & {
  type: 'revaluation.cancelled'
  data: RevaluationEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferCreatedEvent".
 */
export type TransferCreatedEvent = EventFields & {
  type: 'transfer.created'
  data: TransferEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferUpdatedEvent".
 */
export type TransferUpdatedEvent = EventFields & {
  type: 'transfer.updated'
  data: TransferEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferApprovalGivenEvent".
 */
export type TransferApprovalGivenEvent = EventFields & {
  type: 'transfer.approval_given'
  data: TransferEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferCompletedEvent".
 */
export type TransferCompletedEvent = EventFields & {
  type: 'transfer.completed'
  data: TransferEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferRejectedEvent".
 */
export type TransferRejectedEvent = EventFields & {
  type: 'transfer.rejected'
  data: TransferEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferCancelledEvent".
 */
export type TransferCancelledEvent = EventFields & {
  type: 'transfer.cancelled'
  data: TransferEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferExpiredEvent".
 */
export type TransferExpiredEvent = EventFields & {
  type: 'transfer.expired'
  data: TransferEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferSystemApprovalDeclinedEvent".
 */
export type TransferSystemApprovalDeclinedEvent = EventFields & {
  type: 'transfer.system_approval_declined'
  data: TransferEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentCreatedEvent".
 */
export type OutboundShipmentCreatedEvent = EventFields & {
  type: 'outbound_shipment.created'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentUpdatedEvent".
 */
export type OutboundShipmentUpdatedEvent = EventFields & {
  type: 'outbound_shipment.updated'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentImportedEvent".
 */
export type OutboundShipmentImportedEvent = EventFields & {
  type: 'outbound_shipment.imported'
  data: ImportEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentInspectingEvent".
 */
export type OutboundShipmentInspectingEvent = EventFields & {
  type: 'outbound_shipment.inspecting'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentSubmittedEvent".
 */
export type OutboundShipmentSubmittedEvent = EventFields & {
  type: 'outbound_shipment.submitted'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentApprovalGivenEvent".
 */
export type OutboundShipmentApprovalGivenEvent = EventFields & {
  type: 'outbound_shipment.approval_given'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentApprovedEvent".
 */
export type OutboundShipmentApprovedEvent = EventFields & {
  type: 'outbound_shipment.approved'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentReturnedToPackingEvent".
 */
export type OutboundShipmentReturnedToPackingEvent = EventFields & {
  type: 'outbound_shipment.returned_to_packing'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentHeldEvent".
 */
export type OutboundShipmentHeldEvent = EventFields & {
  type: 'outbound_shipment.held'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentReleasedEvent".
 */
export type OutboundShipmentReleasedEvent = EventFields & {
  type: 'outbound_shipment.released'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentShippedEvent".
 */
export type OutboundShipmentShippedEvent = EventFields & {
  type: 'outbound_shipment.shipped'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentDeliveredEvent".
 */
export type OutboundShipmentDeliveredEvent = EventFields & {
  type: 'outbound_shipment.delivered'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentCancelledEvent".
 */
export type OutboundShipmentCancelledEvent = EventFields & {
  type: 'outbound_shipment.cancelled'
  data: OutboundShipmentEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AccessTokenIssuedEvent".
 */
export type AccessTokenIssuedEvent = EventFields & {
  type: 'access_token.issued'
  data: AccessTokenEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AccessTokenRotatedEvent".
 */
export type AccessTokenRotatedEvent = EventFields & {
  type: 'access_token.rotated'
  data: AccessTokenEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AccessTokenRevokedEvent".
 */
export type AccessTokenRevokedEvent = EventFields & {
  type: 'access_token.revoked'
  data: AccessTokenEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SessionBeganEvent".
 */
export type SessionBeganEvent = EventFields & {
  type: 'session.began'
  data: SessionEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SessionEndedEvent".
 */
export type SessionEndedEvent = EventFields & {
  type: 'session.ended'
  data: SessionEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonInvitedEvent".
 */
export type PersonInvitedEvent = EventFields & {
  type: 'person.invited'
  data: PersonEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonUpdatedEvent".
 */
export type PersonUpdatedEvent = EventFields & {
  type: 'person.updated'
  data: PersonEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonSuspendedEvent".
 */
export type PersonSuspendedEvent = EventFields & {
  type: 'person.suspended'
  data: PersonEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonResumedEvent".
 */
export type PersonResumedEvent = EventFields & {
  type: 'person.resumed'
  data: PersonEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonUnboundEvent".
 */
export type PersonUnboundEvent = EventFields & {
  type: 'person.unbound'
  data: PersonEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RoleCreatedEvent".
 */
export type RoleCreatedEvent = EventFields & {
  type: 'role.created'
  data: RoleEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RoleUpdatedEvent".
 */
export type RoleUpdatedEvent = EventFields & {
  type: 'role.updated'
  data: RoleEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RoleDeletedEvent".
 */
export type RoleDeletedEvent = EventFields & {
  type: 'role.deleted'
  data: RoleEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PasskeyRegisteredEvent".
 */
export type PasskeyRegisteredEvent = EventFields & {
  type: 'passkey.registered'
  data: PasskeyEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PasskeyRemovedEvent".
 */
export type PasskeyRemovedEvent = EventFields & {
  type: 'passkey.removed'
  data: PasskeyEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OrganizationPolicyUpdatedEvent".
 */
export type OrganizationPolicyUpdatedEvent = EventFields & {
  type: 'organization_policy.updated'
  data: OrganizationPolicyEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonAdmittedEvent".
 */
export type PersonAdmittedEvent = EventFields & {
  type: 'person.admitted'
  data: PersonEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonBoundEvent".
 */
export type PersonBoundEvent = EventFields & {
  type: 'person.bound'
  data: PersonEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IdentityProviderSetEvent".
 */
export type IdentityProviderSetEvent = EventFields & {
  type: 'identity_provider.set'
  data: IdentityProviderEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IdentityProviderDeletedEvent".
 */
export type IdentityProviderDeletedEvent = EventFields & {
  type: 'identity_provider.deleted'
  data: IdentityProviderEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointCreatedEvent".
 */
export type WebhookEndpointCreatedEvent = EventFields & {
  type: 'webhook_endpoint.created'
  data: WebhookEndpointEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointUpdatedEvent".
 */
export type WebhookEndpointUpdatedEvent = EventFields & {
  type: 'webhook_endpoint.updated'
  data: WebhookEndpointEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointDeletedEvent".
 */
export type WebhookEndpointDeletedEvent = EventFields & {
  type: 'webhook_endpoint.deleted'
  data: WebhookEndpointEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointSecretRotatedEvent".
 */
export type WebhookEndpointSecretRotatedEvent = EventFields & {
  type: 'webhook_endpoint.secret_rotated'
  data: WebhookEndpointEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointTestedEvent".
 */
export type WebhookEndpointTestedEvent = EventFields & {
  type: 'webhook_endpoint.tested'
  data: WebhookEndpointEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointDisabledEvent".
 */
export type WebhookEndpointDisabledEvent = EventFields & {
  type: 'webhook_endpoint.disabled'
  data: WebhookEndpointEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointEnabledEvent".
 */
export type WebhookEndpointEnabledEvent = EventFields & {
  type: 'webhook_endpoint.enabled'
  data: WebhookEndpointEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EventCheckpointCreatedEvent".
 */
export type EventCheckpointCreatedEvent = EventFields & {
  type: 'event_checkpoint.created'
  data: EventCheckpointEventData
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EventType".
 */
export type EventType =
  | 'organization.clock_advanced'
  | 'organization.wiped'
  | 'fbo_account.created'
  | 'fbo_account.updated'
  | 'fbo_account.insured_maximum_set'
  | 'fbo_account.primary_changed'
  | 'fbo_account.profile_updated'
  | 'fbo_account.erased'
  | 'fbo_account.imported'
  | 'inventory_item.taken_in'
  | 'inventory_item.imported'
  | 'inventory_item.updated'
  | 'inventory_item.evidence_added'
  | 'inventory_item.held'
  | 'inventory_item.released'
  | 'inventory_item.withdrawn'
  | 'inventory_item.revalued'
  | 'revaluation.requested'
  | 'revaluation.approval_given'
  | 'revaluation.approved'
  | 'revaluation.rejected'
  | 'revaluation.cancelled'
  | 'transfer.created'
  | 'transfer.updated'
  | 'transfer.approval_given'
  | 'transfer.completed'
  | 'transfer.rejected'
  | 'transfer.cancelled'
  | 'transfer.expired'
  | 'transfer.system_approval_declined'
  | 'outbound_shipment.created'
  | 'outbound_shipment.updated'
  | 'outbound_shipment.imported'
  | 'outbound_shipment.inspecting'
  | 'outbound_shipment.submitted'
  | 'outbound_shipment.approval_given'
  | 'outbound_shipment.approved'
  | 'outbound_shipment.returned_to_packing'
  | 'outbound_shipment.held'
  | 'outbound_shipment.released'
  | 'outbound_shipment.shipped'
  | 'outbound_shipment.delivered'
  | 'outbound_shipment.cancelled'
  | 'access_token.issued'
  | 'access_token.rotated'
  | 'access_token.revoked'
  | 'session.began'
  | 'session.ended'
  | 'person.invited'
  | 'person.updated'
  | 'person.suspended'
  | 'person.resumed'
  | 'person.unbound'
  | 'role.created'
  | 'role.updated'
  | 'role.deleted'
  | 'passkey.registered'
  | 'passkey.removed'
  | 'organization_policy.updated'
  | 'person.admitted'
  | 'person.bound'
  | 'identity_provider.set'
  | 'identity_provider.deleted'
  | 'webhook_endpoint.created'
  | 'webhook_endpoint.updated'
  | 'webhook_endpoint.deleted'
  | 'webhook_endpoint.secret_rotated'
  | 'webhook_endpoint.tested'
  | 'webhook_endpoint.disabled'
  | 'webhook_endpoint.enabled'
  | 'event_checkpoint.created'
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointWithSecret".
 */
export type WebhookEndpointWithSecret = WebhookEndpoint & {
  secret: string
}

export interface Operations {
  'POST /v1/transfers': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: NewTransfer
    response: TransferBatchResponse
  }
  'GET /v1/transfers': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      status?: string
      fromFboAccountId?: string
      toFboAccountId?: string
      idempotencyKey?: string
      createdFrom?: string
      createdBefore?: string
      q?: string
      sort?: 'createdAt' | '-createdAt'
      include?: 'names'
    }
    response: TransferDetailsPage
  }
  'GET /v1/transfers/{id}': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: ApprovedTransferResponse
  }
  'PATCH /v1/transfers/{id}': {
    path: {
      id: string
    }
    query: {}
    body: TransferUpdate
    response: TransferDetailsResponse
  }
  'GET /v1/corrections': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      subjectId: string
      subjectType?: 'fbo_account' | 'inventory_item' | 'outbound_shipment' | 'transfer_batch'
      include?: 'names'
    }
    response: CorrectionPage
  }
  'GET /v1/transfers/{id}/items': {
    path: {
      id: string
    }
    query: {
      page?: number
      limit?: number
      cursor?: string
      include?: 'names'
    }
    response: ListedTransferItemPage
  }
  'GET /v1/approvals/{subjectId}': {
    path: {
      subjectId: string
    }
    query: {
      include?: 'names'
    }
    response: ApprovalToSignResponse
  }
  'POST /v1/transfers/{id}/approve': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: ApprovalRequest
    response: ApprovedTransferResponse
  }
  'POST /v1/transfers/{id}/reject': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason: Text
    }
    response: ApprovedTransferResponse
  }
  'POST /v1/transfers/{id}/cancel': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason: Text
    }
    response: ApprovedTransferResponse
  }
  'POST /v1/fbo-accounts': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: NewFboAccount
    response: FboAccountResponse
  }
  'GET /v1/fbo-accounts': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      isPrimary?: boolean
      externalId?: Text
      createdFrom?: string
      createdBefore?: string
      q?: string
      sort?: 'createdAt' | '-createdAt'
      include?: 'names'
    }
    response: FboAccountPage
  }
  'PATCH /v1/fbo-accounts/{id}': {
    path: {
      id: string
    }
    query: {}
    body: FboAccountUpdate
    response: UpdatedFboAccountResponse
  }
  'GET /v1/fbo-accounts/{id}': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: FboAccountResponse
  }
  'GET /v1/fbo-accounts/{id}/profile': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: FboAccountProfileResponse
  }
  'PATCH /v1/fbo-accounts/{id}/profile': {
    path: {
      id: string
    }
    query: {}
    body: FboAccountProfileUpdate
    response: FboAccountProfileResponse
  }
  'GET /v1/fbo-accounts/{id}/insured-exposure': {
    path: {
      id: string
    }
    query: {
      asOf?: string
      include?: 'names'
    }
    response: InsuredExposureResponse
  }
  'POST /v1/fbo-accounts/{id}/set-insured-maximum': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: InsuredMaximum
    response: FboAccountStandingResponse
  }
  'POST /v1/fbo-accounts/{id}/make-primary': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason: Text
    }
    response: FboAccountStandingResponse
  }
  'POST /v1/fbo-accounts/{id}/erase': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason: Text
    }
    response: ErasedFboAccountResponse
  }
  'POST /v1/outbound-shipments': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: NewOutboundShipment
    response: OutboundShipmentDetailsResponse
  }
  'GET /v1/outbound-shipments': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      status?: 'packing' | 'inspecting' | 'pending_approval' | 'approved' | 'shipped' | 'delivered'
      fboAccountId?: string
      cancelled?: boolean
      held?: boolean
      hasTracking?: boolean
      trackingNumber?: Text
      include?: 'names'
    }
    response: OutboundShipmentPage
  }
  'POST /v1/inventory-items': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: NewInventoryItem | NewInventoryItems
    response:
      | {
          data: InventoryItem
        }
      | InventoryItemPage
  }
  'GET /v1/inventory-items': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      status?: string
      fboAccountId?: string
      intakeId?: string
      identifier?: string
      declaredValueFrom?: Cents
      declaredValueTo?: Cents
      changedFrom?: string
      changedBefore?: string
      createdFrom?: string
      createdBefore?: string
      q?: string
      sort?: 'createdAt' | '-createdAt' | 'declaredValueCents' | '-declaredValueCents'
      include?: 'names'
    }
    response: ListedInventoryItemPage
  }
  'GET /v1/inventory-items/{id}': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: InventoryItemResponse
  }
  'PATCH /v1/inventory-items/{id}': {
    path: {
      id: string
    }
    query: {}
    body: InventoryItemUpdate
    response: InventoryItemResponse
  }
  'POST /v1/inventory-items/{id}/add-evidence': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      /**
       * @minItems 1
       * @maxItems 20
       */
      evidence: NewEvidence[]
    }
    response: InventoryItemResponse
  }
  'GET /v1/inventory-items/{id}/movements': {
    path: {
      id: string
    }
    query: {
      page?: number
      limit?: number
      cursor?: string
      include?: 'names'
    }
    response: InventoryMovementPage
  }
  'POST /v1/inventory-items/{id}/hold': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason: Text
    }
    response: InventoryItemResponse
  }
  'POST /v1/inventory-items/{id}/release': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason?: Text
    }
    response: InventoryItemResponse
  }
  'POST /v1/inventory-items/{id}/withdraw': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason: Text
    }
    response: InventoryItemResponse
  }
  'POST /v1/inventory-items/revalue': {
    path: {}
    query: {
      reason?: Text
      validateOnly?: boolean
    }
    body: ItemsRevaluation
    response: RevaluedItemsPage
  }
  'GET /v1/revaluations': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      status?: string
      createdFrom?: string
      createdBefore?: string
      include?: 'names'
    }
    response: RevaluationPage
  }
  'GET /v1/revaluations/{id}': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: ApprovedRevaluationResponse
  }
  'POST /v1/revaluations/{id}/approve': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: ApprovalRequest
    response: ApprovedRevaluationResponse
  }
  'POST /v1/revaluations/{id}/reject': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason: Text
    }
    response: ApprovedRevaluationResponse
  }
  'POST /v1/revaluations/{id}/cancel': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason: Text
    }
    response: ApprovedRevaluationResponse
  }
  'GET /v1/fbo-accounts/{id}/holdings': {
    path: {
      id: string
    }
    query: {
      page?: number
      limit?: number
      cursor?: string
      asOf?: string
      include?: 'names'
    }
    response: HoldingPage
  }
  'GET /v1/fbo-accounts/{id}/statement': {
    path: {
      id: string
    }
    query: {
      from?: string
      to?: string
      include?: 'names'
    }
    response: StatementResponse
  }
  'GET /v1/fbo-accounts/{id}/statement/lines': {
    path: {
      id: string
    }
    query: {
      page?: number
      limit?: number
      cursor?: string
      from?: string
      to?: string
      kind?: 'imported' | 'taken_in' | 'transferred_in' | 'transferred_out' | 'shipped' | 'withdrawn' | 'revalued'
      include?: 'names'
    }
    response: StatementLinePage
  }
  'GET /v1/outbound-shipments/{id}': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: ApprovedOutboundShipmentResponse
  }
  'PATCH /v1/outbound-shipments/{id}': {
    path: {
      id: string
    }
    query: {}
    body: OutboundShipmentUpdate
    response: OutboundShipmentDetailsResponse
  }
  'GET /v1/outbound-shipments/{id}/items': {
    path: {
      id: string
    }
    query: {
      page?: number
      limit?: number
      cursor?: string
      include?: 'names'
    }
    response: ListedShipmentItemPage
  }
  'POST /v1/outbound-shipments/{id}/inspect': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: NoMembers
    response: OutboundShipmentStepResponse
  }
  'POST /v1/outbound-shipments/{id}/submit': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: NoMembers
    response: OutboundShipmentStepResponse
  }
  'POST /v1/outbound-shipments/{id}/approve': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: ApprovalRequest
    response: ApprovedOutboundShipmentStepResponse
  }
  'POST /v1/outbound-shipments/{id}/return-to-packing': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: NoMembers
    response: OutboundShipmentStepResponse
  }
  'POST /v1/outbound-shipments/{id}/ship': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: Carriage
    response: OutboundShipmentStepResponse
  }
  'POST /v1/outbound-shipments/{id}/deliver': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: NoMembers
    response: OutboundShipmentStepResponse
  }
  'POST /v1/outbound-shipments/{id}/hold': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason: Text
    }
    response: OutboundShipmentStepResponse
  }
  'POST /v1/outbound-shipments/{id}/release': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason?: Text
    }
    response: OutboundShipmentStepResponse
  }
  'POST /v1/outbound-shipments/{id}/cancel': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: {
      reason: Text
    }
    response: OutboundShipmentStepResponse
  }
  'POST /v1/sandbox/clock/advance': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: ClockAdvance
    response: AdvancedClockResponse
  }
  'POST /v1/imports': {
    path: {}
    query: {
      type: 'fbo_accounts' | 'outbound_shipments' | 'inventory_items'
      importAgain?: boolean
      validateOnly?: boolean
    }
    body: string
    response: ImportResponse
  }
  'GET /v1/imports/{id}': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: ImportResponse
  }
  'GET /v1/organization-policy': {
    path: {}
    query: {
      include?: 'names'
    }
    response: OrganizationPolicyResponse
  }
  'PATCH /v1/organization-policy': {
    path: {}
    query: {}
    body: OrganizationPolicyUpdate
    response: OrganizationPolicyResponse
  }
  'GET /v1/caller': {
    path: {}
    query: {
      include?: 'names'
    }
    response: CallerResponse
  }
  'GET /v1/passkeys': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      personId: string
      include?: 'names'
    }
    response: PasskeyPage
  }
  'POST /v1/passkeys': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: NewPasskey
    response: PasskeyResponse
  }
  'GET /v1/passkeys/registration-options': {
    path: {}
    query: {
      include?: 'names'
    }
    response: PasskeyOptionsResponse
  }
  'DELETE /v1/passkeys/{id}': {
    path: {
      id: string
    }
    query: {
      personId: string
    }
    body: NoMembers
    response: PasskeyResponse
  }
  'POST /v1/people': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: NewPerson
    response: PersonResponse
  }
  'GET /v1/people': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      status?: 'invited' | 'active' | 'suspended'
      email?: EmailAddress
      include?: 'names'
    }
    response: PersonPage
  }
  'GET /v1/people/{id}': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: PersonResponse
  }
  'PATCH /v1/people/{id}': {
    path: {
      id: string
    }
    query: {}
    body: PersonUpdate
    response: PersonResponse
  }
  'POST /v1/people/{id}/suspend': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: NoMembers
    response: SuspendedPersonResponse
  }
  'POST /v1/people/{id}/resume': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: NoMembers
    response: PersonResponse
  }
  'POST /v1/people/{id}/unbind': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: NoMembers
    response: PersonResponse
  }
  'GET /v1/people/{id}/sessions': {
    path: {
      id: string
    }
    query: {
      page?: number
      limit?: number
      cursor?: string
      include?: 'names'
    }
    response: PersonSessionPage
  }
  'DELETE /v1/people/{id}/sessions/{sessionId}': {
    path: {
      id: string
      sessionId: string
    }
    query: {}
    body: NoMembers
    response: PersonSessionResponse
  }
  'POST /v1/access-tokens': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: NewAccessToken
    response: IssuedAccessTokenResponse
  }
  'GET /v1/access-tokens': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      include?: 'names'
    }
    response: AccessTokenPage
  }
  'POST /v1/access-tokens/{id}/rotate': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: TokenRotation
    response: IssuedAccessTokenResponse
  }
  'POST /v1/access-tokens/{id}/revoke': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: NoMembers
    response: AccessTokenResponse
  }
  'POST /v1/roles': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: NewRole
    response: RoleResponse
  }
  'GET /v1/roles': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      include?: 'names'
    }
    response: RolePage
  }
  'GET /v1/roles/{id}': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: RoleResponse
  }
  'PATCH /v1/roles/{id}': {
    path: {
      id: string
    }
    query: {}
    body: RoleUpdate
    response: RoleResponse
  }
  'DELETE /v1/roles/{id}': {
    path: {
      id: string
    }
    query: {}
    body: NoMembers
    response: RoleResponse
  }
  'GET /v1/identity-provider': {
    path: {}
    query: {
      include?: 'names'
    }
    response: IdentityProviderResponse
  }
  'PUT /v1/identity-provider': {
    path: {}
    query: {}
    body: IdentityProviderSettings
    response: IdentityProviderResponse
  }
  'DELETE /v1/identity-provider': {
    path: {}
    query: {}
    body: NoMembers
    response: IdentityProviderResponse
  }
  'GET /v1/events': {
    path: {}
    query: {
      cursor?: string
      limit?: number
      type?:
        | 'organization.clock_advanced'
        | 'organization.wiped'
        | 'fbo_account.created'
        | 'fbo_account.updated'
        | 'fbo_account.insured_maximum_set'
        | 'fbo_account.primary_changed'
        | 'fbo_account.profile_updated'
        | 'fbo_account.erased'
        | 'fbo_account.imported'
        | 'inventory_item.taken_in'
        | 'inventory_item.imported'
        | 'inventory_item.updated'
        | 'inventory_item.evidence_added'
        | 'inventory_item.held'
        | 'inventory_item.released'
        | 'inventory_item.withdrawn'
        | 'inventory_item.revalued'
        | 'revaluation.requested'
        | 'revaluation.approval_given'
        | 'revaluation.approved'
        | 'revaluation.rejected'
        | 'revaluation.cancelled'
        | 'transfer.created'
        | 'transfer.updated'
        | 'transfer.approval_given'
        | 'transfer.completed'
        | 'transfer.rejected'
        | 'transfer.cancelled'
        | 'transfer.expired'
        | 'transfer.system_approval_declined'
        | 'outbound_shipment.created'
        | 'outbound_shipment.updated'
        | 'outbound_shipment.imported'
        | 'outbound_shipment.inspecting'
        | 'outbound_shipment.submitted'
        | 'outbound_shipment.approval_given'
        | 'outbound_shipment.approved'
        | 'outbound_shipment.returned_to_packing'
        | 'outbound_shipment.held'
        | 'outbound_shipment.released'
        | 'outbound_shipment.shipped'
        | 'outbound_shipment.delivered'
        | 'outbound_shipment.cancelled'
        | 'access_token.issued'
        | 'access_token.rotated'
        | 'access_token.revoked'
        | 'session.began'
        | 'session.ended'
        | 'person.invited'
        | 'person.updated'
        | 'person.suspended'
        | 'person.resumed'
        | 'person.unbound'
        | 'role.created'
        | 'role.updated'
        | 'role.deleted'
        | 'passkey.registered'
        | 'passkey.removed'
        | 'organization_policy.updated'
        | 'person.admitted'
        | 'person.bound'
        | 'identity_provider.set'
        | 'identity_provider.deleted'
        | 'webhook_endpoint.created'
        | 'webhook_endpoint.updated'
        | 'webhook_endpoint.deleted'
        | 'webhook_endpoint.secret_rotated'
        | 'webhook_endpoint.tested'
        | 'webhook_endpoint.disabled'
        | 'webhook_endpoint.enabled'
        | 'event_checkpoint.created'
      subjectId?: string
      actorTokenId?: string
      actorPersonId?: string
      occurredFrom?: string
      occurredBefore?: string
      wait?: number
      include?: 'names'
    }
    response: {
      data: Event[]
      pagination: FeedPosition
      included?: IncludedNames
    }
  }
  'GET /v1/events/{id}': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: EventResponse
  }
  'GET /v1/summary': {
    path: {}
    query: {
      include?: 'names'
    }
    response: SummaryResponse
  }
  'GET /v1/search': {
    path: {}
    query: {
      q: string
      types?: string
      limit?: number
      include?: 'names'
    }
    response: SearchResultPage
  }
  'GET /v1/event-checkpoints': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      include?: 'names'
    }
    response: EventCheckpointPage
  }
  'POST /v1/event-checkpoints': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: NoMembers
    response: EventCheckpointResponse
  }
  'POST /v1/webhook-endpoints': {
    path: {}
    query: {
      validateOnly?: boolean
    }
    body: NewWebhookEndpoint
    response: WebhookEndpointWithSecretResponse
  }
  'GET /v1/webhook-endpoints': {
    path: {}
    query: {
      page?: number
      limit?: number
      cursor?: string
      include?: 'names'
    }
    response: WebhookEndpointPage
  }
  'GET /v1/webhook-endpoints/{id}': {
    path: {
      id: string
    }
    query: {
      include?: 'names'
    }
    response: WebhookEndpointResponse
  }
  'PATCH /v1/webhook-endpoints/{id}': {
    path: {
      id: string
    }
    query: {}
    body: WebhookEndpointUpdate
    response: WebhookEndpointResponse
  }
  'DELETE /v1/webhook-endpoints/{id}': {
    path: {
      id: string
    }
    query: {}
    body: NoMembers
    response: WebhookEndpointResponse
  }
  'POST /v1/webhook-endpoints/{id}/rotate-secret': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: WebhookSecretRotation
    response: WebhookEndpointWithSecretResponse
  }
  'POST /v1/webhook-endpoints/{id}/send-test': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: NoMembers
    response: WebhookEndpointResponse
  }
  'POST /v1/webhook-endpoints/{id}/replay': {
    path: {
      id: string
    }
    query: {
      validateOnly?: boolean
    }
    body: WebhookReplay
    response: ReplayedWebhookEventsResponse
  }
  'GET /v1/webhook-endpoints/{id}/deliveries': {
    path: {
      id: string
    }
    query: {
      page?: number
      limit?: number
      cursor?: string
      status?: 'pending' | 'delivered' | 'failed'
      include?: 'names'
    }
    response: WebhookDeliveryPage
  }
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewTransfer".
 */
export interface NewTransfer {
  fromFboAccountId: string
  toFboAccountId: string
  notes?: string
  /**
   * @minItems 1
   * @maxItems 1000
   */
  items: TransferItem[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferItem".
 */
export interface TransferItem {
  inventoryItemId: string
  reason: 'request' | 'trade' | 'rebalance'
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferBatchResponse".
 */
export interface TransferBatchResponse {
  data: TransferBatch
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferBatch".
 */
export interface TransferBatch {
  id: string
  fromFboAccountId: string
  toFboAccountId: string
  organizationId: string
  status: 'pending' | 'completed' | 'rejected' | 'cancelled' | 'expired'
  totalItems: number
  approvedBySystem: boolean
  notes: string | null
  createdAt: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IncludedNames".
 */
export interface IncludedNames {
  [k: string]: IncludedName
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IncludedName".
 */
export interface IncludedName {
  type:
    | 'fbo_account'
    | 'inventory_item'
    | 'access_token'
    | 'person'
    | 'transfer_batch'
    | 'outbound_shipment'
    | 'revaluation'
  name: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferDetailsPage".
 */
export interface TransferDetailsPage {
  data: TransferDetails[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Metadata".
 */
export interface Metadata {
  [k: string]: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Pagination".
 */
export interface Pagination {
  page: number
  hasMore: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovedTransferResponse".
 */
export interface ApprovedTransferResponse {
  data: ApprovedTransfer
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Approval".
 */
export interface Approval {
  at: string
  tokenId: string | null
  personId: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferUpdate".
 */
export interface TransferUpdate {
  metadata?: MetadataPatch
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "MetadataPatch".
 */
export interface MetadataPatch {
  [k: string]: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferDetailsResponse".
 */
export interface TransferDetailsResponse {
  data: TransferDetails
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CorrectionPage".
 */
export interface CorrectionPage {
  data: Correction[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Correction".
 */
export interface Correction {
  number: number
  at: string
  member: string
  from: {
    [k: string]: unknown
  }
  to: {
    [k: string]: unknown
  }
  reason: string | null
  tokenId: string | null
  revaluationId: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ListedTransferItemPage".
 */
export interface ListedTransferItemPage {
  data: ListedTransferItem[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ListedTransferItem".
 */
export interface ListedTransferItem {
  position: number
  inventoryItemId: string
  reason: 'request' | 'trade' | 'rebalance'
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovalToSignResponse".
 */
export interface ApprovalToSignResponse {
  data: ApprovalToSign
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovalToSign".
 */
export interface ApprovalToSign {
  content: ApprovalContent
  contentSha256: string
  challenge: string
  directionsSalt?: string | null
  passkeys: SigningPasskey[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovalContent".
 */
export interface ApprovalContent {
  format: 'vault-inventory-approval-1'
  organizationId: string
  type: 'transfer' | 'outbound_shipment' | 'revaluation'
  id: string
  version: number
  totalItems: number
  itemsSha256: string
  declaredValueCents: string
  fromFboAccountId?: string
  toFboAccountId?: string
  fboAccountId?: string
  directionsSha256?: string
  valuesSha256?: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SigningPasskey".
 */
export interface SigningPasskey {
  credentialId: CredentialId
  transports: PasskeyTransports
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovalRequest".
 */
export interface ApprovalRequest {
  proof?: ApprovalProof
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovalProof".
 */
export interface ApprovalProof {
  credentialId: CredentialId
  authenticatorData: string
  clientDataJSON: string
  signature: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewFboAccount".
 */
export interface NewFboAccount {
  firstName?: FirstName
  lastName?: LastName
  email?: Email
  phone?: Phone
  businessName?: BusinessName
  maxInsuredValueCents?: Cents
  externalId?: ExternalId
  metadata?: Metadata
  isPrimary?: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountResponse".
 */
export interface FboAccountResponse {
  data: FboAccount
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UpdatedFboAccount".
 */
export interface UpdatedFboAccount {
  id: string
  organizationId: string
  firstName: FirstName
  lastName: LastName
  email: Email
  phone: Phone
  businessName: BusinessName
  maxInsuredValueCents: MaxInsuredValueCents
  createdAt: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountPage".
 */
export interface FboAccountPage {
  data: FboAccount[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountUpdate".
 */
export interface FboAccountUpdate {
  firstName?: FirstName
  lastName?: LastName
  email?: Email
  phone?: Phone
  businessName?: BusinessName
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UpdatedFboAccountResponse".
 */
export interface UpdatedFboAccountResponse {
  data: UpdatedFboAccount
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountProfileResponse".
 */
export interface FboAccountProfileResponse {
  data: FboAccountProfile
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountProfile".
 */
export interface FboAccountProfile {
  fboAccountId: string
  externalId: ExternalId
  metadata: Metadata
  changedAt: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountProfileUpdate".
 */
export interface FboAccountProfileUpdate {
  externalId?: ExternalId
  metadata?: MetadataPatch
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InsuredExposureResponse".
 */
export interface InsuredExposureResponse {
  data: InsuredExposure
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InsuredExposure".
 */
export interface InsuredExposure {
  fboAccountId: string
  exposureCents: ExposureCents
  maxInsuredValueCents: MaxInsuredValueCents
  headroomCents: HeadroomCents
  isOverMaximum: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InsuredMaximum".
 */
export interface InsuredMaximum {
  maxInsuredValueCents: Cents
  reason: Text
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountStandingResponse".
 */
export interface FboAccountStandingResponse {
  data: FboAccountStanding
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountStanding".
 */
export interface FboAccountStanding {
  id: string
  organizationId: string
  maxInsuredValueCents: MaxInsuredValueCents
  isPrimary: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ErasedFboAccountResponse".
 */
export interface ErasedFboAccountResponse {
  data: ErasedFboAccount
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewOutboundShipment".
 */
export interface NewOutboundShipment {
  fboAccountId: string
  notes?: string
  /**
   * @minItems 1
   * @maxItems 1000
   */
  items: ShipmentItem[]
  recipient?: NewRecipient
  service?: TextOrNull
  signatureRequired?: boolean
  insuredValueCents?: CentsOrNull
  metadata?: Metadata
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ShipmentItem".
 */
export interface ShipmentItem {
  inventoryItemId: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentDetailsResponse".
 */
export interface OutboundShipmentDetailsResponse {
  data: OutboundShipmentDetails
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipment".
 */
export interface OutboundShipment {
  id: string
  fboAccountId: string
  organizationId: string
  status: 'packing' | 'inspecting' | 'pending_approval' | 'approved' | 'shipped' | 'delivered'
  shippedAt: number | null
  createdAt: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentPage".
 */
export interface OutboundShipmentPage {
  data: OutboundShipment[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewInventoryItem".
 */
export interface NewInventoryItem {
  fboAccountId: string
  description?: ItemDescription
  declaredValueCents?: Cents
  /**
   * @maxItems 20
   */
  identifiers?: NewIdentifier[]
  metadata?: Metadata
  /**
   * @maxItems 20
   */
  evidence?: NewEvidence[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewIdentifier".
 */
export interface NewIdentifier {
  scheme: string
  value: Text
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewEvidence".
 */
export interface NewEvidence {
  kind: 'photo' | 'certificate' | 'appraisal' | 'other'
  sha256: string
  mediaType: string
  sizeBytes: number
  takenAt?: string | null
  takenBy?: TextOrNull
  url?: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewInventoryItems".
 */
export interface NewInventoryItems {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  items: NewInventoryItem[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ListedInventoryItem".
 */
export interface ListedInventoryItem {
  id: string
  fboAccountId: string
  organizationId: string
  status: 'in_vault' | 'transfer_pending' | 'shipment_pending' | 'on_hold' | 'shipped' | 'delivered' | 'withdrawn'
  description: ItemDescription
  declaredValueCents: Cents
  activeTransferId: string | null
  activeShipmentId: string | null
  holdReason: string | null
  /**
   * @maxItems 20
   */
  identifiers: Identifier[]
  metadata: Metadata
  changedAt: string
  createdAt: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Identifier".
 */
export interface Identifier {
  scheme: string
  value: Text
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Evidence".
 */
export interface Evidence {
  kind: 'photo' | 'certificate' | 'appraisal' | 'other'
  sha256: string
  mediaType: string
  sizeBytes: number
  takenAt: string | null
  takenBy: TextOrNull
  url: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemPage".
 */
export interface InventoryItemPage {
  data: InventoryItem[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ListedInventoryItemPage".
 */
export interface ListedInventoryItemPage {
  data: ListedInventoryItem[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemResponse".
 */
export interface InventoryItemResponse {
  data: InventoryItem
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemUpdate".
 */
export interface InventoryItemUpdate {
  description?: ItemDescription
  /**
   * @maxItems 20
   */
  identifiers?: NewIdentifier[]
  metadata?: MetadataPatch
  reason?: Text
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryMovementPage".
 */
export interface InventoryMovementPage {
  data: InventoryMovement[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryMovement".
 */
export interface InventoryMovement {
  number: number
  at: string
  kind:
    | 'imported'
    | 'taken_in'
    | 'transfer_created'
    | 'transfer_completed'
    | 'transfer_rejected'
    | 'transfer_cancelled'
    | 'transfer_expired'
    | 'held'
    | 'released'
    | 'withdrawn'
    | 'shipment_created'
    | 'shipment_inspecting'
    | 'shipment_submitted'
    | 'shipment_approved'
    | 'shipment_approval_withdrawn'
    | 'shipment_returned_to_packing'
    | 'shipment_held'
    | 'shipment_released'
    | 'shipment_shipped'
    | 'shipment_delivered'
    | 'shipment_cancelled'
  fromFboAccountId: string | null
  toFboAccountId: string
  fromStatus:
    'in_vault' | 'transfer_pending' | 'shipment_pending' | 'on_hold' | 'shipped' | 'delivered' | 'withdrawn' | null
  toStatus: 'in_vault' | 'transfer_pending' | 'shipment_pending' | 'on_hold' | 'shipped' | 'delivered' | 'withdrawn'
  transferBatchId: string | null
  outboundShipmentId: string | null
  tokenId: string | null
  reason: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ItemsRevaluation".
 */
export interface ItemsRevaluation {
  /**
   * @minItems 1
   * @maxItems 1000
   */
  items: NewItemValue[]
  reason: Text
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewItemValue".
 */
export interface NewItemValue {
  inventoryItemId: string
  declaredValueCents: Cents
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluedItemsPage".
 */
export interface RevaluedItemsPage {
  data: InventoryItem[]
  pagination: Pagination
  included?: IncludedNames
  totals: RevaluationTotals
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluationTotals".
 */
export interface RevaluationTotals {
  revaluedItems: number
  fromValueCents: string
  toValueCents: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluationPage".
 */
export interface RevaluationPage {
  data: Revaluation[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Revaluation".
 */
export interface Revaluation {
  id: string
  organizationId: string
  status: 'pending' | 'approved' | 'rejected' | 'cancelled' | 'expired'
  totalItems: number
  reason: Text
  requestedByTokenId: string | null
  createdAt: string
  expiresAt: string | null
  decidedAt: string | null
  decidedByTokenId: string | null
  decisionReason: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovedRevaluationResponse".
 */
export interface ApprovedRevaluationResponse {
  data: ApprovedRevaluation
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluedItem".
 */
export interface RevaluedItem {
  inventoryItemId: string
  fromValueCents: Cents
  toValueCents: Cents
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "HoldingPage".
 */
export interface HoldingPage {
  data: Holding[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Holding".
 */
export interface Holding {
  inventoryItemId: string
  status: 'in_vault' | 'transfer_pending' | 'shipment_pending' | 'on_hold' | 'shipped' | 'delivered' | 'withdrawn'
  description: ItemDescription
  declaredValueCents: Cents
  activeTransferId: string | null
  activeShipmentId: string | null
  changedAt: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "StatementResponse".
 */
export interface StatementResponse {
  data: Statement
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Statement".
 */
export interface Statement {
  fboAccountId: string
  currency: string
  from: string | null
  to: string | null
  opening: {
    items: number
    valueCents: string
  }
  changes: {
    kind: 'imported' | 'taken_in' | 'transferred_in' | 'transferred_out' | 'shipped' | 'withdrawn' | 'revalued'
    lines: number
    itemsChange: number
    valueChangeCents: string
  }[]
  shipments: number
  closing: {
    items: number
    valueCents: string
  }
  checkpoint: EventCheckpoint | null
  isProven: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EventCheckpoint".
 */
export interface EventCheckpoint {
  format: 'vault-inventory-checkpoint-1'
  organizationId: string
  sequence: number
  chainHash: string
  at: string
  keyId: string
  signature: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "StatementLinePage".
 */
export interface StatementLinePage {
  data: StatementLine[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "StatementLine".
 */
export interface StatementLine {
  at: string
  kind: 'imported' | 'taken_in' | 'transferred_in' | 'transferred_out' | 'shipped' | 'withdrawn' | 'revalued'
  inventoryItemId: string
  description: string | null
  itemsChange: number
  valueChangeCents: string
  valueCents: Cents
  otherFboAccountId: string | null
  transferBatchId: string | null
  outboundShipmentId: string | null
  revaluationId: string | null
  tokenId: string | null
  reason: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovedOutboundShipmentResponse".
 */
export interface ApprovedOutboundShipmentResponse {
  data: ApprovedOutboundShipment
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentUpdate".
 */
export interface OutboundShipmentUpdate {
  recipient?: NewRecipient
  service?: TextOrNull
  signatureRequired?: boolean
  insuredValueCents?: CentsOrNull
  metadata?: MetadataPatch
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ListedShipmentItemPage".
 */
export interface ListedShipmentItemPage {
  data: ListedShipmentItem[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ListedShipmentItem".
 */
export interface ListedShipmentItem {
  position: number
  inventoryItemId: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NoMembers".
 */
export interface NoMembers {}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentStepResponse".
 */
export interface OutboundShipmentStepResponse {
  data: OutboundShipmentStep
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovedOutboundShipmentStepResponse".
 */
export interface ApprovedOutboundShipmentStepResponse {
  data: ApprovedOutboundShipmentStep
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Carriage".
 */
export interface Carriage {
  carrier: Text
  service?: Text
  trackingNumber: Text
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ClockAdvance".
 */
export interface ClockAdvance {
  seconds: number
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AdvancedClockResponse".
 */
export interface AdvancedClockResponse {
  data: AdvancedClock
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AdvancedClock".
 */
export interface AdvancedClock {
  advancedSeconds: number
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ImportResponse".
 */
export interface ImportResponse {
  data: Import
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Import".
 */
export interface Import {
  id: string
  kind: 'fbo-accounts' | 'outbound-shipments' | 'inventory-items'
  state: 'receiving' | 'inserting' | 'completed'
  rowsTotal: number
  rowsDone: number
  amountCents: string | null
  newIdsBegin: string | null
  contentSha256: string | null
  columns: string[]
  firstRows: ImportedRow[]
  createdAt: string
  completedAt: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ImportedRow".
 */
export interface ImportedRow {
  line: number
  cells: string[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OrganizationPolicyResponse".
 */
export interface OrganizationPolicyResponse {
  data: OrganizationPolicy
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OrganizationPolicy".
 */
export interface OrganizationPolicy {
  organizationId: string
  version: number
  fourEyes: boolean
  transferExpirySeconds: number | null
  insuredExposure: 'observe' | 'review' | 'block'
  systemApproval: 'off' | 'within_limits'
  systemApprovalMaxItems: number | null
  systemApprovalMaxDeclaredValueCents: CentsOrNull
  systemApprovalMaxItemsPerDay: number | null
  systemApprovalMaxDeclaredValueCentsPerDay: CentsOrNull
  /**
   * @maxItems 3
   */
  systemApprovalReasons: ('request' | 'trade' | 'rebalance')[]
  revaluationReviewDays: number | null
  revaluationMaxPercent: number | null
  revaluationMaxCents: CentsOrNull
  recipientRequired: boolean
  sessionIdleMinutes: number
  sessionMaxHours: number
  /**
   * @maxItems 20
   */
  approvalRules: ApprovalRule[]
  approvalProof: 'none' | 'passkey'
  approvalSignInMinutes: number | null
  changedAt: string | null
  changedByTokenId: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovalRule".
 */
export interface ApprovalRule {
  approvals: number
  aboveDeclaredValueCents?: Cents
  aboveItems?: number
  fboAccountId?: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OrganizationPolicyUpdate".
 */
export interface OrganizationPolicyUpdate {
  fourEyes?: boolean
  transferExpirySeconds?: number | null
  insuredExposure?: 'observe' | 'review' | 'block'
  systemApproval?: 'off' | 'within_limits'
  systemApprovalMaxItems?: number | null
  systemApprovalMaxDeclaredValueCents?: CentsOrNull
  systemApprovalMaxItemsPerDay?: number | null
  systemApprovalMaxDeclaredValueCentsPerDay?: CentsOrNull
  /**
   * @maxItems 3
   */
  systemApprovalReasons?: ('request' | 'trade' | 'rebalance')[]
  revaluationReviewDays?: number | null
  revaluationMaxPercent?: number | null
  revaluationMaxCents?: CentsOrNull
  recipientRequired?: boolean
  sessionIdleMinutes?: number
  sessionMaxHours?: number
  /**
   * @maxItems 20
   */
  approvalRules?: ApprovalRuleToSet[]
  approvalProof?: 'none' | 'passkey'
  approvalSignInMinutes?: number | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ApprovalRuleToSet".
 */
export interface ApprovalRuleToSet {
  approvals: number
  aboveDeclaredValueCents?: Cents
  aboveItems?: number
  fboAccountId?: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CallerResponse".
 */
export interface CallerResponse {
  data: Caller
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Caller".
 */
export interface Caller {
  organizationId: string
  organizationName: string
  mode: 'live' | 'test'
  currency: string
  currencyDigits: number
  hasIdentityProvider: boolean
  tokenId: string
  person: PersonOfToken
  owner: string | null
  permissions: TokenPermissions
  expiresAt: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PasskeyPage".
 */
export interface PasskeyPage {
  data: Passkey[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Passkey".
 */
export interface Passkey {
  id: string
  personId: string
  name: Text
  credentialId: CredentialId
  algorithm: number
  transports: PasskeyTransports
  createdAt: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewPasskey".
 */
export interface NewPasskey {
  name: Text
  credentialId: CredentialId
  clientDataJSON: string
  attestationObject: string
  transports?: PasskeyTransports
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PasskeyResponse".
 */
export interface PasskeyResponse {
  data: Passkey
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PasskeyOptionsResponse".
 */
export interface PasskeyOptionsResponse {
  data: PasskeyOptions
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PasskeyOptions".
 */
export interface PasskeyOptions {
  rp: PasskeyRelyingParty
  user: PasskeyUser
  challenge: string
  pubKeyCredParams: {
    type: 'public-key'
    alg: number
  }[]
  excludeCredentials: {
    type: 'public-key'
    id: CredentialId
    transports: PasskeyTransports
  }[]
  authenticatorSelection: {
    residentKey: string
    userVerification: string
  }
  attestation: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PasskeyRelyingParty".
 */
export interface PasskeyRelyingParty {
  id: string
  name: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PasskeyUser".
 */
export interface PasskeyUser {
  id: string
  name: string
  displayName: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewPerson".
 */
export interface NewPerson {
  email: PersonEmail
  name: PersonName
  roles: RolesOfPerson
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonResponse".
 */
export interface PersonResponse {
  data: Person
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Person".
 */
export interface Person {
  id: string
  organizationId: string
  email: PersonEmail
  name: PersonName
  status: 'invited' | 'active' | 'suspended'
  issuer: string | null
  createdAt: string
  createdByTokenId: string | null
  suspendedAt: string | null
  lastSignedInAt: string | null
  roles: RolesOfPerson
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonPage".
 */
export interface PersonPage {
  data: Person[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonUpdate".
 */
export interface PersonUpdate {
  email?: PersonEmail
  name?: PersonName
  roles?: RolesOfPerson
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SuspendedPersonResponse".
 */
export interface SuspendedPersonResponse {
  data: SuspendedPerson
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PendingRecord".
 */
export interface PendingRecord {
  type: 'transfer' | 'outbound_shipment' | 'revaluation'
  id: string
  part: 'requested' | 'approved'
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonSessionPage".
 */
export interface PersonSessionPage {
  data: PersonSession[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonSession".
 */
export interface PersonSession {
  id: string
  personId: string
  accessTokenId: string
  createdAt: string
  lastUsedAt: string
  expiresAt: string
  endedAt: string | null
  endedReason: string | null
  userAgent: string | null
  address: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonSessionResponse".
 */
export interface PersonSessionResponse {
  data: PersonSession
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewAccessToken".
 */
export interface NewAccessToken {
  /**
   * @minItems 1
   * @maxItems 27
   */
  permissions?: Permission[]
  role?: Text
  owner?: Text
  /**
   * @minItems 1
   * @maxItems 50
   */
  allowedAddresses?: string[]
  expiresInDays?: number
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IssuedAccessTokenResponse".
 */
export interface IssuedAccessTokenResponse {
  data: IssuedAccessToken
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AccessToken".
 */
export interface AccessToken {
  id: string
  organizationId: string
  permissions: TokenPermissions
  roleId: string | null
  personId: string | null
  owner: string | null
  allowedAddresses: string[] | null
  state: 'valid' | 'expired' | 'revoked'
  issuedByTokenId: string | null
  rotatedFromTokenId: string | null
  createdAt: string
  expiresAt: string
  revokedAt: string | null
  revokedByTokenId: string | null
  lastUsedAt: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AccessTokenPage".
 */
export interface AccessTokenPage {
  data: AccessToken[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TokenRotation".
 */
export interface TokenRotation {
  graceDays?: number
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AccessTokenResponse".
 */
export interface AccessTokenResponse {
  data: AccessToken
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewRole".
 */
export interface NewRole {
  name: Text
  /**
   * @minItems 1
   * @maxItems 27
   */
  permissions: Permission[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RoleResponse".
 */
export interface RoleResponse {
  data: Role
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Role".
 */
export interface Role {
  id: string
  organizationId: string
  name: string
  description: string | null
  permissions: Permission[]
  isBuiltIn: boolean
  createdAt: string | null
  changedAt: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RolePage".
 */
export interface RolePage {
  data: Role[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RoleUpdate".
 */
export interface RoleUpdate {
  name?: Text
  /**
   * @minItems 1
   * @maxItems 27
   */
  permissions?: Permission[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IdentityProviderResponse".
 */
export interface IdentityProviderResponse {
  data: IdentityProvider
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IdentityProvider".
 */
export interface IdentityProvider {
  organizationId: string
  issuer: string | null
  clientId: string | null
  admission: 'invited' | 'email_domains'
  emailDomains: EmailDomains
  defaultRoles: DefaultRoles
  rolesClaim: RolesClaim
  roleMapping: RoleMapping
  version: number
  changedAt: string | null
  changedByTokenId: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RoleMapping".
 */
export interface RoleMapping {
  /**
   * @maxItems 20
   */
  [k: string]: string[]
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IdentityProviderSettings".
 */
export interface IdentityProviderSettings {
  issuer: string
  clientId: string
  clientSecret?: string
  admission?: 'invited' | 'email_domains'
  emailDomains?: EmailDomains
  defaultRoles?: DefaultRoles
  rolesClaim?: RolesClaim
  roleMapping?: RoleMapping
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EventFields".
 */
export interface EventFields {
  id: string
  occurredAt: string
  organizationId: string
  mode?: 'test'
  actor: {
    tokenId: string | null
    owner: string | null
    person: PersonOfToken
    system: 'expiry' | 'policy' | 'command_line' | 'identity_provider' | 'sealing' | 'webhook_delivery' | null
  }
  requestId: string | null
  subject: {
    type:
      | 'organization'
      | 'fbo_account'
      | 'inventory_item'
      | 'transfer'
      | 'revaluation'
      | 'outbound_shipment'
      | 'person'
      | 'access_token'
      | 'passkey'
      | 'role'
      | 'organization_policy'
      | 'identity_provider'
      | 'webhook_endpoint'
    id: string
  }
  sequence: number | null
  chainHash: string | null
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OrganizationEventData".
 */
export interface OrganizationEventData {
  advancedSeconds?: number
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FboAccountEventData".
 */
export interface FboAccountEventData {
  version?: number
  changedMembers?: string[]
  isPrimary?: boolean
  before?: {
    [k: string]: unknown
  }
  after?: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ImportEventData".
 */
export interface ImportEventData {
  totalRecords?: number
  recordsPath?: string
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IntakeEventData".
 */
export interface IntakeEventData {
  fboAccountId?: string
  statusAfter?: string
  totalItems?: number
  inventoryItemIds?: string[]
  intakeId?: string
  itemsPath?: string
  evidenceSha256?: string[]
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "InventoryItemEventData".
 */
export interface InventoryItemEventData {
  version?: number
  changedMembers?: string[]
  fboAccountId?: string
  statusBefore?: string
  statusAfter?: string
  evidenceSha256?: string[]
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ItemRevaluationEventData".
 */
export interface ItemRevaluationEventData {
  version?: number
  fboAccountId?: string
  totalItems?: number
  /**
   * @maxItems 20
   */
  revaluedItems?: RevaluedItem[]
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RevaluationEventData".
 */
export interface RevaluationEventData {
  version?: number
  statusBefore?: string
  statusAfter?: string
  totalItems?: number
  itemsPath?: string
  personId?: string
  proof?: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TransferEventData".
 */
export interface TransferEventData {
  version?: number
  changedMembers?: string[]
  statusBefore?: string
  statusAfter?: string
  fromFboAccountId?: string
  toFboAccountId?: string
  totalItems?: number
  itemsPath?: string
  approvedBySystem?: boolean
  reviewReasons?: string[]
  personId?: string
  proof?: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutboundShipmentEventData".
 */
export interface OutboundShipmentEventData {
  version?: number
  changedMembers?: string[]
  statusBefore?: string
  statusAfter?: string
  fboAccountId?: string
  totalItems?: number
  itemsPath?: string
  personId?: string
  proof?: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AccessTokenEventData".
 */
export interface AccessTokenEventData {
  statusAfter?: string
  permissions?: string[]
  roleId?: string
  personId?: string
  expiresAt?: string
  newTokenId?: string
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SessionEventData".
 */
export interface SessionEventData {
  personId?: string
  sessionId?: string
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PersonEventData".
 */
export interface PersonEventData {
  version?: number
  changedMembers?: string[]
  statusBefore?: string
  statusAfter?: string
  before?: {
    [k: string]: unknown
  }
  after?: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RoleEventData".
 */
export interface RoleEventData {
  version?: number
  changedMembers?: string[]
  before?: {
    [k: string]: unknown
  }
  after?: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PasskeyEventData".
 */
export interface PasskeyEventData {
  personId?: string
  credentialId?: string
  publicKey?: string
  algorithm?: number
  rpId?: string
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OrganizationPolicyEventData".
 */
export interface OrganizationPolicyEventData {
  version?: number
  changedMembers?: string[]
  before?: {
    [k: string]: unknown
  }
  after?: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "IdentityProviderEventData".
 */
export interface IdentityProviderEventData {
  version?: number
  changedMembers?: string[]
  before?: {
    [k: string]: unknown
  }
  after?: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointEventData".
 */
export interface WebhookEndpointEventData {
  version?: number
  changedMembers?: string[]
  disabledReason?: string
  previousSecretEndsAt?: string
  before?: {
    [k: string]: unknown
  }
  after?: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EventCheckpointEventData".
 */
export interface EventCheckpointEventData {
  checkpoint?: {
    [k: string]: unknown
  }
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FeedPosition".
 */
export interface FeedPosition {
  cursor: string
  hasMore: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EventResponse".
 */
export interface EventResponse {
  data: Event
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SummaryResponse".
 */
export interface SummaryResponse {
  data: Summary
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Summary".
 */
export interface Summary {
  organizationId: string
  asOf: string
  itemsByStatus: {
    in_vault: number
    transfer_pending: number
    shipment_pending: number
    on_hold: number
    shipped: number
    delivered: number
    withdrawn: number
  } | null
  shipmentsByStatus: {
    packing: number
    inspecting: number
    pending_approval: number
    approved: number
    shipped: number
    delivered: number
  } | null
  heldShipments: number | null
  transfersByDay:
    | {
        date: string
        created: number
        completed: number
        rejected: number
        cancelled: number
        expired: number
      }[]
    | null
  pendingTransfers: {
    count: number
    awaitingMe: number
    /**
     * @maxItems 10
     */
    oldest: PendingTransfer[]
  } | null
  accountsNearestToMaximum:
    | {
        fboAccountId: string
        firstName: FirstName
        lastName: LastName
        businessName: BusinessName
        exposureCents: ExposureCents
        maxInsuredValueCents: MaxInsuredValueCents
        headroomCents: HeadroomCents
        isOverMaximum: boolean
      }[]
    | null
  expiringTransfers: {
    count: number
    /**
     * @maxItems 10
     */
    soonest: PendingTransfer[]
  } | null
  pendingShipments: {
    count: number
    awaitingMe: number
    /**
     * @maxItems 10
     */
    oldest: WaitingShipment[]
  } | null
  /**
   * @maxItems 10
   */
  longestHeldShipments: WaitingShipment[] | null
  pendingRevaluations: {
    count: number
    awaitingMe: number
    /**
     * @maxItems 10
     */
    oldest: PendingRevaluation[]
  } | null
  vaultValue: {
    declaredValueCents: string
    thirtyDaysAgoCents: string
  } | null
  medianDecisionSeconds: number | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PendingTransfer".
 */
export interface PendingTransfer {
  id: string
  fromFboAccountId: string
  toFboAccountId: string
  totalItems: number
  createdAt: string
  expiresAt: string | null
  createdByTokenId: string | null
  review: TransferReview
  declaredValueCents: string | null
  destinationExposure: {
    fboAccountId: string
    exposureCents: ExposureCents
    maxInsuredValueCents: MaxInsuredValueCents
    headroomCents: HeadroomCents
    isOverMaximum: boolean
  } | null
  mayApprove: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WaitingShipment".
 */
export interface WaitingShipment {
  id: string
  fboAccountId: string
  totalItems: number
  createdAt: string
  createdByTokenId: string | null
  heldAt: string | null
  holdReason: string | null
  declaredValueCents: string | null
  countryCode: string | null
  insuredValueCents: CentsOrNull
  mayApprove: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PendingRevaluation".
 */
export interface PendingRevaluation {
  id: string
  totalItems: number
  reason: Text
  createdAt: string
  expiresAt: string | null
  requestedByTokenId: string | null
  fromValueCents: string
  toValueCents: string
  mayApprove: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SearchResultPage".
 */
export interface SearchResultPage {
  data: SearchResult[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SearchResult".
 */
export interface SearchResult {
  type: 'fbo_account' | 'inventory_item' | 'transfer_batch' | 'outbound_shipment'
  id: string
  title: string
  detail: string | null
  status: string | null
  match:
    | 'id'
    | 'identifier'
    | 'externalId'
    | 'trackingNumber'
    | 'email'
    | 'phone'
    | 'name'
    | 'businessName'
    | 'description'
    | 'notes'
    | 'recipient'
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EventCheckpointPage".
 */
export interface EventCheckpointPage {
  data: EventCheckpoint[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "EventCheckpointResponse".
 */
export interface EventCheckpointResponse {
  data: EventCheckpoint
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NewWebhookEndpoint".
 */
export interface NewWebhookEndpoint {
  url: string
  /**
   * @minItems 1
   * @maxItems 71
   */
  types?: EventType[] | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointWithSecretResponse".
 */
export interface WebhookEndpointWithSecretResponse {
  data: WebhookEndpointWithSecret
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpoint".
 */
export interface WebhookEndpoint {
  id: string
  organizationId: string
  url: string
  types: string[] | null
  enabled: boolean
  disabledReason: 'by_request' | 'gone' | 'failing' | null
  previousSecretEndsAt: string | null
  createdAt: string
  health: WebhookEndpointHealth
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointHealth".
 */
export interface WebhookEndpointHealth {
  status: 'healthy' | 'failing' | 'disabled'
  lastSuccessAt: string | null
  lastFailureAt: string | null
  lastError: string | null
  oldestUndeliveredAt: string | null
  undelivered: number
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointPage".
 */
export interface WebhookEndpointPage {
  data: WebhookEndpoint[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointResponse".
 */
export interface WebhookEndpointResponse {
  data: WebhookEndpoint
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookEndpointUpdate".
 */
export interface WebhookEndpointUpdate {
  url?: string
  /**
   * @minItems 1
   * @maxItems 71
   */
  types?: EventType[] | null
  enabled?: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookSecretRotation".
 */
export interface WebhookSecretRotation {
  graceHours?: number
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookReplay".
 */
export interface WebhookReplay {
  occurredFrom?: string
  occurredBefore?: string
  eventId?: string
  afterEventId?: string
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReplayedWebhookEventsResponse".
 */
export interface ReplayedWebhookEventsResponse {
  data: ReplayedWebhookEvents
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReplayedWebhookEvents".
 */
export interface ReplayedWebhookEvents {
  events: number
  lastEventId: string | null
  hasMore: boolean
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookDeliveryPage".
 */
export interface WebhookDeliveryPage {
  data: WebhookDelivery[]
  pagination: Pagination
  included?: IncludedNames
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookDelivery".
 */
export interface WebhookDelivery {
  id: string
  eventType: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: {
    at: string
    status: number | null
    durationMs: number
    error: string | null
    response: string | null
  }[]
  totalAttempts: number
  nextAttemptAt: string | null
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "PendingItemsRevaluation".
 */
export interface PendingItemsRevaluation {
  data: RevaluationDetails
  included?: IncludedNames
  totals: RevaluationTotals
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Problem".
 */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code:
    | 'unauthenticated'
    | 'invalid_token'
    | 'session_ended'
    | 'invalid_sign_in_code'
    | 'sign_in_required'
    | 'insufficient_permission'
    | 'permission_not_held'
    | 'person_required'
    | 'self_approval_forbidden'
    | 'person_suspended'
    | 'cross_site_request'
    | 'https_required'
    | 'test_organization_required'
    | 'route_not_found'
    | 'method_not_allowed'
    | 'unsupported_media_type'
    | 'body_too_large'
    | 'headers_too_large'
    | 'request_timeout'
    | 'malformed_request'
    | 'unsupported_transfer_coding'
    | 'malformed_json'
    | 'invalid_request'
    | 'unknown_parameter'
    | 'invalid_parameter'
    | 'unknown_field'
    | 'same_account'
    | 'items_required'
    | 'too_many_items'
    | 'invalid_item'
    | 'duplicate_item'
    | 'duplicate_identifier'
    | 'passkey_invalid'
    | 'no_updatable_fields'
    | 'fbo_account_not_found'
    | 'inventory_item_not_found'
    | 'transfer_batch_not_found'
    | 'outbound_shipment_not_found'
    | 'revaluation_not_found'
    | 'record_not_found'
    | 'event_not_found'
    | 'webhook_endpoint_not_found'
    | 'import_not_found'
    | 'session_not_found'
    | 'passkey_not_found'
    | 'access_token_not_found'
    | 'role_not_found'
    | 'role_built_in'
    | 'role_name_taken'
    | 'role_in_use'
    | 'too_many_roles'
    | 'signing_key_missing'
    | 'sealed_log_contradicted'
    | 'idempotency_in_progress'
    | 'idempotency_key_reused'
    | 'file_already_imported'
    | 'version_conflict'
    | 'item_not_in_source_account'
    | 'item_not_in_vault'
    | 'revaluation_outdated'
    | 'item_left_vault'
    | 'identifier_taken'
    | 'invalid_state_transition'
    | 'proof_required'
    | 'proof_invalid'
    | 'already_approved'
    | 'recipient_required'
    | 'insured_value_exceeded'
    | 'person_not_found'
    | 'person_exists'
    | 'fbo_account_in_use'
    | 'fbo_account_erased'
    | 'external_id_taken'
    | 'primary_account_exists'
    | 'passkey_exists'
    | 'too_many_passkeys'
    | 'too_many_webhook_endpoints'
    | 'secrets_key_missing'
    | 'rate_limited'
    | 'temporarily_unavailable'
    | 'internal_error'
  requestId: string
  errors?: Violation[]
  errorsTotal?: number
  requiredPermission?: string
  missingPermissions?: string[]
  maxAgeSeconds?: number
  currentStatus?: string
  allowed?: string[]
  activeTransferId?: string
  activeShipmentId?: string
  holdReason?: string
  cancelledAt?: string
  outboundShipmentIds?: string[]
  outboundShipmentsTotal?: number
  inventoryItemIds?: string[]
  inventoryItemsTotal?: number
  transferIds?: string[]
  accessTokensTotal?: number
  peopleTotal?: number
  transfersTotal?: number
  importId?: string
  fboAccountId?: string
  approvalsGiven?: number
  approvalsRequired?: number
  personId?: string
  exposureCents?: string
  maxInsuredValueCents?: string
  reason?: string
  [k: string]: unknown
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Violation".
 */
export interface Violation {
  pointer: string
  in?: 'query' | 'header'
  code: string
  detail: string
  inventoryItemId?: string
  itemStatus?: string
  activeTransferId?: string
  activeShipmentId?: string
  permission?: string
  [k: string]: unknown
}
