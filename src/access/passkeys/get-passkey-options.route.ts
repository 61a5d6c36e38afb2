import { Type } from 'typebox'
import { namedObject } from '../../domain/fields.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { secretsKeyMissing } from '../../runtime/secrets/secrets.ts'
import { getOrganizationPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { CREDENTIAL_ID, PASSKEY_ALGORITHMS } from './assertion.ts'
import { personOf, TRANSPORTS } from './passkey.ts'
import { ownPasskeys, personName } from './passkeys.store.ts'
import { newRegistrationChallenge } from './register-passkey.ts'

const TYPE = Type.Enum(['public-key'], {
  description: 'The only type there is.',
  examples: ['public-key'],
})

/** As WebAuthn names and nests them, so that a browser takes them as they are. */
const OPTIONS = namedObject(
  'PasskeyOptions',
  'What a browser asks an authenticator for: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn.',
  {
    rp: namedObject('PasskeyRelyingParty', 'The vault, to which the passkey is bound.', {
      id: text('The host of the vault.', 'vault.example.com'),
      name: text('The name that authenticators show.', 'Vault Inventory'),
    }),
    user: namedObject('PasskeyUser', 'The person, as authenticators show them.', {
      id: text('The id of the person, in base64url.', 'cHJzbl8wMWth'),
      name: text('The name of the person.', 'Ada Lindqvist'),
      displayName: text('The same.', 'Ada Lindqvist'),
    }),
    challenge: text(
      'Text that the authenticator returns: it is for one passkey of this person, with this token, and for ten minutes.',
      'q80SJm',
    ),
    pubKeyCredParams: Type.Array(
      Type.Object({
        type: TYPE,
        alg: Type.Integer({ description: 'A number of COSE.', examples: [-7] }),
      }),
      { description: 'Algorithms that the passkey may have, the best first.' },
    ),
    excludeCredentials: Type.Array(
      Type.Object({ type: TYPE, id: CREDENTIAL_ID, transports: TRANSPORTS }),
      { description: 'Passkeys that the person has: their authenticators refuse.' },
    ),
    authenticatorSelection: Type.Object(
      {
        residentKey: text('Whether the authenticator keeps the passkey itself.', 'preferred'),
        userVerification: text('Whether it must verify the person.', 'required'),
      },
      { description: 'What the authenticator must be able to do.' },
    ),
    attestation: text('Whether it must prove of which make it is.', 'none'),
  },
)

export const getPasskeyOptionsRoute = operation({
  operationId: 'getPasskeyOptions',
  description:
    'Reads what a browser needs to make a passkey of the person whose token this is. Register ' +
    "Passkey takes the authenticator's answer, with the same token, for ten minutes.",
  path: '/v1/passkeys/registration-options',
  permission: null,
  success: recordResponse('The options.', OPTIONS),
  refusals: ['sign_in_required', 'person_required', 'secrets_key_missing'],
  handle: async ({ caller, database }, _head, { server: app }) => {
    const person = personOf(caller)
    if (app.secrets === null) throw secretsKeyMissing()
    const [passkeys, name, policy] = await Promise.all([
      ownPasskeys(person, database),
      personName(person, database),
      getOrganizationPolicy(person, database),
    ])
    // Before the authenticator makes a passkey that nobody would register.
    const refusal = signInRefusal(person, policy, Date.now())
    if (refusal !== undefined) throw refusal
    const type = 'public-key' as const
    const data = {
      rp: { id: app.relyingParty.rpId, name: 'Vault Inventory' },
      user: {
        id: Buffer.from(person.personId).toString('base64url'),
        name,
        displayName: name,
      },
      challenge: newRegistrationChallenge(app.secrets, person, Date.now()),
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type, alg })),
      excludeCredentials: passkeys.map(({ credentialId: id, transports }) => {
        return { type, id, transports }
      }),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
    } as const
    return { data }
  },
})

function text(description: string, example: string) {
  return Type.String({ description, examples: [example] })
}
