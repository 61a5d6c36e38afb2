import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROLES_OF_PERSON_MAX } from '../../domain/limits.ts'
import { type Claims, claimFault, claimWarning, providedPerson } from './sign-in-claims.rules.ts'

const ISSUER = 'https://id.example.com'
const PROVIDER = {
  emailDomains: ['example.com', 'example.org'],
  rolesClaim: null,
  roleMapping: {},
  defaultRoles: [],
}
const CLAIMS: Claims = { iss: ISSUER, sub: '1', email: 'Ada@Example.com', name: 'Ada' }

test('A person has the issuer, the subject, the name and the address of the claims', () => {
  assert.deepEqual(providedPerson(CLAIMS, PROVIDER), {
    issuer: ISSUER,
    subject: '1',
    email: 'ada@example.com',
    name: 'Ada',
    roles: null,
  })
})

const GOOGLE = 'https://accounts.google.com'
const EMAILS: [what: string, claims: object, refusal: string | undefined, iss?: string][] = [
  ['that is verified', { email_verified: true }, undefined],
  ['that a text calls verified', { email_verified: 'true' }, undefined],
  ['that is not verified', { email_verified: false }, 'email_not_verified'],
  ['that a text calls not verified', { email_verified: 'false' }, 'email_not_verified'],
  ['that a list calls verified', { email_verified: ['true'] }, 'email_not_verified'],
  ['of null verification', { email_verified: null }, 'email_not_verified'],
  ['that is missing', { email: undefined }, 'email_missing'],
  ['that is a list', { email: ['ada@example.com'] }, 'email_missing'],
  ['that is no address', { email: 'ada' }, 'email_missing'],
  ['that no column can hold', { email: 'a\0@example.com' }, 'email_missing'],
  ['of a domain that is not allowed', { email: 'ada@evil.com' }, 'email_domain'],
  ['of a subdomain', { email: 'ada@x.example.com' }, 'email_domain'],
  ['of two domains', { email: 'ada@evil.com@example.com' }, 'email_missing'],
  ['among others', { email: 'x@evil.com, ada@example.com' }, 'email_missing'],
  ['with a name', { email: 'Ada <ada@example.com>' }, 'email_missing'],
  ['with a blank', { email: 'ada@example.com ' }, 'email_missing'],
  ['with a line break', { email: 'a\nda@example.com' }, 'email_missing'],
  ['with an escape', { email: 'a\u001b[2Jda@example.com' }, 'email_missing'],
  ['with what nobody sees', { email: 'a\u200bda@example.com' }, 'email_missing'],
  ['with a filler', { email: 'a\u3164da@example.com' }, 'email_missing'],
  ['in wide letters', { email: 'ａda@example.com' }, 'email_missing'],
  ['of a consumer of Google', { email_verified: true }, 'email_not_verified', GOOGLE],
  ['of Google for that domain', { hd: 'example.com' }, undefined, GOOGLE],
  ['of Google for another own domain', { hd: 'example.org' }, undefined, GOOGLE],
  ['of Google for a foreign domain', { hd: 'evil.com' }, 'email_not_verified', GOOGLE],
]
for (const [what, claims, refusal, iss = ISSUER] of EMAILS) {
  test(`An address ${what} ${refusal === undefined ? 'counts' : `is refused: ${refusal}`}`, () => {
    const { email } = providedPerson({ ...CLAIMS, ...claims, iss }, PROVIDER)
    assert.deepEqual(email, refusal === undefined ? 'ada@example.com' : { refusal })
  })
}

const NOW_S = 1_800_000_000
const FAULTS: [claim: string, claims: object, isFault: boolean][] = [
  ['sub', { sub: 'a'.repeat(255) }, false],
  ['sub', { sub: 'a'.repeat(256) }, true],
  ['sub', { sub: 'a\0' }, true],
  ['sub', { sub: 'a\n' }, true],
  ['sub', { sub: '' }, true],
  ['iat', { iat: NOW_S + 30 }, false],
  ['iat', { iat: NOW_S + 31 }, true],
  ['auth_time', { auth_time: NOW_S + 30 }, false],
  ['auth_time', { auth_time: NOW_S + 31 }, true],
]
for (const [claim, claims, isFault] of FAULTS) {
  test(`Claims with ${JSON.stringify(claims)} are ${isFault ? 'at fault' : 'right'}`, () => {
    const fault = claimFault({ ...CLAIMS, ...claims }, NOW_S * 1_000)
    assert.equal(fault?.includes(`"${claim}"`), isFault ? true : undefined)
  })
}

