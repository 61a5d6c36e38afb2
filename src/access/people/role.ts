import { type Static, Type } from 'typebox'
import { lockOrganization } from '../../database/changes/locks.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import { findById } from '../../database/record.ts'
import { unknownRecord } from '../../domain/errors.ts'
import {
  byId,
  columnsOf,
  NOT_BLANK,
  namedObject,
  nullableInstant,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { ROLE_NAME_LENGTH_MAX } from '../../domain/limits.ts'
import type { ListOrder } from '../../domain/pagination.ts'
import {
  BUILT_IN_ROLES,
  type OwnRoles,
  PERMISSIONS,
  type Permission,
} from '../../domain/permissions.ts'
import { currentPolicy } from '../organizations/organization-policy.ts'
import { TOKEN_PERMISSION } from '../tokens/access-token.ts'

const NAME = { description: 'Name of the role.', examples: ['Night shift'] }

export const ROLE = namedObject('Role', 'A named set of permissions.', {
  id: recordId('Identifier of the role; of a built-in one, its name.', EXAMPLE_IDS.role),
  organizationId: recordId('Organization that the role belongs to.', EXAMPLE_IDS.organization),
  name: Type.String(NAME),
  description: nullableText({
    description: 'What a built-in role is for; null of all others.',
    examples: [null],
  }),
  permissions: Type.Array(TOKEN_PERMISSION, {
    description:
      'Permissions that the role gives now. A later release may add some to a built-in role.',
    examples: [['inventory_items:read', 'outbound_shipments:read']],
  }),
  isBuiltIn: Type.Boolean({
    description: 'Whether every organization has the role, and nobody can change it.',
    examples: [false],
  }),
  createdAt: nullableInstant('the role was created', '2026-11-21T08:30:00.000Z'),
  changedAt: nullableInstant('the role was last changed', '2026-11-21T10:02:00.000Z'),
})

export const ROLE_MEMBERS = {
  name: Type.String({
    ...NAME,
    description:
      'Name of the role. No other role of the organization has it, whatever its case and spaces.',
    'x-violation-unstorable': true,
    maxLength: ROLE_NAME_LENGTH_MAX,
    ...NOT_BLANK,
  }),
  permissions: Type.Array(TOKEN_PERMISSION, {
    description:
      'Permissions that the role gives; your own token must have all of them. No permission ' +
      'implies another one.',
    minItems: 1,
    maxItems: PERMISSIONS.length,
    uniqueItems: true,
    'x-violation-hint': 'Name each permission once.',
    examples: [['inventory_items:read', 'outbound_shipments:read']],
  }),
}

const { description: _, isBuiltIn: __, ...STORED } = ROLE.properties

const ROLE_COLUMNS = columnsOf({ properties: STORED })

/** A role of an organization's own, as it is stored. */
export interface RoleRow
  extends Omit<
    RowOf<Static<typeof ROLE>>,
    'description' | 'isBuiltIn' | 'createdAt' | 'changedAt'
  > {
  readonly createdAt: Date
  readonly changedAt: Date
  readonly version: number
}

const toResponse = responseMaker(ROLE)

export function toRole(row: RoleRow): Static<typeof ROLE> {
  return toResponse({ ...row, description: null, isBuiltIn: false })
}

/** A built-in role as an organization sees it; undefined where the id is not that of one. */
export function builtInRole(organizationId: string, id: string): Static<typeof ROLE> | undefined {
  if (!Object.hasOwn(BUILT_IN_ROLES, id)) return undefined
  const { description, permissions } = BUILT_IN_ROLES[id as keyof typeof BUILT_IN_ROLES]
  const names = { id, organizationId, name: id, description, permissions: [...permissions] }
  return { ...names, isBuiltIn: true, createdAt: null, changedAt: null }
}

/** A row of `ROLE_PAGES`, which has built-in roles as well. */
export function shownRole(row: RoleRow): Static<typeof ROLE> {
  return builtInRole(row.organizationId, row.id) ?? toRole(row)
}

/** The permissions in one order, so that the same ones are equal. */
export function ordered(permissions: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter((each) => permissions.includes(each))
}

export const roleNotFound = unknownRecord('role_not_found', 'role')
export const ROLE_BY_ID = byId(ROLE, roleNotFound)

/** SQL that reads the organization's own roles. */
const OWN_ROLES = `select ${ROLE_COLUMNS}, version from roles where organization_id = $1`

/** One of the organization's own roles. */
export const findRole = findById<RoleRow>(`${OWN_ROLES} and id = $2`)

export async function readOwnRoles(tx: OrganizationTransaction): Promise<OwnRoles> {
  const rows = await tx.run<RoleRow>(OWN_ROLES, [])
  return new Map(rows.map(({ id, permissions }) => [id, permissions]))
}

const LOCK = 'select id from roles where organization_id = $1 and id = $2 for update'

/** Those who have a role, or will get it. */
export interface RoleUses {
  readonly accessTokens: number
  readonly people: number
  /** By the identity provider: by default, or for a value of its claim. */
  readonly isGivenAtSignIn: boolean
}

const findUses = rowOf<RoleUses, [id: string]>(`
  select
    (select count(*) from access_tokens
      where organization_id = $1 and role_id = $2 and revoked_at is null
        and expires_at > statement_timestamp())::integer as access_tokens,
    (select count(*) from people
      where organization_id = $1 and role_ids @> array[$2])::integer as people,
    exists (
      select from identity_providers
      where organization_id = $1
        and (default_roles @> array[$2] or exists (
          select from jsonb_each(role_mapping) as mapped where mapped.value @> to_jsonb($2::text)
        ))
    ) as is_given_at_sign_in`)

/**
 * The organization's own roles, and its policy. Locks the organization's row, so that its roles are
 * changed one request after the other: names stay unique, and their number keeps its limit.
 */
export function lockRoles(tx: OrganizationTransaction) {
  return {
    organization: lockOrganization(tx),
    roles: tx.run<RoleRow>(OWN_ROLES, []),
    policy: currentPolicy(tx),
  }
}

/** Locks a role as well, so that nobody is given it until the transaction ends. */
export function lockRoleToDelete(tx: OrganizationTransaction, id: string) {
  const facts = lockRoles(tx)
  return { ...facts, role: tx.run(LOCK, [id]), uses: findUses(tx, id) as Promise<RoleUses> }
}

/** Built-in roles count as created before all others. */
const OLDEST_FIRST: ListOrder = {
  direction: 'ascending',
  key: [
    { name: 'createdAt', type: 'instant' },
    { name: 'id', type: 'id' },
  ],
}

const BUILT_IN = Object.keys(BUILT_IN_ROLES)
  .map((id) => `('${id}')`)
  .join(', ')

/**
 * Built-in roles by name, then those of the organization, the oldest first. It has few of them
 * (`ROLES_MAX`), so they are sorted.
 */
export const ROLE_PAGES = new KeysetPages<RoleRow>({
  order: OLDEST_FIRST,
  conditions: {},
  select: ({ where, rows }) => `
    select * from (
      ${OWN_ROLES}
      union all
      select id, $1, id, '{}', to_timestamp(0), to_timestamp(0), 1
      from (values ${BUILT_IN}) as built_in (id)
    ) as role
    where organization_id = $1 ${where}
    ${rows}`,
})
