import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { PERSON_COLUMNS, type PersonRow } from './person.ts'

const lockText = (condition: string) => `
  select ${PERSON_COLUMNS}
  from people
  where organization_id = $1 and ${condition}
  for no key update`

const BY_ID = lockText('id = $2')
const BY_EMAIL = lockText('email = $2')
const BY_ACCOUNT = lockText('issuer = $2 and subject = $3')

/**
 * Locks a person: of two changes, the second sees the person as the first left it. Who makes a
 * token or a session of the person does so, and a suspension misses none.
 */
export async function lockPerson(
  tx: OrganizationTransaction,
  id: string,
): Promise<PersonRow | undefined> {
  const [person] = await tx.run<PersonRow>(BY_ID, [id])
  return person
}

/** The same, of who has the address. Lock the organization before: nobody else gets it then. */
export async function lockPersonOfEmail(
  tx: OrganizationTransaction,
  email: string,
): Promise<PersonRow | undefined> {
  const [person] = await tx.run<PersonRow>(BY_EMAIL, [email])
  return person
}

/** An account at an identity provider. */
export interface ProviderAccount {
  readonly issuer: string
  readonly subject: string
}

/** The same, of who is bound to the account. */
export async function lockPersonOfAccount(
  tx: OrganizationTransaction,
  { issuer, subject }: ProviderAccount,
): Promise<PersonRow | undefined> {
  const [person] = await tx.run<PersonRow>(BY_ACCOUNT, [issuer, subject])
  return person
}