test('A letter that looks like another in lower case stays what it is', () => {
  const emailOf = (email: string) => providedPerson({ ...CLAIMS, email }, PROVIDER).email
  assert.equal(emailOf('MI\u212AE@example.com'), 'mi\u212Ae@example.com')
  assert.equal(emailOf('\u00C5SA@EXAMPLE.com'), '\u00E5sa@example.com')
})

test('An address of any domain counts where none are named', () => {
  const claims = { ...CLAIMS, email: 'ada@gmail.com' }
  const of = (iss: string) => providedPerson({ ...claims, iss }, { ...PROVIDER, emailDomains: [] })
  assert.equal(of(ISSUER).email, 'ada@gmail.com')
  assert.equal(of(GOOGLE).email, 'ada@gmail.com')
})

const MAPPED = {
  ...PROVIDER,
  rolesClaim: 'groups',
  defaultRoles: ['auditor'],
  roleMapping: { ops: ['desk', 'integrator'], bosses: ['approver', 'auditor'] },
}
const ROLES: [what: string, claims: Claims, roles: string[]][] = [
  ['a list', { groups: ['ops', 'none', 'bosses'] }, ['auditor', 'desk', 'integrator', 'approver']],
  ['a text', { groups: 'ops' }, ['auditor', 'desk', 'integrator']],
  ['no claim', {}, ['auditor']],
  ['names of every object', { groups: ['constructor', '__proto__'] }, ['auditor']],
  ['numbers and objects', { groups: [1, { ops: true }, null] }, ['auditor']],
]
for (const [what, claims, roles] of ROLES) {
  test(`Roles by the claim: ${what}`, () => {
    assert.deepEqual(providedPerson({ ...CLAIMS, ...claims }, MAPPED).roles, roles)
  })
}

test('More roles than a person can have are cut, always in the same way, with a warning', () => {
  const groups = Array.from({ length: 80 }, (_, number) => `group-${number}`)
  const roleMapping = Object.fromEntries(groups.map((group) => [group, [`role_${group}`]]))
  const rolesOf = (claimed: string[]) => {
    const claims = { ...CLAIMS, groups: claimed }
    const provider = { ...MAPPED, roleMapping }
    return [providedPerson(claims, provider).roles, claimWarning(claims, provider, [])] as const
  }
  const [roles, warning] = rolesOf(groups)
  assert.deepEqual(roles?.slice(0, 2), ['auditor', 'role_group-0'])
  assert.equal(roles?.length, ROLES_OF_PERSON_MAX)
  assert.equal(warning, 'the claim gives more roles than a person can have')
  assert.deepEqual(rolesOf(groups.toReversed()), [roles, warning])
  assert.equal(rolesOf(groups.slice(0, ROLES_OF_PERSON_MAX - 1))[1], undefined)
})

const LEFT_OUT = 'the provider left the claim of roles out'
const WARNINGS: [what: string, claims: Claims, before: string[], warning?: string][] = [
  ['missing', {}, ['desk'], LEFT_OUT],
  ['null', { groups: null }, ['auditor', 'desk'], LEFT_OUT],
  ['said to be elsewhere', { hasgroups: true }, ['desk'], LEFT_OUT],
  ['in another place', { _claim_names: { groups: 'src1' } }, ['desk'], LEFT_OUT],
  ['missing, and nothing is lost', { _claim_names: { groups: 'src1' } }, ['auditor']],
  ['missing for somebody new', {}, []],
  ['there, and elsewhere', { groups: 'ops', _claim_names: { groups: 'src1' } }, ['approver']],
  ['empty', { groups: [] }, ['desk']],
]
for (const [what, claims, before, warning] of WARNINGS) {
  test(`A claim of roles that is ${what}: ${warning ?? 'no warning'}`, () => {
    assert.equal(claimWarning({ ...CLAIMS, ...claims }, MAPPED, before), warning)
  })
}

test('Without a claim of roles in the settings, none is left out', () => {
  assert.equal(claimWarning(CLAIMS, PROVIDER, ['desk']), undefined)
})

test('A name that no column can hold is left out', () => {
  for (const name of ['', ' ', 'x'.repeat(301), 'a\0', 7]) {
    assert.equal(providedPerson({ ...CLAIMS, name }, PROVIDER).name, null)
  }
})
