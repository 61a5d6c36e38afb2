import { type Static, Type } from 'typebox'
import {
  APPROVAL_CONTENT,
  type ApprovalContent,
  challengeOf,
  hashOfDocument,
  sha256,
} from '../../access/passkeys/approval-content.ts'
import { CREDENTIAL_ID } from '../../access/passkeys/assertion.ts'
import { TRANSPORTS } from '../../access/passkeys/passkey.ts'
import { ownPasskeys } from '../../access/passkeys/passkeys.store.ts'
import { namedObject, nullableText } from '../../domain/fields.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import type { ReadRequest } from '../../http/read-record.ts'

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

/** The content that the caller would approve of a record. A shipment has a salt, or null. */
export async function approvalToSign(
  { caller, database }: Pick<ReadRequest, 'caller' | 'database'>,
  { content, salt }: { readonly content: ApprovalContent; readonly salt?: string | null },
): Promise<Static<typeof APPROVAL_TO_SIGN>> {
  const passkeys = await ownPasskeys(caller, database)
  return {
    content,
    contentSha256: hashOfDocument(content),
    challenge: challengeOf(content),
    ...(salt !== undefined && { directionsSalt: salt }),
    passkeys: passkeys.map(({ credentialId, transports }) => ({ credentialId, transports })),
  }
}
