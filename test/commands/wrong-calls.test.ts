import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runCommand, runProgram } from '../support/processes/command.ts'
import { CLI } from '../support/processes/program.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { openVault } from '../support/vault/vault.ts'

const { connection, records } = await openVault()
const env = { DATABASE_URL: databaseUrlOf(connection) }
const organizationId = await records.organization('org_refused')
const account = await records.fboAccount(organizationId)
const OF = ['--organization', organizationId]
const role = await runCommand(
  ['role', 'create', '--name', 'Taken', '--permissions', 'events:read', ...OF, '--json'],
  env,
)
const { id: roleId } = role.document

const folder = mkdtempSync(join(tmpdir(), 'wrong-calls-'))
after(() => rmSync(folder, { recursive: true }))
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const csv = file('accounts.csv', 'id\n')
const object = file('object', '{}')
const mine = file('mine.backup', 'mine')
const half = file('half.backup.unfinished', 'half').replace('.unfinished', '')
const absent = join(folder, 'absent')
const files = readdirSync(folder)

const CREATE_TOKEN = ['token', 'create', ...OF, '--permissions']
const TOKEN = [...CREATE_TOKEN, 'fbo_accounts:read']
const PERSON = ['--name', 'Ada', '--email', 'ada@example.com', '--roles']
const NO_ORGANIZATION =
  'There is no organization with this id: vault-inventory organization list shows the ids.'
const createRole = (name: string, permissions: string) => [
  'role',
  'create',
  '--name',
  name,
  '--permissions',
  permissions,
  ...OF,
]
const statementOf = (fboAccountId: string, from: string, to: string) => [
  'statement',
  fboAccountId,
  ...OF,
  '--from',
  from,
  '--to',
  to,
  '--out',
  absent,
]
const importInto = (organization: string, path: string) => [
  'import',
  'fbo-accounts',
  path,
  '--organization',
  organization,
]

