import { listOperation } from '../../http/list-operation.ts'
import { personNotFound } from '../people/person.ts'
import { PASSKEY, toPasskey } from './passkey.ts'
import { PASSKEY_PAGES } from './passkeys.store.ts'

export const OF_PERSON = { personId: PASSKEY.properties.personId }

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
