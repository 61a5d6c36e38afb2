import { type Static, Type } from 'typebox'
import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import { findById } from '../../database/record.ts'
import { unknownRecord } from '../../domain/errors.ts'
import {
  byId,
  columnsOf,
  EMAIL_FORM,
  instant,
  NOT_BLANK,
  namedObject,
  nullableId,
  nullableInstant,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { ADDRESS_PATTERN } from '../../domain/folding.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { PERSON_NAME_LENGTH_MAX, ROLES_OF_PERSON_MAX } from '../../domain/limits.ts'

const PERSON_STATUSES = ['invited', 'active', 'suspended'] as const

/** The members that a request can set. */
export const PERSON_MEMBERS = {
  email: Type.String({
    title: 'PersonEmail',
    description:
      'Email address, by which the identity provider knows the person at the first sign-in: the ' +
      'address alone. It is kept in lower case, without blanks at its ends and what is not seen.',
    ...EMAIL_FORM,
    pattern: ADDRESS_PATTERN,
    'x-published-pattern': ADDRESS_PATTERN,
    'x-violation-unstorable': true,
    examples: ['ada.lindqvist@example.com'],
    'x-violation-hint': 'Write the address alone, such as name@example.com.',
  }),
  name: Type.String({
    title: 'PersonName',
    description: 'Name of the person, as events and histories show it.',
    maxLength: PERSON_NAME_LENGTH_MAX,
    ...NOT_BLANK,
    'x-violation-unstorable': true,
    examples: ['Ada Lindqvist'],
  }),
  roles: Type.Array(recordId('Id of a role, as List Roles shows it.', 'approver'), {
    title: 'RolesOfPerson',
    description: 'The roles of the person: their permissions together are what the person may do.',
    maxItems: ROLES_OF_PERSON_MAX,
    uniqueItems: true,
    'x-violation-hint': 'Name each role once.',
    examples: [['approver', 'desk']],
  }),
}

export const PERSON = namedObject('Person', 'Somebody who works with the vault.', {
  id: recordId('Identifier of the person.', EXAMPLE_IDS.person),
  organizationId: recordId('Organization that the person works for.', EXAMPLE_IDS.organization),
  email: PERSON_MEMBERS.email,
  name: PERSON_MEMBERS.name,
  status: Type.Enum([...PERSON_STATUSES], {
    description:
      '`invited`: has not signed in yet. `suspended`: cannot sign in, and has no valid token.',
    examples: ['active'],
  }),
  issuer: nullableText({
    description:
      'The identity provider at which the person has an account; null until the first sign-in by it.',
    examples: ['https://id.example.com'],
  }),
  createdAt: instant('the person was invited', '2026-11-21T08:30:00.000Z'),
  createdByTokenId: nullableId(
    'The access token that invited the person; null if the operator of the vault or the identity ' +
      'provider did.',
    EXAMPLE_IDS.accessToken,
  ),
  suspendedAt: nullableInstant('the person was suspended', '2026-11-21T10:02:00.000Z'),
  lastSignedInAt: nullableInstant('the person last signed in', '2026-11-21T08:45:00.000Z'),
  roles: PERSON_MEMBERS.roles,
})

export interface PersonRow extends RowOf<Static<typeof PERSON>> {
  readonly version: number
}

/** Two columns have other names. */
const PERSON_COLUMNS = columnsOf(PERSON)
  .replace('status', 'state as status')
  .replace('roles', 'role_ids as roles')

export const toPerson = responseMaker(PERSON)

export const personNotFound = unknownRecord('person_not_found', 'person')
export const PERSON_BY_ID = byId(PERSON, personNotFound)

/** SQL that reads people. */
export const PEOPLE = `
  select ${PERSON_COLUMNS}, version
  from people
  where organization_id = $1`

export const findPerson = findById<PersonRow>(`${PEOPLE} and id = $2`)

const lockPersonWhere = <Values extends readonly string[]>(condition: string) =>
  rowOf<PersonRow, Values>(`${PEOPLE} and ${condition} for no key update`)

/**
 * Locks a person: of two changes, the second sees the person as the first left it. Who makes a
 * token or a session of the person does so, and a suspension misses none.
 */
export const lockPerson = lockPersonWhere<[id: string]>('id = $2')

/** The same, by the address. Lock the organization before: nobody else gets it then. */
export const lockPersonOfEmail = lockPersonWhere<[email: string]>('email = $2')

/** The same, by the account at the identity provider. */
export const lockPersonOfAccount = lockPersonWhere<[issuer: string, subject: string]>(
  'issuer = $2 and subject = $3',
)

const UPDATE = `
  update people
  set email = $3, name = $4, role_ids = $5::text[], state = $6, suspended_at = $7, version = $8
  where organization_id = $1 and id = $2`

export function updatePerson(tx: OrganizationTransaction, person: PersonRow): void {
  const { id, email, name, roles, status, suspendedAt, version } = person
  void tx.run(UPDATE, [id, email, name, roles, status, suspendedAt, version])
}
