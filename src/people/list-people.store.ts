import { KeysetPages } from '../database/keyset-page.ts'
import { NEWEST_FIRST } from '../domain/pagination.ts'
import { PERSON_COLUMNS, type PersonRow } from './person.ts'

export const PEOPLE_PAGES = new KeysetPages<PersonRow, { state?: string; email?: string }>({
  order: NEWEST_FIRST,
  conditions: { state: 'and state = ?', email: 'and email = lower(?)' },
  select: ({ where, rows }) => `
    select ${PERSON_COLUMNS}
    from people
    where organization_id = $1 ${where}
    ${rows}`,
})
