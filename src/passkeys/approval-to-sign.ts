import Type, { type Static } from 'typebox'
import { namedObject, nullableText } from '../domain/fields.ts'
import { recordResponse } from '../http/operation-contract.ts'
import {
  APPROVAL_CONTENT,
  type ApprovalContent,
  challengeOf,
  hashOfDocument,
  sha256,
} from './approval-content.ts'
import { CREDENTIAL_ID } from './assertion.ts'
import { type PasskeyRow, TRANSPORTS } from './passkey.ts'

const APPROVAL_TO_SIGN = namedObject(
  'ApprovalToSign',
  'What an approval of the record would approve now, and what a passkey signs to prove it.',
  {
    content: APPROVAL_CONTENT,
    contentSha256: sha256('SHA-256 of the canonical form (RFC 8785) of `content`.'),
    challenge: Type.String({
      description: 'The same hash in base64url: the challenge for WebAuthn.',
      examples: ['n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'],
    }),
    directionsSalt: Type.Optional(
      nullableText({
        description:
          'Of a shipment: the salt in `directionsSha256`; null where it has none, and the hash is not ' +
          'of its recipient.',
        examples: ['q80SJmFh3kzTfQGq2y9n1A'],
      }),
    ),
    passkeys: Type.Array(
      namedObject('SigningPasskey', 'A passkey that may sign.', {
        credentialId: CREDENTIAL_ID,
        transports: TRANSPORTS,
      }),
      { description: 'The passkeys of the person whose token this is; none of a machine.' },
    ),
  },
)

/** The success of an operation that reads what would be approved. */
export const APPROVAL_RESPONSE = recordResponse('What would be approved.', APPROVAL_TO_SIGN)

export function approvalToSign(
  content: ApprovalContent,
  passkeys: readonly PasskeyRow[],
  more: { readonly directionsSalt?: string | null } = {},
): Static<typeof APPROVAL_TO_SIGN> {
  return {
    content,
    contentSha256: hashOfDocument(content),
    challenge: challengeOf(content),
    ...more,
    passkeys: passkeys.map(({ credentialId, transports }) => ({ credentialId, transports })),
  }
}
