import { type Static, Type } from 'typebox'
import type { Caller, PersonCaller } from '../../domain/caller.ts'
import { Refusal, unknownRecord } from '../../domain/errors.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import {
  columnsOf,
  instant,
  NOT_BLANK,
  namedObject,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { PASSKEY_NAME_LENGTH_MAX, PASSKEY_TRANSPORTS_MAX } from '../../domain/limits.ts'
import { CREDENTIAL_ID } from './assertion.ts'

export const PASSKEY_NAME = Type.String({
  description: 'Name that tells it from the other passkeys of the person.',
  'x-violation-unstorable': true,
  ...NOT_BLANK,
  maxLength: PASSKEY_NAME_LENGTH_MAX,
  examples: ['Security key in the safe'],
})

export const TRANSPORTS = Type.Array(
  Type.String({ pattern: '^[a-z-]{1,32}$', examples: ['internal'] }),
  {
    title: 'PasskeyTransports',
    description: 'Ways to reach the authenticator, as the browser named them.',
    maxItems: PASSKEY_TRANSPORTS_MAX,
    examples: [['internal']],
  },
)

export const PASSKEY = namedObject(
  'Passkey',
  'A passkey of a person, whose private half their device keeps.',
  {
    id: recordId('Identifier of the passkey.', EXAMPLE_IDS.passkey),
    personId: recordId('The person.', EXAMPLE_IDS.person),
    name: PASSKEY_NAME,
    credentialId: CREDENTIAL_ID,
    algorithm: Type.Integer({
      description: 'Its algorithm, a number of COSE: -7 ES256, -8 EdDSA, -257 RS256.',
      examples: [-7],
    }),
    transports: TRANSPORTS,
    createdAt: instant('it was registered', '2026-11-21T08:30:00.000Z'),
  },
)

export type PasskeyRow = RowOf<Static<typeof PASSKEY>>

export const PASSKEY_COLUMNS = columnsOf(PASSKEY)

export const toPasskey = responseMaker(PASSKEY)

export const passkeyNotFound = unknownRecord('passkey_not_found', 'passkey')

/** The caller as a person. @throws {Refusal} if the token is a machine's */
export function personOf(caller: Caller): PersonCaller {
  const { personId } = caller
  if (personId !== undefined) return { ...caller, personId }
  throw new Refusal('person_required', {
    detail: 'Passkeys belong to people, and this token to none: sign in as a person.',
  })
}
