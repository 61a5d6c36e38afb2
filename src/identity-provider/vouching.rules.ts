import { isRole, type OwnRoles, permissionsOfRoles } from '../domain/built-in-roles.ts'
import type { Caller } from '../domain/caller.ts'
import { type Refusal, refusalOf, type Violation } from '../domain/errors.ts'
import { PERMISSIONS, type Permission } from '../domain/permissions.ts'
import type { IdentityProviderRow } from './identity-provider.ts'

interface Vouching {
  readonly provider: Pick<IdentityProviderRow, 'defaultRoles' | 'roleMapping'>
  readonly ownRoles: OwnRoles
  /** The roles of people who have never signed in; none if the issuer stays: it vouched before. */
  readonly unbound: readonly string[]
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
  const unknown = roles.filter(([, id]) => !isRole(id, ownRoles))
  if (unknown.length > 0) return refusalOf(unknown.map(unknownRole), 'state')
  const lacking = (roleIds: readonly string[]) => {
    const needed = new Set(permissionsOfRoles(roleIds, ownRoles))
    return PERMISSIONS.filter((each) => needed.has(each) && !held.has(each))
  }
  const ofRoles = roles.flatMap(([pointer, id]) => {
    const missing = lacking([id])
    const why = `Your token lacks permissions of the role ${id}`
    const remedy = `leave it out, or use a token that has ${missing.join(', ')}`
    return missing.length === 0 ? [] : [notHeld(pointer, `${why}: ${remedy}.`, missing)]
  })
  const missing = lacking(unbound)
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
