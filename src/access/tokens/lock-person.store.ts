import { rowsOf } from '../../database/changes/row-of.ts'

/**
 * Locks the person that the token belongs to, if any. Each change that makes a token of a person
 * does so first: the suspension of a person takes the same lock and misses none.
 */
export const lockPersonOf = rowsOf<object, [tokenId: string]>(`
  select person.id
  from people as person
  join access_tokens as token on token.organization_id = $1 and token.person_id = person.id
  where person.organization_id = $1 and token.id = $2
  for no key update of person`)
