import { Type } from 'typebox'
import {
  CREATED_PARAMETERS,
  SORTS_BY_CREATION,
  sortParameter,
  yesOrNoParameter,
} from '../../domain/pagination.ts'
import { searchText } from '../../domain/search-text.ts'
import { listOperation } from '../../http/list-operation.ts'
import { EXTERNAL_ID_FORM } from './account-profile.ts'
import { FBO_ACCOUNT, toFboAccount } from './fbo-account.ts'
import { FBO_ACCOUNT_PAGES } from './list-fbo-accounts.store.ts'

const FILTERS = {
  isPrimary: yesOrNoParameter('`true`: only the primary account; `false`: only the others.'),
  externalId: Type.Optional(
    Type.String({
      description: 'Only the account whose profile has this id of a system of yours.',
      'x-violation-unstorable': true,
      ...EXTERNAL_ID_FORM,
      examples: ['CUST-00417'],
    }),
  ),
  ...CREATED_PARAMETERS,
  q: Type.Optional(
    searchText(
      'Only accounts with this text in their names, business, email, phone or external id, as ' +
        'Search Records notes them.',
    ),
  ),
  sort: sortParameter(SORTS_BY_CREATION),
}

export const listFboAccountsRoute = listOperation({
  operationId: 'listFboAccounts',
  description: 'Lists FBO accounts of the organization, newest first, page by page.',
  path: '/v1/fbo-accounts',
  permission: 'fbo_accounts:read',
  filters: FILTERS,
  entry: FBO_ACCOUNT,
  entries: 'accounts',
  pages: FBO_ACCOUNT_PAGES,
  toView: toFboAccount,
})
