import { type Change, lockedFacts } from '../../database/changes/change.ts'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { insufficientPermission } from '../../domain/errors.ts'
import { builtInPermissions, PERMISSIONS, type Permission } from '../../domain/permissions.ts'

/** The columns that decide which permissions a token has. */
export interface TokenPowers {
  /** Its own. */
  readonly permissions: readonly Permission[]
  readonly roleId: string | null
  /** Those of its role, if that is one of the organization's own. */
  readonly rolePermissions: readonly Permission[]
  /** The session of a person that the token stands for; null for all other tokens. */
  readonly personSessionId: string | null
  readonly personId: string | null
  readonly personRoleIds: readonly string[]
  /** Those of the person's roles that are the organization's own. */
  readonly personRolePermissions: readonly Permission[]
}

/**
 * The permissions that a token has now: its own and those of its role. A person's token has none
 * that the person lacks; that of a session has all of the person's.
 */
export function permissionsOf(powers: TokenPowers): Permission[] {
  const { personId, personSessionId, roleId } = powers
  const own = new Set([
    ...powers.permissions,
    ...(roleId === null ? [] : builtInPermissions(roleId)),
    ...powers.rolePermissions,
  ])
  const isHeld = personId === null ? () => true : holderOf(powers)
  const isGiven = personSessionId === null ? (each: Permission) => own.has(each) : () => true
  return PERMISSIONS.filter((each) => isGiven(each) && isHeld(each))
}

function holderOf({
  personRoleIds,
  personRolePermissions,
}: TokenPowers): (permission: Permission) => boolean {
  const held = new Set([...personRoleIds.flatMap(builtInPermissions), ...personRolePermissions])
  return (permission) => held.has(permission)
}

export function powersOf(token: TokenPowers & { readonly allowedAddresses: string[] | null }) {
  return { permissions: permissionsOf(token), allowedAddresses: token.allowedAddresses }
}

// Parts of statements that read tokens: what stands after `from`, and the columns to select there.

/** The name and the roles of a token's person. It hides all else of `people`. */
const PERSON = `
  left join lateral (
    select name, role_ids from people where organization_id = $1 and id = token.person_id
  ) as person on true`

/** Each token with its person, for `TOKEN_HOLDER_COLUMNS`. */
export const TOKEN_HOLDERS = `access_tokens as token ${PERSON}`

export const TOKEN_HOLDER_COLUMNS =
  'token.id, token.principal_id, token.person_id, coalesce(person.name, token.owner) as owner'

const permissionsOfRoles = (condition: string, name: string) => `
  left join lateral (
    select coalesce(array_agg(permission), '{}') as permissions
    from roles as role
    cross join unnest(role.permissions) as permission
    where role.organization_id = $1 and ${condition}
  ) as ${name} on true`

/** Each token with its person and its roles, for `TOKEN_POWERS_COLUMNS`. */
export const TOKENS_WITH_POWERS = `${TOKEN_HOLDERS}
  ${permissionsOfRoles('role.id = token.role_id', 'own_role')}
  ${permissionsOfRoles('role.id = any(person.role_ids)', 'person_role')}`

export const TOKEN_POWERS_COLUMNS = `
  token.permissions, token.role_id, own_role.permissions as role_permissions,
  token.session_id as person_session_id, token.person_id,
  coalesce(person.role_ids, '{}') as person_role_ids,
  person_role.permissions as person_role_permissions`

const POWERS = `
  select token.id, ${TOKEN_POWERS_COLUMNS}
  from ${TOKENS_WITH_POWERS}
  where token.organization_id = $1 and token.id = any($2::text[])`

/** The permissions of these tokens, by their ids, as they are when the statement runs. */
export async function findPermissions(
  tx: OrganizationTransaction,
  tokenIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<Permission>>> {
  const tokens = await tx.run<TokenPowers & { readonly id: string }>(POWERS, [[...tokenIds]])
  return new Map(tokens.map((token) => [token.id, new Set(permissionsOf(token))]))
}

interface WithPowers<Facts> {
  readonly facts: Facts
  readonly permissionsById: ReadonlyMap<string, ReadonlySet<Permission>>
}

/**
 * Has a change that gives or takes permissions (`isOfPowers`) judged by those that its callers have
 * behind its locks; any other stays as it is. The permissions of a request may be a second old: by
 * them, somebody could give back what was just taken from them.
 * @param permission that the operation requires; null where the change judges that itself
 */
export function byPowersOfNow<Input, Facts, Result>(
  change: Change<Input, Facts, Result>,
  permission: Permission | null,
): Change<Input, Facts, Result> | Change<Input, WithPowers<Facts>, Result> {
  return change.isOfPowers === true ? judgedByPowersOfNow(change, permission) : change
}

function judgedByPowersOfNow<Input, Facts, Result>(
  change: Change<Input, Facts, Result>,
  permission: Permission | null,
): Change<Input, WithPowers<Facts>, Result> {
  const { lock: _, ...rules } = change
  return {
    ...rules,
    lockAll: (tx, inputs, callers) => ({
      facts: lockedFacts(change, tx, inputs, callers),
      permissionsById: findPermissions(
        tx,
        callers.flatMap(({ tokenId }) => tokenId ?? []),
      ),
    }),
    judge: (request, { facts, permissionsById }, moment) => {
      const { caller } = request
      if (caller.tokenId === null) return change.judge(request, facts, moment)
      const permissions = permissionsById.get(caller.tokenId) ?? new Set()
      if (permission !== null && !permissions.has(permission)) {
        return insufficientPermission(permission)
      }
      return change.judge({ ...request, caller: { ...caller, permissions } }, facts, moment)
    },
  }
}
