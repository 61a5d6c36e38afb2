import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { Command } from 'commander'
import { type AccessTokenRow, toAccessToken, tokenState } from '../access-tokens/access-token.ts'
import { powersWarnings } from '../access-tokens/grant-permissions.rules.ts'
import { issueAccessToken } from '../access-tokens/issue-access-token.ts'
import { listAccessTokens } from '../access-tokens/list-access-tokens.store.ts'
import { revokeAnyAccessToken } from '../access-tokens/revoke-any-access-token.store.ts'
import type { Database } from '../database/database.ts'
import { operatorFor } from '../domain/caller.ts'
import { isId } from '../domain/ids.ts'
import { addressBlock } from '../domain/ip-ranges.ts'
import {
  PAGE_SIZE_MAX,
  TOKEN_ADDRESSES_MAX,
  TOKEN_LIFETIME_DAYS_DEFAULT,
  TOKEN_LIFETIME_DAYS_MAX,
  TOKEN_OWNER_LENGTH_MAX,
} from '../domain/limits.ts'
import { isPermission, PERMISSIONS, type Permission } from '../domain/permissions.ts'
import { codePoints, isStorable } from '../domain/text.ts'
import {
  CommandFailed,
  type OutputOptions,
  print,
  requireOrganization,
  table,
  withDatabase,
} from './command.ts'

interface ListOptions extends OutputOptions {
  readonly organization: string
}

interface CreateOptions extends ListOptions {
  readonly permissions: string
  readonly expiresIn: string
  readonly owner?: string
  readonly allow?: string
  readonly file?: string
}

/** `token create`, `token list`, `token revoke`. */
export function tokenCommand(): Command {
  const command = new Command('token').description('access tokens of an organization')
  command
    .command('create')
    .description('issue an access token; it is printed once and cannot be shown again')
    .requiredOption('--organization <id>', 'the organization that it acts for (required)')
    .requiredOption('--permissions <a,b,...>', `any of ${PERMISSIONS.join(', ')} (required)`)
    .option('--owner <name>', 'whom it is given to: two tokens of one owner are one pair of eyes')
    .option('--allow <a,b,...>', 'addresses or CIDR blocks that it may be used from; else anywhere')
    .option(
      '--expires-in <time>',
      `such as 90d, 12h, 30m, 45s; ${TOKEN_LIFETIME_DAYS_MAX}d at most`,
      `${TOKEN_LIFETIME_DAYS_DEFAULT}d`,
    )
    .option('--file <path>', 'write it there, for you alone to read, instead of printing it')
    .option('--json', 'print one JSON document')
    .action(create)
  command
    .command('list')
    .description('list the tokens of an organization, newest first')
    .requiredOption('--organization <id>', 'the organization (required)')
    .option('--json', 'print one JSON document')
    .action(list)
  command
    .command('revoke <token-id>')
    .description('revoke a token for good, by its id (tok_...)')
    .option('--json', 'print one JSON document')
    .action(revoke)
  return command
}

