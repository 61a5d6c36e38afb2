import { Type } from 'typebox'
import { rowOf } from '../../database/changes/row-of.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import { findById } from '../../database/record.ts'
import { insufficientPermission } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { byId, NO_MEMBERS, namedObject } from '../../domain/fields.ts'
import { NEWEST_FIRST } from '../../domain/pagination.ts'
import { change } from '../../http/change.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { secretsKeyMissing } from '../../runtime/secrets/secrets.ts'
import { currentPolicy, getOrganizationPolicy } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { lockPerson, personNotFound } from '../people/person.ts'
import { readOwnRoles } from '../people/role.ts'
import { personPowersRefusal } from '../people/role-change.rules.ts'
import { CREDENTIAL_ID, PASSKEY_ALGORITHMS } from './assertion.ts'
import {
  ownPasskeys,
  PASSKEY,
  PASSKEY_COLUMNS,
  type PasskeyRow,
  passkeyNotFound,
  personOf,
  TRANSPORTS,
  toPasskey,
} from './passkey.ts'
import { newRegistrationChallenge } from './register-passkey.ts'

const OF_PERSON = { personId: PASSKEY.properties.personId }

/**
 * Locks a passkey of that person. An approval that it signs holds the same lock: it is in the log
 * before the removal, or is refused.
 */
const lockPasskey = rowOf<PasskeyRow, [id: string, personId: string]>(`
  select ${PASSKEY_COLUMNS}
  from passkeys
  where organization_id = $1 and id = $2 and person_id = $3 and removed_at is null
  for no key update`)

const REMOVE = `
  update passkeys
  set removed_at = $3, removed_by_token_id = $4
  where organization_id = $1 and id = $2`

/** Removes a passkey of a person for good: it signs nothing more. What it signed stays valid. */
export const removePasskeyRoute = change({
  operationId: 'removePasskey',
  description:
    'Removes a passkey of a person for good, such as a lost one. What it signed stays valid. It ' +
    'cannot be registered again; the authenticator can make a new one. Of another person, you must ' +
    'have all permissions that the person has.',
  method: 'DELETE',
  path: '/v1/passkeys/{id}',
  permission: 'people:manage',
  orOwnPerson: 'query personId',
  ...byId(PASSKEY, passkeyNotFound),
  query: Type.Object(OF_PERSON),
  body: NO_MEMBERS,
  bodyIsOptional: true,
  success: recordResponse('The passkey as it was.', PASSKEY),
  refusals: ['sign_in_required', 'permission_not_held'],
  input: ({ parameters, query }) => ({ ...parameters, ...query }),
  isOfPowers: true,
  lock: (tx, input) => ({
    person: lockPerson(tx, input.personId),
    passkey: lockPasskey(tx, input.id, input.personId),
    ownRoles: readOwnRoles(tx),
    policy: currentPolicy(tx),
  }),
  judge: ({ caller, input }, { person, passkey, ownRoles, policy }, { nowMs }) => {
    const isOwn = caller.personId === input.personId
    if (!isOwn && !caller.permissions.has('people:manage')) {
      return insufficientPermission('people:manage')
    }
    if (passkey === undefined) return passkeyNotFound()
    // Without a passkey, a person may not be able to approve.
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      (isOwn ? undefined : personPowersRefusal(caller, person?.roles ?? [], ownRoles))
    return refusal ?? { passkey, at: new Date(nowMs) }
  },
  write: (tx, { caller, result: { passkey, at } }) => {
    void tx.run(REMOVE, [passkey.id, at, caller.tokenId])
  },
  events: (one) => {
    const { passkey, at: occurredAt } = one.result
    const { id, personId, credentialId } = passkey
    const subject = { type: 'passkey', id } as const
    const data = { personId, credentialId }
    return eventOf(one, 'passkey.removed', { occurredAt, subject, data })
  },
  respond: ({ passkey }) => ({ body: { data: toPasskey(passkey) } }),
})

/** The passkeys of a person, newest first; `$2` is the person. */
const PASSKEY_PAGES = new KeysetPages<PasskeyRow>({
  order: NEWEST_FIRST,
  columns: ['passkey.created_at', 'passkey.id'],
  conditions: {},
  select: ({ where, rows }) => `
    select ${PASSKEY_COLUMNS}
    from passkeys as passkey
    where organization_id = $1 and person_id = record.id and removed_at is null ${where}
    ${rows}`,
  // The statement names its row `record`.
  recordTable: 'people',
})

export const listPasskeysRoute = listOperation({
  operationId: 'listPasskeys',
  description: 'Lists the passkeys of a person, newest first, page by page.',
  path: '/v1/passkeys',
  permission: 'people:manage',
  orOwnPerson: 'query personId',
  filters: OF_PERSON,
  recordFilter: 'personId',
  notFound: personNotFound,
  whatMayChange: 'A passkey that is removed meanwhile may be missing.',
  entry: PASSKEY,
  entries: 'passkeys',
  pages: PASSKEY_PAGES,
  toView: toPasskey,
})

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

const findName = findById<{ name: string }>(
  'select name from people where organization_id = $1 and id = $2',
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
    const [passkeys, found, policy] = await Promise.all([
      ownPasskeys(person, database),
      findName(person, database, person.personId),
      getOrganizationPolicy(person, database),
    ])
    // Before the authenticator makes a passkey that nobody would register.
    const refusal = signInRefusal(person, policy, Date.now())
    if (refusal !== undefined) throw refusal
    const type = 'public-key' as const
    const name = found?.name ?? ''
    const data = {
      rp: { id: app.relyingParty.rpId, name: 'Vault Inventory' },
      user: {
        id: Buffer.from(person.personId).toString('base64url'),
        name,
        displayName: name,
      },
      challenge: newRegistrationChallenge(app.secrets, person),
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
