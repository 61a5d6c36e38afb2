import { CREATED_CONDITIONS, KeysetPages } from '../../database/keyset-page.ts'
import { searchedPages, type WordFilters, wordConditions } from '../../database/searched-pages.ts'
import { type CreatedSpan, NEWEST_FIRST, SORTS_BY_CREATION } from '../../domain/pagination.ts'
import { externalIdForms } from './account-profile.ts'
import { ACCOUNT_OF_EXTERNAL_ID } from './account-profiles.store.ts'
import { FBO_ACCOUNT_COLUMNS, type FboAccountRow } from './fbo-account.ts'

interface FboAccountFilters extends CreatedSpan {
  readonly isPrimary?: 'true' | 'false'
  readonly externalId?: string
}

const PAGES = searchedPages<FboAccountRow, FboAccountFilters>(
  'fbo_account',
  new KeysetPages<FboAccountRow, FboAccountFilters & WordFilters>({
    order: NEWEST_FIRST,
    sorts: SORTS_BY_CREATION,
    conditions: {
      isPrimary: (isPrimary) => {
        if (isPrimary === undefined) return ''
        return isPrimary === 'true' ? 'and is_primary' : 'and not is_primary'
      },
      externalId: `and id = (${ACCOUNT_OF_EXTERNAL_ID})`,
      ...CREATED_CONDITIONS,
      ...wordConditions('fbo_account', 'fbo_accounts'),
    },
    select: ({ where, rows }) => `
    select ${FBO_ACCOUNT_COLUMNS}
    from fbo_accounts
    where organization_id = $1 ${where}
    ${rows}`,
  }),
)

/** By an external id as it was sent. */
export const FBO_ACCOUNT_PAGES: typeof PAGES = {
  ...PAGES,
  find: (caller, database, request) => {
    const { externalId } = request
    if (externalId === undefined) return PAGES.find(caller, database, request)
    // A list is one parameter.
    const forms = externalIdForms(externalId) as unknown as string
    return PAGES.find(caller, database, { ...request, externalId: forms })
  },
}
