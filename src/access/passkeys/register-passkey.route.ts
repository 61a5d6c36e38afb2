import { Type } from 'typebox'
import { refusalOf } from '../../domain/errors.ts'
import { namedObject } from '../../domain/fields.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { changeOperation } from '../../http/change-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { secretsKeyMissing } from '../../runtime/secrets/secrets.ts'
import { base64url, CREDENTIAL_ID } from './assertion.ts'
import { PASSKEY, PASSKEY_NAME, personOf, TRANSPORTS, toPasskey } from './passkey.ts'
import { readRegistration } from './read-registration.ts'
import { REGISTER_PASSKEY } from './register-passkey.ts'
import { passkeyOfChallenge } from './registration-challenge.ts'

const NEW_PASSKEY = namedObject(
  'NewPasskey',
  "A new passkey: its name, and the authenticator's answer as WebAuthn returns it.",
  {
    name: PASSKEY_NAME,
    credentialId: CREDENTIAL_ID,
    clientDataJSON: base64url('What the browser says: the challenge and the origin.', {
      maxLength: 4096,
      example: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
    }),
    attestationObject: base64url('What the authenticator says: the public key.', {
      maxLength: 8192,
      example: 'o2NmbXRkbm9uZQ',
    }),
    transports: Type.Optional(TRANSPORTS),
  },
)

export const registerPasskeyRoute = changeOperation({
  operationId: 'registerPasskey',
  description:
    'Registers a passkey of the person whose token this is, made with the options of Get ' +
    'Passkey Options. From then on it can sign their approvals.',
  path: '/v1/passkeys',
  permission: null,
  body: NEW_PASSKEY,
  isOfCaller: true,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: { ...recordResponse('The passkey.', PASSKEY), status: 201 },
  refusals: [
    'sign_in_required',
    ...(['person_required', 'secrets_key_missing', 'passkey_invalid'] as const),
    ...(['passkey_exists', 'too_many_passkeys'] as const),
  ],
  change: REGISTER_PASSKEY,
  input: async ({ caller, body: { name, transports = [], ...registration } }, app) => {
    const person = personOf(caller)
    const { secrets, relyingParty } = app
    if (secrets === null) throw secretsKeyMissing()
    const nowMs = Date.now()
    const idOf = (challenge: string) => passkeyOfChallenge(secrets, person, { challenge, nowMs })
    const read = await readRegistration(registration, { relyingParty, idOf })
    if ('pointer' in read) throw refusalOf([read], 'request')
    const { personId } = person
    return { ...read, personId, name, transports: [...transports], rpId: relyingParty.rpId }
  },
  respond: (passkey) => ({ body: { data: toPasskey(passkey) } }),
})
