import { Command } from 'commander'
import { isId, newId } from '../domain/ids.ts'
import { ORGANIZATION_NAME_LENGTH_MAX } from '../domain/limits.ts'
import { codePoints, isStorable } from '../domain/text.ts'
import { createOrganization } from '../organizations/create-organization.store.ts'
import { listOrganizations } from '../organizations/list-organizations.store.ts'
import { CURRENCY_DEFAULT, isCurrency, type Organization } from '../organizations/organization.ts'
import {
  CommandFailed,
  JSON_OPTION,
  type OutputOptions,
  print,
  requireAll,
  withDatabase,
} from './command.ts'
import { table } from './text-output.ts'

interface CreateOptions extends OutputOptions {
  readonly name: string
  readonly id?: string
  readonly currency: string
}

/** `organization create`, `organization list`. */
export function organizationCommand(): Command {
  const command = new Command('organization').description('manage organizations')
  command
    .command('create')
    .description('create an organization')
    .requiredOption('--name <name>', 'its name, 1 to 300 characters (required)')
    .option(
      '--id <id>',
      'an id that the organization already has elsewhere: 1 to 64 of A-Z a-z 0-9 _ -',
    )
    .option(
      '--currency <code>',
      'the currency of all its amounts (ISO 4217); it cannot be changed',
      CURRENCY_DEFAULT,
    )
    .addOption(JSON_OPTION)
    .action(create)
  command
    .command('list')
    .description('list every organization, oldest first')
    .addOption(JSON_OPTION)
    .action(list)
  return command
}

async function create(options: CreateOptions): Promise<void> {
  const { name, currency, id = newId('org') } = options
  const length = codePoints(name)
  requireAll([
    [isId(id), '--id takes 1 to 64 characters of A-Z a-z 0-9 _ -'],
    [
      length >= 1 && length <= ORGANIZATION_NAME_LENGTH_MAX && isStorable(name),
      `--name takes 1 to ${ORGANIZATION_NAME_LENGTH_MAX} characters`,
    ],
    [
      isCurrency(currency),
      '--currency takes the code of a currency in capital letters (ISO 4217), such as USD or EUR',
    ],
  ])
  const created = await withDatabase((database) =>
    createOrganization(database, { id, name, currency }),
  )
  if (created === undefined) {
    throw new CommandFailed(`An organization with the id ${id} already exists: choose another id.`)
  }
  print(options, view(created), () => `Organization ${created.id} (${created.name}) created.`)
}

async function list(options: OutputOptions): Promise<void> {
  const organizations = await withDatabase(listOrganizations)
  print(options, { organizations: organizations.map(view) }, () =>
    organizations.length === 0
      ? 'No organization yet: vault-inventory organization create --name NAME'
      : table(
          ['ID', 'NAME', 'CURRENCY', 'CREATED'],
          organizations.map(({ id, name, currency, createdAt }) => [
            id,
            name,
            currency,
            createdAt.toISOString(),
          ]),
        ),
  )
}

function view({ id, name, currency, createdAt }: Organization): object {
  return { id, name, currency, createdAt: createdAt.toISOString() }
}
