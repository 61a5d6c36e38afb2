import { findById } from '../../database/find-by-id.ts'
import { PERSON_COLUMNS, type PersonRow } from './person.ts'

export const findPerson = findById<PersonRow>(`
  select ${PERSON_COLUMNS}
  from people
  where organization_id = $1 and id = $2`)
