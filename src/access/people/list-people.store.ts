import { KeysetPages } from '../../database/keyset-page.ts'
import type { ListPages } from '../../database/list-pages.ts'
import { foldedEmail } from '../../domain/folding.ts'
import { NEWEST_FIRST } from '../../domain/pagination.ts'
import { PERSON_COLUMNS, type PersonRow } from './person.ts'

interface PersonFilters {
  readonly status?: string
  /** As addresses are compared. */
  readonly email?: string
}

export const PEOPLE_PAGES = new KeysetPages<PersonRow, PersonFilters>({
  order: NEWEST_FIRST,
  conditions: { status: 'and state = ?', email: 'and email = ?' },
  select: ({ where, rows }) => `
    select ${PERSON_COLUMNS}
    from people
    where organization_id = $1 ${where}
    ${rows}`,
})

/** The same, by an address as it was sent. */
export const PEOPLE_BY_ADDRESS: ListPages<PersonRow, PersonFilters> = {
  order: PEOPLE_PAGES.order,
  find: (caller, database, request) => {
    const { email } = request
    const folded = email === undefined ? request : { ...request, email: foldedEmail(email) }
    return PEOPLE_PAGES.find(caller, database, folded)
  },
}
