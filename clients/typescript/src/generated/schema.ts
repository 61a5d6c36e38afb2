// Made from openapi.json by `npm run generate`.
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An access token without its secret. */
        AccessToken: {
            /**
             * @description Identifier of the token, which is not secret.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            id: string;
            /**
             * @description Organization that the token belongs to.
             * @example org_demo_northlight
             */
            organizationId: string;
            permissions: components["schemas"]["TokenPermissions"];
            /**
             * @description The role that the token was issued with; null if none.
             * @example role_01kaj2v4n8b1d3f5h7k9m2p4r6
             */
            roleId: string | null;
            /**
             * @description The person that the token belongs to; null if it is a machine's.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            personId: string | null;
            /**
             * @description The person or machine to whom the token was given, as its issuer called it; null if not recorded.
             * @example Ada Lindqvist
             */
            owner: string | null;
            /**
             * @description CIDR blocks of the addresses from which the token may be used; null if any is allowed. From another address, it is refused like an unknown token.
             * @example [
             *       "192.0.2.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowedAddresses: string[] | null;
            /**
             * @description State of the token: the service accepts it only while `valid`.
             * @enum {unknown}
             */
            state: "valid" | "expired" | "revoked";
            /**
             * @description The access token that issued this token; null if the operator of the vault issued it.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            issuedByTokenId: string | null;
            /**
             * @description The access token that this token replaced in a rotation; null otherwise.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            rotatedFromTokenId: string | null;
            /**
             * Format: date-time
             * @description When the token was issued: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T08:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the token expires: RFC 3339, UTC, milliseconds.
             * @example 2027-02-19T08:30:00.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When the token was revoked: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:02:00.000Z
             */
            revokedAt: string | null;
            /**
             * @description The access token that revoked this token; null if the operator of the vault did, or if nobody did.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            revokedByTokenId: string | null;
            /**
             * Format: date-time
             * @description When the token was last used, to the minute (the latest use may not be recorded yet): RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T09:58:00.000Z
             */
            lastUsedAt: string | null;
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        AccessTokenEventData: {
            /**
             * @description The status after the change.
             * @example completed
             */
            statusAfter?: string;
            /**
             * @description The permissions of the token.
             * @example [
             *       "events:read"
             *     ]
             */
            permissions?: string[];
            /**
             * @description The role of the token.
             * @example role_01kaj2v4n8b1d3f5h7k9m2p4r6
             */
            roleId?: string;
            /**
             * @description The person.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            personId?: string;
            /**
             * Format: date-time
             * @description When the token expires.
             * @example 2027-02-19T08:30:00.000Z
             */
            expiresAt?: string;
            /**
             * @description The token that replaces it.
             * @example tok_01kaj2v4n7f3w9zq2b5d8h1k4m
             */
            newTokenId?: string;
        };
        /** @description A token was issued. */
        AccessTokenIssuedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "access_token.issued";
            data: components["schemas"]["AccessTokenEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "access_token.issued";
        };
        AccessTokenPage: {
            data: components["schemas"]["AccessToken"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        AccessTokenResponse: {
            data: components["schemas"]["AccessToken"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A token was revoked. */
        AccessTokenRevokedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "access_token.revoked";
            data: components["schemas"]["AccessTokenEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "access_token.revoked";
        };
        /** @description A token was replaced by a new one. */
        AccessTokenRotatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "access_token.rotated";
            data: components["schemas"]["AccessTokenEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "access_token.rotated";
        };
        /** @description How much time has passed. */
        AdvancedClock: {
            /**
             * @description The seconds that pass: at most a year.
             * @example 86400
             */
            advancedSeconds: number;
        };
        AdvancedClockResponse: {
            data: components["schemas"]["AdvancedClock"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description An approval of a record by one person. */
        Approval: {
            /**
             * Format: date-time
             * @description When it was approved: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T10:02:00.000Z
             */
            at: string;
            /**
             * @description The access token that approved it; null if the operator of the vault did.
             * @example tok_01kaj2v4n7f3w9zq2b5d8h1k4m
             */
            tokenId: string | null;
            /**
             * @description The person of that token; null if it is of no person.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            personId: string | null;
        };
        /** @description What an approval approves. Its canonical form (RFC 8785) is what a passkey signs. */
        ApprovalContent: {
            /**
             * @description The format of the content.
             * @enum {unknown}
             */
            format: "vault-inventory-approval-1";
            /**
             * @description The organization.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description The type of the record.
             * @enum {unknown}
             */
            type: "transfer" | "outbound_shipment" | "revaluation";
            /**
             * @description The record.
             * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
             */
            id: string;
            /**
             * @description The version of the record that is approved: the approval makes the next one.
             * @example 1
             */
            version: number;
            /**
             * @description How many items it has.
             * @example 2
             */
            totalItems: number;
            /**
             * @description SHA-256 of the canonical form of the array of the ids of its items, sorted as text.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            itemsSha256: string;
            /**
             * @description Sum of the declared values of its items, of a revaluation the new ones. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 5000000
             */
            declaredValueCents: string;
            /**
             * @description The source account of a transfer.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fromFboAccountId?: string;
            /**
             * @description The destination account of a transfer.
             * @example fbo_01kaj2v4mzfrvb8m4c6h2r8d9k
             */
            toFboAccountId?: string;
            /**
             * @description The account of a shipment.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId?: string;
            /**
             * @description SHA-256 of the canonical form of the directions of a shipment: `salt` (`directionsSalt`), `recipient` (null without a salt), `service`, `signatureRequired`, `insuredValueCents`.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            directionsSha256?: string;
            /**
             * @description SHA-256 of the canonical form of the array of the changes of a revaluation, sorted by item: each with `inventoryItemId`, `fromValueCents` and `toValueCents`.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            valuesSha256?: string;
        };
        /**
         * @description The signature of a passkey over the challenge of an approval, as WebAuthn returns it.
         * @example {
         *       "credentialId": "AAECAwQFBgcICQoLDA0ODw",
         *       "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ",
         *       "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
         *       "signature": "MEUCIQ"
         *     }
         */
        ApprovalProof: {
            credentialId: components["schemas"]["CredentialId"];
            /**
             * @description What the authenticator says of itself. In base64url, without padding.
             * @example SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ
             */
            authenticatorData: string;
            /**
             * @description What the browser says: the challenge and the origin. In base64url, without padding.
             * @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0
             */
            clientDataJSON: string;
            /**
             * @description The signature over both. In base64url, without padding.
             * @example MEUCIQ
             */
            signature: string;
        };
        /** @description An approval, with its proof where the policy asks for one. The body can be omitted. */
        ApprovalRequest: {
            proof?: components["schemas"]["ApprovalProof"];
        };
        /** @description How many people must approve a transfer, a shipment or a revaluation. It fits where all its conditions do; without conditions, it always fits. */
        ApprovalRule: {
            /**
             * @description How many people must approve.
             * @example 2
             */
            approvals: number;
            /**
             * @description Fits if the declared values of the items exceed this: of a transfer, the larger of the sums when created and now; of a revaluation, the larger of those before and after. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 10000000
             */
            aboveDeclaredValueCents?: components["schemas"]["Cents"];
            /**
             * @description Fits if the record has more items than this.
             * @example 50
             */
            aboveItems?: number;
            /**
             * @description Fits if this account is the source or the destination of the transfer, the account of the shipment, or that of a revalued item.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId?: string;
        };
        /** @description How many people must approve a transfer, a shipment or a revaluation. It fits where all its conditions do; without conditions, it always fits. */
        ApprovalRuleToSet: {
            /**
             * @description How many people must approve.
             * @example 2
             */
            approvals: number;
            /**
             * @description Fits if the declared values of the items exceed this: of a transfer, the larger of the sums when created and now; of a revaluation, the larger of those before and after. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 10000000
             */
            aboveDeclaredValueCents?: components["schemas"]["Cents"];
            /**
             * @description Fits if the record has more items than this.
             * @example 50
             */
            aboveItems?: number;
            /**
             * @description Fits if this account is the source or the destination of the transfer, the account of the shipment, or that of a revalued item.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId?: string;
        };
        /** @description What an approval of the record would approve now, and what a passkey signs to prove it. */
        ApprovalToSign: {
            content: components["schemas"]["ApprovalContent"];
            /**
             * @description SHA-256 of the canonical form (RFC 8785) of `content`.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            contentSha256: string;
            /**
             * @description The same hash in base64url: the challenge for WebAuthn.
             * @example n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg
             */
            challenge: string;
            /**
             * @description Of a shipment: the salt in `directionsSha256`; null where it has none, and the hash is not of its recipient.
             * @example q80SJmFh3kzTfQGq2y9n1A
             */
            directionsSalt?: string | null;
            /** @description The passkeys of the person whose token this is; none of a machine. */
            passkeys: components["schemas"]["SigningPasskey"][];
        };
        ApprovalToSignResponse: {
            data: components["schemas"]["ApprovalToSign"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description The approvals that people gave, oldest first; none by the system. */
        Approvals: components["schemas"]["Approval"][];
        /**
         * @description How many people must approve the record, or had to. While it is pending, other values of its items and a stricter policy can increase it.
         * @example 2
         */
        ApprovalsRequired: number;
        /** @description An outbound shipment, the steps that it went through, where it goes, and its approvals. */
        ApprovedOutboundShipment: components["schemas"]["OutboundShipmentDetails"] & {
            approvals: components["schemas"]["Approvals"];
            approvalsRequired: components["schemas"]["ApprovalsRequired"];
        };
        ApprovedOutboundShipmentResponse: {
            data: components["schemas"]["ApprovedOutboundShipment"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description An outbound shipment, the steps that it went through, and its approvals. */
        ApprovedOutboundShipmentStep: components["schemas"]["OutboundShipmentStep"] & {
            approvals: components["schemas"]["Approvals"];
            approvalsRequired: components["schemas"]["ApprovalsRequired"];
        };
        ApprovedOutboundShipmentStepResponse: {
            data: components["schemas"]["ApprovedOutboundShipmentStep"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A revaluation with its items and its approvals. */
        ApprovedRevaluation: components["schemas"]["RevaluationDetails"] & {
            approvals: components["schemas"]["Approvals"];
            approvalsRequired: components["schemas"]["ApprovalsRequired"];
        };
        ApprovedRevaluationResponse: {
            data: components["schemas"]["ApprovedRevaluation"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A transfer batch and its approvals. */
        ApprovedTransfer: components["schemas"]["TransferDetails"] & {
            approvals: components["schemas"]["Approvals"];
            approvalsRequired: components["schemas"]["ApprovalsRequired"];
        };
        ApprovedTransferResponse: {
            data: components["schemas"]["ApprovedTransfer"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description Name of the business the account is for; null if there is none.
         * @example Lindqvist Watches AB
         */
        BusinessName: components["schemas"]["TextOrNull"];
        /** @description The access token of the request, without its secret. */
        Caller: {
            /**
             * @description Organization that the token belongs to.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description Name of the organization.
             * @example Northlight Collectibles
             */
            organizationName: string;
            /**
             * @description `test` for a test organization: docs/INTEGRATING.md says what that has.
             * @enum {unknown}
             */
            mode: "live" | "test";
            /**
             * @description The currency of every amount of the organization (ISO 4217).
             * @example USD
             */
            currency: string;
            /**
             * @description The decimals of its minor unit (ISO 4217), in which all amounts are.
             * @example 2
             */
            currencyDigits: number;
            /**
             * @description Whether its people can sign in with an identity provider.
             * @example false
             */
            hasIdentityProvider: boolean;
            /**
             * @description Identifier of the token, which is not secret.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            tokenId: string;
            person: components["schemas"]["PersonOfToken"];
            /**
             * @description The person or machine to whom the token was given, as its issuer called it; null if not recorded.
             * @example Ada Lindqvist
             */
            owner: string | null;
            permissions: components["schemas"]["TokenPermissions"];
            /**
             * Format: date-time
             * @description When the token expires: RFC 3339, UTC, milliseconds.
             * @example 2027-02-19T08:30:00.000Z
             */
            expiresAt: string;
        };
        CallerResponse: {
            data: components["schemas"]["Caller"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description The carrier of a shipment, its service and its tracking number.
         * @example {
         *       "carrier": "Brinks",
         *       "service": "Overnight",
         *       "trackingNumber": "BX 4417 2203 SE"
         *     }
         */
        Carriage: {
            /**
             * @description The carrier.
             * @example Brinks
             */
            carrier: components["schemas"]["Text"];
            /**
             * @description The carrier's service; the one that was asked for if left out.
             * @example Overnight
             */
            service?: components["schemas"]["Text"];
            /**
             * @description The carrier's tracking number.
             * @example BX 4417 2203 SE
             */
            trackingNumber: components["schemas"]["Text"];
        };
        Cents: string;
        CentsOrNull: string | null;
        /** @description How much time passes. */
        ClockAdvance: {
            /**
             * @description The seconds that pass: at most a year.
             * @example 86400
             */
            seconds: number;
        };
        /** @description A member of a record that was given another value. */
        Correction: {
            /**
             * @description Position in the record's corrections, from 1 on and without gaps.
             * @example 1
             */
            number: number;
            /**
             * Format: date-time
             * @description When it was corrected: RFC 3339, UTC, milliseconds.
             * @example 2026-11-23T09:00:00.000Z
             */
            at: string;
            /**
             * @description The member of the record.
             * @example maxInsuredValueCents
             */
            member: string;
            /**
             * @description The value before; null if there was none. Personal values of an erased account are null.
             * @example 25000000
             */
            from: unknown;
            /**
             * @description The value after; null if there is none. Personal values of an erased account are null.
             * @example 40000000
             */
            to: unknown;
            /**
             * @description The reason; null if none was given.
             * @example Policy raised on renewal
             */
            reason: string | null;
            /**
             * @description The access token of the request; null if the operator of the vault or the service itself made the change.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            tokenId: string | null;
            /**
             * @description The revaluation of an item that a second person approved; null of all else.
             * @example reval_01kaj2v4n3d5f7h9k1m3p5r7t9
             */
            revaluationId: string | null;
        };
        CorrectionPage: {
            data: components["schemas"]["Correction"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description Country: a code of ISO 3166-1 alpha-2 that exists, or XK.
         * @example SE
         */
        CountryCode: string;
        /**
         * @description The id of the passkey. In base64url, without padding.
         * @example AAECAwQFBgcICQoLDA0ODw
         */
        CredentialId: string;
        /**
         * @description The roles of people whom a sign-in creates. With `rolesClaim`, everybody who signs in has them beside those of the claim. Default: empty.
         * @example [
         *       "operator"
         *     ]
         */
        DefaultRoles: string[];
        /**
         * @description Email address: one @ with something on both sides; null if unknown.
         * @example ada.lindqvist@example.com
         */
        Email: components["schemas"]["EmailAddressOrNull"];
        EmailAddress: string;
        EmailAddressOrNull: string | null;
        /**
         * @description The domains that e-mail addresses of people who sign in must have, in lower case and ASCII; a subdomain is a domain of its own. Default: empty, any.
         * @example [
         *       "example.com"
         *     ]
         */
        EmailDomains: string[];
        /** @description An account without contact details. */
        ErasedFboAccount: components["schemas"]["FboAccount"] & {
            /**
             * Format: date-time
             * @description When the account was erased: RFC 3339, UTC, milliseconds.
             * @example 2026-11-22T10:00:00.000Z
             */
            erasedAt: string;
            /**
             * @description Why it was erased, as the first request said.
             * @example Request under Art. 17 GDPR, case 2026-118
             */
            erasureReason: string;
        };
        ErasedFboAccountResponse: {
            data: components["schemas"]["ErasedFboAccount"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A change of a record: what happened, when, and who did it. */
        Event: components["schemas"]["OrganizationClockAdvancedEvent"] | components["schemas"]["OrganizationWipedEvent"] | components["schemas"]["FboAccountCreatedEvent"] | components["schemas"]["FboAccountUpdatedEvent"] | components["schemas"]["FboAccountInsuredMaximumSetEvent"] | components["schemas"]["FboAccountPrimaryChangedEvent"] | components["schemas"]["FboAccountProfileUpdatedEvent"] | components["schemas"]["FboAccountErasedEvent"] | components["schemas"]["FboAccountImportedEvent"] | components["schemas"]["InventoryItemTakenInEvent"] | components["schemas"]["InventoryItemImportedEvent"] | components["schemas"]["InventoryItemUpdatedEvent"] | components["schemas"]["InventoryItemEvidenceAddedEvent"] | components["schemas"]["InventoryItemHeldEvent"] | components["schemas"]["InventoryItemReleasedEvent"] | components["schemas"]["InventoryItemWithdrawnEvent"] | components["schemas"]["InventoryItemRevaluedEvent"] | components["schemas"]["RevaluationRequestedEvent"] | components["schemas"]["RevaluationApprovalGivenEvent"] | components["schemas"]["RevaluationApprovedEvent"] | components["schemas"]["RevaluationRejectedEvent"] | components["schemas"]["RevaluationCancelledEvent"] | components["schemas"]["TransferCreatedEvent"] | components["schemas"]["TransferUpdatedEvent"] | components["schemas"]["TransferApprovalGivenEvent"] | components["schemas"]["TransferCompletedEvent"] | components["schemas"]["TransferRejectedEvent"] | components["schemas"]["TransferCancelledEvent"] | components["schemas"]["TransferExpiredEvent"] | components["schemas"]["TransferSystemApprovalDeclinedEvent"] | components["schemas"]["OutboundShipmentCreatedEvent"] | components["schemas"]["OutboundShipmentUpdatedEvent"] | components["schemas"]["OutboundShipmentImportedEvent"] | components["schemas"]["OutboundShipmentInspectingEvent"] | components["schemas"]["OutboundShipmentSubmittedEvent"] | components["schemas"]["OutboundShipmentApprovalGivenEvent"] | components["schemas"]["OutboundShipmentApprovedEvent"] | components["schemas"]["OutboundShipmentReturnedToPackingEvent"] | components["schemas"]["OutboundShipmentHeldEvent"] | components["schemas"]["OutboundShipmentReleasedEvent"] | components["schemas"]["OutboundShipmentShippedEvent"] | components["schemas"]["OutboundShipmentDeliveredEvent"] | components["schemas"]["OutboundShipmentCancelledEvent"] | components["schemas"]["AccessTokenIssuedEvent"] | components["schemas"]["AccessTokenRotatedEvent"] | components["schemas"]["AccessTokenRevokedEvent"] | components["schemas"]["SessionBeganEvent"] | components["schemas"]["SessionEndedEvent"] | components["schemas"]["PersonInvitedEvent"] | components["schemas"]["PersonUpdatedEvent"] | components["schemas"]["PersonSuspendedEvent"] | components["schemas"]["PersonResumedEvent"] | components["schemas"]["PersonUnboundEvent"] | components["schemas"]["RoleCreatedEvent"] | components["schemas"]["RoleUpdatedEvent"] | components["schemas"]["RoleDeletedEvent"] | components["schemas"]["PasskeyRegisteredEvent"] | components["schemas"]["PasskeyRemovedEvent"] | components["schemas"]["OrganizationPolicyUpdatedEvent"] | components["schemas"]["PersonAdmittedEvent"] | components["schemas"]["PersonBoundEvent"] | components["schemas"]["IdentityProviderSetEvent"] | components["schemas"]["IdentityProviderDeletedEvent"] | components["schemas"]["WebhookEndpointCreatedEvent"] | components["schemas"]["WebhookEndpointUpdatedEvent"] | components["schemas"]["WebhookEndpointDeletedEvent"] | components["schemas"]["WebhookEndpointSecretRotatedEvent"] | components["schemas"]["WebhookEndpointTestedEvent"] | components["schemas"]["WebhookEndpointDisabledEvent"] | components["schemas"]["WebhookEndpointEnabledEvent"] | components["schemas"]["EventCheckpointCreatedEvent"];
        /** @description A signed statement how far the sealed log went at a time, and with which hash. */
        EventCheckpoint: {
            /**
             * @description The format of the checkpoint, which is signed with it.
             * @enum {unknown}
             */
            format: "vault-inventory-checkpoint-1";
            /**
             * @description The organization.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description The last event of the chain at that time; 0 if there was none.
             * @example 42
             */
            sequence: number;
            /**
             * @description The `chainHash` of that event; zeros if there was none.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            chainHash: string;
            /**
             * Format: date-time
             * @description When it was signed: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T11:00:00.000Z
             */
            at: string;
            /**
             * @description The key that signed it, as in `/.well-known/vault-keys.json`.
             * @example key_01kaj2v4n5b7d9f1h3k5m7p9r1
             */
            keyId: string;
            /**
             * @description Ed25519 signature of the canonical form (RFC 8785) of `format`, `organizationId`, `sequence`, `chainHash` and `at`; in base64.
             * @example AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==
             */
            signature: string;
        };
        /** @description The sealed log was signed; `data.checkpoint` is worth keeping. */
        EventCheckpointCreatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "event_checkpoint.created";
            data: components["schemas"]["EventCheckpointEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "event_checkpoint.created";
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        EventCheckpointEventData: {
            /** @description The checkpoint, as List Event Checkpoints shows it. */
            checkpoint?: Record<string, never>;
        };
        EventCheckpointPage: {
            data: components["schemas"]["EventCheckpoint"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        EventCheckpointResponse: {
            data: components["schemas"]["EventCheckpoint"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description What every event has beside `type` and `data`. */
        EventFields: {
            /**
             * @description Identifier of the event.
             * @example evt_1_59820c837cdb0737
             */
            id: string;
            /**
             * Format: date-time
             * @description When it happened: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T10:02:00.000Z
             */
            occurredAt: string;
            /**
             * @description The organization.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description `test` in the events of a test organization; those of a live one have no mode.
             * @enum {unknown}
             */
            mode?: "test";
            /** @description Who did it. */
            actor: {
                /**
                 * @description The access token of the request; null if there was none.
                 * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
                 */
                tokenId: string | null;
                /**
                 * @description The owner of that token; null if it has none.
                 * @example Ada Lindqvist
                 */
                owner: string | null;
                person: components["schemas"]["PersonOfToken"];
                /**
                 * @description Why the service acted without a token: `expiry` (a transfer expired), `policy` (the organization's policy approved a transfer, or declined to), `command_line` (the vault's operator used the command line), `identity_provider` (the identity provider vouched for a person who signed in), `sealing` (the sealed log is signed every hour in which something happened), `webhook_delivery` (a webhook endpoint refused events for good, or failed for days); null otherwise.
                 * @enum {string|null}
                 */
                system: "expiry" | "policy" | "command_line" | "identity_provider" | "sealing" | "webhook_delivery" | null;
            };
            /**
             * @description The id of the request in the logs (`X-Request-Id`); null if there was none.
             * @example 1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed
             */
            requestId: string | null;
            /** @description The record that changed. */
            subject: {
                /**
                 * @description The type of the record.
                 * @enum {unknown}
                 */
                type: "organization" | "fbo_account" | "inventory_item" | "transfer" | "revaluation" | "outbound_shipment" | "person" | "access_token" | "passkey" | "role" | "organization_policy" | "identity_provider" | "webhook_endpoint";
                /**
                 * @description Identifier of the record.
                 * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
                 */
                id: string;
            };
            /**
             * @description The event's place in the sealed log of its organization, from 1 on and without gaps; null until it is sealed.
             * @example 42
             */
            sequence: number | null;
            /**
             * @description SHA-256 over the hash before it and this event without `actor.owner` and `actor.person`, in hexadecimal digits; null until it is sealed.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            chainHash: string | null;
        };
        EventResponse: {
            data: components["schemas"]["Event"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @enum {string} */
        EventType: "organization.clock_advanced" | "organization.wiped" | "fbo_account.created" | "fbo_account.updated" | "fbo_account.insured_maximum_set" | "fbo_account.primary_changed" | "fbo_account.profile_updated" | "fbo_account.erased" | "fbo_account.imported" | "inventory_item.taken_in" | "inventory_item.imported" | "inventory_item.updated" | "inventory_item.evidence_added" | "inventory_item.held" | "inventory_item.released" | "inventory_item.withdrawn" | "inventory_item.revalued" | "revaluation.requested" | "revaluation.approval_given" | "revaluation.approved" | "revaluation.rejected" | "revaluation.cancelled" | "transfer.created" | "transfer.updated" | "transfer.approval_given" | "transfer.completed" | "transfer.rejected" | "transfer.cancelled" | "transfer.expired" | "transfer.system_approval_declined" | "outbound_shipment.created" | "outbound_shipment.updated" | "outbound_shipment.imported" | "outbound_shipment.inspecting" | "outbound_shipment.submitted" | "outbound_shipment.approval_given" | "outbound_shipment.approved" | "outbound_shipment.returned_to_packing" | "outbound_shipment.held" | "outbound_shipment.released" | "outbound_shipment.shipped" | "outbound_shipment.delivered" | "outbound_shipment.cancelled" | "access_token.issued" | "access_token.rotated" | "access_token.revoked" | "session.began" | "session.ended" | "person.invited" | "person.updated" | "person.suspended" | "person.resumed" | "person.unbound" | "role.created" | "role.updated" | "role.deleted" | "passkey.registered" | "passkey.removed" | "organization_policy.updated" | "person.admitted" | "person.bound" | "identity_provider.set" | "identity_provider.deleted" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.deleted" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.tested" | "webhook_endpoint.disabled" | "webhook_endpoint.enabled" | "event_checkpoint.created";
        /** @description A file about an item. */
        Evidence: {
            /**
             * @description What the file shows.
             * @enum {unknown}
             */
            kind: "photo" | "certificate" | "appraisal" | "other";
            /**
             * @description SHA-256 of the file. It is in the event, so the sealed log proves the file.
             * @example a1f0c4d2b3e85967788990aabbccddeeff00112233445566778899aabbccddee
             */
            sha256: string;
            /**
             * @description Media type of the file.
             * @example image/jpeg
             */
            mediaType: string;
            /**
             * @description Bytes of the file.
             * @example 2483112
             */
            sizeBytes: number;
            /**
             * Format: date-time
             * @description When the file was made: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-20T13:58:00.000Z
             */
            takenAt: string | null;
            /**
             * @description By whom the file was made; null if unknown.
             * @example Intake desk 2
             */
            takenBy: components["schemas"]["TextOrNull"];
            /**
             * @description URL of the file in storage of your own; null if unknown. It is never fetched.
             * @example https://storage.example.com/intake/2026/11/front.jpg
             */
            url: string | null;
        };
        /**
         * @description The declared value of the items that the account holds and of those that pending transfers bring into it. In the minor unit of the organization's currency: a decimal whole number, as a string.
         * @example 17500000
         */
        ExposureCents: string;
        /**
         * @description Id of the account in a system of yours; null if there is none. No other account of the organization has it, nor one that differs in case, width, blanks and what is not seen alone. It is kept without blanks at its ends, doubled ones and what is not seen.
         * @example CUST-00417
         */
        ExternalId: components["schemas"]["TextOrNull"];
        /** @description An account that holds items, with contact details. */
        FboAccount: components["schemas"]["UpdatedFboAccount"] & {
            /**
             * @description Whether this is the organization's primary account; an organization has at most one.
             * @example false
             */
            isPrimary: boolean;
        };
        /** @description An account was created. */
        FboAccountCreatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "fbo_account.created";
            data: components["schemas"]["FboAccountEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fbo_account.created";
        };
        /** @description The contact details of an account were cleared for good. */
        FboAccountErasedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "fbo_account.erased";
            data: components["schemas"]["FboAccountEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fbo_account.erased";
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        FboAccountEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The members of the record that have new values.
             * @example [
             *       "email"
             *     ]
             */
            changedMembers?: string[];
            /** @description Whether the account is the primary one. */
            isPrimary?: boolean;
            /** @description The changed members before. */
            before?: Record<string, never>;
            /** @description The changed members after. */
            after?: Record<string, never>;
        };
        /** @description Accounts were imported, all of them in one event. */
        FboAccountImportedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "fbo_account.imported";
            data: components["schemas"]["ImportEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fbo_account.imported";
        };
        /** @description The maximum insured value of an account was changed. */
        FboAccountInsuredMaximumSetEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "fbo_account.insured_maximum_set";
            data: components["schemas"]["FboAccountEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fbo_account.insured_maximum_set";
        };
        FboAccountPage: {
            data: components["schemas"]["FboAccount"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description An account became the primary one, or is it no longer. */
        FboAccountPrimaryChangedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "fbo_account.primary_changed";
            data: components["schemas"]["FboAccountEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fbo_account.primary_changed";
        };
        /** @description What a client keeps with an FBO account. */
        FboAccountProfile: {
            /**
             * @description Identifier of the account.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId: string;
            externalId: components["schemas"]["ExternalId"];
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When the profile was changed last: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-23T09:00:00.000Z
             */
            changedAt: string | null;
        };
        FboAccountProfileResponse: {
            data: components["schemas"]["FboAccountProfile"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description The members to change. An omitted member keeps its value.
         * @example {
         *       "externalId": "CUST-00417",
         *       "metadata": {
         *         "tier": "gold",
         *         "region": null
         *       }
         *     }
         */
        FboAccountProfileUpdate: {
            externalId?: components["schemas"]["ExternalId"];
            metadata?: components["schemas"]["MetadataPatch"];
        };
        /** @description The profile of an account was changed. */
        FboAccountProfileUpdatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "fbo_account.profile_updated";
            data: components["schemas"]["FboAccountEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fbo_account.profile_updated";
        };
        FboAccountResponse: {
            data: components["schemas"]["FboAccount"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description An account without its contact details. */
        FboAccountStanding: {
            /**
             * @description Identifier of the account.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            id: string;
            /**
             * @description Identifier of the owning organization.
             * @example org_demo_northlight
             */
            organizationId: string;
            maxInsuredValueCents: components["schemas"]["MaxInsuredValueCents"];
            /**
             * @description Whether this is the organization's primary account; an organization has at most one.
             * @example false
             */
            isPrimary: boolean;
        };
        FboAccountStandingResponse: {
            data: components["schemas"]["FboAccountStanding"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description The members to change. An omitted member keeps its value; null clears it (RFC 7396).
         * @example {
         *       "email": "ada@example.com",
         *       "phone": null
         *     }
         */
        FboAccountUpdate: {
            firstName?: components["schemas"]["FirstName"];
            lastName?: components["schemas"]["LastName"];
            email?: components["schemas"]["Email"];
            phone?: components["schemas"]["Phone"];
            businessName?: components["schemas"]["BusinessName"];
        };
        /** @description Contact details of an account were changed. */
        FboAccountUpdatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "fbo_account.updated";
            data: components["schemas"]["FboAccountEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "fbo_account.updated";
        };
        /** @description How far the feed was read. */
        FeedPosition: {
            /**
             * @description Send it with the next request; it is there on an empty page, too.
             * @example MSA0MiA1YzFhM2YwYg
             */
            cursor: string;
            /**
             * @description Whether there was more to read: go on until it is false, however many events a page has. With filters a page can even be empty, since a request looks through a limited number of events.
             * @example false
             */
            hasMore: boolean;
        };
        /**
         * @description First name of the person the account is for; null if unknown.
         * @example Ada
         */
        FirstName: components["schemas"]["TextOrNull"];
        /**
         * @description The maximum insured value minus the exposure. In the minor unit of the organization's currency: a decimal whole number, as a string. Negative if the exposure is over the maximum.
         * @example 7500000
         */
        HeadroomCents: string;
        /** @description An item that an account holds, or held at the requested moment. */
        Holding: {
            /**
             * @description Identifier of the item.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
             */
            inventoryItemId: string;
            /**
             * @description The status of the item at that moment; always a status that an item in the vault can have.
             * @enum {unknown}
             */
            status: "in_vault" | "transfer_pending" | "shipment_pending" | "on_hold" | "shipped" | "delivered" | "withdrawn";
            description: components["schemas"]["ItemDescription"];
            /**
             * @description The declared value of the item at that moment. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 1250000
             */
            declaredValueCents: components["schemas"]["Cents"];
            /**
             * @description The transfer batch that holds the item; null unless `transfer_pending`.
             * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
             */
            activeTransferId: string | null;
            /**
             * @description The outbound shipment that holds the item; null unless `shipment_pending`.
             * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
             */
            activeShipmentId: string | null;
            /**
             * Format: date-time
             * @description When the item got this status in this account: RFC 3339, UTC, milliseconds. Never after `asOf`.
             * @example 2026-11-21T09:15:00.000Z
             */
            changedAt: string;
        };
        HoldingPage: {
            data: components["schemas"]["Holding"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description A number or name by which others know the item.
         * @example {
         *       "scheme": "psa_cert",
         *       "value": "42 118 903"
         *     }
         */
        Identifier: {
            /**
             * @description The kind of identifier: lower-case letters, digits and _, a letter first.
             * @example psa_cert
             */
            scheme: string;
            /**
             * @description The identifier as it is written. Values that differ only in case, blanks, what is not seen or the form of their characters (Unicode NFKC, dashes, digits of a script) are the same identifier.
             * @example 42 118 903
             */
            value: components["schemas"]["Text"];
        };
        /** @description The OpenID Connect provider that people of an organization sign in with. */
        IdentityProvider: {
            /**
             * @description Organization that it belongs to.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description The issuer of its ID tokens; null if no provider is set.
             * @example https://login.example.com/realms/vault
             */
            issuer: string | null;
            /**
             * @description The client id of this vault there; null if no provider is set.
             * @example vault-inventory
             */
            clientId: string | null;
            /**
             * @description `invited` (default): who signs in must have been invited before. `email_domains`: a person whose e-mail address has one of `emailDomains` is created by the first sign-in.
             * @enum {unknown}
             */
            admission: "invited" | "email_domains";
            emailDomains: components["schemas"]["EmailDomains"];
            defaultRoles: components["schemas"]["DefaultRoles"];
            rolesClaim: components["schemas"]["RolesClaim"];
            roleMapping: components["schemas"]["RoleMapping"];
            /**
             * @description Number of its changes; 0 if no provider is set.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was last changed: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T08:30:00.000Z
             */
            changedAt: string | null;
            /**
             * @description The access token that last changed it; null if no provider is set.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            changedByTokenId: string | null;
        };
        /** @description The identity provider of the organization was deleted. */
        IdentityProviderDeletedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "identity_provider.deleted";
            data: components["schemas"]["IdentityProviderEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "identity_provider.deleted";
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        IdentityProviderEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The members of the record that have new values.
             * @example [
             *       "email"
             *     ]
             */
            changedMembers?: string[];
            /** @description The changed members before. */
            before?: Record<string, never>;
            /** @description The changed members after. */
            after?: Record<string, never>;
        };
        IdentityProviderResponse: {
            data: components["schemas"]["IdentityProvider"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description The identity provider of the organization was set or changed. */
        IdentityProviderSetEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "identity_provider.set";
            data: components["schemas"]["IdentityProviderEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "identity_provider.set";
        };
        /**
         * @description The whole settings: an omitted member has its default.
         * @example {
         *       "issuer": "https://login.example.com/realms/vault",
         *       "clientId": "vault-inventory",
         *       "clientSecret": "...",
         *       "emailDomains": [
         *         "example.com"
         *       ],
         *       "rolesClaim": "groups",
         *       "roleMapping": {
         *         "vault-approvers": [
         *           "approver"
         *         ]
         *       }
         *     }
         */
        IdentityProviderSettings: {
            /**
             * @description The issuer as the provider writes it into its ID tokens: an https URL without a query. Its configuration is found below it, at `/.well-known/openid-configuration`.
             * @example https://login.example.com/realms/vault
             */
            issuer: string;
            /**
             * @description The client id that the provider gave to this vault.
             * @example vault-inventory
             */
            clientId: string;
            /**
             * @description The secret that the provider gave with the client id. It is stored encrypted and never shown. Omitted: the stored one stays, if the issuer and the client id do.
             * @example ...
             */
            clientSecret?: string;
            /**
             * @description `invited` (default): who signs in must have been invited before. `email_domains`: a person whose e-mail address has one of `emailDomains` is created by the first sign-in.
             * @enum {unknown}
             */
            admission?: "invited" | "email_domains";
            emailDomains?: components["schemas"]["EmailDomains"];
            defaultRoles?: components["schemas"]["DefaultRoles"];
            rolesClaim?: components["schemas"]["RolesClaim"];
            roleMapping?: components["schemas"]["RoleMapping"];
        };
        /** @description An import of records from a CSV file. */
        Import: {
            /**
             * @description The `Idempotency-Key` of the request if that can be an id (1 to 64 characters of A-Z a-z 0-9 _ -), so its progress can be read before there is a response. Otherwise an id is made.
             * @example imp_01kaj2v4n2c4e6g8j0m2p4r6t8
             */
            id: string;
            /**
             * @description The record type of the rows.
             * @enum {unknown}
             */
            kind: "fbo-accounts" | "outbound-shipments" | "inventory-items";
            /**
             * @description `receiving`: rows are read and checked. `inserting`: all cells are valid; the rows are compared with the records of the organization, then inserted. `completed`: all of them are in. Until then, none is.
             * @enum {unknown}
             */
            state: "receiving" | "inserting" | "completed";
            /** @description The rows read so far; all of them after `receiving`. */
            rowsTotal: number;
            /** @description The rows inserted so far. */
            rowsDone: number;
            /**
             * @description The sum of `declaredValueCents` (items) or `maxInsuredValueCents` (accounts) as a decimal string; null for shipments, and while rows are received.
             * @example 125050
             */
            amountCents: string | null;
            /**
             * @description How the ids begin that were made for rows without one. The rest of such an id is the number of its row, from 1, in five digits of base32 (0-9 a-z without i l o u). Null if each row has an id of its own, and while rows are received.
             * @example item_01kaj2v4n4fzda7qsp9vw
             */
            newIdsBegin: string | null;
            /**
             * @description SHA-256 of the file in hexadecimal digits; null while rows are received. Send the value of a preview as the `Idempotency-Key` of the import: then the file is imported once.
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            contentSha256: string | null;
            /** @description Of a preview: the columns of the file, in its order. Otherwise empty. */
            columns: string[];
            /** @description Of a preview: the first rows, at most five. Otherwise empty. */
            firstRows: components["schemas"]["ImportedRow"][];
            /**
             * Format: date-time
             * @description When the import was begun.
             */
            createdAt: string;
            /** @description When the records were there; null until then. */
            completedAt: string | null;
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        ImportEventData: {
            /**
             * @description The number of imported records.
             * @example 1000
             */
            totalRecords?: number;
            /**
             * @description Where the records are listed.
             * @example /v1/inventory-items
             */
            recordsPath?: string;
        };
        ImportResponse: {
            data: components["schemas"]["Import"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A row as it was read. */
        ImportedRow: {
            /** @description The line of the file that the row begins on; the header is 1. */
            line: number;
            /** @description The cells, in the order of `columns`. */
            cells: string[];
        };
        /** @description The name of a record, as it is now. */
        IncludedName: {
            /**
             * @description The type of the record.
             * @enum {unknown}
             */
            type: "fbo_account" | "inventory_item" | "access_token" | "person" | "transfer_batch" | "outbound_shipment" | "revaluation";
            /**
             * @description Of an account, its business name, else its first and last name, else its email address; of an item, its description and its first identifier; of a token, the person that it belongs to, else its owner; of a person, the name; of a transfer, the number of its items and its accounts; of a shipment, the number of its items, and its recipient, else its account; of a revaluation, its first item. A record that the token may not read is left out of a name. Null if none of them is recorded.
             * @example Ada Lindqvist
             */
            name: string | null;
        };
        /** @description Only with `include=names`: names by id. It leaves out what the token may not read. */
        IncludedNames: {
            [key: string]: components["schemas"]["IncludedName"];
        };
        /** @description The maximum insured value of an account, and how much of it is used. */
        InsuredExposure: {
            /**
             * @description Identifier of the account.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId: string;
            exposureCents: components["schemas"]["ExposureCents"];
            maxInsuredValueCents: components["schemas"]["MaxInsuredValueCents"];
            headroomCents: components["schemas"]["HeadroomCents"];
            /**
             * @description Whether the exposure is over the maximum insured value.
             * @example false
             */
            isOverMaximum: boolean;
        };
        InsuredExposureResponse: {
            data: components["schemas"]["InsuredExposure"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description The new maximum insured value of an account, and why.
         * @example {
         *       "maxInsuredValueCents": "40000000",
         *       "reason": "Policy raised on renewal"
         *     }
         */
        InsuredMaximum: {
            /**
             * @description Maximum insured value. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 40000000
             */
            maxInsuredValueCents: components["schemas"]["Cents"];
            /**
             * @description Why it is changed. It stays on record: name a case, not a person.
             * @example Policy raised on renewal
             */
            reason: components["schemas"]["Text"];
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        IntakeEventData: {
            /**
             * @description The account of the record.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId?: string;
            /**
             * @description The status after the change.
             * @example completed
             */
            statusAfter?: string;
            /**
             * @description The number of items of the transfer, shipment, revaluation or intake.
             * @example 2
             */
            totalItems?: number;
            /**
             * @description The items that were taken in, up to 20 of them: `itemsPath` lists more.
             * @example [
             *       "item_01kaj2v4n4fzda7qsp9vw0m2rt"
             *     ]
             */
            inventoryItemIds?: string[];
            /**
             * @description The intake of more than 20 items, as List Inventory Items takes it.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2
             */
            intakeId?: string;
            /**
             * @description Where the items are listed.
             * @example /v1/transfers/xfer_01kaj2v4n9e2kt7b4w8x5c1d3f/items
             */
            itemsPath?: string;
            /**
             * @description SHA-256 of each file about the item: those of its intake, or those that were added. Where several items are taken in, each with files has an event of its own.
             * @example [
             *       "a1f0c4d2b3e85967788990aabbccddeeff00112233445566778899aabbccddee"
             *     ]
             */
            evidenceSha256?: string[];
        };
        /**
         * @description A unique item that the vault keeps.
         * @example {
         *       "id": "item_01kaj2v4n4fzda7qsp9vw0m2rt",
         *       "fboAccountId": "fbo_01kaj2v4mzfrvb8m4c5t1q9s7e",
         *       "organizationId": "org_demo_northlight",
         *       "status": "in_vault",
         *       "description": "1952 Topps #311, PSA 8",
         *       "declaredValueCents": "1250000",
         *       "activeTransferId": null,
         *       "activeShipmentId": null,
         *       "holdReason": null,
         *       "identifiers": [
         *         {
         *           "scheme": "psa_cert",
         *           "value": "42 118 903"
         *         }
         *       ],
         *       "metadata": {
         *         "grade": "PSA 8"
         *       },
         *       "evidence": [
         *         {
         *           "kind": "photo",
         *           "sha256": "a1f0c4d2b3e85967788990aabbccddeeff00112233445566778899aabbccddee",
         *           "mediaType": "image/jpeg",
         *           "sizeBytes": 2483112,
         *           "takenAt": "2026-11-20T13:58:00.000Z",
         *           "takenBy": "Intake desk 2",
         *           "url": "https://storage.example.com/intake/2026/11/front.jpg"
         *         }
         *       ],
         *       "changedAt": "2026-11-21T09:15:00.000Z",
         *       "createdAt": "2026-11-20T14:05:00.000Z"
         *     }
         */
        InventoryItem: components["schemas"]["ListedInventoryItem"] & {
            /**
             * @description Photos, certificates and appraisals of the item, by their hashes.
             * @example [
             *       {
             *         "kind": "photo",
             *         "sha256": "a1f0c4d2b3e85967788990aabbccddeeff00112233445566778899aabbccddee",
             *         "mediaType": "image/jpeg",
             *         "sizeBytes": 2483112,
             *         "takenAt": "2026-11-20T13:58:00.000Z",
             *         "takenBy": "Intake desk 2",
             *         "url": "https://storage.example.com/intake/2026/11/front.jpg"
             *       }
             *     ]
             */
            evidence: components["schemas"]["Evidence"][];
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        InventoryItemEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The members of the record that have new values.
             * @example [
             *       "email"
             *     ]
             */
            changedMembers?: string[];
            /**
             * @description The account of the record.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId?: string;
            /**
             * @description The status before the change.
             * @example pending
             */
            statusBefore?: string;
            /**
             * @description The status after the change.
             * @example completed
             */
            statusAfter?: string;
            /**
             * @description SHA-256 of each file about the item: those of its intake, or those that were added. Where several items are taken in, each with files has an event of its own.
             * @example [
             *       "a1f0c4d2b3e85967788990aabbccddeeff00112233445566778899aabbccddee"
             *     ]
             */
            evidenceSha256?: string[];
        };
        /** @description Files about an item were recorded by their hashes. */
        InventoryItemEvidenceAddedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "inventory_item.evidence_added";
            data: components["schemas"]["InventoryItemEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "inventory_item.evidence_added";
        };
        /** @description An item was put on hold. */
        InventoryItemHeldEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "inventory_item.held";
            data: components["schemas"]["InventoryItemEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "inventory_item.held";
        };
        /** @description Items were imported, all of them in one event. */
        InventoryItemImportedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "inventory_item.imported";
            data: components["schemas"]["ImportEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "inventory_item.imported";
        };
        InventoryItemPage: {
            data: components["schemas"]["InventoryItem"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description The hold of an item ended. */
        InventoryItemReleasedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "inventory_item.released";
            data: components["schemas"]["InventoryItemEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "inventory_item.released";
        };
        InventoryItemResponse: {
            data: components["schemas"]["InventoryItem"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description Declared values were changed, of up to 20 items in one event. */
        InventoryItemRevaluedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "inventory_item.revalued";
            data: components["schemas"]["ItemRevaluationEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "inventory_item.revalued";
        };
        /** @description Items were taken into the vault by one request. */
        InventoryItemTakenInEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "inventory_item.taken_in";
            data: components["schemas"]["IntakeEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "inventory_item.taken_in";
        };
        /**
         * @description The members to change. An omitted member keeps its value. `identifiers` is the whole list; null clears the description, and removes a pair of metadata. The reason stays on record with each correction.
         * @example {
         *       "description": "1952 Topps #311, PSA 8",
         *       "metadata": {
         *         "grade": "PSA 8"
         *       },
         *       "reason": "Grade read again on the case"
         *     }
         */
        InventoryItemUpdate: {
            description?: components["schemas"]["ItemDescription"];
            /**
             * @description Identifiers of the item, such as a serial number or the number of a certificate. Of the items in the vault, one at most has an identifier.
             * @example [
             *       {
             *         "scheme": "psa_cert",
             *         "value": "42 118 903"
             *       }
             *     ]
             */
            identifiers?: components["schemas"]["NewIdentifier"][];
            metadata?: components["schemas"]["MetadataPatch"];
            /**
             * @description Why the item is corrected.
             * @example Grade read again on the case
             */
            reason?: components["schemas"]["Text"];
        };
        /** @description The description, identifiers or metadata of an item were corrected. */
        InventoryItemUpdatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "inventory_item.updated";
            data: components["schemas"]["InventoryItemEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "inventory_item.updated";
        };
        /** @description An item left the vault without a shipment. */
        InventoryItemWithdrawnEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "inventory_item.withdrawn";
            data: components["schemas"]["InventoryItemEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "inventory_item.withdrawn";
        };
        /** @description One change of one item. Movements are never changed or deleted. */
        InventoryMovement: {
            /**
             * @description Position in the item's log, from 1 on and without gaps.
             * @example 2
             */
            number: number;
            /**
             * Format: date-time
             * @description When it happened: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T09:15:00.000Z
             */
            at: string;
            /**
             * @description What happened to the item.
             * @enum {unknown}
             */
            kind: "imported" | "taken_in" | "transfer_created" | "transfer_completed" | "transfer_rejected" | "transfer_cancelled" | "transfer_expired" | "held" | "released" | "withdrawn" | "shipment_created" | "shipment_inspecting" | "shipment_submitted" | "shipment_approved" | "shipment_approval_withdrawn" | "shipment_returned_to_packing" | "shipment_held" | "shipment_released" | "shipment_shipped" | "shipment_delivered" | "shipment_cancelled";
            /**
             * @description The account before the movement; null for the first movement.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fromFboAccountId: string | null;
            /**
             * @description The account after the movement.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            toFboAccountId: string;
            /**
             * @description The status before the movement; null for the first movement.
             * @enum {string|null}
             */
            fromStatus: "in_vault" | "transfer_pending" | "shipment_pending" | "on_hold" | "shipped" | "delivered" | "withdrawn" | null;
            /**
             * @description The status after the movement.
             * @enum {unknown}
             */
            toStatus: "in_vault" | "transfer_pending" | "shipment_pending" | "on_hold" | "shipped" | "delivered" | "withdrawn";
            /**
             * @description The transfer batch that moved the item; null if none did.
             * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
             */
            transferBatchId: string | null;
            /**
             * @description The outbound shipment that moved the item; null if none did.
             * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
             */
            outboundShipmentId: string | null;
            /**
             * @description The access token of the request; null if the system or the operator of the vault made the change.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            tokenId: string | null;
            /**
             * @description The reason; null if none was given.
             * @example Ownership disputed
             */
            reason: string | null;
        };
        InventoryMovementPage: {
            data: components["schemas"]["InventoryMovement"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A new access token with its secret. */
        IssuedAccessToken: components["schemas"]["AccessToken"] & {
            /**
             * @description Warnings about risky combinations of permissions, each a sentence.
             * @example []
             */
            warnings: string[];
            /**
             * @description The secret, for `Authorization: Bearer`. Store it: it is shown only once.
             * @example vis_...
             */
            token: string;
        };
        IssuedAccessTokenResponse: {
            data: components["schemas"]["IssuedAccessToken"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description Description of the item; null if none was given.
         * @example 1952 Topps #311, PSA 8
         */
        ItemDescription: components["schemas"]["TextOrNull"];
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        ItemRevaluationEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The account of the record.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId?: string;
            /**
             * @description The number of items of the transfer, shipment, revaluation or intake.
             * @example 2
             */
            totalItems?: number;
            /** @description The items with new values, at most 20: others have their own event. */
            revaluedItems?: components["schemas"]["RevaluedItem"][];
        };
        /**
         * @description New declared values of items, and why.
         * @example {
         *       "items": [
         *         {
         *           "inventoryItemId": "item_01kaj2v4n4fzda7qsp9vw0m2rt",
         *           "declaredValueCents": "1500000"
         *         }
         *       ],
         *       "reason": "New appraisal"
         *     }
         */
        ItemsRevaluation: {
            /** @description The items to revalue: all of them are revalued, or none. */
            items: components["schemas"]["NewItemValue"][];
            /**
             * @description Why the value is changed.
             * @example New appraisal
             */
            reason: components["schemas"]["Text"];
        };
        /**
         * @description Last name of the person the account is for; null if unknown.
         * @example Lindqvist
         */
        LastName: components["schemas"]["TextOrNull"];
        /**
         * @description An item as a list shows it: without its evidence.
         * @example {
         *       "id": "item_01kaj2v4n4fzda7qsp9vw0m2rt",
         *       "fboAccountId": "fbo_01kaj2v4mzfrvb8m4c5t1q9s7e",
         *       "organizationId": "org_demo_northlight",
         *       "status": "in_vault",
         *       "description": "1952 Topps #311, PSA 8",
         *       "declaredValueCents": "1250000",
         *       "activeTransferId": null,
         *       "activeShipmentId": null,
         *       "holdReason": null,
         *       "identifiers": [
         *         {
         *           "scheme": "psa_cert",
         *           "value": "42 118 903"
         *         }
         *       ],
         *       "metadata": {
         *         "grade": "PSA 8"
         *       },
         *       "changedAt": "2026-11-21T09:15:00.000Z",
         *       "createdAt": "2026-11-20T14:05:00.000Z"
         *     }
         */
        ListedInventoryItem: {
            /**
             * @description Identifier of the item.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
             */
            id: string;
            /**
             * @description The FBO account that the item belongs to.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId: string;
            /**
             * @description Identifier of the owning organization.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description The status of the item; only an `in_vault` item can be claimed.
             * @enum {unknown}
             */
            status: "in_vault" | "transfer_pending" | "shipment_pending" | "on_hold" | "shipped" | "delivered" | "withdrawn";
            description: components["schemas"]["ItemDescription"];
            /**
             * @description The declared value of the item. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 1250000
             */
            declaredValueCents: components["schemas"]["Cents"];
            /**
             * @description The transfer batch that holds the item; null unless `transfer_pending`.
             * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
             */
            activeTransferId: string | null;
            /**
             * @description The outbound shipment that holds the item; null unless `shipment_pending`.
             * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
             */
            activeShipmentId: string | null;
            /**
             * @description Why the item is `on_hold`; null otherwise, or if an import gave no reason.
             * @example Ownership disputed
             */
            holdReason: string | null;
            /**
             * @description Identifiers of the item, such as a serial number or the number of a certificate. Of the items in the vault, one at most has an identifier.
             * @example [
             *       {
             *         "scheme": "psa_cert",
             *         "value": "42 118 903"
             *       }
             *     ]
             */
            identifiers: components["schemas"]["Identifier"][];
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: date-time
             * @description When the item last moved or changed its status: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T09:15:00.000Z
             */
            changedAt: string;
            /**
             * Format: date-time
             * @description When the item was entered in the books: RFC 3339, UTC, milliseconds.
             * @example 2026-11-20T14:05:00.000Z
             */
            createdAt: string;
        };
        ListedInventoryItemPage: {
            data: components["schemas"]["ListedInventoryItem"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description An item that an outbound shipment was created with. */
        ListedShipmentItem: {
            /**
             * @description Position in the request; the first is 1.
             * @example 1
             */
            position: number;
            /**
             * @description Identifier of the item.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
             */
            inventoryItemId: string;
        };
        ListedShipmentItemPage: {
            data: components["schemas"]["ListedShipmentItem"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description An item of a transfer batch, as requested. */
        ListedTransferItem: {
            /**
             * @description Position of the item in the request; the first is 1.
             * @example 1
             */
            position: number;
            /**
             * @description Identifier of the item.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
             */
            inventoryItemId: string;
            /**
             * @description Reason for moving the item.
             * @enum {unknown}
             */
            reason: "request" | "trade" | "rebalance";
        };
        ListedTransferItemPage: {
            data: components["schemas"]["ListedTransferItem"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description Maximum insured value. In the minor unit of the organization's currency: a decimal whole number, as a string.
         * @example 25000000
         */
        MaxInsuredValueCents: components["schemas"]["Cents"];
        /**
         * @description Attributes of your own: up to 50 pairs of a key and a text of up to 500 characters. The service only keeps them.
         * @example {
         *       "grade": "PSA 8",
         *       "set.year": "1952"
         *     }
         */
        Metadata: {
            [key: string]: string;
        };
        /**
         * @description The pairs to set. A pair that is left out keeps its value; null removes it. A record keeps up to 50.
         * @example {
         *       "grade": "PSA 8",
         *       "set.year": "1952",
         *       "provenance": null
         *     }
         */
        MetadataPatch: {
            [key: string]: string | null;
        };
        /**
         * @description A request for a new access token.
         * @example {
         *       "permissions": [
         *         "fbo_accounts:read"
         *       ],
         *       "owner": "Ada Lindqvist",
         *       "expiresInDays": 30
         *     }
         */
        NewAccessToken: {
            /**
             * @description The permissions of the token, in place of `role`; your own token must have all of them. `webhooks:manage` sends all events to any public URL, also without `events:read`.
             * @example [
             *       "fbo_accounts:read",
             *       "outbound_shipments:read"
             *     ]
             */
            permissions?: components["schemas"]["Permission"][];
            /**
             * @description The id or the name of a role, in place of `permissions`: the token has its permissions, as they are at any time. Your own token must have all that it has now.
             * @example auditor
             */
            role?: components["schemas"]["Text"];
            /**
             * @description The person to whom the token is given. Without an owner, the token acts for you: it counts as your own token in approvals by a second person.
             * @example Ada Lindqvist
             */
            owner?: components["schemas"]["Text"];
            /**
             * @description Addresses or CIDR blocks from which the token may be used. Your own token must be allowed from all of them. Default: those of your own token.
             * @example [
             *       "192.0.2.0/24",
             *       "2001:db8::/32"
             *     ]
             */
            allowedAddresses?: string[];
            /**
             * @description Days until the token expires.
             * @default 90
             * @example 30
             */
            expiresInDays?: number;
        };
        /** @description A file about an item. */
        NewEvidence: {
            /**
             * @description What the file shows.
             * @enum {unknown}
             */
            kind: "photo" | "certificate" | "appraisal" | "other";
            /**
             * @description SHA-256 of the file. It is in the event, so the sealed log proves the file.
             * @example a1f0c4d2b3e85967788990aabbccddeeff00112233445566778899aabbccddee
             */
            sha256: string;
            /**
             * @description Media type of the file.
             * @example image/jpeg
             */
            mediaType: string;
            /**
             * @description Bytes of the file.
             * @example 2483112
             */
            sizeBytes: number;
            /**
             * Format: date-time
             * @description When the file was made: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-20T13:58:00.000Z
             */
            takenAt?: string | null;
            /**
             * @description By whom the file was made; null if unknown.
             * @example Intake desk 2
             */
            takenBy?: components["schemas"]["TextOrNull"];
            /**
             * @description URL of the file in storage of your own; null if unknown. It is never fetched.
             * @example https://storage.example.com/intake/2026/11/front.jpg
             */
            url?: string | null;
        };
        /**
         * @description A new FBO account. An omitted or null contact detail is unknown. `externalId` and `metadata` are in its profile, not in the response.
         * @example {
         *       "firstName": "Ada",
         *       "lastName": "Lindqvist",
         *       "maxInsuredValueCents": "25000000"
         *     }
         */
        NewFboAccount: {
            firstName?: components["schemas"]["FirstName"];
            lastName?: components["schemas"]["LastName"];
            email?: components["schemas"]["Email"];
            phone?: components["schemas"]["Phone"];
            businessName?: components["schemas"]["BusinessName"];
            /**
             * @description Maximum insured value. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @default 0
             * @example 25000000
             */
            maxInsuredValueCents?: components["schemas"]["Cents"];
            externalId?: components["schemas"]["ExternalId"];
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description Whether to make this the organization's primary account; an organization has at most one.
             * @default false
             * @example false
             */
            isPrimary?: boolean;
        };
        /**
         * @description A number or name by which others know the item.
         * @example {
         *       "scheme": "psa_cert",
         *       "value": "42 118 903"
         *     }
         */
        NewIdentifier: {
            /**
             * @description The kind of identifier: lower-case letters, digits and _, a letter first.
             * @example psa_cert
             */
            scheme: string;
            /**
             * @description The identifier as it is written. Values that differ only in case, blanks, what is not seen or the form of their characters (Unicode NFKC, dashes, digits of a script) are the same identifier.
             * @example 42 118 903
             */
            value: components["schemas"]["Text"];
        };
        /**
         * @description An item to take into the vault.
         * @example {
         *       "fboAccountId": "fbo_01kaj2v4mzfrvb8m4c5t1q9s7e",
         *       "description": "1952 Topps #311, PSA 8",
         *       "declaredValueCents": "1250000",
         *       "identifiers": [
         *         {
         *           "scheme": "psa_cert",
         *           "value": "42 118 903"
         *         }
         *       ],
         *       "metadata": {
         *         "grade": "PSA 8"
         *       }
         *     }
         */
        NewInventoryItem: {
            /**
             * @description The FBO account that the item belongs to.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId: string;
            description?: components["schemas"]["ItemDescription"];
            /**
             * @description The declared value of the item. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @default 0
             * @example 1250000
             */
            declaredValueCents?: components["schemas"]["Cents"];
            /**
             * @description Identifiers of the item, such as a serial number or the number of a certificate. Of the items in the vault, one at most has an identifier.
             * @example [
             *       {
             *         "scheme": "psa_cert",
             *         "value": "42 118 903"
             *       }
             *     ]
             */
            identifiers?: components["schemas"]["NewIdentifier"][];
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description Photos, certificates and appraisals of the item, by their hashes.
             * @example [
             *       {
             *         "kind": "photo",
             *         "sha256": "a1f0c4d2b3e85967788990aabbccddeeff00112233445566778899aabbccddee",
             *         "mediaType": "image/jpeg",
             *         "sizeBytes": 2483112,
             *         "takenAt": "2026-11-20T13:58:00.000Z",
             *         "takenBy": "Intake desk 2",
             *         "url": "https://storage.example.com/intake/2026/11/front.jpg"
             *       }
             *     ]
             */
            evidence?: components["schemas"]["NewEvidence"][];
        };
        /** @description Items to take into the vault together. */
        NewInventoryItems: {
            /** @description The items to take in: all of them are taken in, or none. */
            items: components["schemas"]["NewInventoryItem"][];
        };
        /** @description The new declared value of an item. */
        NewItemValue: {
            /**
             * @description Identifier of an inventory item; unique within the request.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
             */
            inventoryItemId: string;
            /**
             * @description The declared value of the item. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 1250000
             */
            declaredValueCents: components["schemas"]["Cents"];
        };
        /**
         * @description Items of one FBO account that leave the vault together.
         * @example {
         *       "fboAccountId": "fbo_01kaj2v4mzfrvb8m4c5t1q9s7e",
         *       "notes": "Insure for the full value",
         *       "items": [
         *         {
         *           "inventoryItemId": "item_01kaj2v4n4fzda7qsp9vw0m2rt"
         *         }
         *       ]
         *     }
         */
        NewOutboundShipment: {
            /**
             * @description The FBO account that holds the items.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId: string;
            /**
             * @description Free-text note.
             * @example Insure for the full value
             */
            notes?: string;
            /** @description The items to send: all of them are claimed, or none. */
            items: components["schemas"]["ShipmentItem"][];
            recipient?: components["schemas"]["NewRecipient"];
            /**
             * @description The carrier's service that is asked for; null if none is. Ship Outbound Shipment may name another one.
             * @example Overnight
             */
            service?: components["schemas"]["TextOrNull"];
            /**
             * @description Whether the carrier must ask for a signature. Default: false.
             * @example true
             */
            signatureRequired?: boolean;
            /**
             * @description Value that the carrier is to insure; null if none is asked for. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 25000000
             */
            insuredValueCents?: components["schemas"]["CentsOrNull"];
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description A new passkey: its name, and the authenticator's answer as WebAuthn returns it. */
        NewPasskey: {
            /**
             * @description Name that tells it from the other passkeys of the person.
             * @example Security key in the safe
             */
            name: components["schemas"]["Text"];
            credentialId: components["schemas"]["CredentialId"];
            /**
             * @description What the browser says: the challenge and the origin. In base64url, without padding.
             * @example eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0
             */
            clientDataJSON: string;
            /**
             * @description What the authenticator says: the public key. In base64url, without padding.
             * @example o2NmbXRkbm9uZQ
             */
            attestationObject: string;
            transports?: components["schemas"]["PasskeyTransports"];
        };
        /**
         * @description A person to invite.
         * @example {
         *       "email": "ada.lindqvist@example.com",
         *       "name": "Ada Lindqvist",
         *       "roles": [
         *         "approver"
         *       ]
         *     }
         */
        NewPerson: {
            email: components["schemas"]["PersonEmail"];
            name: components["schemas"]["PersonName"];
            roles: components["schemas"]["RolesOfPerson"];
        };
        /**
         * @description The person and the address that a shipment goes to. An omitted member is null.
         * @example {
         *       "name": "Ada Lindqvist",
         *       "line1": "Skeppsbron 14",
         *       "city": "Stockholm",
         *       "postalCode": "111 30",
         *       "countryCode": "SE"
         *     }
         */
        NewRecipient: {
            /**
             * @description Name of the person who receives it.
             * @example Ada Lindqvist
             */
            name: components["schemas"]["Text"];
            /**
             * @description Company; null if there is none.
             * @example Lindqvist Watches AB
             */
            company?: components["schemas"]["TextOrNull"];
            /**
             * @description Street and number.
             * @example Skeppsbron 14
             */
            line1: components["schemas"]["Text"];
            /**
             * @description Second line of the address; null if there is none.
             * @example Floor 3
             */
            line2?: components["schemas"]["TextOrNull"];
            /**
             * @description City.
             * @example Stockholm
             */
            city: components["schemas"]["Text"];
            /**
             * @description Region, state or province; null if there is none.
             * @example Stockholms län
             */
            region?: components["schemas"]["TextOrNull"];
            /**
             * @description Postal code; null if there is none.
             * @example 111 30
             */
            postalCode?: components["schemas"]["TextOrNull"];
            countryCode: components["schemas"]["CountryCode"];
            phone?: components["schemas"]["RecipientPhone"];
        } | null;
        /**
         * @description A request for a new role.
         * @example {
         *       "name": "Night shift",
         *       "permissions": [
         *         "inventory_items:read"
         *       ]
         *     }
         */
        NewRole: {
            /**
             * @description Name of the role. No other role of the organization has it, whatever its case and spaces.
             * @example Night shift
             */
            name: components["schemas"]["Text"];
            /**
             * @description Permissions that the role gives; your own token must have all of them. No permission implies another one.
             * @example [
             *       "inventory_items:read",
             *       "outbound_shipments:read"
             *     ]
             */
            permissions: components["schemas"]["Permission"][];
        };
        /**
         * @description A transfer of items from one FBO account to another.
         * @example {
         *       "fromFboAccountId": "fbo_01kaj2v4mzfrvb8m4c5t1q9s7e",
         *       "toFboAccountId": "fbo_01kaj2v4mzfrvb8m4c6h2r8d9k",
         *       "notes": "Spring rebalancing",
         *       "items": [
         *         {
         *           "inventoryItemId": "item_01kaj2v4n4fzda7qsp9vw0m2rt",
         *           "reason": "rebalance"
         *         }
         *       ]
         *     }
         */
        NewTransfer: {
            /**
             * @description Source FBO account.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fromFboAccountId: string;
            /**
             * @description Destination FBO account; must differ from the source.
             * @example fbo_01kaj2v4mzfrvb8m4c6h2r8d9k
             */
            toFboAccountId: string;
            /**
             * @description Free-text note.
             * @example Spring rebalancing
             */
            notes?: string;
            /** @description The items to move. The transfer claims all of them or none. */
            items: components["schemas"]["TransferItem"][];
        };
        /**
         * @description A request for a new webhook endpoint.
         * @example {
         *       "url": "https://example.com/vault-events",
         *       "types": [
         *         "transfer.completed"
         *       ]
         *     }
         */
        NewWebhookEndpoint: {
            /**
             * @description Where events are sent: an absolute https URL, without a user name, a password or a fragment.
             * @example https://example.com/vault-events
             */
            url: string;
            /**
             * @description The types of the events that are sent; null: all, those of later versions too.
             * @example [
             *       "transfer.completed",
             *       "transfer.rejected"
             *     ]
             */
            types?: components["schemas"]["EventType"][] | null;
        };
        NoMembers: unknown;
        /** @description The clock of a test organization was advanced. */
        OrganizationClockAdvancedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "organization.clock_advanced";
            data: components["schemas"]["OrganizationEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "organization.clock_advanced";
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        OrganizationEventData: {
            /**
             * @description The seconds by which the clock was advanced.
             * @example 86400
             */
            advancedSeconds?: number;
        };
        /** @description Settings of an organization for its transfers, shipments and declared values. */
        OrganizationPolicy: {
            /**
             * @description Organization that the policy belongs to.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description Number of changes to the policy; 0 for the default policy.
             * @example 1
             */
            version: number;
            /**
             * @description Whether somebody other than the creator must approve a transfer or a shipment. Default: true.
             * @example true
             */
            fourEyes: boolean;
            /**
             * @description Seconds after which a pending transfer or revaluation expires; null: never. Applies to those created from now on. Default: 1209600, 14 days.
             * @example 1209600
             */
            transferExpirySeconds: number | null;
            /**
             * @description Effect on a transfer if its destination's exposure exceeds the maximum insured value. `observe`: none. `review` (default): the system does not approve the transfer, but a person may. `block`: nobody may approve it.
             * @enum {unknown}
             */
            insuredExposure: "observe" | "review" | "block";
            /**
             * @description Whether the system approves transfers that stay within the limits below. Default: `off`.
             * @enum {unknown}
             */
            systemApproval: "off" | "within_limits";
            /**
             * @description Maximum number of items of a batch that the system approves; null: no limit.
             * @example 10
             */
            systemApprovalMaxItems: number | null;
            /**
             * @description Maximum declared value of the items of a batch that the system approves; null: no limit. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 5000000
             */
            systemApprovalMaxDeclaredValueCents: components["schemas"]["CentsOrNull"];
            /**
             * @description Maximum number of items from one account that the system approves in 24 hours; null: no limit.
             * @example 50
             */
            systemApprovalMaxItemsPerDay: number | null;
            /**
             * @description Maximum declared value of the items from one account that the system approves in 24 hours; null: no limit. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 20000000
             */
            systemApprovalMaxDeclaredValueCentsPerDay: components["schemas"]["CentsOrNull"];
            /**
             * @description Item reasons that the system may approve. A person must decide a batch with another reason. Default: all.
             * @example [
             *       "rebalance"
             *     ]
             */
            systemApprovalReasons: ("request" | "trade" | "rebalance")[];
            /**
             * @description Days after a revaluation in which the system does not approve transfers of the item that the same person creates: somebody must decide them. Default: null, no such rule.
             * @example 7
             */
            revaluationReviewDays: number | null;
            /**
             * @description Most percent by which one person may change a declared value in 24 hours: a second person must approve a larger change, and any change of a value of 0. Default: null, no limit.
             * @example 20
             */
            revaluationMaxPercent: number | null;
            /**
             * @description Most by which one person may change a declared value in 24 hours: a second person must approve a larger change. Default: null, no limit. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 100000
             */
            revaluationMaxCents: components["schemas"]["CentsOrNull"];
            /**
             * @description Whether a shipment needs a recipient to be submitted and to be approved. Default: false.
             * @example true
             */
            recipientRequired: boolean;
            /**
             * @description Minutes after which a session of the console ends, if nobody uses it. Holds for all sessions within ten minutes. Default: 60.
             * @example 60
             */
            sessionIdleMinutes: number;
            /**
             * @description Hours after which a session of the console ends, used or not. A longer time holds for those who sign in from then on. Default: 12.
             * @example 12
             */
            sessionMaxHours: number;
            /**
             * @description Which transfers, shipments and revaluations need more than one approval, each of another person. Of the rules that fit, the one with the most approvals counts; the creator never counts. A record keeps the strictest rules since its creation. Default: none.
             * @example [
             *       {
             *         "approvals": 2,
             *         "aboveDeclaredValueCents": "10000000"
             *       }
             *     ]
             */
            approvalRules: components["schemas"]["ApprovalRule"][];
            /**
             * @description Whether who approves a transfer, shipment or revaluation must sign it with a passkey. The strictest policy since the record was created counts. Default: `none`.
             * @enum {unknown}
             */
            approvalProof: "none" | "passkey";
            /**
             * @description Minutes since the sign-in in which a person may approve, release, and change the policy, the identity provider, roles, people and passkeys: after that, they must sign in again. A machine cannot do so at all. A record keeps the strictest limit since its creation. Default: null, no limit.
             * @example 15
             */
            approvalSignInMinutes: number | null;
            /**
             * Format: date-time
             * @description When the policy was last changed: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T08:30:00.000Z
             */
            changedAt: string | null;
            /**
             * @description The access token that last changed it; null for the default policy.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            changedByTokenId: string | null;
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        OrganizationPolicyEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The members of the record that have new values.
             * @example [
             *       "email"
             *     ]
             */
            changedMembers?: string[];
            /** @description The changed members before. */
            before?: Record<string, never>;
            /** @description The changed members after. */
            after?: Record<string, never>;
        };
        OrganizationPolicyResponse: {
            data: components["schemas"]["OrganizationPolicy"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description The members to change. An omitted member keeps its value.
         * @example {
         *       "systemApproval": "within_limits",
         *       "systemApprovalMaxItems": 10
         *     }
         */
        OrganizationPolicyUpdate: {
            /**
             * @description Whether somebody other than the creator must approve a transfer or a shipment. Default: true.
             * @example true
             */
            fourEyes?: boolean;
            /**
             * @description Seconds after which a pending transfer or revaluation expires; null: never. Applies to those created from now on. Default: 1209600, 14 days.
             * @example 1209600
             */
            transferExpirySeconds?: number | null;
            /**
             * @description Effect on a transfer if its destination's exposure exceeds the maximum insured value. `observe`: none. `review` (default): the system does not approve the transfer, but a person may. `block`: nobody may approve it.
             * @enum {unknown}
             */
            insuredExposure?: "observe" | "review" | "block";
            /**
             * @description Whether the system approves transfers that stay within the limits below. Default: `off`.
             * @enum {unknown}
             */
            systemApproval?: "off" | "within_limits";
            /**
             * @description Maximum number of items of a batch that the system approves; null: no limit.
             * @example 10
             */
            systemApprovalMaxItems?: number | null;
            /**
             * @description Maximum declared value of the items of a batch that the system approves; null: no limit. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 5000000
             */
            systemApprovalMaxDeclaredValueCents?: components["schemas"]["CentsOrNull"];
            /**
             * @description Maximum number of items from one account that the system approves in 24 hours; null: no limit.
             * @example 50
             */
            systemApprovalMaxItemsPerDay?: number | null;
            /**
             * @description Maximum declared value of the items from one account that the system approves in 24 hours; null: no limit. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 20000000
             */
            systemApprovalMaxDeclaredValueCentsPerDay?: components["schemas"]["CentsOrNull"];
            /**
             * @description Item reasons that the system may approve. A person must decide a batch with another reason. Default: all.
             * @example [
             *       "rebalance"
             *     ]
             */
            systemApprovalReasons?: ("request" | "trade" | "rebalance")[];
            /**
             * @description Days after a revaluation in which the system does not approve transfers of the item that the same person creates: somebody must decide them. Default: null, no such rule.
             * @example 7
             */
            revaluationReviewDays?: number | null;
            /**
             * @description Most percent by which one person may change a declared value in 24 hours: a second person must approve a larger change, and any change of a value of 0. Default: null, no limit.
             * @example 20
             */
            revaluationMaxPercent?: number | null;
            /**
             * @description Most by which one person may change a declared value in 24 hours: a second person must approve a larger change. Default: null, no limit. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 100000
             */
            revaluationMaxCents?: components["schemas"]["CentsOrNull"];
            /**
             * @description Whether a shipment needs a recipient to be submitted and to be approved. Default: false.
             * @example true
             */
            recipientRequired?: boolean;
            /**
             * @description Minutes after which a session of the console ends, if nobody uses it. Holds for all sessions within ten minutes. Default: 60.
             * @example 60
             */
            sessionIdleMinutes?: number;
            /**
             * @description Hours after which a session of the console ends, used or not. A longer time holds for those who sign in from then on. Default: 12.
             * @example 12
             */
            sessionMaxHours?: number;
            /**
             * @description Which transfers, shipments and revaluations need more than one approval, each of another person. Of the rules that fit, the one with the most approvals counts; the creator never counts. A record keeps the strictest rules since its creation. Default: none.
             * @example [
             *       {
             *         "approvals": 2,
             *         "aboveDeclaredValueCents": "10000000"
             *       }
             *     ]
             */
            approvalRules?: components["schemas"]["ApprovalRuleToSet"][];
            /**
             * @description Whether who approves a transfer, shipment or revaluation must sign it with a passkey. The strictest policy since the record was created counts. Default: `none`.
             * @enum {unknown}
             */
            approvalProof?: "none" | "passkey";
            /**
             * @description Minutes since the sign-in in which a person may approve, release, and change the policy, the identity provider, roles, people and passkeys: after that, they must sign in again. A machine cannot do so at all. A record keeps the strictest limit since its creation. Default: null, no limit.
             * @example 15
             */
            approvalSignInMinutes?: number | null;
        };
        /** @description The policy of the organization got a new version. */
        OrganizationPolicyUpdatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "organization_policy.updated";
            data: components["schemas"]["OrganizationPolicyEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "organization_policy.updated";
        };
        /** @description All records of a test organization were deleted for good. */
        OrganizationWipedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "organization.wiped";
            data: components["schemas"]["OrganizationEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "organization.wiped";
        };
        /** @description Items of an FBO account on their way back to their owner. */
        OutboundShipment: {
            /**
             * @description Identifier of the shipment.
             * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
             */
            id: string;
            /**
             * @description The FBO account that the shipment belongs to.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId: string;
            /**
             * @description Identifier of the owning organization.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description The status of the shipment.
             * @enum {unknown}
             */
            status: "packing" | "inspecting" | "pending_approval" | "approved" | "shipped" | "delivered";
            /**
             * @description When the shipment left the vault, in milliseconds since the Unix epoch; null until then.
             * @example 1763712000000
             */
            shippedAt: number | null;
            /**
             * Format: date-time
             * @description When the shipment was created: RFC 3339, UTC, milliseconds.
             * @example 2026-11-20T14:05:00.000Z
             */
            createdAt: string;
        };
        /** @description One of several people approved a shipment. */
        OutboundShipmentApprovalGivenEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.approval_given";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.approval_given";
        };
        /** @description A shipment was approved. */
        OutboundShipmentApprovedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.approved";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.approved";
        };
        /** @description A shipment was cancelled, and its items were released. */
        OutboundShipmentCancelledEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.cancelled";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.cancelled";
        };
        /** @description A shipment was created, and claims its items. */
        OutboundShipmentCreatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.created";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.created";
        };
        /** @description A shipment was delivered. */
        OutboundShipmentDeliveredEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.delivered";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.delivered";
        };
        /** @description An outbound shipment, the steps that it went through, and where it goes. */
        OutboundShipmentDetails: components["schemas"]["OutboundShipmentStep"] & {
            recipient: components["schemas"]["Recipient"];
            metadata: components["schemas"]["Metadata"];
        };
        OutboundShipmentDetailsResponse: {
            data: components["schemas"]["OutboundShipmentDetails"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        OutboundShipmentEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The members of the record that have new values.
             * @example [
             *       "email"
             *     ]
             */
            changedMembers?: string[];
            /**
             * @description The status before the change.
             * @example pending
             */
            statusBefore?: string;
            /**
             * @description The status after the change.
             * @example completed
             */
            statusAfter?: string;
            /**
             * @description The account of the record.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId?: string;
            /**
             * @description The number of items of the transfer, shipment, revaluation or intake.
             * @example 2
             */
            totalItems?: number;
            /**
             * @description Where the items are listed.
             * @example /v1/transfers/xfer_01kaj2v4n9e2kt7b4w8x5c1d3f/items
             */
            itemsPath?: string;
            /**
             * @description The person.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            personId?: string;
            /** @description The signature of a passkey over what was approved, `content`: see CUSTODY, Proofs of approvals. */
            proof?: Record<string, never>;
        };
        /** @description A shipment was put on hold. */
        OutboundShipmentHeldEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.held";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.held";
        };
        /** @description Shipments were imported, all of them in one event. */
        OutboundShipmentImportedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.imported";
            data: components["schemas"]["ImportEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.imported";
        };
        /** @description The inspection of a shipment began. */
        OutboundShipmentInspectingEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.inspecting";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.inspecting";
        };
        OutboundShipmentPage: {
            data: components["schemas"]["OutboundShipment"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description The hold of a shipment ended. */
        OutboundShipmentReleasedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.released";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.released";
        };
        /** @description A shipment went back to packing. */
        OutboundShipmentReturnedToPackingEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.returned_to_packing";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.returned_to_packing";
        };
        /** @description A shipment was handed to its carrier. */
        OutboundShipmentShippedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.shipped";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.shipped";
        };
        /** @description An outbound shipment and the steps that it went through. Get Outbound Shipment also shows its recipient and its metadata. */
        OutboundShipmentStep: components["schemas"]["OutboundShipment"] & {
            /**
             * @description Number of items of the shipment. An import can increase it.
             * @example 2
             */
            totalItems: number;
            /**
             * @description Free-text note from the request; null if it had none.
             * @example Insure for the full value
             */
            notes: string | null;
            /**
             * @description The access token that created it; null if no request of the API did.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            createdByTokenId: string | null;
            /**
             * Format: date-time
             * @description When it was approved: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:02:00.000Z
             */
            approvedAt: string | null;
            /**
             * @description The access token that approved it; null until then.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            approvedByTokenId: string | null;
            /**
             * Format: date-time
             * @description When the current hold began: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:30:00.000Z
             */
            heldAt: string | null;
            /**
             * @description Why it is on hold; null otherwise.
             * @example Address to be confirmed
             */
            holdReason: string | null;
            /**
             * Format: date-time
             * @description When it was cancelled: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T11:00:00.000Z
             */
            cancelledAt: string | null;
            /**
             * @description Why it was cancelled; null otherwise.
             * @example The owner keeps it in the vault
             */
            cancellationReason: string | null;
            /**
             * @description The carrier; null until shipped.
             * @example Brinks
             */
            carrier: string | null;
            /**
             * @description The carrier's service that sent it; until then the one that is asked for. Null if none is.
             * @example Overnight
             */
            service: string | null;
            /**
             * @description The carrier's tracking number; null until shipped.
             * @example BX 4417 2203 SE
             */
            trackingNumber: string | null;
            /**
             * Format: date-time
             * @description When it was delivered: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-24T08:12:00.000Z
             */
            deliveredAt: string | null;
            /**
             * @description Whether the carrier must ask for a signature.
             * @example true
             */
            signatureRequired: boolean;
            /**
             * @description Value that the carrier insures; null if none is asked for. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 25000000
             */
            insuredValueCents: components["schemas"]["CentsOrNull"];
        };
        OutboundShipmentStepResponse: {
            data: components["schemas"]["OutboundShipmentStep"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A shipment was submitted for approval. */
        OutboundShipmentSubmittedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.submitted";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.submitted";
        };
        /**
         * @description The members to change. An omitted member keeps its value; null clears it.
         * @example {
         *       "signatureRequired": true,
         *       "insuredValueCents": "25000000"
         *     }
         */
        OutboundShipmentUpdate: {
            recipient?: components["schemas"]["NewRecipient"];
            /**
             * @description The carrier's service that is asked for; null if none is. Ship Outbound Shipment may name another one.
             * @example Overnight
             */
            service?: components["schemas"]["TextOrNull"];
            /**
             * @description Whether the carrier must ask for a signature. Default: false.
             * @example true
             */
            signatureRequired?: boolean;
            /**
             * @description Value that the carrier is to insure; null if none is asked for. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 25000000
             */
            insuredValueCents?: components["schemas"]["CentsOrNull"];
            metadata?: components["schemas"]["MetadataPatch"];
        };
        /** @description The directions or the metadata of a shipment were changed; `statusAfter` says whether its approval was taken back. */
        OutboundShipmentUpdatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "outbound_shipment.updated";
            data: components["schemas"]["OutboundShipmentEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "outbound_shipment.updated";
        };
        /** @description The position of this page in the list. */
        Pagination: {
            /**
             * @description Number of the returned page; the first page is 1.
             * @example 1
             */
            page: number;
            /**
             * @description Whether further pages follow.
             * @example true
             */
            hasMore: boolean;
        };
        /** @description A passkey of a person, whose private half their device keeps. */
        Passkey: {
            /**
             * @description Identifier of the passkey.
             * @example pkey_01kaj2v4n6d8f0h2k4m6p8r0t2
             */
            id: string;
            /**
             * @description The person.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            personId: string;
            /**
             * @description Name that tells it from the other passkeys of the person.
             * @example Security key in the safe
             */
            name: components["schemas"]["Text"];
            credentialId: components["schemas"]["CredentialId"];
            /**
             * @description Its algorithm, a number of COSE: -7 ES256, -8 EdDSA, -257 RS256.
             * @example -7
             */
            algorithm: number;
            transports: components["schemas"]["PasskeyTransports"];
            /**
             * Format: date-time
             * @description When it was registered: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T08:30:00.000Z
             */
            createdAt: string;
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        PasskeyEventData: {
            /**
             * @description The person.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            personId?: string;
            /**
             * @description The id of the passkey, as its authenticator made it: base64url.
             * @example AAECAwQFBgcICQoLDA0ODw
             */
            credentialId?: string;
            /**
             * @description The public key: SubjectPublicKeyInfo (RFC 5280), DER, in base64url.
             * @example MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
             */
            publicKey?: string;
            /**
             * @description The algorithm of the key, a number of COSE: -7 ES256, -8 EdDSA, -257 RS256.
             * @example -7
             */
            algorithm?: number;
            /**
             * @description The host that the passkey is bound to.
             * @example vault.example.com
             */
            rpId?: string;
        };
        /** @description What a browser asks an authenticator for: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
        PasskeyOptions: {
            rp: components["schemas"]["PasskeyRelyingParty"];
            user: components["schemas"]["PasskeyUser"];
            /**
             * @description Text that the authenticator returns: it is for one passkey of this person, with this token, and for ten minutes.
             * @example q80SJm
             */
            challenge: string;
            /** @description Algorithms that the passkey may have, the best first. */
            pubKeyCredParams: {
                /**
                 * @description The only type there is.
                 * @enum {unknown}
                 */
                type: "public-key";
                /**
                 * @description A number of COSE.
                 * @example -7
                 */
                alg: number;
            }[];
            /** @description Passkeys that the person has: their authenticators refuse. */
            excludeCredentials: {
                /**
                 * @description The only type there is.
                 * @enum {unknown}
                 */
                type: "public-key";
                id: components["schemas"]["CredentialId"];
                transports: components["schemas"]["PasskeyTransports"];
            }[];
            /** @description What the authenticator must be able to do. */
            authenticatorSelection: {
                /**
                 * @description Whether the authenticator keeps the passkey itself.
                 * @example preferred
                 */
                residentKey: string;
                /**
                 * @description Whether it must verify the person.
                 * @example required
                 */
                userVerification: string;
            };
            /**
             * @description Whether it must prove of which make it is.
             * @example none
             */
            attestation: string;
        };
        PasskeyOptionsResponse: {
            data: components["schemas"]["PasskeyOptions"];
            included?: components["schemas"]["IncludedNames"];
        };
        PasskeyPage: {
            data: components["schemas"]["Passkey"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A person registered a passkey; `data` has its public half. */
        PasskeyRegisteredEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "passkey.registered";
            data: components["schemas"]["PasskeyEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "passkey.registered";
        };
        /** @description The vault, to which the passkey is bound. */
        PasskeyRelyingParty: {
            /**
             * @description The host of the vault.
             * @example vault.example.com
             */
            id: string;
            /**
             * @description The name that authenticators show.
             * @example Vault Inventory
             */
            name: string;
        };
        /** @description A passkey was removed: it signs nothing more. */
        PasskeyRemovedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "passkey.removed";
            data: components["schemas"]["PasskeyEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "passkey.removed";
        };
        PasskeyResponse: {
            data: components["schemas"]["Passkey"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description Ways to reach the authenticator, as the browser named them.
         * @example [
         *       "internal"
         *     ]
         */
        PasskeyTransports: string[];
        /** @description The person, as authenticators show them. */
        PasskeyUser: {
            /**
             * @description The id of the person, in base64url.
             * @example cHJzbl8wMWth
             */
            id: string;
            /**
             * @description The name of the person.
             * @example Ada Lindqvist
             */
            name: string;
            /**
             * @description The same.
             * @example Ada Lindqvist
             */
            displayName: string;
        };
        PendingItemsRevaluation: {
            data: components["schemas"]["RevaluationDetails"];
            included?: components["schemas"]["IncludedNames"];
            totals: components["schemas"]["RevaluationTotals"];
        };
        /** @description A record that waits for an approval. */
        PendingRecord: {
            /**
             * @description The type of the record.
             * @enum {unknown}
             */
            type: "transfer" | "outbound_shipment" | "revaluation";
            /**
             * @description Identifier of the record.
             * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
             */
            id: string;
            /**
             * @description The part of the person: `approved` is one approval of several, which counts on.
             * @enum {unknown}
             */
            part: "requested" | "approved";
        };
        /** @description A revaluation that waits for a decision. */
        PendingRevaluation: {
            /**
             * @description Identifier of the revaluation.
             * @example reval_01kaj2v4n3d5f7h9k1m3p5r7t9
             */
            id: string;
            /**
             * @description Number of items with new values.
             * @example 1
             */
            totalItems: number;
            /**
             * @description Why the values are changed.
             * @example New appraisal
             */
            reason: components["schemas"]["Text"];
            /**
             * Format: date-time
             * @description When it was requested: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T09:15:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires unless it is decided: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-12-05T09:15:00.000Z
             */
            expiresAt: string | null;
            /**
             * @description The access token that requested it; null if the operator of the vault did.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            requestedByTokenId: string | null;
            /**
             * @description The values that the request found, added up. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 5000000
             */
            fromValueCents: string;
            /**
             * @description The values that it asks for, added up. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 6000000
             */
            toValueCents: string;
            /**
             * @description Whether the token has `revaluations:approve`, four eyes allow it this record, and its holder did not approve it yet. Approve Revaluation can still refuse.
             * @example true
             */
            mayApprove: boolean;
        };
        /** @description A transfer that waits for a decision. */
        PendingTransfer: {
            /**
             * @description Identifier of the batch.
             * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
             */
            id: string;
            /**
             * @description Source FBO account.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fromFboAccountId: string;
            /**
             * @description Destination FBO account.
             * @example fbo_01kaj2v4mzfrvb8m4c6h2r8d9k
             */
            toFboAccountId: string;
            /**
             * @description Number of items in the batch.
             * @example 2
             */
            totalItems: number;
            /**
             * Format: date-time
             * @description When the batch was created: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T09:15:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the batch expires unless it is decided: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-12-05T09:15:00.000Z
             */
            expiresAt: string | null;
            /**
             * @description The access token that created it; null if no request of the API did.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            createdByTokenId: string | null;
            review: components["schemas"]["TransferReview"];
            /**
             * @description Declared value of its items as it is now. In the minor unit of the organization's currency: a decimal whole number, as a string. Null if the token lacks `inventory_items:read`.
             * @example 5000000
             */
            declaredValueCents: string | null;
            /** @description The insured exposure of `toFboAccountId`, with this and all other pending transfers into it. Null if the token lacks `fbo_accounts:read`. */
            destinationExposure: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                fboAccountId: string;
                exposureCents: components["schemas"]["ExposureCents"];
                maxInsuredValueCents: components["schemas"]["MaxInsuredValueCents"];
                headroomCents: components["schemas"]["HeadroomCents"];
                /**
                 * @description Whether the exposure is over the maximum insured value.
                 * @example false
                 */
                isOverMaximum: boolean;
            } | null;
            /**
             * @description Whether the token has `transfer_batches:approve`, four eyes allow it this transfer, and its holder did not approve it yet. Approve Transfer can still refuse: with `insured_value_exceeded`, for one, or, with `fourEyes` off, because several people must approve what the caller created.
             * @example true
             */
            mayApprove: boolean;
        };
        /** @enum {unknown} */
        Permission: "transfer_batches:create" | "transfer_batches:read" | "transfer_batches:approve" | "transfer_batches:cancel" | "fbo_accounts:create" | "fbo_accounts:read" | "fbo_accounts:update" | "fbo_accounts:set_insured_maximum" | "fbo_accounts:erase" | "inventory_items:create" | "inventory_items:read" | "inventory_items:update" | "inventory_items:revalue" | "revaluations:approve" | "outbound_shipments:create" | "outbound_shipments:read" | "outbound_shipments:update" | "outbound_shipments:approve" | "imports:create" | "organization_policies:read" | "organization_policies:update" | "access_tokens:manage" | "roles:manage" | "people:manage" | "identity_provider:manage" | "events:read" | "webhooks:manage";
        /** @description Somebody who works with the vault. */
        Person: {
            /**
             * @description Identifier of the person.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            id: string;
            /**
             * @description Organization that the person works for.
             * @example org_demo_northlight
             */
            organizationId: string;
            email: components["schemas"]["PersonEmail"];
            name: components["schemas"]["PersonName"];
            /**
             * @description `invited`: has not signed in yet. `suspended`: cannot sign in, and has no valid token.
             * @enum {unknown}
             */
            status: "invited" | "active" | "suspended";
            /**
             * @description The identity provider at which the person has an account; null until the first sign-in by it.
             * @example https://id.example.com
             */
            issuer: string | null;
            /**
             * Format: date-time
             * @description When the person was invited: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T08:30:00.000Z
             */
            createdAt: string;
            /**
             * @description The access token that invited the person; null if the operator of the vault or the identity provider did.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            createdByTokenId: string | null;
            /**
             * Format: date-time
             * @description When the person was suspended: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:02:00.000Z
             */
            suspendedAt: string | null;
            /**
             * Format: date-time
             * @description When the person last signed in: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T08:45:00.000Z
             */
            lastSignedInAt: string | null;
            roles: components["schemas"]["RolesOfPerson"];
        };
        /** @description A person was created by their first sign-in. */
        PersonAdmittedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "person.admitted";
            data: components["schemas"]["PersonEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "person.admitted";
        };
        /** @description A person signed in by the provider, and stays with that account. */
        PersonBoundEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "person.bound";
            data: components["schemas"]["PersonEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "person.bound";
        };
        /**
         * @description Email address, by which the identity provider knows the person at the first sign-in: the address alone. It is kept in lower case, without blanks at its ends and what is not seen.
         * @example ada.lindqvist@example.com
         */
        PersonEmail: components["schemas"]["EmailAddress"];
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        PersonEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The members of the record that have new values.
             * @example [
             *       "email"
             *     ]
             */
            changedMembers?: string[];
            /**
             * @description The status before the change.
             * @example pending
             */
            statusBefore?: string;
            /**
             * @description The status after the change.
             * @example completed
             */
            statusAfter?: string;
            /** @description The changed members before. */
            before?: Record<string, never>;
            /** @description The changed members after. */
            after?: Record<string, never>;
        };
        /** @description A person was invited. */
        PersonInvitedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "person.invited";
            data: components["schemas"]["PersonEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "person.invited";
        };
        /**
         * @description Name of the person, as events and histories show it.
         * @example Ada Lindqvist
         */
        PersonName: components["schemas"]["Text"];
        /** @description The person that the token belongs to; null if it is a machine's. */
        PersonOfToken: {
            /**
             * @description Identifier of the person.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            id: string;
            /**
             * @description The name of the person.
             * @example Ada Lindqvist
             */
            name: string;
        } | null;
        PersonPage: {
            data: components["schemas"]["Person"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        PersonResponse: {
            data: components["schemas"]["Person"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A suspended person can sign in again. */
        PersonResumedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "person.resumed";
            data: components["schemas"]["PersonEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "person.resumed";
        };
        /** @description A sign-in of a person in a browser. */
        PersonSession: {
            /**
             * @description Identifier of the session.
             * @example sess_01kaj2v4n0g2j4m6p8r1t3w5y7
             */
            id: string;
            /**
             * @description The person who signed in.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            personId: string;
            /**
             * @description The token that stands for the session in events and histories.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            accessTokenId: string;
            /**
             * Format: date-time
             * @description When the person signed in: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T08:45:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the session was last used: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T09:58:00.000Z
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When the session ends at the latest: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T20:45:00.000Z
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When the session ended: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:02:00.000Z
             */
            endedAt: string | null;
            /**
             * @description Why it ended: `signed_out`, `replaced` by another sign-in of the browser or by the newest of too many, `ended` by its person or by who manages people, or with its token, `idle`, `expired`, `suspended`; null while it goes on.
             * @example signed_out
             */
            endedReason: string | null;
            /**
             * @description The browser, as it calls itself; null if it did not.
             * @example Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0
             */
            userAgent: string | null;
            /**
             * @description Network address that the person signed in from.
             * @example 192.0.2.7
             */
            address: string;
        };
        PersonSessionPage: {
            data: components["schemas"]["PersonSession"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        PersonSessionResponse: {
            data: components["schemas"]["PersonSession"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A person was suspended: all tokens and sessions of theirs ended. */
        PersonSuspendedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "person.suspended";
            data: components["schemas"]["PersonEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "person.suspended";
        };
        /** @description A person was freed from their account at the provider: all tokens and sessions ended. */
        PersonUnboundEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "person.unbound";
            data: components["schemas"]["PersonEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "person.unbound";
        };
        /**
         * @description The members to change. An omitted member keeps its value.
         * @example {
         *       "roles": [
         *         "approver",
         *         "desk"
         *       ]
         *     }
         */
        PersonUpdate: {
            email?: components["schemas"]["PersonEmail"];
            name?: components["schemas"]["PersonName"];
            roles?: components["schemas"]["RolesOfPerson"];
        };
        /** @description The name, the email address or the roles of a person were changed. */
        PersonUpdatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "person.updated";
            data: components["schemas"]["PersonEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "person.updated";
        };
        /**
         * @description Phone number: text with at least one digit and no control characters; null if unknown.
         * @example +46 8 555 012 34
         */
        Phone: string | null;
        /** @description Why a request was refused (RFC 9457). After a 4xx, nothing was changed. */
        Problem: {
            /**
             * Format: uri
             * @description A stable URI for the code.
             */
            type: string;
            /** @description The meaning of the code. It is the same in every problem with that code. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description A sentence that says what to do. */
            detail: string;
            /** @description The path of the request. */
            instance: string;
            /**
             * @description Base decisions on this member. Published codes never change.
             * @enum {unknown}
             */
            code: "unauthenticated" | "invalid_token" | "session_ended" | "invalid_sign_in_code" | "sign_in_required" | "insufficient_permission" | "permission_not_held" | "person_required" | "self_approval_forbidden" | "person_suspended" | "cross_site_request" | "https_required" | "test_organization_required" | "route_not_found" | "method_not_allowed" | "unsupported_media_type" | "body_too_large" | "headers_too_large" | "request_timeout" | "malformed_request" | "unsupported_transfer_coding" | "malformed_json" | "invalid_request" | "unknown_parameter" | "invalid_parameter" | "unknown_field" | "same_account" | "items_required" | "too_many_items" | "invalid_item" | "duplicate_item" | "duplicate_identifier" | "passkey_invalid" | "no_updatable_fields" | "fbo_account_not_found" | "inventory_item_not_found" | "transfer_batch_not_found" | "outbound_shipment_not_found" | "revaluation_not_found" | "record_not_found" | "event_not_found" | "webhook_endpoint_not_found" | "import_not_found" | "session_not_found" | "passkey_not_found" | "access_token_not_found" | "role_not_found" | "role_built_in" | "role_name_taken" | "role_in_use" | "too_many_roles" | "signing_key_missing" | "sealed_log_contradicted" | "idempotency_in_progress" | "idempotency_key_reused" | "file_already_imported" | "version_conflict" | "item_not_in_source_account" | "item_not_in_vault" | "revaluation_outdated" | "item_left_vault" | "identifier_taken" | "invalid_state_transition" | "proof_required" | "proof_invalid" | "already_approved" | "recipient_required" | "insured_value_exceeded" | "person_not_found" | "person_exists" | "fbo_account_in_use" | "fbo_account_erased" | "external_id_taken" | "primary_account_exists" | "passkey_exists" | "too_many_passkeys" | "too_many_webhook_endpoints" | "secrets_key_missing" | "rate_limited" | "temporarily_unavailable" | "internal_error";
            /** @description The id of the request in the logs (`X-Request-Id`). */
            requestId: string;
            /** @description The violations found, at most the first hundred. */
            errors?: components["schemas"]["Violation"][];
            /** @description The number of violations, including those not in `errors`. */
            errorsTotal?: number;
            /** @description With `insufficient_permission`: the permission that the token lacks. */
            requiredPermission?: string;
            /** @description With `permission_not_held`: the permissions that the caller's token lacks. */
            missingPermissions?: string[];
            /** @description With `sign_in_required`: how old the sign-in may be, in seconds. */
            maxAgeSeconds?: number;
            /** @description With `invalid_state_transition` and `item_left_vault`: the current status of the record. */
            currentStatus?: string;
            /** @description With `invalid_state_transition`: the verbs that the record accepts now, as written at the end of the path. */
            allowed?: string[];
            /** @description With `item_not_in_vault` and `invalid_state_transition`: the transfer batch that holds the item. */
            activeTransferId?: string;
            /** @description With `item_not_in_vault` and `invalid_state_transition`: the outbound shipment that holds the item. */
            activeShipmentId?: string;
            /** @description With `invalid_state_transition` of a shipment: why it is on hold. */
            holdReason?: string;
            /**
             * Format: date-time
             * @description With `invalid_state_transition` of a shipment: when it was cancelled.
             */
            cancelledAt?: string;
            /** @description With `fbo_account_in_use`: open shipments of the account, at most a hundred. */
            outboundShipmentIds?: string[];
            /** @description With `fbo_account_in_use`: how many open shipments there are. */
            outboundShipmentsTotal?: number;
            /** @description With `fbo_account_in_use`: items of the account that are in the vault, at most a hundred. With `revaluation_outdated`: items that have another value or left the vault, as many. */
            inventoryItemIds?: string[];
            /** @description With `fbo_account_in_use` and `revaluation_outdated`: how many such items there are. */
            inventoryItemsTotal?: number;
            /** @description With `fbo_account_in_use`: pending transfers from the account or to it, at most a hundred. */
            transferIds?: string[];
            /** @description With `role_in_use`: how many valid tokens have the role. */
            accessTokensTotal?: number;
            /** @description With `role_in_use`: how many people have the role. */
            peopleTotal?: number;
            /** @description With `fbo_account_in_use`: how many such transfers there are. */
            transfersTotal?: number;
            /** @description With `file_already_imported`: the import of the same file. */
            importId?: string;
            /** @description With `external_id_taken`: the account that has the external id. */
            fboAccountId?: string;
            /** @description With `already_approved`: how many people approved the record. */
            approvalsGiven?: number;
            /** @description With `already_approved`: how many people must approve it. */
            approvalsRequired?: number;
            /** @description With `person_exists`: the person who has the email address. */
            personId?: string;
            /** @description With `insured_value_exceeded`: the insured exposure of the destination, in the minor unit of the organization's currency. It counts its items and those of pending transfers into it, including this transfer. */
            exposureCents?: string;
            /** @description With `insured_value_exceeded`: the maximum insured value of the destination, in the same unit. */
            maxInsuredValueCents?: string;
            /** @description With `temporarily_unavailable` of `/health/ready`: `stopping`, `database_unavailable` or `database_not_writable`. */
            reason?: string;
        };
        /** @description The person and the address that the shipment goes to; null if unknown, or erased with the account. Personal data. */
        Recipient: {
            /**
             * @description Name of the person who receives it.
             * @example Ada Lindqvist
             */
            name: components["schemas"]["Text"];
            /**
             * @description Company; null if there is none.
             * @example Lindqvist Watches AB
             */
            company: components["schemas"]["TextOrNull"];
            /**
             * @description Street and number.
             * @example Skeppsbron 14
             */
            line1: components["schemas"]["Text"];
            /**
             * @description Second line of the address; null if there is none.
             * @example Floor 3
             */
            line2: components["schemas"]["TextOrNull"];
            /**
             * @description City.
             * @example Stockholm
             */
            city: components["schemas"]["Text"];
            /**
             * @description Region, state or province; null if there is none.
             * @example Stockholms län
             */
            region: components["schemas"]["TextOrNull"];
            /**
             * @description Postal code; null if there is none.
             * @example 111 30
             */
            postalCode: components["schemas"]["TextOrNull"];
            countryCode: components["schemas"]["CountryCode"];
            phone: components["schemas"]["RecipientPhone"];
        } | null;
        /**
         * @description Phone number: text with at least one digit and no control characters; null if unknown.
         * @example +46 8 555 012 34
         */
        RecipientPhone: string | null;
        /** @description What is sent again. */
        ReplayedWebhookEvents: {
            /**
             * @description The number of events that are sent.
             * @example 312
             */
            events: number;
            /**
             * @description The last event that is sent; if `hasMore` is true, the last that was looked at. Null if there is none.
             * @example evt_1_59820c837cdb0737
             */
            lastEventId: string | null;
            /**
             * @description Whether the range goes on, also where no event was sent: send the same instants with `lastEventId` as `afterEventId`.
             * @example false
             */
            hasMore: boolean;
        };
        ReplayedWebhookEventsResponse: {
            data: components["schemas"]["ReplayedWebhookEvents"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description New declared values that a second person must approve, and what became of them. */
        Revaluation: {
            /**
             * @description Identifier of the revaluation.
             * @example reval_01kaj2v4n3d5f7h9k1m3p5r7t9
             */
            id: string;
            /**
             * @description Owning organization.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description Status of the revaluation; `pending` when requested.
             * @enum {unknown}
             */
            status: "pending" | "approved" | "rejected" | "cancelled" | "expired";
            /**
             * @description Number of items with new values.
             * @example 1
             */
            totalItems: number;
            /**
             * @description Why the values are changed.
             * @example New appraisal
             */
            reason: components["schemas"]["Text"];
            /**
             * @description The access token that requested it; null if the operator of the vault did.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            requestedByTokenId: string | null;
            /**
             * Format: date-time
             * @description When it was requested: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T09:15:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it expires unless it is decided: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-12-05T09:15:00.000Z
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was decided or expired: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:02:00.000Z
             */
            decidedAt: string | null;
            /**
             * @description The access token that decided it; null if it is pending or expired.
             * @example tok_01kaj2v4n7f3w9zq2b5d8h1k4m
             */
            decidedByTokenId: string | null;
            /**
             * @description Why it was rejected or cancelled; null otherwise.
             * @example The appraisal is of another item
             */
            decisionReason: string | null;
        };
        /** @description One of several people approved a revaluation. */
        RevaluationApprovalGivenEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "revaluation.approval_given";
            data: components["schemas"]["RevaluationEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "revaluation.approval_given";
        };
        /** @description A revaluation was approved, and its items have the new values. */
        RevaluationApprovedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "revaluation.approved";
            data: components["schemas"]["RevaluationEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "revaluation.approved";
        };
        /** @description A revaluation was cancelled. */
        RevaluationCancelledEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "revaluation.cancelled";
            data: components["schemas"]["RevaluationEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "revaluation.cancelled";
        };
        /** @description A revaluation with its items. */
        RevaluationDetails: components["schemas"]["Revaluation"] & {
            /** @description The items, with the values that the request found and those that it asks for. */
            items: components["schemas"]["RevaluedItem"][];
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        RevaluationEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The status before the change.
             * @example pending
             */
            statusBefore?: string;
            /**
             * @description The status after the change.
             * @example completed
             */
            statusAfter?: string;
            /**
             * @description The number of items of the transfer, shipment, revaluation or intake.
             * @example 2
             */
            totalItems?: number;
            /**
             * @description Where the items are listed.
             * @example /v1/transfers/xfer_01kaj2v4n9e2kt7b4w8x5c1d3f/items
             */
            itemsPath?: string;
            /**
             * @description The person.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            personId?: string;
            /** @description The signature of a passkey over what was approved, `content`: see CUSTODY, Proofs of approvals. */
            proof?: Record<string, never>;
        };
        RevaluationPage: {
            data: components["schemas"]["Revaluation"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A revaluation was rejected. */
        RevaluationRejectedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "revaluation.rejected";
            data: components["schemas"]["RevaluationEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "revaluation.rejected";
        };
        /** @description New values were requested that a second person must approve. */
        RevaluationRequestedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "revaluation.requested";
            data: components["schemas"]["RevaluationEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "revaluation.requested";
        };
        /** @description What a revaluation of several items changes in all. */
        RevaluationTotals: {
            /**
             * @description Number of items that get another value.
             * @example 1
             */
            revaluedItems: number;
            /**
             * @description Sum of the declared values of all items of the request before. In the minor unit of the organization's currency.
             * @example 1250000
             */
            fromValueCents: string;
            /**
             * @description Sum of the declared values of all items of the request after. In the minor unit of the organization's currency.
             * @example 1500000
             */
            toValueCents: string;
        };
        /** @description An item with a new declared value. */
        RevaluedItem: {
            /**
             * @description The item.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
             */
            inventoryItemId: string;
            /**
             * @description The value before. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 1250000
             */
            fromValueCents: components["schemas"]["Cents"];
            /**
             * @description The value from then on. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 1500000
             */
            toValueCents: components["schemas"]["Cents"];
        };
        RevaluedItemsPage: {
            data: components["schemas"]["InventoryItem"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
            totals: components["schemas"]["RevaluationTotals"];
        };
        /** @description A named set of permissions. */
        Role: {
            /**
             * @description Identifier of the role; of a built-in one, its name.
             * @example role_01kaj2v4n8b1d3f5h7k9m2p4r6
             */
            id: string;
            /**
             * @description Organization that the role belongs to.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description Name of the role.
             * @example Night shift
             */
            name: string;
            /**
             * @description What a built-in role is for; null of all others.
             * @example null
             */
            description: string | null;
            /**
             * @description Permissions that the role gives now. A later release may add some to a built-in role.
             * @example [
             *       "inventory_items:read",
             *       "outbound_shipments:read"
             *     ]
             */
            permissions: components["schemas"]["Permission"][];
            /**
             * @description Whether every organization has the role, and nobody can change it.
             * @example false
             */
            isBuiltIn: boolean;
            /**
             * Format: date-time
             * @description When the role was created: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T08:30:00.000Z
             */
            createdAt: string | null;
            /**
             * Format: date-time
             * @description When the role was last changed: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:02:00.000Z
             */
            changedAt: string | null;
        };
        /** @description A role was created. */
        RoleCreatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "role.created";
            data: components["schemas"]["RoleEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "role.created";
        };
        /** @description A role was deleted. */
        RoleDeletedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "role.deleted";
            data: components["schemas"]["RoleEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "role.deleted";
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        RoleEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The members of the record that have new values.
             * @example [
             *       "email"
             *     ]
             */
            changedMembers?: string[];
            /** @description The changed members before. */
            before?: Record<string, never>;
            /** @description The changed members after. */
            after?: Record<string, never>;
        };
        /**
         * @description The roles of each value of the claim. Values that are not here give none. Default: empty.
         * @example {
         *       "vault-approvers": [
         *         "approver"
         *       ]
         *     }
         */
        RoleMapping: {
            [key: string]: string[];
        };
        RolePage: {
            data: components["schemas"]["Role"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        RoleResponse: {
            data: components["schemas"]["Role"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description The members to change. An omitted member keeps its value.
         * @example {
         *       "permissions": [
         *         "inventory_items:read",
         *         "outbound_shipments:read"
         *       ]
         *     }
         */
        RoleUpdate: {
            /**
             * @description Name of the role. No other role of the organization has it, whatever its case and spaces.
             * @example Night shift
             */
            name?: components["schemas"]["Text"];
            /**
             * @description Permissions that the role gives; your own token must have all of them. No permission implies another one.
             * @example [
             *       "inventory_items:read",
             *       "outbound_shipments:read"
             *     ]
             */
            permissions?: components["schemas"]["Permission"][];
        };
        /** @description A role got another name or other permissions. */
        RoleUpdatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "role.updated";
            data: components["schemas"]["RoleEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "role.updated";
        };
        /**
         * @description The claim whose values `roleMapping` maps: a text or a list of texts. With it, each sign-in replaces the person's roles. Default: null, roles are those given by people.
         * @example groups
         */
        RolesClaim: components["schemas"]["TextOrNull"];
        /**
         * @description The roles of the person: their permissions together are what the person may do.
         * @example [
         *       "approver",
         *       "desk"
         *     ]
         */
        RolesOfPerson: string[];
        /** @description A record that a search found. */
        SearchResult: {
            /**
             * @description The type of the record.
             * @enum {unknown}
             */
            type: "fbo_account" | "inventory_item" | "transfer_batch" | "outbound_shipment";
            /**
             * @description Identifier of the record.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
             */
            id: string;
            /**
             * @description A line that names the record for people: the name of an account, the description of an item and its first identifier, the accounts of a transfer, the account of a shipment. The id if it has no name.
             * @example 1952 Topps #311, PSA 8
             */
            title: string;
            /**
             * @description A second line: the person or the email of an account, the account of an item, the notes of a transfer, the tracking number of a shipment; null if there is none. Accounts are named by their ids if the token may not read accounts.
             * @example Ada Lindqvist
             */
            detail: string | null;
            /**
             * @description The status of the record; null for an account, which has none.
             * @example in_vault
             */
            status: string | null;
            /**
             * @description The member of the record that the text was found in.
             * @enum {unknown}
             */
            match: "id" | "identifier" | "externalId" | "trackingNumber" | "email" | "phone" | "name" | "businessName" | "description" | "notes" | "recipient";
        };
        SearchResultPage: {
            data: components["schemas"]["SearchResult"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A person signed in; the token is the one that stands for the session. */
        SessionBeganEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "session.began";
            data: components["schemas"]["SessionEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.began";
        };
        /** @description The session of a person was ended: by signing out, or by somebody else. */
        SessionEndedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "session.ended";
            data: components["schemas"]["SessionEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "session.ended";
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        SessionEventData: {
            /**
             * @description The person.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            personId?: string;
            /**
             * @description The session of the person.
             * @example sess_01kaj2v4n0g2j4m6p8r1t3w5y7
             */
            sessionId?: string;
        };
        /** @description An item to send. */
        ShipmentItem: {
            /**
             * @description Identifier of an inventory item; unique within the request.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
             */
            inventoryItemId: string;
        };
        /** @description A passkey that may sign. */
        SigningPasskey: {
            credentialId: components["schemas"]["CredentialId"];
            transports: components["schemas"]["PasskeyTransports"];
        };
        /** @description What an account held at the beginning and at the end of a period, and the sums of what changed. */
        Statement: {
            /**
             * @description The account.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId: string;
            /**
             * @description The currency of every amount of the organization (ISO 4217).
             * @example USD
             */
            currency: string;
            /**
             * Format: date-time
             * @description When the period begins: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-01T00:00:00.000Z
             */
            from: string | null;
            /**
             * Format: date-time
             * @description When the period ends: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-12-01T00:00:00.000Z
             */
            to: string | null;
            /** @description The holdings right before `from`. */
            opening: {
                /**
                 * @description The number of items held.
                 * @example 12
                 */
                items: number;
                /**
                 * @description The sum of their declared values then. In the minor unit of the organization's currency: a whole number, as a string. It can have more digits than an amount.
                 * @example 17500000
                 */
                valueCents: string;
            };
            /** @description The lines of the period by kind, each kind once. */
            changes: {
                /**
                 * @description The kind of the lines.
                 * @enum {unknown}
                 */
                kind: "imported" | "taken_in" | "transferred_in" | "transferred_out" | "shipped" | "withdrawn" | "revalued";
                /**
                 * @description Their number.
                 * @example 3
                 */
                lines: number;
                /**
                 * @description Their items.
                 * @example 3
                 */
                itemsChange: number;
                /**
                 * @description Their change of the value. In the minor unit of the organization's currency: a whole number, as a string, negative for a decrease.
                 * @example 4500000
                 */
                valueChangeCents: string;
            }[];
            /**
             * @description The number of shipments that items left with.
             * @example 1
             */
            shipments: number;
            /** @description The holdings right before `to`, or now: the opening and all changes. */
            closing: {
                /**
                 * @description The number of items held.
                 * @example 12
                 */
                items: number;
                /**
                 * @description The sum of their declared values then. In the minor unit of the organization's currency: a whole number, as a string. It can have more digits than an amount.
                 * @example 17500000
                 */
                valueCents: string;
            };
            /** @description The newest checkpoint of the sealed log; null if there is none, or if the token lacks `events:read`. */
            checkpoint: components["schemas"]["EventCheckpoint"] | null;
            /**
             * @description Whether the newest checkpoint is over every event that happened before `to`, so far. If not, one is within the hour, or after Create Event Checkpoint.
             * @example true
             */
            isProven: boolean;
        };
        /** @description One change of what an account holds, or of its value. The opening and all lines make the closing. */
        StatementLine: {
            /**
             * Format: date-time
             * @description When it happened: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T09:15:00.000Z
             */
            at: string;
            /**
             * @description What happened: the item came (`imported`, `taken_in`, `transferred_in`), left (`transferred_out`, `shipped`, `withdrawn`), or got another value (`revalued`).
             * @enum {unknown}
             */
            kind: "imported" | "taken_in" | "transferred_in" | "transferred_out" | "shipped" | "withdrawn" | "revalued";
            /**
             * @description The item.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
             */
            inventoryItemId: string;
            /**
             * @description Description of the item, as it is now; null if there is none.
             * @example Submariner 5513, 1967
             */
            description: string | null;
            /**
             * @description 1 if the item came, -1 if it left, 0 if its value changed.
             * @example 1
             */
            itemsChange: number;
            /**
             * @description The change of the value of what the account holds. In the minor unit of the organization's currency: a whole number, as a string, negative for a decrease.
             * @example 1250000
             */
            valueChangeCents: string;
            /**
             * @description The declared value of the item then; of a `revalued` one, from then on. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 1250000
             */
            valueCents: components["schemas"]["Cents"];
            /**
             * @description The other account of the transfer; null if there was none.
             * @example fbo_01kaj2v4mzfrvb8m4c6h2r8d9k
             */
            otherFboAccountId: string | null;
            /**
             * @description The transfer that moved the item; null if none did.
             * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
             */
            transferBatchId: string | null;
            /**
             * @description The shipment that the item left with; null if there was none.
             * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
             */
            outboundShipmentId: string | null;
            /**
             * @description The revaluation that a second person approved; null if there was none.
             * @example reval_01kaj2v4n3d5f7h9k1m3p5r7t9
             */
            revaluationId: string | null;
            /**
             * @description The access token of the request; null if the system or the operator of the vault made the change.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            tokenId: string | null;
            /**
             * @description The reason; null if none was given.
             * @example New appraisal
             */
            reason: string | null;
        };
        StatementLinePage: {
            data: components["schemas"]["StatementLine"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        StatementResponse: {
            data: components["schemas"]["Statement"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description The figures of the organization's records. */
        Summary: {
            /**
             * @description The organization.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * Format: date-time
             * @description When the figures were read: RFC 3339, UTC, milliseconds.
             * @example 2026-11-23T09:15:00.000Z
             */
            asOf: string;
            /** @description The number of items by status. Null if the token lacks `inventory_items:read`. */
            itemsByStatus: {
                /**
                 * @description Items that are `in_vault`.
                 * @example 3
                 */
                in_vault: number;
                /**
                 * @description Items that are `transfer_pending`.
                 * @example 3
                 */
                transfer_pending: number;
                /**
                 * @description Items that are `shipment_pending`.
                 * @example 3
                 */
                shipment_pending: number;
                /**
                 * @description Items that are `on_hold`.
                 * @example 3
                 */
                on_hold: number;
                /**
                 * @description Items that are `shipped`.
                 * @example 3
                 */
                shipped: number;
                /**
                 * @description Items that are `delivered`.
                 * @example 3
                 */
                delivered: number;
                /**
                 * @description Items that are `withdrawn`.
                 * @example 3
                 */
                withdrawn: number;
            } | null;
            /** @description The number of shipments by status, without cancelled ones. Null if the token lacks `outbound_shipments:read`. */
            shipmentsByStatus: {
                /**
                 * @description Shipments that are `packing`.
                 * @example 3
                 */
                packing: number;
                /**
                 * @description Shipments that are `inspecting`.
                 * @example 3
                 */
                inspecting: number;
                /**
                 * @description Shipments that are `pending_approval`.
                 * @example 3
                 */
                pending_approval: number;
                /**
                 * @description Shipments that are `approved`.
                 * @example 3
                 */
                approved: number;
                /**
                 * @description Shipments that are `shipped`.
                 * @example 3
                 */
                shipped: number;
                /**
                 * @description Shipments that are `delivered`.
                 * @example 3
                 */
                delivered: number;
            } | null;
            /**
             * @description The number of shipments on hold. Null if the token lacks `outbound_shipments:read`.
             * @example 1
             */
            heldShipments: number | null;
            /** @description What happened to transfers on each of the last 30 days, oldest first, today last. Null if the token lacks `transfer_batches:read`. */
            transfersByDay: {
                /**
                 * Format: date
                 * @description The day, UTC.
                 * @example 2026-11-23
                 */
                date: string;
                /**
                 * @description Transfers that were created on the day.
                 * @example 4
                 */
                created: number;
                /**
                 * @description Transfers that were approved on the day.
                 * @example 3
                 */
                completed: number;
                /**
                 * @description Transfers that were rejected on the day.
                 * @example 1
                 */
                rejected: number;
                /**
                 * @description Transfers that were cancelled on the day.
                 * @example 0
                 */
                cancelled: number;
                /**
                 * @description Transfers that expired on the day.
                 * @example 0
                 */
                expired: number;
            }[] | null;
            /** @description The transfers that wait for a decision. Null if the token lacks `transfer_batches:read`. */
            pendingTransfers: {
                /**
                 * @description Pending transfers.
                 * @example 7
                 */
                count: number;
                /**
                 * @description Pending transfers with `mayApprove`.
                 * @example 5
                 */
                awaitingMe: number;
                /** @description At most 10, oldest first: those with `mayApprove`; all of them if the token lacks `transfer_batches:approve`. */
                oldest: components["schemas"]["PendingTransfer"][];
            } | null;
            /** @description At most 10 accounts, those first whose insured exposure is the largest part of their maximum. Accounts without exposure are left out. Null if the token lacks `fbo_accounts:read`. */
            accountsNearestToMaximum: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                fboAccountId: string;
                firstName: components["schemas"]["FirstName"];
                lastName: components["schemas"]["LastName"];
                businessName: components["schemas"]["BusinessName"];
                exposureCents: components["schemas"]["ExposureCents"];
                maxInsuredValueCents: components["schemas"]["MaxInsuredValueCents"];
                headroomCents: components["schemas"]["HeadroomCents"];
                /**
                 * @description Whether the exposure is over the maximum insured value.
                 * @example false
                 */
                isOverMaximum: boolean;
            }[] | null;
            /** @description The pending transfers that expire within 24 hours, also those of others. Null if the token lacks `transfer_batches:read`. */
            expiringTransfers: {
                /**
                 * @description Pending transfers that expire within 24 hours.
                 * @example 1
                 */
                count: number;
                /** @description At most 10 of them, the first to expire first. */
                soonest: components["schemas"]["PendingTransfer"][];
            } | null;
            /** @description Shipments that wait for an approval. Null if the token lacks `outbound_shipments:read`. */
            pendingShipments: {
                /**
                 * @description Shipments that wait.
                 * @example 7
                 */
                count: number;
                /**
                 * @description Those with `mayApprove`.
                 * @example 5
                 */
                awaitingMe: number;
                /** @description At most 10, oldest first: those with `mayApprove`; all of them if the token lacks `outbound_shipments:approve`. */
                oldest: components["schemas"]["WaitingShipment"][];
            } | null;
            /** @description At most 10 shipments on hold, the longest first. Null if the token lacks `outbound_shipments:read`. */
            longestHeldShipments: components["schemas"]["WaitingShipment"][] | null;
            /** @description Revaluations that wait for an approval. Null if the token lacks `inventory_items:read`. */
            pendingRevaluations: {
                /**
                 * @description Revaluations that wait.
                 * @example 7
                 */
                count: number;
                /**
                 * @description Those with `mayApprove`.
                 * @example 5
                 */
                awaitingMe: number;
                /** @description At most 10, oldest first: those with `mayApprove`; all of them if the token lacks `revaluations:approve`. */
                oldest: components["schemas"]["PendingRevaluation"][];
            } | null;
            /** @description The declared value of what is in the vault. Null if the token lacks `inventory_items:read`. */
            vaultValue: {
                /**
                 * @description The declared value of the items in the vault. In the minor unit of the organization's currency: a decimal whole number, as a string.
                 * @example 17500000
                 */
                declaredValueCents: string;
                /**
                 * @description The same 30 days before, with the items and values of then. In the minor unit of the organization's currency: a decimal whole number, as a string.
                 * @example 16200000
                 */
                thirtyDaysAgoCents: string;
            } | null;
            /**
             * @description The median time from the creation of a transfer to its approval or rejection by a person, of the last 30 days; null without any. Null if the token lacks `transfer_batches:read`.
             * @example 5400
             */
            medianDecisionSeconds: number | null;
        };
        SummaryResponse: {
            data: components["schemas"]["Summary"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A person who was just suspended. */
        SuspendedPerson: components["schemas"]["Person"] & {
            /** @description What the person requested, or approved as one of several, and still waits for an approval: look whether you still want it. Of each type the newest 100. */
            pending: components["schemas"]["PendingRecord"][];
        };
        SuspendedPersonResponse: {
            data: components["schemas"]["SuspendedPerson"];
            included?: components["schemas"]["IncludedNames"];
        };
        Text: string;
        TextOrNull: string | null;
        /**
         * @description Permissions that the token has now, with those of its role. Each operation names the permission that it requires. A person's token has none that the person lacks. `webhooks:manage` sends all events to any public URL, also without `events:read`.
         * @example [
         *       "fbo_accounts:read",
         *       "outbound_shipments:read"
         *     ]
         */
        TokenPermissions: components["schemas"]["Permission"][];
        /**
         * @description How the old token ends. The body can be omitted.
         * @example {
         *       "graceDays": 7
         *     }
         */
        TokenRotation: {
            /**
             * @description Days that the old token stays valid together with the new one, at most until it expires. With 0, it is revoked and refused within one second.
             * @default 0
             * @example 7
             */
            graceDays?: number;
        };
        /** @description One of several people approved a transfer batch. */
        TransferApprovalGivenEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "transfer.approval_given";
            data: components["schemas"]["TransferEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.approval_given";
        };
        /** @description A move of items from one FBO account to another of the same organization. */
        TransferBatch: {
            /**
             * @description Identifier of the batch.
             * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
             */
            id: string;
            /**
             * @description Source FBO account.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fromFboAccountId: string;
            /**
             * @description Destination FBO account.
             * @example fbo_01kaj2v4mzfrvb8m4c6h2r8d9k
             */
            toFboAccountId: string;
            /**
             * @description Owning organization.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description Status of the batch; `pending` when created.
             * @enum {unknown}
             */
            status: "pending" | "completed" | "rejected" | "cancelled" | "expired";
            /**
             * @description Number of items in the batch.
             * @example 2
             */
            totalItems: number;
            /**
             * @description Whether the organization's policy approved the batch; false when created.
             * @example false
             */
            approvedBySystem: boolean;
            /**
             * @description Free-text note from the request; null if it had none.
             * @example Spring rebalancing
             */
            notes: string | null;
            /**
             * Format: date-time
             * @description When the batch was created: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T09:15:00.000Z
             */
            createdAt: string;
        };
        TransferBatchResponse: {
            data: components["schemas"]["TransferBatch"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A transfer batch was cancelled. */
        TransferCancelledEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "transfer.cancelled";
            data: components["schemas"]["TransferEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.cancelled";
        };
        /** @description A transfer batch was approved, and its items were moved. */
        TransferCompletedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "transfer.completed";
            data: components["schemas"]["TransferEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.completed";
        };
        /** @description A transfer batch was created, and claims its items. */
        TransferCreatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "transfer.created";
            data: components["schemas"]["TransferEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.created";
        };
        /**
         * @description A transfer batch, who created it, and how it ended.
         * @example {
         *       "id": "xfer_01kaj2v4n9e2kt7b4w8x5c1d3f",
         *       "fromFboAccountId": "fbo_01kaj2v4mzfrvb8m4c5t1q9s7e",
         *       "toFboAccountId": "fbo_01kaj2v4mzfrvb8m4c6h2r8d9k",
         *       "organizationId": "org_demo_northlight",
         *       "status": "completed",
         *       "totalItems": 2,
         *       "approvedBySystem": false,
         *       "notes": "Spring rebalancing",
         *       "createdAt": "2026-11-21T09:15:00.000Z",
         *       "totalDeclaredValueCents": "2500000",
         *       "idempotencyKey": "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11",
         *       "createdByTokenId": "tok_01kaj2v4n1e8vsm3p6q5r7t9x0",
         *       "expiresAt": "2026-12-05T09:15:00.000Z",
         *       "review": [
         *         "declared_value_over_limit"
         *       ],
         *       "decidedAt": "2026-11-21T10:02:00.000Z",
         *       "decidedByTokenId": "tok_01kaj2v4n7f3w9zq2b5d8h1k4m",
         *       "decisionReason": null,
         *       "approvedOverInsuredMaximum": false,
         *       "metadata": {
         *         "deal": "D-2041"
         *       }
         *     }
         */
        TransferDetails: components["schemas"]["TransferBatch"] & {
            /**
             * @description The sum of the items' declared values when the batch was created. In the minor unit of the organization's currency: a decimal whole number, as a string; null where it is not known.
             * @example 2500000
             */
            totalDeclaredValueCents: string | null;
            /**
             * @description The `Idempotency-Key` of the request that created it; null if it had none.
             * @example 0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11
             */
            idempotencyKey: string | null;
            /**
             * @description The access token that created it; null if no request of the API did.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            createdByTokenId: string | null;
            /**
             * Format: date-time
             * @description When the batch expires unless it is decided: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-12-05T09:15:00.000Z
             */
            expiresAt: string | null;
            review: components["schemas"]["TransferReview"];
            /**
             * Format: date-time
             * @description When the batch was decided or expired: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:02:00.000Z
             */
            decidedAt: string | null;
            /**
             * @description The access token that decided it; null if it is pending, expired or approved by the system.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            decidedByTokenId: string | null;
            /**
             * @description Why the batch was rejected or cancelled; null otherwise.
             * @example The buyer withdrew
             */
            decisionReason: string | null;
            /**
             * @description Whether the destination's exposure exceeded its maximum insured value when the batch was approved.
             * @example false
             */
            approvedOverInsuredMaximum: boolean;
            metadata: components["schemas"]["Metadata"];
        };
        TransferDetailsPage: {
            data: components["schemas"]["TransferDetails"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        TransferDetailsResponse: {
            data: components["schemas"]["TransferDetails"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`.
         * @example {
         *       "version": 2,
         *       "statusBefore": "pending",
         *       "statusAfter": "completed",
         *       "approvedBySystem": false,
         *       "fromFboAccountId": "fbo_01kaj2v4mzfrvb8m4c5t1q9s7e",
         *       "toFboAccountId": "fbo_01kaj2v4mzfrvb8m4c6h2r8d9k",
         *       "totalItems": 2,
         *       "itemsPath": "/v1/transfers/xfer_01kaj2v4n9e2kt7b4w8x5c1d3f/items"
         *     }
         */
        TransferEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The members of the record that have new values.
             * @example [
             *       "email"
             *     ]
             */
            changedMembers?: string[];
            /**
             * @description The status before the change.
             * @example pending
             */
            statusBefore?: string;
            /**
             * @description The status after the change.
             * @example completed
             */
            statusAfter?: string;
            /**
             * @description The source account.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fromFboAccountId?: string;
            /**
             * @description The destination account.
             * @example fbo_01kaj2v4mzfrvb8m4c6h2r8d9k
             */
            toFboAccountId?: string;
            /**
             * @description The number of items of the transfer, shipment, revaluation or intake.
             * @example 2
             */
            totalItems?: number;
            /**
             * @description Where the items are listed.
             * @example /v1/transfers/xfer_01kaj2v4n9e2kt7b4w8x5c1d3f/items
             */
            itemsPath?: string;
            /** @description Whether the policy approved it. */
            approvedBySystem?: boolean;
            /**
             * @description Why the policy did not approve it.
             * @example [
             *       "item_count_over_limit"
             *     ]
             */
            reviewReasons?: string[];
            /**
             * @description The person.
             * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
             */
            personId?: string;
            /** @description The signature of a passkey over what was approved, `content`: see CUSTODY, Proofs of approvals. */
            proof?: Record<string, never>;
        };
        /** @description A transfer batch expired before it was decided. */
        TransferExpiredEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "transfer.expired";
            data: components["schemas"]["TransferEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.expired";
        };
        /** @description An item to move, and the reason. */
        TransferItem: {
            /**
             * @description Identifier of an inventory item; unique within the request.
             * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
             */
            inventoryItemId: string;
            /**
             * @description Reason for moving the item.
             * @enum {unknown}
             */
            reason: "request" | "trade" | "rebalance";
        };
        /** @description A transfer batch was rejected. */
        TransferRejectedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "transfer.rejected";
            data: components["schemas"]["TransferEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.rejected";
        };
        /**
         * @description Why the policy left the approval to a person. Empty if the policy approved the batch or did not review it.
         * @example [
         *       "declared_value_over_limit"
         *     ]
         */
        TransferReview: ("item_count_over_limit" | "declared_value_over_limit" | "reason_not_covered" | "insured_exposure_over_maximum" | "daily_item_count_over_limit" | "daily_declared_value_over_limit" | "recently_revalued" | "several_approvals_required")[];
        /** @description The policy left the approval of a transfer to a person. */
        TransferSystemApprovalDeclinedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "transfer.system_approval_declined";
            data: components["schemas"]["TransferEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.system_approval_declined";
        };
        /**
         * @description The metadata to change. Accounts, items and notes cannot be changed.
         * @example {
         *       "metadata": {
         *         "deal": "D-2041",
         *         "region": null
         *       }
         *     }
         */
        TransferUpdate: {
            metadata?: components["schemas"]["MetadataPatch"];
        };
        /** @description The metadata of a transfer batch was changed. */
        TransferUpdatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "transfer.updated";
            data: components["schemas"]["TransferEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "transfer.updated";
        };
        /** @description An FBO account as its update returns it. */
        UpdatedFboAccount: {
            /**
             * @description Identifier of the account.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            id: string;
            /**
             * @description Identifier of the owning organization.
             * @example org_demo_northlight
             */
            organizationId: string;
            firstName: components["schemas"]["FirstName"];
            lastName: components["schemas"]["LastName"];
            email: components["schemas"]["Email"];
            phone: components["schemas"]["Phone"];
            businessName: components["schemas"]["BusinessName"];
            maxInsuredValueCents: components["schemas"]["MaxInsuredValueCents"];
            /**
             * Format: date-time
             * @description When the account was created: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T08:30:00.000Z
             */
            createdAt: string;
        };
        UpdatedFboAccountResponse: {
            data: components["schemas"]["UpdatedFboAccount"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description One broken rule in the request. Some codes add members. */
        Violation: {
            /** @description RFC 6901 pointer into the body; into a file, the line and the column. If `in` is present: `/` and the name of the parameter or header. */
            pointer: string;
            /**
             * @description The part of the request with the violation; absent if that is the body.
             * @enum {unknown}
             */
            in?: "query" | "header";
            /** @description A problem code, or one of required, invalid_type, too_short, too_long, invalid_format, invalid_value, unknown_column, duplicate_column, missing_column, malformed_csv, duplicate_id, id_exists, fbo_account_not_found, outbound_shipment_not_found, external_id_taken, primary_account_exists, duplicate_identifier, identifier_taken, insufficient_permission, self_approval_forbidden. */
            code: string;
            /** @description A sentence that says what to do. */
            detail: string;
            /** @description The item that the violation is about; with `identifier_taken`, the item that has the identifier. */
            inventoryItemId?: string;
            /** @description With `item_not_in_vault` and `item_left_vault`: the status of the item. */
            itemStatus?: string;
            /** @description With `item_not_in_vault` and `invalid_state_transition`: the transfer batch that holds the item. */
            activeTransferId?: string;
            /** @description With `item_not_in_vault` and `invalid_state_transition`: the outbound shipment that holds the item. */
            activeShipmentId?: string;
            /** @description With `permission_not_held`: a permission that the caller's token lacks. */
            permission?: string;
        };
        /** @description A shipment that waits for its approval, or that is on hold. */
        WaitingShipment: {
            /**
             * @description Identifier of the shipment.
             * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
             */
            id: string;
            /**
             * @description The FBO account that the shipment belongs to.
             * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
             */
            fboAccountId: string;
            /**
             * @description Number of items of the shipment. An import can increase it.
             * @example 2
             */
            totalItems: number;
            /**
             * Format: date-time
             * @description When the shipment was created: RFC 3339, UTC, milliseconds.
             * @example 2026-11-20T14:05:00.000Z
             */
            createdAt: string;
            /**
             * @description The access token that created it; null if no request of the API did.
             * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
             */
            createdByTokenId: string | null;
            /**
             * Format: date-time
             * @description When the current hold began: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:30:00.000Z
             */
            heldAt: string | null;
            /**
             * @description Why it is on hold; null otherwise.
             * @example Address to be confirmed
             */
            holdReason: string | null;
            /**
             * @description Declared value of its items as it is now. In the minor unit of the organization's currency: a decimal whole number, as a string. Null if the token lacks `inventory_items:read`.
             * @example 5000000
             */
            declaredValueCents: string | null;
            /**
             * @description ISO 3166 code of the country that it goes to; null without a recipient.
             * @example SE
             */
            countryCode: string | null;
            /**
             * @description Value that the carrier insures; null if none is asked for. In the minor unit of the organization's currency: a decimal whole number, as a string.
             * @example 25000000
             */
            insuredValueCents: components["schemas"]["CentsOrNull"];
            /**
             * @description Whether the token has `outbound_shipments:approve`, four eyes allow it this record, and its holder did not approve it yet. Approve Outbound Shipment can still refuse.
             * @example true
             */
            mayApprove: boolean;
        };
        /** @description What became of one event at one endpoint. */
        WebhookDelivery: {
            /**
             * @description Identifier of the event, also the `webhook-id` of every attempt.
             * @example evt_1_59820c837cdb0737
             */
            id: string;
            /**
             * @description The type of the event.
             * @example transfer.completed
             */
            eventType: string;
            /**
             * @description `pending`: it is sent at `nextAttemptAt`. `delivered`: the endpoint accepted it. `failed`: all attempts failed.
             * @enum {unknown}
             */
            status: "pending" | "delivered" | "failed";
            /** @description The last 10 attempts of the last 30 days, oldest first. */
            attempts: {
                /**
                 * Format: date-time
                 * @description When the attempt began: RFC 3339, UTC, milliseconds.
                 * @example 2026-11-21T10:02:00.000Z
                 */
                at: string;
                /**
                 * @description The status of the response; null if there was none.
                 * @example 503
                 */
                status: number | null;
                /**
                 * @description How long it took.
                 * @example 41
                 */
                durationMs: number;
                /**
                 * @description Why the attempt failed; null if it succeeded.
                 * @example The receiver responded with 503.
                 */
                error: string | null;
                /**
                 * @description The first kilobyte of the response. Of an attempt before the last one, its first 64 characters. Null if there was none.
                 * @example upstream unavailable
                 */
                response: string | null;
            }[];
            /**
             * @description The number of attempts so far, also of those that are not shown.
             * @example 2
             */
            totalAttempts: number;
            /**
             * Format: date-time
             * @description When the event is sent next: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:07:00.000Z
             */
            nextAttemptAt: string | null;
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A URL of yours that events are sent to. */
        WebhookEndpoint: {
            /**
             * @description Identifier of the endpoint.
             * @example hook_01kaj2v4n6s2xqf8d0b7y3m5ka
             */
            id: string;
            /**
             * @description Organization that the endpoint belongs to.
             * @example org_demo_northlight
             */
            organizationId: string;
            /**
             * @description Where events are sent.
             * @example https://example.com/vault-events
             */
            url: string;
            /**
             * @description The types of the events that are sent; null: all.
             * @example [
             *       "transfer.completed",
             *       "transfer.rejected"
             *     ]
             */
            types: string[] | null;
            /**
             * @description Whether events are sent.
             * @example true
             */
            enabled: boolean;
            /**
             * @description Why nothing is sent. `by_request`: a request disabled the endpoint. `gone`: it responded with status 410. `failing`: every attempt of five days failed. Null while it is enabled.
             * @enum {string|null}
             */
            disabledReason: "by_request" | "gone" | "failing" | null;
            /**
             * Format: date-time
             * @description When the previous secret ends or ended: until then, events are signed with both secrets: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-22T10:02:00.000Z
             */
            previousSecretEndsAt: string | null;
            /**
             * Format: date-time
             * @description When the endpoint was created: RFC 3339, UTC, milliseconds.
             * @example 2026-11-21T08:30:00.000Z
             */
            createdAt: string;
            health: components["schemas"]["WebhookEndpointHealth"];
        };
        /** @description A webhook endpoint was created. */
        WebhookEndpointCreatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "webhook_endpoint.created";
            data: components["schemas"]["WebhookEndpointEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_endpoint.created";
        };
        /** @description A webhook endpoint was deleted. */
        WebhookEndpointDeletedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "webhook_endpoint.deleted";
            data: components["schemas"]["WebhookEndpointEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_endpoint.deleted";
        };
        /** @description A webhook endpoint was disabled: it gets no events. */
        WebhookEndpointDisabledEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "webhook_endpoint.disabled";
            data: components["schemas"]["WebhookEndpointEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_endpoint.disabled";
        };
        /** @description A webhook endpoint was enabled again. */
        WebhookEndpointEnabledEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "webhook_endpoint.enabled";
            data: components["schemas"]["WebhookEndpointEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_endpoint.enabled";
        };
        /** @description What changed: ids, states and counts, and no personal data. Which members are there depends on `type`. */
        WebhookEndpointEventData: {
            /**
             * @description The version of the record after the change, as in its `ETag`.
             * @example 2
             */
            version?: number;
            /**
             * @description The members of the record that have new values.
             * @example [
             *       "email"
             *     ]
             */
            changedMembers?: string[];
            /**
             * @description Why the endpoint was disabled, as in its `disabledReason`.
             * @example failing
             */
            disabledReason?: string;
            /**
             * Format: date-time
             * @description Until when events are signed with the previous secret as well.
             * @example 2026-11-22T10:02:00.000Z
             */
            previousSecretEndsAt?: string;
            /** @description The changed members before. */
            before?: Record<string, never>;
            /** @description The changed members after. */
            after?: Record<string, never>;
        };
        /** @description What became of the deliveries; in the response to a change, as it was before the change. */
        WebhookEndpointHealth: {
            /**
             * @description `failing`: the last attempt failed. `disabled`: nothing is sent until you enable it.
             * @enum {unknown}
             */
            status: "healthy" | "failing" | "disabled";
            /**
             * Format: date-time
             * @description When an event was last delivered: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T10:02:00.000Z
             */
            lastSuccessAt: string | null;
            /**
             * Format: date-time
             * @description When an attempt last failed: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T09:57:00.000Z
             */
            lastFailureAt: string | null;
            /**
             * @description Why it failed; null if no attempt has failed since you changed the URL or enabled the endpoint.
             * @example The receiver responded with 503.
             */
            lastError: string | null;
            /**
             * Format: date-time
             * @description When the oldest event that waits for its delivery occurred: RFC 3339, UTC, milliseconds; null otherwise.
             * @example 2026-11-21T09:57:00.000Z
             */
            oldestUndeliveredAt: string | null;
            /**
             * @description The number of events that wait for their delivery, also while the endpoint is disabled. It stops at 10000: of pending deliveries, and of events that were not looked at yet, the first so many are counted.
             * @example 0
             */
            undelivered: number;
        };
        WebhookEndpointPage: {
            data: components["schemas"]["WebhookEndpoint"][];
            pagination: components["schemas"]["Pagination"];
            included?: components["schemas"]["IncludedNames"];
        };
        WebhookEndpointResponse: {
            data: components["schemas"]["WebhookEndpoint"];
            included?: components["schemas"]["IncludedNames"];
        };
        /** @description A webhook endpoint got a new secret. */
        WebhookEndpointSecretRotatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "webhook_endpoint.secret_rotated";
            data: components["schemas"]["WebhookEndpointEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_endpoint.secret_rotated";
        };
        /** @description A test event was requested; it goes to that endpoint alone. */
        WebhookEndpointTestedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "webhook_endpoint.tested";
            data: components["schemas"]["WebhookEndpointEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_endpoint.tested";
        };
        /**
         * @description The members to change. An omitted member keeps its value.
         * @example {
         *       "enabled": true
         *     }
         */
        WebhookEndpointUpdate: {
            /**
             * @description Where events are sent: an absolute https URL, without a user name, a password or a fragment.
             * @example https://example.com/vault-events
             */
            url?: string;
            /**
             * @description The types of the events that are sent; null: all, those of later versions too.
             * @example [
             *       "transfer.completed",
             *       "transfer.rejected"
             *     ]
             */
            types?: components["schemas"]["EventType"][] | null;
            /**
             * @description false: nothing is sent. true: sending goes on where it stopped, with the events since.
             * @example true
             */
            enabled?: boolean;
        };
        /** @description The URL or the types of a webhook endpoint were changed. */
        WebhookEndpointUpdatedEvent: components["schemas"]["EventFields"] & {
            /** @constant */
            type: "webhook_endpoint.updated";
            data: components["schemas"]["WebhookEndpointEventData"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "webhook_endpoint.updated";
        };
        /** @description A webhook endpoint with a new secret. */
        WebhookEndpointWithSecret: components["schemas"]["WebhookEndpoint"] & {
            /**
             * @description The secret that signs the events, for a library of Standard Webhooks. Store it: it is shown only once.
             * @example whsec_...
             */
            secret: string;
        };
        WebhookEndpointWithSecretResponse: {
            data: components["schemas"]["WebhookEndpointWithSecret"];
            included?: components["schemas"]["IncludedNames"];
        };
        /**
         * @description Which events are sent again: those that fit all members.
         * @example {
         *       "occurredFrom": "2026-11-21T00:00:00.000Z"
         *     }
         */
        WebhookReplay: {
            /**
             * Format: date-time
             * @description Only events that occurred at or after this instant (RFC 3339).
             * @example 2026-11-21T00:00:00.000Z
             */
            occurredFrom?: string;
            /**
             * Format: date-time
             * @description Only events that occurred before this instant (RFC 3339).
             * @example 2026-11-22T00:00:00.000Z
             */
            occurredBefore?: string;
            /**
             * @description Only this event.
             * @example evt_1_59820c837cdb0737
             */
            eventId?: string;
            /**
             * @description Only events behind this one in the feed.
             * @example evt_1_59820c837cdb0737
             */
            afterEventId?: string;
        };
        /**
         * @description How the previous secret ends. The body can be omitted.
         * @example {
         *       "graceHours": 24
         *     }
         */
        WebhookSecretRotation: {
            /**
             * @description Hours that the previous secret signs together with the new one. With 0, it ends at once; so does one that the service cannot read, because its key was lost.
             * @default 24
             * @example 24
             */
            graceHours?: number;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description Identifier of the token, which is not secret.
         * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
         */
        "access-tokens.id": string;
        /**
         * @description Identifier of the record.
         * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
         */
        "approvals.subjectId": string;
        /**
         * @description Identifier of the event.
         * @example evt_1_59820c837cdb0737
         */
        "events.id": string;
        /**
         * @description Identifier of the account.
         * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
         */
        "fbo-accounts.id": string;
        /**
         * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
         * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
         */
        "header.Idempotency-Key": string;
        /**
         * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
         * @example "1"
         */
        "header.If-Match": string;
        /**
         * @description ETags of versions that you have. If one of them is the current version, the status is 304.
         * @example "1"
         */
        "header.If-None-Match": string;
        /**
         * @description The `Idempotency-Key` of the request if that can be an id (1 to 64 characters of A-Z a-z 0-9 _ -), so its progress can be read before there is a response. Otherwise an id is made.
         * @example imp_01kaj2v4n2c4e6g8j0m2p4r6t8
         */
        "imports.id": string;
        /**
         * @description Identifier of the item.
         * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
         */
        "inventory-items.id": string;
        /**
         * @description Identifier of the shipment.
         * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
         */
        "outbound-shipments.id": string;
        /**
         * @description Identifier of the passkey.
         * @example pkey_01kaj2v4n6d8f0h2k4m6p8r0t2
         */
        "passkeys.id": string;
        /**
         * @description Identifier of the person.
         * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
         */
        "people.id": string;
        /**
         * @description Only what this person did, in any session and with any access token of theirs.
         * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
         */
        "query.actorPersonId": string;
        /**
         * @description Only what was done with this access token.
         * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
         */
        "query.actorTokenId": string;
        /**
         * @description Show the exposure of this moment (RFC 3339): what the account held and transfers were to bring, with the declared values and the maximum of then. It cannot be in the future. Default: now.
         * @example 2026-11-21T09:15:00.000Z
         */
        "query.asOf": string;
        /**
         * @description `true`: only cancelled shipments; `false`: only the others.
         * @example false
         */
        "query.cancelled": boolean;
        /**
         * @description Only items that last moved or changed their status before this instant (RFC 3339).
         * @example 2026-11-22T00:00:00.000Z
         */
        "query.changedBefore": string;
        /**
         * @description Only items that last moved or changed their status at or after this instant (RFC 3339).
         * @example 2026-11-21T00:00:00.000Z
         */
        "query.changedFrom": string;
        /**
         * @description Only records created before this instant (RFC 3339).
         * @example 2026-11-22T00:00:00.000Z
         */
        "query.createdBefore": string;
        /**
         * @description Only records created at or after this instant (RFC 3339).
         * @example 2026-11-21T00:00:00.000Z
         */
        "query.createdFrom": string;
        /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
        "query.cursor": string;
        /**
         * @description Only items of at least this declared value. In the minor unit of the organization's currency: a decimal whole number, as a string.
         * @example 100000
         */
        "query.declaredValueFrom": components["schemas"]["Cents"];
        /**
         * @description Only items of at most this declared value. In the minor unit of the organization's currency: a decimal whole number, as a string.
         * @example 250000
         */
        "query.declaredValueTo": components["schemas"]["Cents"];
        /**
         * @description Email address, by which the identity provider knows the person at the first sign-in: the address alone. It is kept in lower case, without blanks at its ends and what is not seen.
         * @example ada.lindqvist@example.com
         */
        "query.email": components["schemas"]["EmailAddress"];
        /**
         * @description Only the account whose profile has this id of a system of yours.
         * @example CUST-00417
         */
        "query.externalId": components["schemas"]["Text"];
        /**
         * @description Only items of this FBO account; none if the account is unknown.
         * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
         */
        "query.fboAccountId": string;
        /**
         * @description The beginning of the period (RFC 3339), which is part of it. Default: before everything.
         * @example 2026-11-01T00:00:00.000Z
         */
        "query.from": string;
        /**
         * @description Only batches from this FBO account; none if the account is unknown.
         * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
         */
        "query.fromFboAccountId": string;
        /**
         * @description `true`: only shipments with a tracking number; `false`: only the others.
         * @example false
         */
        "query.hasTracking": boolean;
        /**
         * @description `true`: only shipments on hold; `false`: only the others.
         * @example true
         */
        "query.held": boolean;
        /**
         * @description Only batches created with this `Idempotency-Key`, however long ago. Several batches can match if the key was used again after the service had forgotten it.
         * @example 2026-11-22-0001
         */
        "query.idempotencyKey": string;
        /**
         * @description Only items with this identifier, as `scheme:value`: those in the vault, and those that left it. Case and blanks do not matter.
         * @example psa_cert:42118903
         */
        "query.identifier": string;
        /**
         * @description `true` imports a file without ids although it was imported in the last seven days.
         * @example true
         */
        "query.importAgain": boolean;
        /**
         * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
         * @example names
         */
        "query.include": "names";
        /**
         * @description Only items that one request of more than 20 items took in: the `intakeId` of its event `inventory_item.taken_in`.
         * @example item_01kaj2v4n4fzda7qsp9vw0m2
         */
        "query.intakeId": string;
        /**
         * @description `true`: only the primary account; `false`: only the others.
         * @example false
         */
        "query.isPrimary": boolean;
        /**
         * @description Only lines of this kind: `shipped` finds the shipments of the period.
         * @example shipped
         */
        "query.kind": "imported" | "taken_in" | "transferred_in" | "transferred_out" | "shipped" | "withdrawn" | "revalued";
        /**
         * @description Results per page. A number above the maximum is refused.
         * @example 25
         */
        "query.limit": number;
        /**
         * @description Only events that occurred before this instant (RFC 3339).
         * @example 2026-11-22T00:00:00.000Z
         */
        "query.occurredBefore": string;
        /**
         * @description Only events that occurred at or after this instant (RFC 3339).
         * @example 2026-11-21T00:00:00.000Z
         */
        "query.occurredFrom": string;
        /**
         * @description Page number; the first page is 1. A page past the end is empty.
         * @example 1
         */
        "query.page": number;
        /**
         * @description The person.
         * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
         */
        "query.personId": string;
        /**
         * @description Only batches whose notes have this text, as Search Records notes them. 2 to 200 characters without blanks at its ends, or one sign of Chinese, Japanese or Korean. Case, accents and punctuation do not count. Each word must be found; one of one or two characters is found at the beginning of words alone.
         * @example lindqvist
         */
        "query.q": string;
        /**
         * @description Of a CSV file: why the values are changed. In JSON it is in the body.
         * @example New appraisal
         */
        "query.reason": components["schemas"]["Text"];
        /**
         * @description What the list is sorted by, ties by id; descending with a leading `-`. Sorted by `createdAt`, what is created in the meantime comes at the end.
         * @example createdAt
         */
        "query.sort": "createdAt" | "-createdAt";
        /**
         * @description Only batches with this status. Several are separated by commas.
         * @example pending,completed
         */
        "query.status": string;
        /**
         * @description The record.
         * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
         */
        "query.subjectId": string;
        /**
         * @description The type of the record, where records of several types may have the id.
         * @example inventory_item
         */
        "query.subjectType": "fbo_account" | "inventory_item" | "outbound_shipment" | "transfer_batch";
        /**
         * @description The end of the period (RFC 3339), which is not part of it, so that the next period begins there. Default: none. A period that is not over shows what happened so far.
         * @example 2026-12-01T00:00:00.000Z
         */
        "query.to": string;
        /**
         * @description Only batches into this FBO account; none if the account is unknown.
         * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
         */
        "query.toFboAccountId": string;
        /**
         * @description Only shipments with this tracking number. Case counts, and so do spaces, but for those at its ends and doubled ones.
         * @example BX 4417 2203 SE
         */
        "query.trackingNumber": components["schemas"]["Text"];
        /**
         * @description The record type of the rows.
         * @example inventory_items
         */
        "query.type": "fbo_accounts" | "outbound_shipments" | "inventory_items";
        /**
         * @description Only records of these types, separated by commas, of: `fbo_account`, `inventory_item`, `transfer_batch`, `outbound_shipment`.
         * @example fbo_account,inventory_item
         */
        "query.types": string;
        /**
         * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
         * @example true
         */
        "query.validateOnly": boolean;
        /**
         * @description Seconds that the request may wait for an event if there is none yet. It is answered as soon as there is one. At most 10 requests of a token may wait at the same time, and 100 of an organization: others get 429.
         * @example 0
         */
        "query.wait": number;
        /**
         * @description Identifier of the revaluation.
         * @example reval_01kaj2v4n3d5f7h9k1m3p5r7t9
         */
        "revaluations.id": string;
        /**
         * @description Identifier of the role; of a built-in one, its name.
         * @example role_01kaj2v4n8b1d3f5h7k9m2p4r6
         */
        "roles.id": string;
        /**
         * @description Identifier of the session.
         * @example sess_01kaj2v4n0g2j4m6p8r1t3w5y7
         */
        "sessions.sessionId": string;
        /**
         * @description Identifier of the batch.
         * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
         */
        "transfers.id": string;
        /**
         * @description Identifier of the endpoint.
         * @example hook_01kaj2v4n6s2xqf8d0b7y3m5ka
         */
        "webhook-endpoints.id": string;
    };
    requestBodies: {
        /** @description At most 65536 bytes. */
        ApprovalRequest: {
            content: {
                "application/json": components["schemas"]["ApprovalRequest"];
            };
        };
        /** @description At most 65536 bytes. */
        Carriage: {
            content: {
                /**
                 * @example {
                 *       "carrier": "Brinks",
                 *       "service": "Overnight",
                 *       "trackingNumber": "BX 4417 2203 SE"
                 *     }
                 */
                "application/json": components["schemas"]["Carriage"];
            };
        };
        /** @description At most 65536 bytes. */
        ClockAdvance: {
            content: {
                "application/json": components["schemas"]["ClockAdvance"];
            };
        };
        /** @description At most 1048576 bytes. */
        FboAccountProfileUpdate: {
            content: {
                /**
                 * @example {
                 *       "externalId": "CUST-00417",
                 *       "metadata": {
                 *         "tier": "gold",
                 *         "region": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FboAccountProfileUpdate"];
            };
        };
        /** @description At most 65536 bytes. */
        FboAccountUpdate: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "phone": null
                 *     }
                 */
                "application/json": components["schemas"]["FboAccountUpdate"];
            };
        };
        /** @description At most 1048576 bytes. */
        IdentityProviderSettings: {
            content: {
                /**
                 * @example {
                 *       "issuer": "https://login.example.com/realms/vault",
                 *       "clientId": "vault-inventory",
                 *       "clientSecret": "...",
                 *       "emailDomains": [
                 *         "example.com"
                 *       ],
                 *       "rolesClaim": "groups",
                 *       "roleMapping": {
                 *         "vault-approvers": [
                 *           "approver"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["IdentityProviderSettings"];
            };
        };
        /** @description At most 65536 bytes. */
        InsuredMaximum: {
            content: {
                /**
                 * @example {
                 *       "maxInsuredValueCents": "40000000",
                 *       "reason": "Policy raised on renewal"
                 *     }
                 */
                "application/json": components["schemas"]["InsuredMaximum"];
            };
        };
        /** @description At most 1048576 bytes. */
        InventoryItemUpdate: {
            content: {
                /**
                 * @example {
                 *       "description": "1952 Topps #311, PSA 8",
                 *       "metadata": {
                 *         "grade": "PSA 8"
                 *       },
                 *       "reason": "Grade read again on the case"
                 *     }
                 */
                "application/json": components["schemas"]["InventoryItemUpdate"];
            };
        };
        /** @description At most 1048576 bytes. */
        ItemsRevaluation: {
            content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "inventoryItemId": "item_01kaj2v4n4fzda7qsp9vw0m2rt",
                 *           "declaredValueCents": "1500000"
                 *         }
                 *       ],
                 *       "reason": "New appraisal"
                 *     }
                 */
                "application/json": components["schemas"]["ItemsRevaluation"];
                /**
                 * @example inventoryItemId,declaredValueCents
                 *     item_01kaj2v4n4fzda7qsp9vw0m2rt,1500000
                 */
                "text/csv": string;
            };
        };
        /** @description At most 65536 bytes. */
        NewAccessToken: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "fbo_accounts:read"
                 *       ],
                 *       "owner": "Ada Lindqvist",
                 *       "expiresInDays": 30
                 *     }
                 */
                "application/json": components["schemas"]["NewAccessToken"];
            };
        };
        /** @description At most 1048576 bytes. */
        NewFboAccount: {
            content: {
                /**
                 * @example {
                 *       "firstName": "Ada",
                 *       "lastName": "Lindqvist",
                 *       "maxInsuredValueCents": "25000000"
                 *     }
                 */
                "application/json": components["schemas"]["NewFboAccount"];
            };
        };
        /** @description At most 1048576 bytes. */
        NewOutboundShipment: {
            content: {
                /**
                 * @example {
                 *       "fboAccountId": "fbo_01kaj2v4mzfrvb8m4c5t1q9s7e",
                 *       "notes": "Insure for the full value",
                 *       "items": [
                 *         {
                 *           "inventoryItemId": "item_01kaj2v4n4fzda7qsp9vw0m2rt"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewOutboundShipment"];
            };
        };
        /** @description At most 1048576 bytes. */
        NewPasskey: {
            content: {
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        /** @description At most 65536 bytes. */
        NewPerson: {
            content: {
                /**
                 * @example {
                 *       "email": "ada.lindqvist@example.com",
                 *       "name": "Ada Lindqvist",
                 *       "roles": [
                 *         "approver"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewPerson"];
            };
        };
        /** @description At most 65536 bytes. */
        NewRole: {
            content: {
                /**
                 * @example {
                 *       "name": "Night shift",
                 *       "permissions": [
                 *         "inventory_items:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewRole"];
            };
        };
        /** @description At most 1048576 bytes. */
        NewTransfer: {
            content: {
                /**
                 * @example {
                 *       "fromFboAccountId": "fbo_01kaj2v4mzfrvb8m4c5t1q9s7e",
                 *       "toFboAccountId": "fbo_01kaj2v4mzfrvb8m4c6h2r8d9k",
                 *       "notes": "Spring rebalancing",
                 *       "items": [
                 *         {
                 *           "inventoryItemId": "item_01kaj2v4n4fzda7qsp9vw0m2rt",
                 *           "reason": "rebalance"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewTransfer"];
            };
        };
        /** @description At most 65536 bytes. */
        NewWebhookEndpoint: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/vault-events",
                 *       "types": [
                 *         "transfer.completed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        /** @description At most 65536 bytes. */
        NoMembers: {
            content: {
                "application/json": components["schemas"]["NoMembers"];
            };
        };
        /** @description At most 65536 bytes. */
        OrganizationPolicyUpdate: {
            content: {
                /**
                 * @example {
                 *       "systemApproval": "within_limits",
                 *       "systemApprovalMaxItems": 10
                 *     }
                 */
                "application/json": components["schemas"]["OrganizationPolicyUpdate"];
            };
        };
        /** @description At most 1048576 bytes. */
        OutboundShipmentUpdate: {
            content: {
                /**
                 * @example {
                 *       "signatureRequired": true,
                 *       "insuredValueCents": "25000000"
                 *     }
                 */
                "application/json": components["schemas"]["OutboundShipmentUpdate"];
            };
        };
        /** @description At most 65536 bytes. */
        PersonUpdate: {
            content: {
                /**
                 * @example {
                 *       "roles": [
                 *         "approver",
                 *         "desk"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PersonUpdate"];
            };
        };
        /** @description At most 65536 bytes. */
        RoleUpdate: {
            content: {
                /**
                 * @example {
                 *       "permissions": [
                 *         "inventory_items:read",
                 *         "outbound_shipments:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RoleUpdate"];
            };
        };
        /** @description At most 65536 bytes. */
        TokenRotation: {
            content: {
                /**
                 * @example {
                 *       "graceDays": 7
                 *     }
                 */
                "application/json": components["schemas"]["TokenRotation"];
            };
        };
        /** @description At most 1048576 bytes. */
        TransferUpdate: {
            content: {
                /**
                 * @example {
                 *       "metadata": {
                 *         "deal": "D-2041",
                 *         "region": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TransferUpdate"];
            };
        };
        /** @description At most 65536 bytes. */
        WebhookEndpointUpdate: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        /** @description At most 65536 bytes. */
        WebhookReplay: {
            content: {
                /**
                 * @example {
                 *       "occurredFrom": "2026-11-21T00:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        /** @description At most 65536 bytes. */
        WebhookSecretRotation: {
            content: {
                /**
                 * @example {
                 *       "graceHours": 24
                 *     }
                 */
                "application/json": components["schemas"]["WebhookSecretRotation"];
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTransfers: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description Only batches with this status. Several are separated by commas.
                 * @example pending,completed
                 */
                status?: components["parameters"]["query.status"];
                /**
                 * @description Only batches from this FBO account; none if the account is unknown.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                fromFboAccountId?: components["parameters"]["query.fromFboAccountId"];
                /**
                 * @description Only batches into this FBO account; none if the account is unknown.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                toFboAccountId?: components["parameters"]["query.toFboAccountId"];
                /**
                 * @description Only batches created with this `Idempotency-Key`, however long ago. Several batches can match if the key was used again after the service had forgotten it.
                 * @example 2026-11-22-0001
                 */
                idempotencyKey?: components["parameters"]["query.idempotencyKey"];
                /**
                 * @description Only records created at or after this instant (RFC 3339).
                 * @example 2026-11-21T00:00:00.000Z
                 */
                createdFrom?: components["parameters"]["query.createdFrom"];
                /**
                 * @description Only records created before this instant (RFC 3339).
                 * @example 2026-11-22T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["query.createdBefore"];
                /**
                 * @description Only batches whose notes have this text, as Search Records notes them. 2 to 200 characters without blanks at its ends, or one sign of Chinese, Japanese or Korean. Case, accents and punctuation do not count. Each word must be found; one of one or two characters is found at the beginning of words alone.
                 * @example lindqvist
                 */
                q?: components["parameters"]["query.q"];
                /**
                 * @description What the list is sorted by, ties by id; descending with a leading `-`. Sorted by `createdAt`, what is created in the meantime comes at the end.
                 * @example createdAt
                 */
                sort?: components["parameters"]["query.sort"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of batches. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDetailsPage"];
                };
            };
        };
    };
    createTransfer: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewTransfer"];
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferBatchResponse"];
                };
            };
            /** @description The batch, `pending`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferBatchResponse"];
                };
            };
        };
    };
    getTransfer: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: {
                /**
                 * @description ETags of versions that you have. If one of them is the current version, the status is 304.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path: {
                /**
                 * @description Identifier of the batch.
                 * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
                 */
                id: components["parameters"]["transfers.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The batch. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedTransferResponse"];
                };
            };
        };
    };
    updateTransfer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the batch.
                 * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
                 */
                id: components["parameters"]["transfers.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["TransferUpdate"];
        responses: {
            /** @description The batch after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransferDetailsResponse"];
                };
            };
        };
    };
    listCorrections: {
        parameters: {
            query: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description The record.
                 * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
                 */
                subjectId: components["parameters"]["query.subjectId"];
                /**
                 * @description The type of the record, where records of several types may have the id.
                 * @example inventory_item
                 */
                subjectType?: components["parameters"]["query.subjectType"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of corrections. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrectionPage"];
                };
            };
        };
    };
    listTransferItems: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the batch.
                 * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
                 */
                id: components["parameters"]["transfers.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedTransferItemPage"];
                };
            };
        };
    };
    getApproval: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the record.
                 * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
                 */
                subjectId: components["parameters"]["approvals.subjectId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would be approved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalToSignResponse"];
                };
            };
        };
    };
    approveTransfer: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the batch.
                 * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
                 */
                id: components["parameters"]["transfers.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ApprovalRequest"];
        responses: {
            /** @description The batch: `completed`, or `pending` if it needs further approvals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedTransferResponse"];
                };
            };
        };
    };
    rejectTransfer: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the batch.
                 * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
                 */
                id: components["parameters"]["transfers.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The buyer could not be verified"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the transfer is rejected.
                     * @example The buyer could not be verified
                     */
                    reason: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The batch, `rejected`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedTransferResponse"];
                };
            };
        };
    };
    cancelTransfer: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the batch.
                 * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
                 */
                id: components["parameters"]["transfers.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Entered twice"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the transfer is cancelled.
                     * @example Entered twice
                     */
                    reason: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The batch, `cancelled`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedTransferResponse"];
                };
            };
        };
    };
    listFboAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description `true`: only the primary account; `false`: only the others.
                 * @example false
                 */
                isPrimary?: components["parameters"]["query.isPrimary"];
                /**
                 * @description Only the account whose profile has this id of a system of yours.
                 * @example CUST-00417
                 */
                externalId?: components["parameters"]["query.externalId"];
                /**
                 * @description Only records created at or after this instant (RFC 3339).
                 * @example 2026-11-21T00:00:00.000Z
                 */
                createdFrom?: components["parameters"]["query.createdFrom"];
                /**
                 * @description Only records created before this instant (RFC 3339).
                 * @example 2026-11-22T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["query.createdBefore"];
                /**
                 * @description Only accounts with this text in their names, business, email, phone or external id, as Search Records notes them. 2 to 200 characters without blanks at its ends, or one sign of Chinese, Japanese or Korean. Case, accents and punctuation do not count. Each word must be found; one of one or two characters is found at the beginning of words alone.
                 * @example lindqvist
                 */
                q?: string;
                /**
                 * @description What the list is sorted by, ties by id; descending with a leading `-`. Sorted by `createdAt`, what is created in the meantime comes at the end.
                 * @example createdAt
                 */
                sort?: components["parameters"]["query.sort"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FboAccountPage"];
                };
            };
        };
    };
    createFboAccount: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewFboAccount"];
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FboAccountResponse"];
                };
            };
            /** @description The account. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FboAccountResponse"];
                };
            };
        };
    };
    getFboAccount: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: {
                /**
                 * @description ETags of versions that you have. If one of them is the current version, the status is 304.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FboAccountResponse"];
                };
            };
        };
    };
    updateFboAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["FboAccountUpdate"];
        responses: {
            /** @description The account after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedFboAccountResponse"];
                };
            };
        };
    };
    getFboAccountProfile: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: {
                /**
                 * @description ETags of versions that you have. If one of them is the current version, the status is 304.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The profile. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FboAccountProfileResponse"];
                };
            };
        };
    };
    updateFboAccountProfile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["FboAccountProfileUpdate"];
        responses: {
            /** @description The profile after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FboAccountProfileResponse"];
                };
            };
        };
    };
    getInsuredExposure: {
        parameters: {
            query?: {
                /**
                 * @description Show the exposure of this moment (RFC 3339): what the account held and transfers were to bring, with the declared values and the maximum of then. It cannot be in the future. Default: now.
                 * @example 2026-11-21T09:15:00.000Z
                 */
                asOf?: components["parameters"]["query.asOf"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exposure of the account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InsuredExposureResponse"];
                };
            };
        };
    };
    setInsuredMaximum: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InsuredMaximum"];
        responses: {
            /** @description The account after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FboAccountStandingResponse"];
                };
            };
        };
    };
    makePrimary: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "House account moved to the new entity"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why it becomes the primary one. It stays on record: name a case, not a person.
                     * @example House account moved to the new entity
                     */
                    reason: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The account after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FboAccountStandingResponse"];
                };
            };
        };
    };
    eraseFboAccount: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Request under Art. 17 GDPR, case 2026-118"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the account is erased. It stays on record: name a case, not a person.
                     * @example Request under Art. 17 GDPR, case 2026-118
                     */
                    reason: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The account, erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedFboAccountResponse"];
                };
            };
        };
    };
    listOutboundShipments: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /** @description Only shipments with this status. */
                status?: "packing" | "inspecting" | "pending_approval" | "approved" | "shipped" | "delivered";
                /**
                 * @description Only shipments of this FBO account; none if the account is unknown.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                fboAccountId?: string;
                /**
                 * @description `true`: only cancelled shipments; `false`: only the others.
                 * @example false
                 */
                cancelled?: components["parameters"]["query.cancelled"];
                /**
                 * @description `true`: only shipments on hold; `false`: only the others.
                 * @example true
                 */
                held?: components["parameters"]["query.held"];
                /**
                 * @description `true`: only shipments with a tracking number; `false`: only the others.
                 * @example false
                 */
                hasTracking?: components["parameters"]["query.hasTracking"];
                /**
                 * @description Only shipments with this tracking number. Case counts, and so do spaces, but for those at its ends and doubled ones.
                 * @example BX 4417 2203 SE
                 */
                trackingNumber?: components["parameters"]["query.trackingNumber"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of shipments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentPage"];
                };
            };
        };
    };
    createOutboundShipment: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewOutboundShipment"];
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentDetailsResponse"];
                };
            };
            /** @description The shipment, `packing`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentDetailsResponse"];
                };
            };
        };
    };
    listInventoryItems: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description Only items with this status. Several are separated by commas.
                 * @example in_vault,transfer_pending
                 */
                status?: string;
                /**
                 * @description Only items of this FBO account; none if the account is unknown.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                fboAccountId?: components["parameters"]["query.fboAccountId"];
                /**
                 * @description Only items that one request of more than 20 items took in: the `intakeId` of its event `inventory_item.taken_in`.
                 * @example item_01kaj2v4n4fzda7qsp9vw0m2
                 */
                intakeId?: components["parameters"]["query.intakeId"];
                /**
                 * @description Only items with this identifier, as `scheme:value`: those in the vault, and those that left it. Case and blanks do not matter.
                 * @example psa_cert:42118903
                 */
                identifier?: components["parameters"]["query.identifier"];
                /**
                 * @description Only items of at least this declared value. In the minor unit of the organization's currency: a decimal whole number, as a string.
                 * @example 100000
                 */
                declaredValueFrom?: components["parameters"]["query.declaredValueFrom"];
                /**
                 * @description Only items of at most this declared value. In the minor unit of the organization's currency: a decimal whole number, as a string.
                 * @example 250000
                 */
                declaredValueTo?: components["parameters"]["query.declaredValueTo"];
                /**
                 * @description Only items that last moved or changed their status at or after this instant (RFC 3339).
                 * @example 2026-11-21T00:00:00.000Z
                 */
                changedFrom?: components["parameters"]["query.changedFrom"];
                /**
                 * @description Only items that last moved or changed their status before this instant (RFC 3339).
                 * @example 2026-11-22T00:00:00.000Z
                 */
                changedBefore?: components["parameters"]["query.changedBefore"];
                /**
                 * @description Only records created at or after this instant (RFC 3339).
                 * @example 2026-11-21T00:00:00.000Z
                 */
                createdFrom?: components["parameters"]["query.createdFrom"];
                /**
                 * @description Only records created before this instant (RFC 3339).
                 * @example 2026-11-22T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["query.createdBefore"];
                /**
                 * @description Only items whose description or identifiers have this text, as Search Records notes them. 2 to 200 characters without blanks at its ends, or one sign of Chinese, Japanese or Korean. Case, accents and punctuation do not count. Each word must be found; one of one or two characters is found at the beginning of words alone.
                 * @example lindqvist
                 */
                q?: string;
                /**
                 * @description What the list is sorted by, ties by id; descending with a leading `-`. Sorted by `createdAt`, what is created in the meantime comes at the end. By `declaredValueCents` only with `fboAccountId`.
                 * @example createdAt
                 */
                sort?: "createdAt" | "-createdAt" | "declaredValueCents" | "-declaredValueCents";
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedInventoryItemPage"];
                };
            };
        };
    };
    takeInInventoryItems: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1048576 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fboAccountId": "fbo_01kaj2v4mzfrvb8m4c5t1q9s7e",
                 *       "description": "1952 Topps #311, PSA 8",
                 *       "declaredValueCents": "1250000",
                 *       "identifiers": [
                 *         {
                 *           "scheme": "psa_cert",
                 *           "value": "42 118 903"
                 *         }
                 *       ],
                 *       "metadata": {
                 *         "grade": "PSA 8"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewInventoryItem"] | components["schemas"]["NewInventoryItems"];
            };
        };
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InventoryItem"];
                    } | components["schemas"]["InventoryItemPage"];
                };
            };
            /** @description The item, or the list of items if `items` was sent. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InventoryItem"];
                    } | components["schemas"]["InventoryItemPage"];
                };
            };
        };
    };
    getInventoryItem: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: {
                /**
                 * @description ETags of versions that you have. If one of them is the current version, the status is 304.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path: {
                /**
                 * @description Identifier of the item.
                 * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
                 */
                id: components["parameters"]["inventory-items.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryItemResponse"];
                };
            };
        };
    };
    updateInventoryItem: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the item.
                 * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
                 */
                id: components["parameters"]["inventory-items.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["InventoryItemUpdate"];
        responses: {
            /** @description The item after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryItemResponse"];
                };
            };
        };
    };
    addInventoryItemEvidence: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the item.
                 * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
                 */
                id: components["parameters"]["inventory-items.id"];
            };
            cookie?: never;
        };
        /** @description At most 1048576 bytes. */
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Photos, certificates and appraisals of the item, by their hashes.
                     * @example [
                     *       {
                     *         "kind": "photo",
                     *         "sha256": "a1f0c4d2b3e85967788990aabbccddeeff00112233445566778899aabbccddee",
                     *         "mediaType": "image/jpeg",
                     *         "sizeBytes": 2483112,
                     *         "takenAt": "2026-11-20T13:58:00.000Z",
                     *         "takenBy": "Intake desk 2",
                     *         "url": "https://storage.example.com/intake/2026/11/front.jpg"
                     *       }
                     *     ]
                     */
                    evidence: components["schemas"]["NewEvidence"][];
                };
            };
        };
        responses: {
            /** @description The item with all of its evidence. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryItemResponse"];
                };
            };
        };
    };
    listInventoryMovements: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the item.
                 * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
                 */
                id: components["parameters"]["inventory-items.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of movements. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryMovementPage"];
                };
            };
        };
    };
    holdInventoryItem: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                /**
                 * @description Identifier of the item.
                 * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
                 */
                id: components["parameters"]["inventory-items.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Ownership disputed"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the item is held.
                     * @example Ownership disputed
                     */
                    reason: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The item, `on_hold`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryItemResponse"];
                };
            };
        };
    };
    releaseInventoryItem: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                /**
                 * @description Identifier of the item.
                 * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
                 */
                id: components["parameters"]["inventory-items.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Ownership confirmed"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the hold ends.
                     * @example Ownership confirmed
                     */
                    reason?: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The item, `in_vault`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryItemResponse"];
                };
            };
        };
    };
    withdrawInventoryItem: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                /**
                 * @description Identifier of the item.
                 * @example item_01kaj2v4n4fzda7qsp9vw0m2rt
                 */
                id: components["parameters"]["inventory-items.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Collected by the owner"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the item is withdrawn.
                     * @example Collected by the owner
                     */
                    reason: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The item, `withdrawn`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InventoryItemResponse"];
                };
            };
        };
    };
    revalueInventoryItems: {
        parameters: {
            query?: {
                /**
                 * @description Of a CSV file: why the values are changed. In JSON it is in the body.
                 * @example New appraisal
                 */
                reason?: components["parameters"]["query.reason"];
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ItemsRevaluation"];
        responses: {
            /** @description The items with their values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevaluedItemsPage"];
                };
            };
            /** @description The revaluation, `pending`. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingItemsRevaluation"];
                };
            };
        };
    };
    listRevaluations: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description Only revaluations with this status. Several are separated by commas.
                 * @example pending,approved
                 */
                status?: string;
                /**
                 * @description Only records created at or after this instant (RFC 3339).
                 * @example 2026-11-21T00:00:00.000Z
                 */
                createdFrom?: components["parameters"]["query.createdFrom"];
                /**
                 * @description Only records created before this instant (RFC 3339).
                 * @example 2026-11-22T00:00:00.000Z
                 */
                createdBefore?: components["parameters"]["query.createdBefore"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of revaluations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevaluationPage"];
                };
            };
        };
    };
    getRevaluation: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: {
                /**
                 * @description ETags of versions that you have. If one of them is the current version, the status is 304.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path: {
                /**
                 * @description Identifier of the revaluation.
                 * @example reval_01kaj2v4n3d5f7h9k1m3p5r7t9
                 */
                id: components["parameters"]["revaluations.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revaluation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedRevaluationResponse"];
                };
            };
        };
    };
    approveRevaluation: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the revaluation.
                 * @example reval_01kaj2v4n3d5f7h9k1m3p5r7t9
                 */
                id: components["parameters"]["revaluations.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ApprovalRequest"];
        responses: {
            /** @description The revaluation: `approved`, or `pending` if it needs further approvals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedRevaluationResponse"];
                };
            };
        };
    };
    rejectRevaluation: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the revaluation.
                 * @example reval_01kaj2v4n3d5f7h9k1m3p5r7t9
                 */
                id: components["parameters"]["revaluations.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The appraisal is of another item"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the revaluation is rejected.
                     * @example The appraisal is of another item
                     */
                    reason: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The revaluation, `rejected`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedRevaluationResponse"];
                };
            };
        };
    };
    cancelRevaluation: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the revaluation.
                 * @example reval_01kaj2v4n3d5f7h9k1m3p5r7t9
                 */
                id: components["parameters"]["revaluations.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Entered twice"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the revaluation is cancelled.
                     * @example Entered twice
                     */
                    reason: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The revaluation, `cancelled`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedRevaluationResponse"];
                };
            };
        };
    };
    listHoldings: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description Show what the account held at this moment (RFC 3339). It cannot be in the future. Default: now.
                 * @example 2026-11-21T09:15:00.000Z
                 */
                asOf?: string;
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of holdings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoldingPage"];
                };
            };
        };
    };
    getStatement: {
        parameters: {
            query?: {
                /**
                 * @description The beginning of the period (RFC 3339), which is part of it. Default: before everything.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                from?: components["parameters"]["query.from"];
                /**
                 * @description The end of the period (RFC 3339), which is not part of it, so that the next period begins there. Default: none. A period that is not over shows what happened so far.
                 * @example 2026-12-01T00:00:00.000Z
                 */
                to?: components["parameters"]["query.to"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementResponse"];
                };
            };
        };
    };
    listStatementLines: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description The beginning of the period (RFC 3339), which is part of it. Default: before everything.
                 * @example 2026-11-01T00:00:00.000Z
                 */
                from?: components["parameters"]["query.from"];
                /**
                 * @description The end of the period (RFC 3339), which is not part of it, so that the next period begins there. Default: none. A period that is not over shows what happened so far.
                 * @example 2026-12-01T00:00:00.000Z
                 */
                to?: components["parameters"]["query.to"];
                /**
                 * @description Only lines of this kind: `shipped` finds the shipments of the period.
                 * @example shipped
                 */
                kind?: components["parameters"]["query.kind"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the account.
                 * @example fbo_01kaj2v4mzfrvb8m4c5t1q9s7e
                 */
                id: components["parameters"]["fbo-accounts.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of lines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatementLinePage"];
                };
            };
        };
    };
    getOutboundShipment: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: {
                /**
                 * @description ETags of versions that you have. If one of them is the current version, the status is 304.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shipment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedOutboundShipmentResponse"];
                };
            };
        };
    };
    updateOutboundShipment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["OutboundShipmentUpdate"];
        responses: {
            /** @description The shipment after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentDetailsResponse"];
                };
            };
        };
    };
    listOutboundShipmentItems: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of items. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedShipmentItemPage"];
                };
            };
        };
    };
    inspectOutboundShipment: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The shipment, `inspecting`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentStepResponse"];
                };
            };
        };
    };
    submitOutboundShipment: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The shipment, `pending_approval`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentStepResponse"];
                };
            };
        };
    };
    approveOutboundShipment: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["ApprovalRequest"];
        responses: {
            /** @description The shipment: `approved`, or `pending_approval` if it needs further approvals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovedOutboundShipmentStepResponse"];
                };
            };
        };
    };
    returnOutboundShipmentToPacking: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The shipment, `packing`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentStepResponse"];
                };
            };
        };
    };
    shipOutboundShipment: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Carriage"];
        responses: {
            /** @description The shipment, `shipped`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentStepResponse"];
                };
            };
        };
    };
    deliverOutboundShipment: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The shipment, `delivered`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentStepResponse"];
                };
            };
        };
    };
    holdOutboundShipment: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Address to be confirmed"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the shipment is held.
                     * @example Address to be confirmed
                     */
                    reason: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The shipment, with the reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentStepResponse"];
                };
            };
        };
    };
    releaseOutboundShipment: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "Address confirmed by phone"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the hold ends.
                     * @example Address confirmed by phone
                     */
                    reason?: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The shipment, no longer on hold. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentStepResponse"];
                };
            };
        };
    };
    cancelOutboundShipment: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the shipment.
                 * @example ship_01kaj2v4n0f8mtz5yq3w7c6d2b
                 */
                id: components["parameters"]["outbound-shipments.id"];
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The owner keeps it in the vault"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why the shipment is cancelled.
                     * @example The owner keeps it in the vault
                     */
                    reason: components["schemas"]["Text"];
                };
            };
        };
        responses: {
            /** @description The shipment, with the moment and the reason. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboundShipmentStepResponse"];
                };
            };
        };
    };
    advanceSandboxClock: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ClockAdvance"];
        responses: {
            /** @description The time that has passed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvancedClockResponse"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query: {
                /**
                 * @description The record type of the rows.
                 * @example inventory_items
                 */
                type: components["parameters"]["query.type"];
                /**
                 * @description `true` imports a file without ids although it was imported in the last seven days.
                 * @example true
                 */
                importAgain?: components["parameters"]["query.importAgain"];
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 536870912 bytes. */
        requestBody: {
            content: {
                /**
                 * @example fboAccountId,description,declaredValueCents
                 *     fbo_ada,"Graded card, mint 9",125000
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
            /** @description The import. All of its records are there. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description The `Idempotency-Key` of the request if that can be an id (1 to 64 characters of A-Z a-z 0-9 _ -), so its progress can be read before there is a response. Otherwise an id is made.
                 * @example imp_01kaj2v4n2c4e6g8j0m2p4r6t8
                 */
                id: components["parameters"]["imports.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
        };
    };
    getOrganizationPolicy: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationPolicyResponse"];
                };
            };
        };
    };
    updateOrganizationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["OrganizationPolicyUpdate"];
        responses: {
            /** @description The current policy. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationPolicyResponse"];
                };
            };
        };
    };
    getCaller: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallerResponse"];
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description The person.
                 * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
                 */
                personId: components["parameters"]["query.personId"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of passkeys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyPage"];
                };
            };
        };
    };
    registerPasskey: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewPasskey"];
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyResponse"];
                };
            };
            /** @description The passkey. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyResponse"];
                };
            };
        };
    };
    getPasskeyOptions: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The options. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyOptionsResponse"];
                };
            };
        };
    };
    removePasskey: {
        parameters: {
            query: {
                /**
                 * @description The person.
                 * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
                 */
                personId: components["parameters"]["query.personId"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the passkey.
                 * @example pkey_01kaj2v4n6d8f0h2k4m6p8r0t2
                 */
                id: components["parameters"]["passkeys.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The passkey as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyResponse"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description `invited`: has not signed in yet. `suspended`: cannot sign in, and has no valid token.
                 * @example active
                 */
                status?: "invited" | "active" | "suspended";
                /**
                 * @description Email address, by which the identity provider knows the person at the first sign-in: the address alone. It is kept in lower case, without blanks at its ends and what is not seen.
                 * @example ada.lindqvist@example.com
                 */
                email?: components["parameters"]["query.email"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonPage"];
                };
            };
        };
    };
    invitePerson: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewPerson"];
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonResponse"];
                };
            };
            /** @description The person, `invited`. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonResponse"];
                };
            };
        };
    };
    getPerson: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: {
                /**
                 * @description ETags of versions that you have. If one of them is the current version, the status is 304.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
                 */
                id: components["parameters"]["people.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonResponse"];
                };
            };
        };
    };
    updatePerson: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
                 */
                id: components["parameters"]["people.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["PersonUpdate"];
        responses: {
            /** @description The person after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonResponse"];
                };
            };
        };
    };
    suspendPerson: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
                 */
                id: components["parameters"]["people.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The person, `suspended`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuspendedPersonResponse"];
                };
            };
        };
    };
    resumePerson: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
                 */
                id: components["parameters"]["people.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The person, who can sign in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonResponse"];
                };
            };
        };
    };
    unbindPerson: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the person.
                 * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
                 */
                id: components["parameters"]["people.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The person, without an account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonResponse"];
                };
            };
        };
    };
    listPersonSessions: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the person.
                 * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
                 */
                id: components["parameters"]["people.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonSessionPage"];
                };
            };
        };
    };
    endPersonSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the person.
                 * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
                 */
                id: components["parameters"]["people.id"];
                /**
                 * @description Identifier of the session.
                 * @example sess_01kaj2v4n0g2j4m6p8r1t3w5y7
                 */
                sessionId: components["parameters"]["sessions.sessionId"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The session, ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonSessionResponse"];
                };
            };
        };
    };
    listAccessTokens: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenPage"];
                };
            };
        };
    };
    issueAccessToken: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewAccessToken"];
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedAccessTokenResponse"];
                };
            };
            /** @description The token, `valid`, and its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedAccessTokenResponse"];
                };
            };
        };
    };
    rotateAccessToken: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                /**
                 * @description Identifier of the token, which is not secret.
                 * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
                 */
                id: components["parameters"]["access-tokens.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["TokenRotation"];
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedAccessTokenResponse"];
                };
            };
            /** @description The new token, `valid`, and its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedAccessTokenResponse"];
                };
            };
        };
    };
    revokeAccessToken: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                /**
                 * @description Identifier of the token, which is not secret.
                 * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
                 */
                id: components["parameters"]["access-tokens.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The token, `revoked`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenResponse"];
                };
            };
        };
    };
    listRoles: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RolePage"];
                };
            };
        };
    };
    createRole: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewRole"];
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponse"];
                };
            };
            /** @description The role. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponse"];
                };
            };
        };
    };
    getRole: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: {
                /**
                 * @description ETags of versions that you have. If one of them is the current version, the status is 304.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path: {
                /**
                 * @description Identifier of the role; of a built-in one, its name.
                 * @example role_01kaj2v4n8b1d3f5h7k9m2p4r6
                 */
                id: components["parameters"]["roles.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The role. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponse"];
                };
            };
        };
    };
    deleteRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the role; of a built-in one, its name.
                 * @example role_01kaj2v4n8b1d3f5h7k9m2p4r6
                 */
                id: components["parameters"]["roles.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The role as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponse"];
                };
            };
        };
    };
    updateRole: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the role; of a built-in one, its name.
                 * @example role_01kaj2v4n8b1d3f5h7k9m2p4r6
                 */
                id: components["parameters"]["roles.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["RoleUpdate"];
        responses: {
            /** @description The role after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleResponse"];
                };
            };
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderResponse"];
                };
            };
        };
    };
    setIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["IdentityProviderSettings"];
        responses: {
            /** @description The provider. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderResponse"];
                };
            };
        };
    };
    deleteIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description No provider, as Get Identity Provider shows it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderResponse"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description The `cursor` of the page before; without it, the page begins with the first event. It stays good for ever, whatever the filters.
                 * @example MSA0MiA1YzFhM2YwYg
                 */
                cursor?: string;
                /**
                 * @description Events per page at most: a page ends at about 1 MB, too. A number above the maximum is refused.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description Only events of this type.
                 * @example transfer.completed
                 */
                type?: "organization.clock_advanced" | "organization.wiped" | "fbo_account.created" | "fbo_account.updated" | "fbo_account.insured_maximum_set" | "fbo_account.primary_changed" | "fbo_account.profile_updated" | "fbo_account.erased" | "fbo_account.imported" | "inventory_item.taken_in" | "inventory_item.imported" | "inventory_item.updated" | "inventory_item.evidence_added" | "inventory_item.held" | "inventory_item.released" | "inventory_item.withdrawn" | "inventory_item.revalued" | "revaluation.requested" | "revaluation.approval_given" | "revaluation.approved" | "revaluation.rejected" | "revaluation.cancelled" | "transfer.created" | "transfer.updated" | "transfer.approval_given" | "transfer.completed" | "transfer.rejected" | "transfer.cancelled" | "transfer.expired" | "transfer.system_approval_declined" | "outbound_shipment.created" | "outbound_shipment.updated" | "outbound_shipment.imported" | "outbound_shipment.inspecting" | "outbound_shipment.submitted" | "outbound_shipment.approval_given" | "outbound_shipment.approved" | "outbound_shipment.returned_to_packing" | "outbound_shipment.held" | "outbound_shipment.released" | "outbound_shipment.shipped" | "outbound_shipment.delivered" | "outbound_shipment.cancelled" | "access_token.issued" | "access_token.rotated" | "access_token.revoked" | "session.began" | "session.ended" | "person.invited" | "person.updated" | "person.suspended" | "person.resumed" | "person.unbound" | "role.created" | "role.updated" | "role.deleted" | "passkey.registered" | "passkey.removed" | "organization_policy.updated" | "person.admitted" | "person.bound" | "identity_provider.set" | "identity_provider.deleted" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.deleted" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.tested" | "webhook_endpoint.disabled" | "webhook_endpoint.enabled" | "event_checkpoint.created";
                /**
                 * @description Only events of the record with this id.
                 * @example xfer_01kaj2v4n9e2kt7b4w8x5c1d3f
                 */
                subjectId?: string;
                /**
                 * @description Only what was done with this access token.
                 * @example tok_01kaj2v4n1e8vsm3p6q5r7t9x0
                 */
                actorTokenId?: components["parameters"]["query.actorTokenId"];
                /**
                 * @description Only what this person did, in any session and with any access token of theirs.
                 * @example prsn_01kaj2v4n9c2e4g6j8m1n3q5s7
                 */
                actorPersonId?: components["parameters"]["query.actorPersonId"];
                /**
                 * @description Only events that occurred at or after this instant (RFC 3339).
                 * @example 2026-11-21T00:00:00.000Z
                 */
                occurredFrom?: components["parameters"]["query.occurredFrom"];
                /**
                 * @description Only events that occurred before this instant (RFC 3339).
                 * @example 2026-11-22T00:00:00.000Z
                 */
                occurredBefore?: components["parameters"]["query.occurredBefore"];
                /**
                 * @description Seconds that the request may wait for an event if there is none yet. It is answered as soon as there is one. At most 10 requests of a token may wait at the same time, and 100 of an organization: others get 429.
                 * @example 0
                 */
                wait?: components["parameters"]["query.wait"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the feed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        pagination: components["schemas"]["FeedPosition"];
                        included?: components["schemas"]["IncludedNames"];
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the event.
                 * @example evt_1_59820c837cdb0737
                 */
                id: components["parameters"]["events.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
        };
    };
    getSummary: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: {
                /**
                 * @description ETags of versions that you have. If one of them is the current version, the status is 304.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SummaryResponse"];
                };
            };
        };
    };
    searchRecords: {
        parameters: {
            query: {
                /**
                 * @description The text to find. 2 to 200 characters without blanks at its ends, or one sign of Chinese, Japanese or Korean. Case, accents and punctuation do not count. Each word must be found; one of one or two characters is found at the beginning of words alone.
                 * @example lindqvist
                 */
                q: string;
                /**
                 * @description Only records of these types, separated by commas, of: `fbo_account`, `inventory_item`, `transfer_batch`, `outbound_shipment`.
                 * @example fbo_account,inventory_item
                 */
                types?: components["parameters"]["query.types"];
                /**
                 * @description Results at most. A number above the maximum is refused.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResultPage"];
                };
            };
        };
    };
    listEventCheckpoints: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of checkpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCheckpointPage"];
                };
            };
        };
    };
    createEventCheckpoint: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCheckpointResponse"];
                };
            };
            /** @description The checkpoint. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCheckpointResponse"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of webhook endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointPage"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewWebhookEndpoint"];
        responses: {
            /** @description With `validateOnly=true`: the response to expect. Nothing was changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
            /** @description The endpoint and its secret. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: {
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: {
                /**
                 * @description ETags of versions that you have. If one of them is the current version, the status is 304.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["header.If-None-Match"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example hook_01kaj2v4n6s2xqf8d0b7y3m5ka
                 */
                id: components["parameters"]["webhook-endpoints.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example hook_01kaj2v4n6s2xqf8d0b7y3m5ka
                 */
                id: components["parameters"]["webhook-endpoints.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The endpoint as it was. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example hook_01kaj2v4n6s2xqf8d0b7y3m5ka
                 */
                id: components["parameters"]["webhook-endpoints.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["WebhookEndpointUpdate"];
        responses: {
            /** @description The endpoint after the change. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
                /**
                 * @description ETags of the versions that you want to change. If the record has another version, the request is refused with `version_conflict`. Without the header, or with `*`, the version is not checked.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["header.If-Match"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example hook_01kaj2v4n6s2xqf8d0b7y3m5ka
                 */
                id: components["parameters"]["webhook-endpoints.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["WebhookSecretRotation"];
        responses: {
            /** @description The endpoint and its new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecretResponse"];
                };
            };
        };
    };
    sendWebhookTest: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example hook_01kaj2v4n6s2xqf8d0b7y3m5ka
                 */
                id: components["parameters"]["webhook-endpoints.id"];
            };
            cookie?: never;
        };
        requestBody?: components["requestBodies"]["NoMembers"];
        responses: {
            /** @description The endpoint, before the test arrives. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointResponse"];
                };
            };
        };
    };
    replayWebhookEvents: {
        parameters: {
            query?: {
                /**
                 * @description `true` makes a dry run: the request is fully checked, but nothing is changed. On success the response has status 200, or 202 if the request would have that, the header `Validate-Only: true` and the body of the real response. Its ids and secrets are placeholders.
                 * @example true
                 */
                validateOnly?: components["parameters"]["query.validateOnly"];
            };
            header?: {
                /**
                 * @description Makes retries safe. Choose a key of 1 to 255 visible ASCII characters, such as a UUID. Use it for one request of this operation only. For seven days, the same request with the same key returns the response of the first success. Refusals are not kept.
                 * @example "0f9a6e1c-6a0e-4f0a-8f59-2b6f3a1d9c11"
                 */
                "Idempotency-Key"?: components["parameters"]["header.Idempotency-Key"];
            };
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example hook_01kaj2v4n6s2xqf8d0b7y3m5ka
                 */
                id: components["parameters"]["webhook-endpoints.id"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["WebhookReplay"];
        responses: {
            /** @description How many events are sent. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedWebhookEventsResponse"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Page number; the first page is 1. A page past the end is empty.
                 * @example 1
                 */
                page?: components["parameters"]["query.page"];
                /**
                 * @description Results per page. A number above the maximum is refused.
                 * @example 25
                 */
                limit?: components["parameters"]["query.limit"];
                /** @description Opaque value from a link of the `Link` header. It limits the pages to the records that the list had when its first page was read. Send it with the filters of the same link. Without it, a page shows the list as it is now. */
                cursor?: components["parameters"]["query.cursor"];
                /**
                 * @description Only deliveries with this status.
                 * @example delivered
                 */
                status?: "pending" | "delivered" | "failed";
                /**
                 * @description `names` adds `included` to the response: the names of the accounts, items, people, tokens, transfers, shipments and revaluations whose ids it has.
                 * @example names
                 */
                include?: components["parameters"]["query.include"];
            };
            header?: never;
            path: {
                /**
                 * @description Identifier of the endpoint.
                 * @example hook_01kaj2v4n6s2xqf8d0b7y3m5ka
                 */
                id: components["parameters"]["webhook-endpoints.id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
        };
    };
}
