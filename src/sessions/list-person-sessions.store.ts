import { KeysetPages } from '../database/keyset-page.ts'
import { NEWEST_FIRST } from '../domain/pagination.ts'
import { PERSON_SESSION_COLUMNS, type PersonSessionRow } from './person-session.ts'

/** Newest first, until a month after their end. */
export const PERSON_SESSION_PAGES = new KeysetPages<PersonSessionRow>({
  order: NEWEST_FIRST,
  conditions: {},
  select: ({ where, rows }) => `
    select ${PERSON_SESSION_COLUMNS}
    from sessions
    where organization_id = $1 and person_id = $2 ${where}
    ${rows}`,
  recordTable: 'people',
})
