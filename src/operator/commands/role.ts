import { Command } from 'commander'
import { type RoleRow, shownRole } from '../../access/people/role.ts'
import { ROLE_PAGES } from '../../access/people/roles.store.ts'
import { createRoleRoute, deleteRoleRoute, updateRoleRoute } from '../../access/people/roles.ts'
import type { Change } from '../../database/changes/change.ts'
import { decideChange } from '../../database/decide-change.ts'
import { ROLE_NAME_LENGTH_MAX } from '../../domain/limits.ts'
import { PERMISSIONS } from '../../domain/permissions.ts'
import {
  allRows,
  type OrganizationOptions,
  ofOrganization,
  print,
  requireAll,
  textRule,
  withOrganization,
} from './command.ts'
import { readPermissions } from './permissions-option.ts'
import { table } from './text-output.ts'

interface RoleOptions extends OrganizationOptions {
  readonly name?: string
  readonly permissions?: string
}

const NAME = ['--name <name>', `the name, 1 to ${ROLE_NAME_LENGTH_MAX} characters`] as const
const GIVEN = ['--permissions <a,b,...>', `any of ${PERMISSIONS.join(', ')}`] as const

export function roleCommand(): Command {
  const command = new Command('role').description('manage the roles of an organization')
  ofOrganization(
    command,
    'list',
    'list the roles that tokens and people can have: the built-in ones, then your own',
  ).action(list)
  ofOrganization(command, 'create', 'create a role of your own')
    .requiredOption(NAME[0], `${NAME[1]} (required)`)
    .requiredOption(GIVEN[0], `${GIVEN[1]} (required)`)
    .action(create)
  ofOrganization(
    command,
    'update <role-id>',
    'change a role of your own: all its tokens and people have it within a second',
  )
    .option(...NAME)
    .option(...GIVEN)
    .action(update)
  ofOrganization(
    command,
    'delete <role-id>',
    'delete a role of your own that no valid token and no person has',
  ).action(deleteRole)
  return command
}

async function list(options: OrganizationOptions): Promise<void> {
  const rows = await allRows(options, ROLE_PAGES)
  const roles = rows.map(shownRole)
  print(options, { roles }, () =>
    table(
      ['ID', 'NAME', 'PERMISSIONS'],
      roles.map(({ id, name, permissions }) => [id, name, permissions.join(',')]),
    ),
  )
}

async function create(options: RoleOptions): Promise<void> {
  const { name = '', permissions = [] } = readRole(options)
  const role = await decide(options, createRoleRoute.change, {
    ifMatch: undefined,
    body: { name, permissions },
  })
  printRole(options, role, 'is created')
}

async function update(id: string, options: RoleOptions): Promise<void> {
  const changes = readRole(options)
  requireAll([[Object.keys(changes).length > 0, '--name or --permissions is required']])
  const { role } = await decide(options, updateRoleRoute.change, {
    id,
    ifMatch: undefined,
    body: changes,
  })
  printRole(options, role, 'is changed')
}

async function deleteRole(id: string, options: OrganizationOptions): Promise<void> {
  const { role } = await decide(options, deleteRoleRoute.change, {
    id,
    ifMatch: undefined,
    body: {},
  })
  print(options, shownRole(role), () => `Role ${role.id} (${role.name}) is deleted.`)
}

async function decide<Input, Facts, Result>(
  options: OrganizationOptions,
  change: Change<Input, Facts, Result>,
  input: Input,
): Promise<Result> {
  return await withOrganization(options, (caller, database) =>
    decideChange(caller, database, change, input),
  )
}

function printRole(options: OrganizationOptions, role: RoleRow, fate: string): void {
  const { id, name, permissions } = role
  print(options, shownRole(role), () =>
    [`Role ${id} (${name}) ${fate}.`, `Its permissions: ${permissions.join(', ')}.`].join('\n'),
  )
}

/** @throws {CommandFailed} with a sentence for every option that cannot be used */
function readRole({ name, permissions: text }: RoleOptions) {
  const { permissions, rules } = readPermissions(text)
  requireAll([textRule('--name', name, ROLE_NAME_LENGTH_MAX), ...rules])
  return {
    ...(name !== undefined && { name }),
    ...(text !== undefined && { permissions: [...permissions] }),
  }
}
