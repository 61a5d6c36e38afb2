import { Type } from 'typebox'
import { CREATED_CONDITIONS } from '../../database/keyset-page.ts'
import { findById } from '../../database/record.ts'
import { searchedPages } from '../../database/searched-pages.ts'
import {
  CREATED_PARAMETERS,
  type FiltersOf,
  NEWEST_FIRST,
  SORTS_BY_CREATION,
  sortParameter,
  yesOrNoParameter,
} from '../../domain/pagination.ts'
import { searchText } from '../../domain/search-words.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import {
  FBO_ACCOUNT,
  FBO_ACCOUNT_BY_ID,
  FBO_ACCOUNT_COLUMNS,
  type FboAccountRow,
  toFboAccount,
} from './fbo-account.ts'
import { ACCOUNT_OF_EXTERNAL_ID, EXTERNAL_ID_FORM, externalIdForms } from './fbo-account-profile.ts'

export const findFboAccount = findById<FboAccountRow>(
  `
  select ${FBO_ACCOUNT_COLUMNS}
  from fbo_accounts
  where organization_id = $1 and id = $2`,
  'read',
)

export const getFboAccountRoute = operation({
  operationId: 'getFboAccount',
  description: 'Reads one FBO account of the organization.',
  path: '/v1/fbo-accounts/{id}',
  permission: 'fbo_accounts:read',
  ...FBO_ACCOUNT_BY_ID,
  success: versionedResponse('The account.', FBO_ACCOUNT),
  handle: readRecord(findFboAccount, toFboAccount),
})

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

export const FBO_ACCOUNT_PAGES = searchedPages<FboAccountRow, FiltersOf<typeof FILTERS>>(
  'fbo_account',
  'fbo_accounts',
  {
    order: NEWEST_FIRST,
    sorts: SORTS_BY_CREATION,
    conditions: {
      isPrimary: (isPrimary) => {
        if (isPrimary === undefined) return ''
        return isPrimary === 'true' ? 'and is_primary' : 'and not is_primary'
      },
      externalId: `and id = (${ACCOUNT_OF_EXTERNAL_ID})`,
      ...CREATED_CONDITIONS,
    },
    forms: { externalId: externalIdForms },
    select: ({ where, rows }) => `
    select ${FBO_ACCOUNT_COLUMNS}
    from fbo_accounts
    where organization_id = $1 ${where}
    ${rows}`,
  },
)

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
