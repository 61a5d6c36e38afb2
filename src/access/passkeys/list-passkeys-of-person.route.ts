import { listOperation } from '../../http/list-operation.ts'
import { PERSON_BY_ID } from '../people/person.ts'
import { PASSKEY, toPasskey } from './passkey.ts'
import { PASSKEY_PAGES } from './passkeys.store.ts'

export const listPasskeysOfPersonRoute = listOperation({
  operationId: 'listPasskeysOfPerson',
  description: 'Lists the passkeys of a person, newest first, page by page.',
  path: '/v1/people/{id}/passkeys',
  permission: 'people:manage',
  ...PERSON_BY_ID,
  whatMayChange: 'A passkey that is removed meanwhile may be missing.',
  entry: PASSKEY,
  entries: 'passkeys',
  pages: PASSKEY_PAGES,
  toView: toPasskey,
})
