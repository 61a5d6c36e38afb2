import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { toAccessToken } from '../../access/tokens/access-token.ts'
import { powersWarnings } from '../../access/tokens/grant-permissions.rules.ts'
import { issueAccessTokenRoute } from '../../access/tokens/issue-access-token.ts'
import { decideChange } from '../../database/database.ts'
import {
  TOKEN_LIFETIME_DAYS_DEFAULT,
  TOKEN_LIFETIME_DAYS_MAX,
  TOKEN_OWNER_LENGTH_MAX,
} from '../../domain/limits.ts'
import {
  BUILT_IN_ROLES,
  isPermission,
  PERMISSIONS,
  type Permission,
} from '../../domain/permissions.ts'
import { whyNotWritten } from '../../runtime/write-new-file.ts'
import {
  CommandFailed,
  type OrganizationOptions,
  ofOrganization,
  print,
  requireAll,
  textRule,
  withOrganization,
} from './command.ts'

interface CreateOptions extends OrganizationOptions {
  readonly permissions?: string
  readonly role?: string
  readonly expiresIn: string
  readonly owner?: string
  readonly file?: string
}

export function tokenCommand(): Command {
  const command = new Command('token').description('issue the first access token')
  ofOrganization(command, 'create', 'issue an access token, which is shown only once')
    .option('--permissions <a,b,...>', `any of ${PERMISSIONS.join(', ')} (or --role)`)
    .option('--role <name>', `${Object.keys(BUILT_IN_ROLES).join(', ')}, or one of your own`)
    .option('--owner <name>', 'holder of the token: two tokens of one owner count as one approver')
    .option(
      '--expires-in <time>',
      `time until it expires, such as 90d, 12h, 30m, 45s; at most ${TOKEN_LIFETIME_DAYS_MAX}d`,
      `${TOKEN_LIFETIME_DAYS_DEFAULT}d`,
    )
    .option(
      '--file <path>',
      'write the token to a new file that only you can read, instead of printing it',
    )
    .action(create)
  return command
}

async function create(options: CreateOptions): Promise<void> {
  const grant = readGrant(options)
  // The file comes first: a token that could not be written down would be lost.
  const write = options.file === undefined ? undefined : newFile(options.file)
  const { token, accessToken } = await withOrganization(options, (caller, database) =>
    decideChange(caller, database, issueAccessTokenRoute.change, grant),
  ).catch((error: unknown) => {
    if (options.file !== undefined) rmSync(options.file)
    throw error
  })
  write?.(`${token}\n`)
  const { id, organizationId, permissions, roleId } = toAccessToken(accessToken)
  const expiresAt = accessToken.expiresAt.toISOString()
  const warnings = powersWarnings({ permissions })
  const secret = write === undefined ? { token } : { file: options.file }
  const role = roleId === null ? {} : { roleId }
  print(options, { id, ...secret, organizationId, ...role, permissions, expiresAt, warnings }, () =>
    [
      ...(write === undefined ? [token, ''] : []),
      `Token ${id} of ${organizationId}, valid until ${expiresAt}.`,
      `Its permissions: ${permissions.join(', ')}.`,
      write === undefined
        ? 'Keep it now: it cannot be shown again.'
        : `It is in ${options.file} and cannot be shown again.`,
      ...warnings.map((warning) => `Warning: ${warning}`),
    ].join('\n'),
  )
}

/** @throws {CommandFailed} with a sentence for every option that cannot be used */
function readGrant(options: CreateOptions) {
  const { owner, role } = options
  const names = options.permissions?.split(',').map((name) => name.trim()) ?? []
  const unknown = names.filter((name) => !isPermission(name))
  const permissions = [...new Set(names)] as Permission[]
  const lifetimeSeconds = readLifetime(options.expiresIn)
  requireAll([
    ...unknown.map(
      (name) =>
        [false, `"${name}" is not a permission (known: ${PERMISSIONS.join(', ')})`] as const,
    ),
    [
      (options.permissions === undefined) !== (role === undefined),
      '--permissions or --role is required, and not both',
    ],
    [
      lifetimeSeconds <= TOKEN_LIFETIME_DAYS_MAX * 86_400,
      `--expires-in takes a time such as 90d, 12h, 30m or 45s, at most ${TOKEN_LIFETIME_DAYS_MAX}d`,
    ],
    textRule('--owner', owner, TOKEN_OWNER_LENGTH_MAX),
  ])
  return {
    permissions,
    ...(role === undefined ? {} : { role }),
    lifetimeSeconds,
    ...(owner === undefined ? {} : { owner }),
  }
}

/** Creates a file that only its owner can read; the returned function writes it. */
function newFile(path: string): (text: string) => void {
  try {
    const file = openSync(path, 'wx', 0o600)
    return (text) => {
      writeFileSync(file, text, { flush: true })
      closeSync(file)
    }
  } catch (error) {
    throw new CommandFailed(
      (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? `The file ${path} already exists: name another one or remove it.`
        : `${path} cannot be written: ${whyNotWritten(path, error)}.`,
    )
  }
}

const SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 }

/** The seconds of `90d`, `12h`, `30m` or `45s`; NaN for another text. */
function readLifetime(text: string): number {
  const [, count, unit = ''] = /^([1-9]\d{0,8})([dhms])$/.exec(text) ?? []
  return Number(count) * (SECONDS[unit] ?? Number.NaN)
}
