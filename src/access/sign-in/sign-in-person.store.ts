import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import type { ProvidedPerson } from './sign-in-claims.rules.ts'

/** A person who signs in. The session notes that they did. */
export interface SignedInPerson {
  readonly id: string
  readonly roleIds: readonly string[]
  readonly at: Date
}

export const findOrganizationName = rowOf<{ name: string }, []>(
  'select name from organizations where id = $1',
)

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
