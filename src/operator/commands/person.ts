import { Command } from 'commander'
import { CHANGE_PERSON_STATE, type PersonVerb } from '../../access/people/change-person-state.ts'
import { findPerson } from '../../access/people/find-person.store.ts'
import { INVITE_PERSON } from '../../access/people/invite-person.ts'
import { PEOPLE_PAGES } from '../../access/people/list-people.store.ts'
import { toPerson } from '../../access/people/person.ts'
import { CODE_MINUTES, issueSignInCode } from '../../access/sessions/sign-in-code.ts'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import type { Caller } from '../../domain/caller.ts'
import { ADDRESS_PATTERN, isReadableEmail } from '../../domain/folding.ts'
import { isId } from '../../domain/ids.ts'
import { EMAIL_LENGTH_MAX, PERSON_NAME_LENGTH_MAX } from '../../domain/limits.ts'
import { codePoints, isStorable } from '../../domain/text.ts'
import {
  allRows,
  CommandFailed,
  type OrganizationOptions,
  ofOrganization,
  print,
  requireAll,
  textRule,
  withOrganization,
} from './command.ts'
import { table } from './text-output.ts'

interface InviteOptions extends OrganizationOptions {
  readonly email: string
  readonly name: string
  readonly roles: string
}

export function personCommand(): Command {
  const command = new Command('person').description('manage the people of an organization')
  ofOrganization(command, 'invite', 'invite a person, who can sign in from then on')
    .requiredOption('--email <address>', 'the address that the identity provider knows (required)')
    .requiredOption(
      '--name <name>',
      `the name, 1 to ${PERSON_NAME_LENGTH_MAX} characters (required)`,
    )
    .requiredOption('--roles <ids>', 'ids of roles, separated by commas (required)')
    .action(invite)
  ofOrganization(command, 'list', 'list the people of an organization, newest first').action(list)
  for (const [verb, description] of [
    ['suspend', 'suspend a person: all tokens and sessions end within a second'],
    ['resume', 'let a suspended person sign in again'],
  ] as const) {
    ofOrganization(command, `${verb} <person-id>`, description).action(
      (id: string, options: OrganizationOptions) => changeState(verb, id, options),
    )
  }
  ofOrganization(
    command,
    'sign-in-code <person-id>',
    `make a code that signs the person in once, within ${CODE_MINUTES} minutes: for a first ` +
      'sign-in, or while the identity provider is away',
  ).action(signInCode)
  return command
}

async function invite(options: InviteOptions): Promise<void> {
  const { email, name } = options
  const roles = options.roles.split(',').map((role) => role.trim())
  requireAll([
    [
      new RegExp(ADDRESS_PATTERN, 'u').test(email) &&
        isReadableEmail(email) &&
        codePoints(email) <= EMAIL_LENGTH_MAX &&
        isStorable(email),
      '--email takes an address alone, such as name@example.com',
    ],
    textRule('--name', name, PERSON_NAME_LENGTH_MAX),
    [roles.every(isId), '--roles takes ids of roles, such as approver,desk'],
  ])
  const input = { email, name, roles: [...new Set(roles)] }
  const person = await withOrganization(options, (caller, database) =>
    decideChange(caller, database, INVITE_PERSON, input),
  )
  print(options, toPerson(person), () => `Person ${person.id} (${name}) is invited.`)
}

async function list(options: OrganizationOptions): Promise<void> {
  const people = await allRows(options, PEOPLE_PAGES)
  print(options, { people: people.map(toPerson) }, () =>
    table(
      ['ID', 'STATE', 'NAME', 'EMAIL', 'ROLES', 'LAST SIGNED IN'],
      people.map((person) => [
        person.id,
        person.state,
        person.name,
        person.email,
        person.roleIds.join(','),
        person.lastSignedInAt?.toISOString() ?? '-',
      ]),
      'No people yet: vault-inventory person invite --organization ID --email ... --name ... --roles ...',
    ),
  )
}

async function changeState(verb: PersonVerb, id: string, options: OrganizationOptions) {
  const { person, pending } = await withOrganization(options, async (caller, database) => {
    await requirePerson(caller, database, id)
    const input = { id, verb, ifMatch: undefined }
    return await decideChange(caller, database, CHANGE_PERSON_STATE, input)
  })
  const document = { ...toPerson(person), ...(verb === 'suspend' && { pending }) }
  print(options, document, () =>
    [
      `Person ${id} (${person.name}) is ${person.state}.`,
      ...pending.map(
        (record) =>
          `${record.part === 'requested' ? 'Requested' : 'Approved as one of several'}, still waits: ${record.type} ${record.id}`,
      ),
    ].join('\n'),
  )
}

async function signInCode(id: string, options: OrganizationOptions): Promise<void> {
  const code = await withOrganization(options, async (caller, database) => {
    await requirePerson(caller, database, id)
    return await issueSignInCode(database, caller.organizationId, { personId: id })
  })
  print(options, { personId: id, code, minutes: CODE_MINUTES }, () =>
    [
      code,
      '',
      `It signs in once, within ${CODE_MINUTES} minutes, at /console#code=CODE.`,
      'Give it to nobody but that person.',
    ].join('\n'),
  )
}

/** @throws {CommandFailed} if the organization has no such person */
async function requirePerson(caller: Caller, database: Database, id: string): Promise<void> {
  if (isId(id) && (await findPerson(caller, database, id)) !== undefined) return
  throw new CommandFailed(
    'There is no person with this id: vault-inventory person list --organization ID shows the ids.',
  )
}