async function create(options: CreateOptions): Promise<void> {
  const { owner } = options
  const allowed = readAllowed(options.allow)
  const { permissions, unknown } = readPermissions(options.permissions)
  const lifetimeSeconds = readLifetime(options.expiresIn)
  const violations = [
    ...unknown.map((name) => `"${name}" is no permission (known: ${PERMISSIONS.join(', ')})`),
    ...(permissions.length === 0 && unknown.length === 0 ? ['--permissions names none'] : []),
    ...(lifetimeSeconds === undefined
      ? [
          `--expires-in takes a time such as 90d, 12h, 30m or 45s, ${TOKEN_LIFETIME_DAYS_MAX}d at most`,
        ]
      : []),
    ...(owner === undefined || isOwner(owner)
      ? []
      : [`--owner takes 1 to ${TOKEN_OWNER_LENGTH_MAX} characters`]),
    ...(allowed === 'invalid'
      ? [`--allow takes 1 to ${TOKEN_ADDRESSES_MAX} addresses or CIDR blocks such as 192.0.2.0/24`]
      : []),
  ]
  if (violations.length > 0 || lifetimeSeconds === undefined || allowed === 'invalid') {
    throw new CommandFailed(`${violations.join('; ')}.`)
  }
  // Before there is a token: one that could not be written down would be lost.
  const write = options.file === undefined ? undefined : newFile(options.file)
  const { token, accessToken } = await withDatabase(async (database) => {
    await requireOrganization(database, options.organization)
    const grant = {
      permissions,
      lifetimeSeconds,
      ...(owner === undefined ? {} : { owner }),
      ...(allowed === undefined ? {} : { allowedAddresses: allowed }),
    }
    return await issueAccessToken(operatorFor(options.organization), database, grant)
  }).catch((error: unknown) => {
    if (options.file !== undefined) rmSync(options.file)
    throw error
  })
  write?.(`${token}\n`)
  const { id, organizationId, expiresAt } = accessToken
  const warnings = powersWarnings({ permissions })
  const document = {
    id,
    ...(write === undefined ? { token } : { file: options.file }),
    ...{ organizationId, permissions, expiresAt: expiresAt.toISOString(), warnings },
  }
  const kept =
    write === undefined
      ? 'Keep it now: it cannot be shown again.'
      : `It stands in ${options.file}, and cannot be shown again.`
  print(
    options,
    document,
    () => `${write === undefined ? `${token}\n\n` : ''}Token ${id} of ${organizationId}, valid until ${expiresAt.toISOString()}.
It may ${permissions.join(', ')}. ${kept}${warnings.map((warning) => `\nMind: ${warning}`).join('')}`,
  )
}

async function list(options: ListOptions): Promise<void> {
  const tokens = await withDatabase(async (database) => {
    await requireOrganization(database, options.organization)
    return await allTokens(database, options.organization)
  })
  print(options, { tokens: tokens.map(toAccessToken) }, () =>
    tokens.length === 0
      ? `No tokens yet: vault-inventory token create --organization ${options.organization} --permissions ...`
      : table(
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

/** A file that was not there, which only its owner reads; what is to be written comes later. */
function newFile(path: string): (text: string) => void {
  try {
    const file = openSync(path, 'wx', 0o600)
    return (text) => {
      writeFileSync(file, text, { flush: true })
      closeSync(file)
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new CommandFailed(
      code === 'EEXIST'
        ? `There is a file ${path} already: name another one, or remove it.`
        : `${path} cannot be written: ${message}.`,
    )
  }
}

function readPermissions(list: string): { permissions: Permission[]; unknown: string[] } {
  const names = [...new Set(list.split(',').map((name) => name.trim()))].filter(Boolean)
  return {
    permissions: names.filter(isPermission),
    unknown: names.filter((name) => !isPermission(name)),
  }
}

/** The blocks that a list names; undefined without a list. */
function readAllowed(list: string | undefined): string[] | 'invalid' | undefined {
  if (list === undefined) return undefined
  const blocks = list.split(',').map((text) => addressBlock(text.trim()))
  const isInvalid = blocks.includes(undefined) || blocks.length > TOKEN_ADDRESSES_MAX
  return isInvalid ? 'invalid' : (blocks as string[])
}

function isOwner(text: string): boolean {
  return text !== '' && codePoints(text) <= TOKEN_OWNER_LENGTH_MAX && isStorable(text)
}

/** Seconds that `90d`, `12h`, `30m` or `45s` stand for; undefined where it is none or too long. */
function readLifetime(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,8})([dhms])$/.exec(text) ?? []
  if (count === undefined || unit === undefined) return undefined
  const seconds =
    Number(count) * { d: 86_400, h: 3_600, m: 60, s: 1 }[unit as 'd' | 'h' | 'm' | 's']
  return seconds <= TOKEN_LIFETIME_DAYS_MAX * 86_400 ? seconds : undefined
}

/** Every token of the organization, newest first. */
async function allTokens(database: Database, organizationId: string): Promise<AccessTokenRow[]> {
  const tokens: AccessTokenRow[] = []
  for (let page = 1; ; page += 1) {
    const request = { page, limit: PAGE_SIZE_MAX }
    const found = await listAccessTokens(operatorFor(organizationId), database, request)
    tokens.push(...found.rows)
    if (!found.hasMore) return tokens
  }
}
