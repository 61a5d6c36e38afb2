import { type Static, Type } from 'typebox'
import { BUILT_IN_ROLES } from '../../domain/built-in-roles.ts'
import { unknownRecord } from '../../domain/errors.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
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
import { ROLE_NAME_LENGTH_MAX } from '../../domain/limits.ts'
import { PERMISSIONS, type Permission } from '../../domain/permissions.ts'
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

export const ROLE_COLUMNS = columnsOf({ properties: STORED })

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
