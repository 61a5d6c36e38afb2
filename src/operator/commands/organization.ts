import { Command } from 'commander'
import {
  CURRENCY_DEFAULT,
  createOrganization,
  isCurrency,
  listOrganizations,
  type Organization,
} from '../../access/organizations/organization.ts'
import { wipeOrganization } from '../../access/organizations/wipe-organization.store.ts'
import { isForbidden } from '../../database/postgres/postgres-errors.ts'
import { isId, newId } from '../../domain/ids.ts'
import { ORGANIZATION_NAME_LENGTH_MAX } from '../../domain/limits.ts'
import {
  CommandFailed,
  JSON_OPTION,
  type OutputOptions,
  print,
  requireAll,
  textRule,
  withDatabase,
  withOrganization,
} from './command.ts'
import { counted, table } from './text-output.ts'

interface CreateOptions extends OutputOptions {
  readonly name: string
  readonly id?: string
  readonly currency: string
  readonly test?: true
}

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
      'the currency of all its amounts (ISO 4217), which are in its minor unit: cents of USD, yen of ' +
        'JPY, fils of KWD; it cannot be changed',
      CURRENCY_DEFAULT,
    )
    .option('--test', 'a test organization: a sandbox for the tests of an integrator')
    .addOption(JSON_OPTION)
    .action(create)
  command
    .command('list')
    .description('list every organization, oldest first')
    .addOption(JSON_OPTION)
    .action(list)
  command
    .command('wipe <id>')
    .description('delete all records of a test organization; its tokens, people and log remain')
    .addOption(JSON_OPTION)
    .action(wipe)
  return command
}

async function create(options: CreateOptions): Promise<void> {
  const { name, currency, id = newId('org') } = options
  const mode = options.test === true ? 'test' : 'live'
  requireAll([
    [isId(id), '--id takes 1 to 64 characters of A-Z a-z 0-9 _ -'],
    textRule('--name', name, ORGANIZATION_NAME_LENGTH_MAX),
    [
      isCurrency(currency),
      '--currency takes the code of a currency in capital letters (ISO 4217), such as USD or EUR',
    ],
  ])
  const created = await withDatabase((database) =>
    createOrganization(database, { id, name, currency, mode }),
  )
  if (created === undefined) {
    throw new CommandFailed(`An organization with the id ${id} already exists: choose another id.`)
  }
  print(
    options,
    view(created),
    () =>
      `${mode === 'test' ? 'Test organization' : 'Organization'} ${created.id} (${created.name}) created.`,
  )
}

async function list(options: OutputOptions): Promise<void> {
  const organizations = await withDatabase(listOrganizations)
  print(options, { organizations: organizations.map(view) }, () =>
    table(
      ['ID', 'NAME', 'MODE', 'CURRENCY', 'CREATED'],
      organizations.map(({ id, name, mode, currency, createdAt }) => [
        id,
        name,
        mode,
        currency,
        createdAt.toISOString(),
      ]),
      'No organization yet: vault-inventory organization create --name NAME',
    ),
  )
}

function view({ id, name, mode, currency, createdAt }: Organization): object {
  return { id, name, mode, currency, createdAt: createdAt.toISOString() }
}

async function wipe(id: string, options: OutputOptions): Promise<void> {
  const wiped = await withOrganization({ organization: id }, async (caller, { sql }) => {
    if (caller.isTest !== true) {
      throw new CommandFailed(`${id} is a live organization: only test organizations are wiped.`)
    }
    return await wipeOrganization(caller, sql)
  }).catch((error: unknown) => {
    if (!isForbidden(error)) throw error
    throw new CommandFailed(
      'This role may not delete records: run organization wipe as the owner of the tables.',
    )
  })
  const rows = Object.values(wiped).reduce((sum, count) => sum + count, 0)
  print(options, { organizationId: id, rows, tables: wiped }, () =>
    [
      `Test organization ${id} is wiped: ${counted(rows, 'row')}, of them`,
      `${counted(wiped.fbo_accounts ?? 0, 'account')} and`,
      `${counted(wiped.inventory_items ?? 0, 'item')}.`,
      'Its tokens, people, policy, webhook endpoints and log remain.',
    ].join(' '),
  )
}
