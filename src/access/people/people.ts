import { Type } from 'typebox'
import { isSameInAnyOrder, valuesOf } from '../../database/changes/corrections.ts'
import { lockOrganization } from '../../database/changes/locks.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import type { RecordType } from '../../database/record.ts'
import { Refusal } from '../../domain/errors.ts'
import { eventOf } from '../../domain/events.ts'
import { changesOf, namedObject } from '../../domain/fields.ts'
import { foldedEmail } from '../../domain/folding.ts'
import { newId } from '../../domain/ids.ts'
import { NEWEST_FIRST } from '../../domain/pagination.ts'
import { change, newRecordReply } from '../../http/change.ts'
import { listOperation } from '../../http/list-operation.ts'
import { operation } from '../../http/operation.ts'
import { newRecordResponse, versionedResponse } from '../../http/operation-contract.ts'
import { readRecord } from '../../http/read-record.ts'
import { recordChange } from '../../http/record-change.ts'
import { currentPolicy } from '../organizations/organization-policy.ts'
import { signInRefusal } from '../organizations/sign-in-refusal.ts'
import {
  findPerson,
  lockPerson,
  lockPersonOfEmail,
  PEOPLE,
  PERSON,
  PERSON_BY_ID,
  PERSON_MEMBERS,
  type PersonRow,
  toPerson,
  updatePerson,
} from './person.ts'
import { readOwnRoles } from './role.ts'
import { personPowersRefusal, unknownRolesRefusal } from './role-change.rules.ts'

const MANAGED = { permission: 'people:manage', isOfPowers: true } as const

const INSERT = `
  insert into people (organization_id, id, email, name, role_ids, state, created_at,
    created_by_token_id)
  values ($1, $2, $3, $4, $5::text[], $6, $7, $8)`

export const invitePersonRoute = change({
  operationId: 'invitePerson',
  description:
    'Invites a person, who can sign in from then on. You must have all permissions of the roles ' +
    'that you give. No email is sent.',
  path: '/v1/people',
  ...MANAGED,
  body: namedObject('NewPerson', 'A person to invite.', PERSON_MEMBERS, {
    examples: [{ email: 'ada.lindqvist@example.com', name: 'Ada Lindqvist', roles: ['approver'] }],
  }),
  success: newRecordResponse('The person, `invited`.', PERSON, 'Path of the person.'),
  refusals: ['sign_in_required', 'permission_not_held', 'role_not_found', 'person_exists'],
  isPersonal: () => true,
  lock: (tx, { body: { email } }) => ({
    organization: lockOrganization(tx),
    other: lockPersonOfEmail(tx, foldedEmail(email)),
    ownRoles: readOwnRoles(tx),
    policy: currentPolicy(tx),
  }),
  judge: ({ caller, input: { body } }, { other, ownRoles, policy }, { nowMs }) => {
    const { email, name, roles } = body
    const refusal =
      signInRefusal(caller, policy, nowMs) ??
      unknownRolesRefusal(roles, ownRoles) ??
      personPowersRefusal(caller, roles, ownRoles)
    if (refusal !== undefined) return refusal
    if (other !== undefined) return emailTaken(other.id)
    return {
      id: newId('prsn'),
      organizationId: caller.organizationId,
      email: foldedEmail(email),
      name,
      roles,
      status: 'invited',
      issuer: null,
      createdAt: new Date(nowMs),
      createdByTokenId: caller.tokenId,
      suspendedAt: null,
      lastSignedInAt: null,
      version: 1,
    } satisfies PersonRow
  },
  write: (tx, { result }) => {
    const { id, email, name, roles, status, createdAt, createdByTokenId } = result
    void tx.run(INSERT, [id, email, name, roles, status, createdAt, createdByTokenId])
  },
  events: (one) => {
    const { id, createdAt: occurredAt, roles, status } = one.result
    const data = { version: 1, statusAfter: status, after: { roles } }
    return eventOf(one, 'person.invited', { occurredAt, subject: { type: 'person', id }, data })
  },
  respond: (person) => newRecordReply('/v1/people', toPerson(person), person),
})

function emailTaken(personId: string): Refusal {
  return new Refusal('person_exists', {
    detail: 'Another person of the organization has this email address: change that person.',
    members: { personId },
  })
}

export const PEOPLE_PAGES = new KeysetPages<PersonRow, { status?: string; email?: string }>({
  order: NEWEST_FIRST,
  conditions: { status: 'and state = ?', email: 'and email = ?' },
  forms: { email: foldedEmail },
  select: ({ where, rows }) => `${PEOPLE} ${where} ${rows}`,
})

export const listPeopleRoute = listOperation({
  operationId: 'listPeople',
  description: 'Lists the people of the organization, newest first, page by page.',
  path: '/v1/people',
  permission: 'people:manage',
  filters: {
    status: Type.Optional(PERSON.properties.status),
    email: Type.Optional(PERSON.properties.email),
  },
  entry: PERSON,
  entries: 'people',
  pages: PEOPLE_PAGES,
  toView: toPerson,
})

export const getPersonRoute = operation({
  operationId: 'getPerson',
  description: 'Reads one person.',
  path: '/v1/people/{id}',
  permission: 'people:manage',
  ...PERSON_BY_ID,
  success: versionedResponse('The person.', PERSON),
  handle: readRecord(findPerson, toPerson),
})

const PERSON_RECORD: RecordType<PersonRow> = {
  noun: 'person',
  subject: 'person',
  ...PERSON_BY_ID,
  write: updatePerson,
}

export const updatePersonRoute = recordChange(PERSON_RECORD, {
  operationId: 'updatePerson',
  description:
    'Changes the name, the email address or the roles of a person. Other roles hold within a ' +
    'second, also for the tokens and sessions that the person has. You must have all ' +
    'permissions that the person has before and after.',
  path: '/v1/people/{id}',
  ...MANAGED,
  body: changesOf(
    'PersonUpdate',
    'The members to change. An omitted member keeps its value.',
    PERSON_MEMBERS,
    { roles: ['approver', 'desk'] },
  ),
  response: ['The person after the change.', PERSON],
  toView: toPerson,
  refusals: [
    'no_updatable_fields',
    'sign_in_required',
    'permission_not_held',
    'role_not_found',
    'version_conflict',
    'person_exists',
  ],
  lock: (tx, { id, body: { email } }) => ({
    // Roles are deleted behind the same lock.
    organization: lockOrganization(tx),
    ofEmail: email === undefined ? undefined : lockPersonOfEmail(tx, foldedEmail(email)),
    before: lockPerson(tx, id),
    ownRoles: readOwnRoles(tx),
    policy: currentPolicy(tx),
  }),
  refusal: ({ caller }, { before, policy }, { nowMs }) =>
    before && signInRefusal(caller, policy, nowMs),
  values: (before, body, { ofEmail, ownRoles }, caller) => {
    const { email = before.email, name = before.name, roles = before.roles } = body
    const concerned = [...before.roles, ...roles]
    const refusal =
      unknownRolesRefusal(body.roles ?? [], ownRoles) ??
      // Also for a name: it is the identity of the person for four eyes.
      personPowersRefusal(caller, concerned, ownRoles)
    if (refusal !== undefined) return refusal
    if (ofEmail !== undefined && ofEmail.id !== before.id) return emailTaken(ofEmail.id)
    return { email: foldedEmail(email), name, roles }
  },
  isSame: isSameInAnyOrder,
  event: 'person.updated',
  eventData: ({ corrected }) => valuesOf(corrected, ['roles']),
})
