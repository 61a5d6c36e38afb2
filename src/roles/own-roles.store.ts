import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import type { OwnRoles } from '../domain/built-in-roles.ts'
import type { Permission } from '../domain/permissions.ts'

const OWN_ROLES = 'select id, permissions from roles where organization_id = $1'

export async function readOwnRoles(tx: OrganizationTransaction): Promise<OwnRoles> {
  const rows = await tx.run<{ id: string; permissions: Permission[] }>(OWN_ROLES, [])
  return new Map(rows.map(({ id, permissions }) => [id, permissions]))
}