/** Arguments, and the sentence. */
const WRONG_CALLS: readonly (readonly [args: readonly string[], sentence: string | RegExp])[] = [
  [['organization', 'create'], /required option '--name <name>' not specified/],
  [['organization', 'create', '--name', ''], /--name takes 1 to 300 characters/],
  [['organization', 'create', '--name', 'A', '--id', 'a b'], /--id takes 1 to 64 characters/],
  [['organization', 'create', '--name', 'A', '--id', 'org_refused'], /already exists/],
  [['organization', 'create', '--name', 'A', '--bogus'], /unknown option '--bogus'/],
  ...['usd', 'ZZQ', 'EURO', ''].map(
    (currency) =>
      [
        ['organization', 'create', '--name', 'A', '--currency', currency],
        /--currency takes the code of a currency in capital letters/,
      ] as const,
  ),
  [['organization', 'list', 'surplus'], /too many arguments/],
  [[...CREATE_TOKEN, 'gold:read'], /"gold:read" is not a permission \(known: .*fbo_accounts:read/],
  [[...TOKEN, '--expires-in', '0d'], /--expires-in takes a time/],
  [[...TOKEN, '--expires-in', '366d'], /at most 365d/],
  [[...TOKEN, '--owner', ''], /--owner takes 1 to 300 characters/],
  ...['', 'here', '10.1.0.0/8', '10.0.0.0/8,'].map(
    (addresses) =>
      [[...TOKEN, '--allow', addresses], /--allow takes 1 to 50 addresses or CIDR blocks/] as const,
  ),
  [[...TOKEN, '--organization', 'none'], NO_ORGANIZATION],
  [['token', 'create', ...OF, '--role', 'nobody'], /no role with this id or name/],
  [['token', 'create', ...OF, '--role', ''], /no role with this id or name/],
  [[...TOKEN, '--role', 'desk'], /--permissions or --role is required/],
  [['token', 'create', ...OF], /--permissions or --role is required/],
  [['token', 'list', '--organization', 'none'], NO_ORGANIZATION],
  [['token', 'revoke', 'tok_none'], /There is no token with this id/],
  [['token', 'revoke'], /missing required argument 'token-id'/],
  [['role', 'create', '--name', 'A', ...OF], /required option '--permissions <a,b,...>' not spec/],
  [createRole(' ', 'x'), /--name takes 1 to .*"x" is not a permission/],
  [createRole('taken', 'events:read'), /choose another one/],
  [createRole('Desk', 'events:read'), /The role desk has this name/],
  [['role', 'update', roleId, ...OF], /--name or --permissions is required/],
  [['role', 'update', roleId, '--permissions', ',', ...OF], /--permissions names no permission/],
  [['role', 'update', 'role_none', '--name', 'A', ...OF], /no role with this id/],
  [['role', 'update', 'desk', '--name', 'A', ...OF], /The role desk is built-in/],
  [['role', 'delete', 'role_none', ...OF], /no role with this id/],
  [['role', 'delete', 'desk', ...OF], /The role desk is built-in/],
  [
    ['person', 'invite', '--email', 'ada', '--name', '', '--roles', 'a b', ...OF],
    /--email takes .*--name takes .*--roles takes /,
  ],
  [['person', 'invite', ...PERSON, 'none', ...OF], /no role with this id/],
  ...['suspend', 'resume', 'sign-in-code'].map(
    (verb) => [['person', verb, 'prsn_none', ...OF], /There is no person with this id/] as const,
  ),
  [['events'], /required option '--organization <id>' not specified/],
  [['events', '--organization', 'nobody'], NO_ORGANIZATION],
  [
    ['events', ...OF, '--type', 'transfer.lost', '--subject', 'a b'],
    '"transfer.lost" is not a type of event: vault-inventory events list --help shows them; ' +
      '--subject takes the id of a record.',
  ],
  [['events', 'verify', absent], /^\S+absent cannot be read: ENOENT/],
  [['events', 'verify', object], /does not begin with the header of an export/],
  [['events', 'verify', object, '--key', object], /holds no Ed25519 keys as JSON Web Keys/],
  [['events', 'verify', object, '--key', absent], /^\S+absent cannot be read as JSON/],
  [
    ['events', 'verify', object, '--checkpoint', object],
    /holds no checkpoint: save the last line of an export/,
  ],
  [
    statementOf(account, 'yesterday', '2026-13-01'),
    /^--from takes a date .*; --to takes a date .*\.$/,
  ],
  [
    statementOf(account, '2026-02-30', '2026-02-30T08:00Z'),
    /^--from takes a date that exists, .*; --to takes a date that exi/,
  ],
  [statementOf(account, '2026-02-01', '2026-02-01'), '--to must be after --from.'],
  [
    statementOf('fbo_unknown', '2026-01-01', '2026-02-01'),
    'The organization has no FBO account with this id.',
  ],
  [
    ['import', 'accounts', 'a.csv'],
    /unknown command 'accounts': one of fbo-accounts, outbound-shipments, inventory-items$/,
  ],
  [importInto(organizationId, absent), `There is no file ${absent}.`],
  [importInto(organizationId, folder), `${folder} is a directory: name a CSV file.`],
  [importInto('org_unknown', csv), NO_ORGANIZATION],
  [importInto('not an id', csv), NO_ORGANIZATION],
  [['backup', mine], `${mine} already exists and was not changed: name another file.`],
  [['backup', half], /^\S+\.unfinished already exists: another backup is writing it, or a /],
  [
    ['backup', join(absent, 'vault.backup')],
    /vault\.backup cannot be written: there is no folder \S+\/absent\.$/,
  ],
  [['backup', join(CLI, 'vault.backup')], /cannot be written: \S+ is not a folder\.$/],
  [['restore', absent], /^There is no file \S+\.$/],
  [['restore', folder], /^\S+ is not a file: name a file that vault-inventory backup wrote\.$/],
  [
    ['restore', CLI],
    /^\S+ is not a backup of a vault: name a file that vault-inventory backup wrote\.$/,
  ],
  [['serve', '--bogus'], /unknown option '--bogus'/],
  [['bogus'], /unknown command 'bogus': one of serve, demo, check, migrate, /],
]

test('a wrong call prints one sentence, exits with 1, and writes nothing', async () => {
  const before = await records.fingerprint()
  for (const [args, sentence] of WRONG_CALLS) {
    const { code, stdout, stderr } = await runCommand(args, env)
    const call = args.join(' ')
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, call)
    assert.match(stderr, /^[^\n]+\n$/, call)
    if (typeof sentence === 'string') assert.equal(stderr, `${sentence}\n`, call)
    else assert.match(stderr.trimEnd(), sentence, call)
  }
  assert.equal(await records.fingerprint(), before)
  assert.deepEqual(readdirSync(folder), files)
  assert.equal(readFileSync(mine, 'utf8'), 'mine')
  assert.equal(readFileSync(`${half}.unfinished`, 'utf8'), 'half')
})

test('with --json it prints one document, whether the parser or the command refuses', async () => {
  for (const [args, sentence] of [
    [['organization', 'create'], /required option '--name <name>' not specified/],
    [['organization', 'create', '--name', ''], /--name takes 1 to 300 characters/],
    [importInto(organizationId, absent), /^There is no file \S+\.$/],
    [['events', '--organization', 'nobody'], /^There is no organization with this id/],
    [['role', 'delete', 'desk', ...OF], /The role desk is built-in/],
  ] as const) {
    const { code, stderr, document } = await runCommand([...args, '--json'], env)
    assert.deepEqual({ code, stderr }, { code: 1, stderr: '' })
    assert.deepEqual(Object.keys(document), ['error'])
    assert.match(document.error, sentence)
    assert.doesNotMatch(document.error, /^error: |\n/)
  }
})

test('the exit status is that of the process: 1 after a wrong call, 0 after a right one', async () => {
  for (const [args, expected] of [
    [['organization', 'create'], 1],
    [['token', 'list', '--organization', 'none'], 1],
    [['organization', 'list', '--json'], 0],
  ] as const) {
    const { code, stdout, stderr } = await runProgram(CLI, args, env)
    assert.equal(code, expected)
    assert.match(expected === 0 ? stdout : stderr, /^[^\n]+\n$/)
  }
})

test('every command explains itself', async () => {
  for (const command of [
    '',
    'serve',
    'migrate',
    'organization',
    'organization create',
    'organization list',
    'role update',
    'token',
    'token create',
    'token list',
    'token revoke',
    'config',
    'backup',
    'restore',
  ]) {
    const args = [...command.split(' ').filter(Boolean), '--help']
    const { code, stdout, stderr } = await runCommand(args)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, command)
    assert.ok(stdout.startsWith(`Usage: ${`vault-inventory ${command}`.trim()} `), stdout)
  }
})
