import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { FoundPeople, KnownPerson } from './admit-person.rules.ts'
import type { ProvidedPerson } from './sign-in-claims.rules.ts'

const FIND = `
  select id, role_ids, state, subject, version
  from people
  where organization_id = $1 and`

const BY_SUBJECT = `${FIND} issuer = $2 and subject = $3 for no key update`
const BY_EMAIL = `${FIND} email = $2 for no key update`

/**
 * Locks the people that a sign-in can be of, behind the organization's row: two first sign-ins with
 * one address follow each other.
 */
export async function lockPeople(
  tx: OrganizationTransaction,
  { issuer, subject, email }: ProvidedPerson,
): Promise<FoundPeople> {
  const [[bySubject], [byEmail]] = await Promise.all([
    tx.run<KnownPerson>(BY_SUBJECT, [issuer, subject]),
    typeof email === 'string' ? tx.run<KnownPerson>(BY_EMAIL, [email]) : [],
  ])
  return { bySubject, byEmail }
}

/** A person who signs in. The session notes that they did. */
export interface SignedInPerson {
  readonly id: string
  readonly roleIds: readonly string[]
  readonly at: Date
}

const INSERT = `
  insert into people (organization_id, id, email, name, role_ids, issuer, subject, created_at)
  values ($1, $2, $3, $4, $5::text[], $6, $7, $8)`

/** Stores a person whom the provider's word admits. */
export function insertPerson(
  tx: OrganizationTransaction,
  { id, roleIds, at }: SignedInPerson,
  { email, name, issuer, subject }: ProvidedPerson,
): void {
  if (typeof email !== 'string') throw new Error('nobody is admitted without an address')
  void tx.run(INSERT, [id, email, name ?? email, [...roleIds], issuer, subject, at.toISOString()])
}

const UPDATE = `
  update people
  set role_ids = $3::text[], issuer = $4, subject = $5, version = version + 1
  where organization_id = $1 and id = $2`

/** Binds a locked person to the account, with the roles that the person has from now on. */
export function updatePerson(
  tx: OrganizationTransaction,
  { id, roleIds }: SignedInPerson,
  { issuer, subject }: ProvidedPerson,
): void {
  void tx.run(UPDATE, [id, [...roleIds], issuer, subject])
}
