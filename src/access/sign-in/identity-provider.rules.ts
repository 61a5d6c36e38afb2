import type { Caller } from '../../domain/caller.ts'
import { type Refusal, refusalOf, type Violation } from '../../domain/errors.ts'
import { ISSUER_LENGTH_MAX } from '../../domain/limits.ts'
import {
  isRole,
  type OwnRoles,
  PERMISSIONS,
  type Permission,
  permissionsOfRoles,
} from '../../domain/permissions.ts'
import { type UrlPolicy, urlViolations } from '../../runtime/outbound/url.rules.ts'
import type { IdentityProviderRow } from './identity-provider.ts'

const ISSUER = {
  name: 'issuer',
  lengthMax: ISSUER_LENGTH_MAX,
  insteadOfPassword: 'send clientId and clientSecret',
}

/** Every rule that the settings of a provider break, beyond their schema. */
export function settingsViolations(body: unknown, policy: UrlPolicy): Violation[] {
  const ofUrl = urlViolations(body, ISSUER, policy)
  if (typeof body !== 'object' || body === null) return ofUrl
  const { issuer, admission, emailDomains, rolesClaim, roleMapping } = body as {
    readonly [member: string]: unknown
  }
  const url = typeof issuer === 'string' ? issuer : ''
  const origin = URL.parse(url)?.origin
  // The parser takes other letters and a port for the same host: tokens have one form.
  const start = ofUrl.length === 0 && origin !== undefined ? `${origin}/` : ''
  const isOther = !`${url}/`.replace('?', '/').startsWith(start)
  const hasNoDomain = Array.isArray(emailDomains ?? []) && !isFilled(emailDomains)
  const ofMembers: [isBroken: boolean, ...violation: Parameters<typeof violation>][] = [
    [url.includes('?'), 'issuer', 'invalid_format', 'must not have a query: leave ? out.'],
    [isOther, 'issuer', 'invalid_format', `must begin with ${origin}, as providers do.`],
    [
      admission === 'email_domains' && hasNoDomain,
      'emailDomains',
      'required',
      'must have a domain if admission is email_domains: name those of yours.',
    ],
    [
      (rolesClaim ?? null) === null && !Array.isArray(roleMapping) && isFilled(roleMapping),
      'rolesClaim',
      'required',
      'must name the claim whose values roleMapping maps: send it.',
    ],
  ]
  return [
    ...ofUrl,
    ...ofMembers.flatMap(([isBroken, ...each]) => (isBroken ? [violation(...each)] : [])),
  ]
}

/** A value that the schema refuses is none. */
function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

function violation(member: string, code: Violation['code'], rule: string): Violation {
  return { pointer: `/${member}`, code, detail: `${member} ${rule}` }
}

interface Vouching {
  readonly provider: Pick<IdentityProviderRow, 'defaultRoles' | 'roleMapping'>
  readonly ownRoles: OwnRoles
  /** The roles of people who have never signed in; none if the issuer stays: it vouched before. */
  readonly unbound: readonly string[]
  /** The roles of people whose next sign-in may take them; none if the claim's rules stay. */
  readonly takenFrom: readonly string[]
}

/**
 * Why the caller cannot let this provider vouch for people. The author of a provider can sign in
 * as anybody for whom it vouches. So nobody sets one that gives powers which they lack: no role
 * that it can give or take, and for a new issuer nobody who waits for their first sign-in.
 */
export function vouchingRefusal(
  { permissions: held }: Pick<Caller, 'permissions'>,
  { provider, ownRoles, unbound, takenFrom }: Vouching,
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
  const ofPeople = (pointer: string, why: string, roleIds: readonly string[]) => {
    const missing = lacking(roleIds)
    const remedy = `your token lacks permissions of theirs: use one that has ${missing.join(', ')}`
    return missing.length === 0 ? [] : [notHeld(pointer, `${why}, and ${remedy}.`, missing)]
  }
  const all = [
    ...ofRoles,
    ...ofPeople(
      '/issuer',
      'A new issuer could sign in as people who have not signed in yet',
      unbound,
    ),
    ...ofPeople('/rolesClaim', 'Sign-ins by a claim could take roles from people', takenFrom),
  ]
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
