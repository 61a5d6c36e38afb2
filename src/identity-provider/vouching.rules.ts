import { BUILT_IN_ROLES, builtInPermissions } from '../domain/built-in-roles.ts'
import type { Caller } from '../domain/caller.ts'
import { type Refusal, refusalOf, type Violation } from '../domain/errors.ts'
import { PERMISSIONS, type Permission } from '../domain/permissions.ts'
import type { IdentityProviderRow } from './identity-provider.ts'

/** A role of the organization's own. */
export interface OwnRole {
  readonly id: string
  readonly permissions: readonly Permission[]
}

/** Powers of people who have never signed in: the next sign-in with their address is theirs. */
export interface UnboundPowers {
  readonly roleIds: readonly string[]
  /** Those of the roles that are the organization's own. */
  readonly permissions: readonly Permission[]
}

interface Vouching {
  readonly provider: Pick<IdentityProviderRow, 'defaultRoles' | 'roleMapping'>
  readonly ownRoles: readonly OwnRole[]
  /** Undefined if the issuer stays: it vouched for them before. */
  readonly unbound: UnboundPowers | undefined
}

/**
 * Why the caller cannot let this provider vouch for people. The author of a provider can sign in
 * as anybody for whom it vouches. So nobody sets one that gives powers which they lack: no role
 * that it can give, and for a new issuer nobody who waits for their first sign-in.
 */
export function vouchingRefusal(
  { permissions: held }: Pick<Caller, 'permissions'>,
  { provider, ownRoles, unbound }: Vouching,
): Refusal | undefined {
  const roles = rolesWithPointers(provider)
  const isKnown = (id: string) => Object.hasOwn(BUILT_IN_ROLES, id) || ownOf(id) !== undefined
  const ownOf = (id: string) => ownRoles.find((role) => role.id === id)
  const unknown = roles.filter(([, id]) => !isKnown(id))
  if (unknown.length > 0) return refusalOf(unknown.map(unknownRole), 'state')
  const lacking = (permissions: readonly Permission[]) =>
    PERMISSIONS.filter((each) => permissions.includes(each) && !held.has(each))
  const ofRoles = roles.flatMap(([pointer, id]) => {
    const missing = lacking([...builtInPermissions(id), ...(ownOf(id)?.permissions ?? [])])
    const why = `Your token lacks permissions of the role ${id}`
    const remedy = `leave it out, or use a token that has ${missing.join(', ')}`
    return missing.length === 0 ? [] : [notHeld(pointer, `${why}: ${remedy}.`, missing)]
  })
  const waiting = unbound ?? { roleIds: [], permissions: [] }
  const missing = lacking([...waiting.roleIds.flatMap(builtInPermissions), ...waiting.permissions])
  const ofPeople = notHeld(
    '/issuer',
    'A new issuer could sign in as people who have not signed in yet, and your token lacks ' +
      `permissions of theirs: use a token that has ${missing.join(', ')}.`,
    missing,
  )
  const all = [...ofRoles, ...(missing.length === 0 ? [] : [ofPeople])]
  if (all.length === 0) return undefined
  const missingPermissions = PERMISSIONS.filter((each) =>
    all.some((one) => one.missing.includes(each)),
  )
  return refusalOf(
    all.map(({ violation }) => violation),
    'state',
    { missingPermissions },
  )
}

/** Every role that the provider can give, with its place in the body. */
function rolesWithPointers({
  defaultRoles,
  roleMapping,
}: Vouching['provider']): [pointer: string, roleId: string][] {
  const ofMapping = Object.entries(roleMapping).flatMap(([value, roleIds]) => {
    const key = value.replaceAll('~', '~0').replaceAll('/', '~1')
    return roleIds.map((id, index): [string, string] => [`/roleMapping/${key}/${index}`, id])
  })
  return [
    ...defaultRoles.map((id, index): [string, string] => [`/defaultRoles/${index}`, id]),
    ...ofMapping,
  ]
}

function unknownRole([pointer, id]: [string, string]): Violation {
  const detail = `The organization has no role ${id}: name one that List Roles shows.`
  return { pointer, code: 'role_not_found', detail }
}

function notHeld(pointer: string, detail: string, missing: readonly Permission[]) {
  const violation: Violation = { pointer, code: 'permission_not_held', detail }
  return { violation, missing }
}
