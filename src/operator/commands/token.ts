import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { toAccessToken, tokenState } from '../../access/tokens/access-token.ts'
import { powersWarnings } from '../../access/tokens/grant-permissions.rules.ts'
import { issueAccessToken } from '../../access/tokens/issue-access-token.ts'
import { ACCESS_TOKEN_PAGES } from '../../access/tokens/list-access-tokens.store.ts'
import { revokeAnyAccessToken } from '../../access/tokens/revoke-access-token.ts'
import { BUILT_IN_ROLES } from '../../domain/built-in-roles.ts'
import { isId } from '../../domain/ids.ts'
import { addressBlock } from '../../domain/ip-ranges.ts'
import {
  TOKEN_ADDRESSES_MAX,
  TOKEN_LIFETIME_DAYS_DEFAULT,
  TOKEN_LIFETIME_DAYS_MAX,
  TOKEN_OWNER_LENGTH_MAX,
} from '../../domain/limits.ts'
import { PERMISSIONS } from '../../domain/permissions.ts'
import { whyNotWritten } from '../../runtime/write-new-file.ts'
import {
  allRows,
  CommandFailed,
  JSON_OPTION,
  type OrganizationOptions,
  type OutputOptions,
  ofOrganization,
  print,
  requireAll,
  textRule,
  withDatabase,
  withOrganization,
} from './command.ts'
import { readPermissions } from './permissions-option.ts'
import { table } from './text-output.ts'

interface CreateOptions extends OrganizationOptions {
  readonly permissions?: string
  readonly role?: string
  readonly expiresIn: string
  readonly owner?: string
  readonly allow?: string
  readonly file?: string
}

export function tokenCommand(): Command {
  const command = new Command('token').description('manage access tokens')
  ofOrganization(command, 'create', 'issue an access token, which is shown only once')
    .option('--permissions <a,b,...>', `any of ${PERMISSIONS.join(', ')} (or --role)`)
    .option('--role <name>', `${Object.keys(BUILT_IN_ROLES).join(', ')}, or one of your own`)
    .option('--owner <name>', 'holder of the token: two tokens of one owner count as one approver')
    .option('--allow <a,b,...>', 'the addresses or CIDR blocks that may use it (default: any)')
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
  ofOrganization(command, 'list', 'list the tokens of an organization, newest first').action(list)
  command
    .command('revoke <token-id>')
    .description('revoke a token permanently, by its id (tok_...)')
    .addOption(JSON_OPTION)
    .action(revoke)
  return command
}

async function create(options: CreateOptions): Promise<void> {
  const grant = readGrant(options)
  // The file comes first: a token that could not be written down would be lost.
  const write = options.file === undefined ? undefined : newFile(options.file)
  const { token, accessToken } = await withOrganization(options, (caller, database) =>
    issueAccessToken(caller, database, grant),
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
  const { permissions, rules } = readPermissions(options.permissions)
  const lifetimeSeconds = readLifetime(options.expiresIn)
  const allowedAddresses = options.allow?.split(',').map((text) => addressBlock(text.trim()))
  const isAllowed =
    !allowedAddresses?.includes(undefined) && (allowedAddresses?.length ?? 0) <= TOKEN_ADDRESSES_MAX
  requireAll([
    ...rules,
    [
      (options.permissions === undefined) !== (role === undefined),
      '--permissions or --role is required, and not both',
    ],
    [
      lifetimeSeconds <= TOKEN_LIFETIME_DAYS_MAX * 86_400,
      `--expires-in takes a time such as 90d, 12h, 30m or 45s, at most ${TOKEN_LIFETIME_DAYS_MAX}d`,
    ],
    textRule('--owner', owner, TOKEN_OWNER_LENGTH_MAX),
    [
      isAllowed,
      `--allow takes 1 to ${TOKEN_ADDRESSES_MAX} addresses or CIDR blocks such as 192.0.2.0/24`,
    ],
  ])
  return {
    permissions,
    ...(role === undefined ? {} : { role }),
    lifetimeSeconds,
    ...(owner === undefined ? {} : { owner }),
    ...(allowedAddresses === undefined ? {} : { allowedAddresses: allowedAddresses as string[] }),
  }
}

async function list(options: OrganizationOptions): Promise<void> {
  const tokens = await allRows(options, ACCESS_TOKEN_PAGES)
  print(options, { tokens: tokens.map(toAccessToken) }, () =>
    table(
      ['ID', 'STATE', 'EXPIRES', 'LAST USED', 'OWNER', 'ALLOWED FROM', 'PERMISSIONS'],
      tokens.map((token) => [
        token.id,
        tokenState(token),
        token.expiresAt.toISOString(),
        token.lastUsedAt?.toISOString() ?? '-',
        token.owner ?? '-',
        token.allowedAddresses?.join(',') ?? 'anywhere',
        token.permissions.join(','),
      ]),
      `No tokens yet: vault-inventory token create --organization ${options.organization} --permissions ...`,
    ),
  )
}

async function revoke(tokenId: string, options: OutputOptions): Promise<void> {
  const revoked = isId(tokenId)
    ? await withDatabase((database) => revokeAnyAccessToken(database, tokenId))
    : undefined
  if (revoked === undefined) {
    throw new CommandFailed(
      'There is no token with this id: vault-inventory token list --organization ID shows the ids.',
    )
  }
  print(options, toAccessToken(revoked), () => `Token ${revoked.id} is revoked.`)
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
