import { Type } from 'typebox'
import { recordId } from './fields.ts'
import { EXAMPLE_IDS } from './ids.ts'

/** The members of `data` in events of tokens, sessions and passkeys. */
export const CREDENTIAL_EVENT_DATA = {
  permissions: Type.Array(Type.String(), {
    description: 'The permissions of the token.',
    examples: [['events:read']],
  }),
  expiresAt: Type.String({
    description: 'When the token expires.',
    format: 'date-time',
    examples: ['2027-02-19T08:30:00.000Z'],
  }),
  roleId: recordId('The role of the token.', EXAMPLE_IDS.role),
  personId: recordId('The person.', EXAMPLE_IDS.person),
  sessionId: recordId('The session of the person.', EXAMPLE_IDS.session),
  credentialId: Type.String({
    description: 'The id of the passkey, as its authenticator made it: base64url.',
    examples: ['AAECAwQFBgcICQoLDA0ODw'],
  }),
  publicKey: Type.String({
    description: 'The public key: SubjectPublicKeyInfo (RFC 5280), DER, in base64url.',
    examples: ['MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE'],
  }),
  algorithm: Type.Integer({
    description: 'The algorithm of the key, a number of COSE: -7 ES256, -8 EdDSA, -257 RS256.',
    examples: [-7],
  }),
  rpId: Type.String({
    description: 'The host that the passkey is bound to.',
    examples: ['vault.example.com'],
  }),
  newTokenId: recordId('The token that replaces it.', EXAMPLE_IDS.otherAccessToken),
}

/** The kinds of records that events are about. */
export const SUBJECT_TYPES = [
  'organization',
  'fbo_account',
  'inventory_item',
  'transfer',
  'revaluation',
  'outbound_shipment',
  'person',
  'access_token',
  'passkey',
  'role',
  'organization_policy',
  'identity_provider',
  'webhook_endpoint',
] as const

export type SubjectType = (typeof SUBJECT_TYPES)[number]

/** Why the service changed something without a token. */
export const SYSTEM_ACTORS = {
  expiry: 'a transfer expired',
  policy: "the organization's policy approved a transfer, or declined to",
  command_line: "the vault's operator used the command line",
  identity_provider: 'the identity provider vouched for a person who signed in',
  sealing: 'the sealed log is signed every hour in which something happened',
  webhook_delivery: 'a webhook endpoint refused events for good, or failed for days',
} as const

export type SystemActor = keyof typeof SYSTEM_ACTORS
