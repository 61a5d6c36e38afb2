import { type Fault, Refusal } from '../errors.ts'
import type { Permission } from '../permissions.ts'

/**
 * Why a token cannot be handed out with these permissions: `permission_not_held`, with a fault for
 * each that the caller's token lacks; undefined where it has them all.
 */
export function grantRefusal(
  held: ReadonlySet<Permission>,
  permissions: readonly Permission[],
): Refusal | undefined {
  const faults = permissions.flatMap((permission, index): Fault[] => {
    if (held.has(permission)) return []
    return [
      {
        pointer: `/permissions/${index}`,
        code: 'permission_not_held',
        detail: `Your token does not have ${permission}: leave it out, or use a token that has it.`,
        facts: { permission },
      },
    ]
  })
  const [first] = faults
  if (first === undefined) return undefined
  const more = faults.length === 1 ? '' : ` (and ${faults.length - 1} more: see errors)`
  return new Refusal('permission_not_held', {
    detail: `${first.detail}${more}`,
    facts: { missingPermissions: missing(held, permissions) },
    faults,
  })
}

/**
 * Why the caller cannot rotate a token of these permissions, which would put them into its hands:
 * `permission_not_held`; undefined where it has them all.
 */
export function rotationRefusal(
  held: ReadonlySet<Permission>,
  permissions: readonly Permission[],
): Refusal | undefined {
  const missingPermissions = missing(held, permissions)
  if (missingPermissions.length === 0) return undefined
  return new Refusal('permission_not_held', {
    detail: `Your token does not have all that this one has: let a token rotate it that has ${missingPermissions.join(', ')}.`,
    facts: { missingPermissions },
  })
}

function missing(
  held: ReadonlySet<Permission>,
  permissions: readonly Permission[],
): readonly Permission[] {
  return permissions.filter((permission) => !held.has(permission))
}
