import { Command } from 'commander'
import { findPerson } from '../../access/people/person.ts'
import { CODE_MINUTES, issueSignInCode } from '../../access/sessions/begin-session.ts'
import { isId } from '../../domain/ids.ts'
import {
  CommandFailed,
  type OrganizationOptions,
  ofOrganization,
  print,
  withOrganization,
} from './command.ts'

export function personCommand(): Command {
  const command = new Command('person').description('let a person sign in with a code')
  ofOrganization(
    command,
    'sign-in-code <person-id>',
    `make a code that signs the person in once, within ${CODE_MINUTES} minutes: for a first ` +
      'sign-in, or while the identity provider is away',
  ).action(signInCode)
  return command
}

async function signInCode(id: string, options: OrganizationOptions): Promise<void> {
  const code = await withOrganization(options, async (caller, database) => {
    if (!isId(id) || (await findPerson(caller, database, id)) === undefined) {
      throw new CommandFailed(
        'There is no person with this id: vault-inventory call listPeople --organization ID shows the ids.',
      )
    }
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
