import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { PersonRow } from './person.ts'

const INSERT = `
  insert into people (organization_id, id, email, name, role_ids, state, created_at,
    created_by_token_id)
  values ($1, $2, $3, $4, $5::text[], $6, $7, $8)`

export function insertPerson(tx: OrganizationTransaction, person: PersonRow): void {
  const { id, email, name, roleIds, status, createdAt, createdByTokenId } = person
  const at = createdAt.toISOString()
  void tx.run(INSERT, [id, email, name, [...roleIds], status, at, createdByTokenId])
}

const UPDATE = `
  update people
  set email = $3, name = $4, role_ids = $5::text[], state = $6, suspended_at = $7, version = $8
  where organization_id = $1 and id = $2`

export function updatePerson(tx: OrganizationTransaction, person: PersonRow): void {
  const { id, email, name, roleIds, status, suspendedAt, version } = person
  const at = suspendedAt?.toISOString() ?? null
  void tx.run(UPDATE, [id, email, name, [...roleIds], status, at, version])
}

const UNBIND = `
  update people
  set issuer = null, subject = null, version = $3
  where organization_id = $1 and id = $2`

/** Takes the account at the identity provider from a locked person. */
export function unbindPerson(tx: OrganizationTransaction, { id, version }: PersonRow): void {
  void tx.run(UNBIND, [id, version])
}
