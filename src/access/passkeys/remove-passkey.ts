import { Type } from 'typebox'
import { eventOf } from '../../domain/events.ts'
import { byId, NO_MEMBERS } from '../../domain/fields.ts'
import { change } from '../../http/change.ts'
import { listOperation } from '../../http/list-operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import { lockPerson, personNotFound } from '../people/person.ts'
import { readOwnRoles } from '../people/role.ts'
import { personPowersRefusal } from '../people/role-change.rules.ts'
import { PASSKEY, passkeyNotFound, toPasskey } from './passkey.ts'
import { lockPasskey, PASSKEY_PAGES, removePasskey } from './passkeys.store.ts'

const OF_PERSON = { personId: PASSKEY.properties.personId }

interface PasskeyOfPerson {
  readonly id: string
  readonly personId: string
}

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
  input: ({ parameters, query }): PasskeyOfPerson => ({ ...parameters, ...query }),
  isOfPowers: true,
  lock: (tx, input) => ({
    person: lockPerson(tx, input.personId),
    passkey: lockPasskey(tx, input),
    ownRoles: readOwnRoles(tx),
    policy: currentPolicy(tx),
  }),
  judge: ({ caller }, { person, passkey, ownRoles, policy }, { nowMs }) => {
    if (passkey === undefined) return passkeyNotFound()
    const isOwn = caller.personId === passkey.personId
    // Without a passkey, a person may not be able to approve.
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      (isOwn ? undefined : personPowersRefusal(caller, person?.roleIds ?? [], ownRoles))
    return refusal ?? { passkey, at: new Date(nowMs) }
  },
  write: (tx, { caller, result: { passkey, at } }) =>
    removePasskey(tx, { id: passkey.id, at, tokenId: caller.tokenId }),
  events: (one) => {
    const { passkey, at: occurredAt } = one.result
    const { id, personId, credentialId } = passkey
    const subject = { type: 'passkey', id } as const
    return eventOf(one, 'passkey.removed', {
      occurredAt,
      subject,
      data: { personId, credentialId },
    })
  },
  respond: ({ passkey }) => ({ body: { data: toPasskey(passkey) } }),
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
