import type { Caller } from '../domain/caller.ts'
import { Refusal, type Violation } from '../domain/errors.ts'
import { isBlockWithin } from '../domain/ip-ranges.ts'
import type { Permission } from '../domain/permissions.ts'

/** What a token is to be able to do, and from where. */
export interface Powers {
  readonly permissions: readonly Permission[]
  /** Null: from anywhere. */
  readonly allowedAddresses: readonly string[] | null
}

type Holder = Pick<Caller, 'permissions' | 'allowedAddresses'>

/**
 * Why a token cannot be handed out with these powers: `permission_not_held`, with a violation for each
 * permission that the caller's token lacks and each address that it cannot be used from; undefined
 * where it has them all.
 */
export function grantRefusal(holder: Holder, powers: Powers): Refusal | undefined {
  const violations = [...permissionViolations(holder, powers), ...addressViolations(holder, powers)]
  const [first] = violations
  if (first === undefined) return undefined
  const more = violations.length === 1 ? '' : ` (and ${violations.length - 1} more: see errors)`
  const missingPermissions = missing(holder, powers)
  return new Refusal('permission_not_held', {
    detail: `${first.detail}${more}`,
    members: missingPermissions.length === 0 ? {} : { missingPermissions },
    violations,
  })
}

function permissionViolations({ permissions: held }: Holder, { permissions }: Powers): Violation[] {
  return permissions.flatMap((permission, index): Violation[] => {
    if (held.has(permission)) return []
    return [
      {
        pointer: `/permissions/${index}`,
        code: 'permission_not_held',
        detail: `Your token does not have ${permission}: leave it out, or use a token that has it.`,
        members: { permission },
      },
    ]
  })
}

function addressViolations({ allowedAddresses: held }: Holder, powers: Powers): Violation[] {
  if (held === undefined) return []
  return (powers.allowedAddresses ?? []).flatMap((block, index): Violation[] => {
    if (isBlockWithin(block, held)) return []
    return [
      {
        pointer: `/allowedAddresses/${index}`,
        code: 'permission_not_held',
        detail: `Your token cannot be used from all of ${block}: leave it out, or use one that can.`,
      },
    ]
  })
}

/**
 * Why the caller cannot rotate or revoke a token of these powers: `permission_not_held`; undefined
 * where the caller has them all. Rotating would hand it the powers; revoking would let a weak token
 * lock out a strong one.
 */
export function endingRefusal(
  verb: 'rotate' | 'revoke',
  holder: Holder,
  powers: Powers,
): Refusal | undefined {
  const missingPermissions = missing(holder, powers)
  if (missingPermissions.length > 0) {
    return new Refusal('permission_not_held', {
      detail: `Your token does not have all that this one has: let a token ${verb} it that has ${missingPermissions.join(', ')}.`,
      members: { missingPermissions },
    })
  }
  const isWider = powers.allowedAddresses === null && holder.allowedAddresses !== undefined
  if (!isWider && addressViolations(holder, powers).length === 0) return undefined
  return new Refusal('permission_not_held', {
    detail: `This token can be used from where yours cannot: let a token ${verb} it that can be used there.`,
  })
}

const APPROVALS: readonly Permission[] = ['transfer_batches:approve', 'outbound_shipments:approve']

/** What is unwise about permissions in one hand: a sentence for each. */
export function powersWarnings({ permissions }: Pick<Powers, 'permissions'>): string[] {
  const held = new Set(permissions)
  const approvals = APPROVALS.filter((approval) => held.has(approval)).join(' and ')
  if (approvals === '') return []
  return [
    ...(held.has('organization_policies:update')
      ? [
          `It can change the policy that its own approvals go by: leave out ${approvals}, or organization_policies:update.`,
        ]
      : []),
    ...(held.has('access_tokens:manage')
      ? [
          `It can issue itself a second token that approves what it created: leave out ${approvals}, or access_tokens:manage.`,
        ]
      : []),
  ]
}

function missing({ permissions: held }: Holder, { permissions }: Powers): readonly Permission[] {
  return permissions.filter((permission) => !held.has(permission))
}
