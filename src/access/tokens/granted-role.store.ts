import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import { BUILT_IN_ROLES } from '../../domain/built-in-roles.ts'
import { foldedValue } from '../../domain/folding.ts'
import type { Permission } from '../../domain/permissions.ts'

/** A role that a token gets. */
export interface GrantedRole {
  readonly id: string
  /** Those of an own role; none of a built-in one, whose permissions stand in the program. */
  readonly permissions: readonly Permission[]
}

const LOCK = `
  select id, permissions
  from roles
  where organization_id = $1 and (id = $2 or name_folded = $3)
  for share`

/**
 * Locks the own role that the token has, if any: its rotation keeps the role, though the old token
 * may expire meanwhile.
 */
export const lockRoleOf = rowsOf<object, [tokenId: string]>(`
  select role.id
  from roles as role
  join access_tokens as token on token.organization_id = $1 and token.role_id = role.id
  where role.organization_id = $1 and token.id = $2
  for share of role`)

/**
 * The role with that id or name; undefined if there is none. An own one is locked: it is neither
 * changed nor deleted until the transaction ends. A role's id goes before the name of another.
 */
export async function lockGrantedRole(
  tx: OrganizationTransaction,
  idOrName: string,
): Promise<GrantedRole | undefined> {
  const folded = foldedValue(idOrName)
  if (Object.hasOwn(BUILT_IN_ROLES, folded)) return { id: folded, permissions: [] }
  const roles = await tx.run<GrantedRole>(LOCK, [idOrName, folded])
  return roles.find(({ id }) => id === idOrName) ?? roles[0]
}
