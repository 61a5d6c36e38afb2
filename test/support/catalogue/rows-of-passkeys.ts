import { PASSKEYS } from './lists-of-passkeys.ts'
import { type CatalogueRequest, type IdPlace, ofOne, type Row, type Rows } from './row.ts'
import { OF_AUDITOR } from './rows-of-people.ts'

const PASSKEY: IdPlace = { names: 'passkey', make: (world, owner) => world.passkey(owner) }
const PERSON: IdPlace = { names: 'person', make: (world, owner) => world.holder(owner) }
const PATH = '/v1/passkeys'

/** Operations on passkeys, most of them on those of the caller's person. */
export const ROWS_OF_PASSKEYS: Rows = {
  getPasskeys: forPeople({ method: 'GET', path: PATH }),
  getPasskeyOptions: forPeople({ method: 'GET', path: `${PATH}/registration-options` }),
  registerPasskey: forPeople({
    method: 'POST',
    path: PATH,
    body: {
      name: 'Phone',
      credentialId: 'AAAA',
      clientDataJSON: 'AAAA',
      attestationObject: 'AAAA',
    },
  }),
  removePasskey: {
    ...ofOne(PASSKEY, ['DELETE', `${PATH}/{id}`], { permission: 'people:manage' }),
    permission: null,
    forPeople: true,
  },
  listPasskeysOfPerson: ofOne(PERSON, ['GET', '/v1/people/{id}/passkeys'], {
    permission: 'people:manage',
    list: PASSKEYS,
  }),
  removePasskeyOfPerson: {
    permission: 'people:manage',
    alsoNeeds: OF_AUDITOR,
    success: 200,
    ids: { 'path passkeyId': PASSKEY, 'path id': PERSON },
    request: (id) => ({
      method: 'DELETE',
      path: `/v1/people/${id('path id')}/passkeys/${id('path passkeyId')}`,
    }),
  },
}

/** A row of an operation that only a person's token may use. */
function forPeople(request: CatalogueRequest): Row {
  const success = request.method === 'POST' ? 201 : 200
  return { permission: null, success, forPeople: true, ids: {}, request: () => request }
}
