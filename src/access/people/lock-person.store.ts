import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import { PERSON_COLUMNS, type PersonRow } from './person.ts'

const lockPersonWhere = <Values extends readonly string[]>(condition: string) =>
  rowOf<PersonRow, Values>(`
    select ${PERSON_COLUMNS}
    from people
    where organization_id = $1 and ${condition}
    for no key update`)

/**
 * Locks a person: of two changes, the second sees the person as the first left it. Who makes a
 * token or a session of the person does so, and a suspension misses none.
 */
export const lockPerson = lockPersonWhere<[id: string]>('id = $2')

/** The same, of who has the address. Lock the organization before: nobody else gets it then. */
export const lockPersonOfEmail = lockPersonWhere<[email: string]>('email = $2')

export interface ProviderAccount {
  readonly issuer: string
  readonly subject: string
}

const lockBound = lockPersonWhere<[issuer: string, subject: string]>('issuer = $2 and subject = $3')

/** The same, of who is bound to the account. */
export async function lockPersonOfAccount(
  tx: OrganizationTransaction,
  { issuer, subject }: ProviderAccount,
): Promise<PersonRow | undefined> {
  return await lockBound(tx, issuer, subject)
}
