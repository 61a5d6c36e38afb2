import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProvidedPerson } from './sign-in-claims.rules.ts'
import { admittedPerson, type FoundPeople, type KnownPerson } from './sign-in-person.ts'

const ISSUER = 'https://id.example.com'
const ADA: ProvidedPerson = {
  ...{ issuer: ISSUER, subject: '1', email: 'ada@example.com', name: 'Ada', roles: null },
}
const DESK = { roles: ['desk'], issuer: ISSUER, version: 3 }
const BOUND: KnownPerson = { id: 'prsn_1', status: 'active', ...DESK }
const INVITED: KnownPerson = { ...BOUND, status: 'invited', issuer: null }
const OTHER: KnownPerson = { ...BOUND, id: 'prsn_2' }
const BOTH = { bySubject: BOUND, byEmail: OTHER }
const NOBODY: FoundPeople = { bySubject: undefined, byEmail: undefined }
const BY_DOMAIN = { admission: 'email_domains' as const, defaultRoles: ['auditor'] }
const BY_INVITATION = { admission: 'invited' as const, defaultRoles: ['auditor'] }

const known = (isBound: boolean, roleIds = ['desk']) => {
  return { id: 'prsn_1', isBound, roleIds, roleIdsBefore: ['desk'], versionBefore: 3 }
}
const NO_EMAIL: ProvidedPerson = { ...ADA, email: { refusal: 'email_not_verified' } }
const WITH_ROLES: ProvidedPerson = { ...ADA, roles: ['approver'] }

type Case = [
  what: string,
  provided: ProvidedPerson,
  people: Partial<FoundPeople>,
  result: ReturnType<typeof admittedPerson>,
]
const CASES: Case[] = [
  ['who is bound to the account', ADA, { bySubject: BOUND }, known(true)],
  ['who is bound, without an address', NO_EMAIL, { bySubject: BOUND }, known(true)],
  ['who is bound, not the owner of the address', ADA, BOTH, known(true)],
  ['who was invited', ADA, { byEmail: INVITED }, known(false)],
  ['whose roles are by the claim', WITH_ROLES, { bySubject: BOUND }, known(true, ['approver'])],
  ['whose address is that of a bound person', ADA, { byEmail: OTHER }, 'other_account'],
  ['whose address is not vouched for', NO_EMAIL, {}, 'email_not_verified'],
  ['who is suspended', ADA, { bySubject: { ...BOUND, status: 'suspended' } }, 'suspended'],
  ['who was suspended before', ADA, { byEmail: { ...INVITED, status: 'suspended' } }, 'suspended'],
  ['who was not invited', ADA, {}, 'not_invited'],
]
for (const [what, provided, people, result] of CASES) {
  test(`Somebody ${what}: ${typeof result === 'string' ? result : 'signs in'}`, () => {
    assert.deepEqual(admittedPerson(provided, BY_INVITATION, { ...NOBODY, ...people }), result)
  })
}

test('Somebody of an own domain is created, with the roles of the claim or the default ones', () => {
  const created = { id: null, isBound: false, roleIdsBefore: [], versionBefore: 0 }
  assert.deepEqual(admittedPerson(ADA, BY_DOMAIN, NOBODY), { ...created, roleIds: ['auditor'] })
  const mapped = admittedPerson(WITH_ROLES, BY_DOMAIN, NOBODY)
  assert.deepEqual(mapped, { ...created, roleIds: ['approver'] })
  assert.equal(admittedPerson(NO_EMAIL, BY_DOMAIN, NOBODY), 'email_not_verified')
})
