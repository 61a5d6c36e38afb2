import type { Caller } from '../../domain/caller.ts'
import { Refusal, refusalOf, type Violation } from '../../domain/errors.ts'
import { isBlockWithin } from '../../domain/ip-ranges.ts'
import type { Permission } from '../../domain/permissions.ts'

/** The powers of a token: its permissions, and the addresses that it may be used from. */
interface Powers {
  readonly permissions: readonly Permission[]
  /** Null: from anywhere. */
  readonly allowedAddresses: readonly string[] | null
}

type Holder = Pick<Caller, 'tokenId' | 'permissions' | 'allowedAddresses'>

/** Why the caller cannot grant these powers: `permission_not_held` for each that it lacks. */
export function grantRefusal(holder: Holder, powers: Powers): Refusal | undefined {
  const missingPermissions = missing(holder, powers.permissions)
  const violations = [
    ...powers.permissions.flatMap((permission, index) => {
      if (!missingPermissions.includes(permission)) return []
      const detail = `Your token does not have ${permission}: leave it out, or use a token that has it.`
      return notHeld(`/permissions/${index}`, detail, permission)
    }),
    ...addressViolations(holder, powers),
  ]
  if (violations.length === 0) return undefined
  return refusalOf(
    violations,
    'state',
    missingPermissions.length === 0 ? {} : { missingPermissions },
  )
}

/** The same for a token with a role that has these permissions. */
export function roleGrantRefusal(
  holder: Holder,
  permissions: readonly Permission[],
): Refusal | undefined {
  const missingPermissions = missing(holder, permissions)
  if (missingPermissions.length === 0) return undefined
  const violations = missingPermissions.map((permission) => {
    const detail = `Your token does not have ${permission}, which the role has: name another role.`
    return notHeld('/role', detail, permission)
  })
  return refusalOf(violations, 'state', { missingPermissions })
}

function notHeld(pointer: string, detail: string, permission?: Permission): Violation {
  const members = permission && { members: { permission } }
  return { pointer, code: 'permission_not_held', detail, ...members }
}

function addressViolations({ allowedAddresses: held }: Holder, powers: Powers): Violation[] {
  if (held === undefined) return []
  return (powers.allowedAddresses ?? []).flatMap((block, index) => {
    if (isBlockWithin(block, held)) return []
    const detail =
      `Your token cannot be used from every address in ${block}: leave the block out, or use a ` +
      'token that can.'
    return notHeld(`/allowedAddresses/${index}`, detail)
  })
}

/**
 * Why the caller cannot rotate or revoke a token with these powers: `permission_not_held`;
 * undefined if the caller has all of them. A rotation would hand the powers to the caller. A
 * revocation would let a weak token lock out a strong one.
 */
export function endingRefusal(
  verb: 'rotate' | 'revoke',
  holder: Holder,
  powers: Powers,
): Refusal | undefined {
  const refusal = lackingRefusal(holder, powers.permissions, lacksOf('token', verb))
  if (refusal !== undefined) return refusal
  const isWider = powers.allowedAddresses === null && holder.allowedAddresses !== undefined
  if (!isWider && addressViolations(holder, powers).length === 0) return undefined
  return new Refusal('permission_not_held', {
    detail:
      `This token is valid from addresses from which yours is not: ${verb} it with a token that ` +
      'is valid there.',
  })
}

/** `permission_not_held`, if the caller lacks any of these permissions. */
export function lackingRefusal(
  holder: Holder,
  permissions: readonly Permission[],
  detailOf: (missing: string) => string,
): Refusal | undefined {
  const missingPermissions = missing(holder, permissions)
  if (missingPermissions.length === 0) return undefined
  const detail = detailOf(missingPermissions.join(', '))
  return new Refusal('permission_not_held', { detail, members: { missingPermissions } })
}

export function lacksOf(record: 'token' | 'role', verb: string): (missing: string) => string {
  return (missing) =>
    `Your token lacks permissions of this ${record}: ${verb} it with a token that has ${missing}.`
}

/** Rotation gives away the secret: with it, others would act as the person in approvals. */
export function personRefusal(
  callersId: string | undefined,
  personId: string | null,
): Refusal | undefined {
  if (personId === null || personId === callersId) return undefined
  return new Refusal('permission_not_held', {
    detail: 'The token belongs to a person: let the person rotate it, or revoke it.',
  })
}

const APPROVALS: readonly Permission[] = [
  'transfer_batches:approve',
  'outbound_shipments:approve',
  'revaluations:approve',
]

/** Permissions that undermine approvals by the same token, and how. */
const RISKS: readonly [Permission, risk: string][] = [
  ['organization_policies:update', 'It can change the policy that governs its own approvals'],
  ['access_tokens:manage', 'It can issue itself a second token that approves what it created'],
  ['identity_provider:manage', 'It can set a provider that signs in whom it likes'],
  ['people:manage', 'It can invite, or take over, a person who approves what it created'],
]

/** Warnings about a risky combination of permissions, each a sentence. */
export function powersWarnings({ permissions }: Pick<Powers, 'permissions'>): string[] {
  const held = new Set(permissions)
  const approvals = APPROVALS.filter((approval) => held.has(approval)).join(' and ')
  if (approvals === '') return []
  return RISKS.filter(([permission]) => held.has(permission)).map(
    ([permission, risk]) => `${risk}: leave out ${approvals}, or ${permission}.`,
  )
}

/** The vault's operator has no permissions, and may do all. */
function missing(
  { tokenId, permissions: held }: Holder,
  permissions: readonly Permission[],
): Permission[] {
  if (tokenId === null) return []
  return [...new Set(permissions)].filter((permission) => !held.has(permission))
}
