import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { eventually, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { makeDatabase } from '../support/vault/databases.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

async function succeed(...args: string[]) {
  const result = await runCommand([...args, '--json'], env)
  assert.deepEqual({ code: result.code, stderr: result.stderr }, { code: 0, stderr: '' })
  return result.document
}

describe('organization and token commands', () => {
  test('organization create gives id, name, mode, currency and createdAt', async () => {
    const created = await succeed('organization', 'create', '--name', 'Northlight Vaults')
    assert.deepEqual(Object.keys(created), ['id', 'name', 'mode', 'currency', 'createdAt'])
    assert.match(created.id, /^org_[0-9a-z]{26}$/)
    assert.equal(created.name, 'Northlight Vaults')
    assert.match(created.createdAt, ISO)
    const { organizations } = await succeed('organization', 'list')
    assert.deepEqual(organizations.at(-1), created)
  })

  test('token create gives id, token, organizationId, permissions and expiresAt; the token works', async () => {
    const organizationId = await vault.records.organization('org_of_tokens')
    const created = await succeed(
      'token',
      'create',
      '--organization',
      organizationId,
      '--permissions',
      'fbo_accounts:read, fbo_accounts:update',
      '--expires-in',
      '12h',
    )
    assert.deepEqual(Object.keys(created), [
      'id',
      'token',
      'organizationId',
      'permissions',
      'expiresAt',
      'warnings',
    ])
    assert.match(created.id, /^tok_[0-9a-z]{26}$/)
    assert.match(created.token, /^vis_[0-9A-Za-z]+$/)
    assert.equal(created.organizationId, organizationId)
    assert.deepEqual(created.permissions, ['fbo_accounts:read', 'fbo_accounts:update'])
    assert.match(created.expiresAt, ISO)
    const lifetimeMs = Date.parse(created.expiresAt) - Date.now()
    assert.ok(Math.abs(lifetimeMs - 12 * 3_600_000) < 60_000)

    const { token } = created
    const id = await vault.records.fboAccount(organizationId)
    assert.equal((await vault.api.get(`/v1/fbo-accounts/${id}`, { token })).status, 200)
    const listed = await succeed('token', 'list', '--organization', organizationId)
    assert.equal(listed.tokens.length, 1)
    assert.equal(listed.tokens[0].state, 'valid')
    assert.ok(!JSON.stringify(listed).includes(token), 'it is shown once')

    const revoked = await succeed('token', 'revoke', created.id)
    assert.equal(revoked.state, 'revoked')
    assert.match(revoked.revokedAt, ISO)
    const path = `/v1/fbo-accounts/${id}`
    await eventually(
      async () => (await vault.api.get(path, { token })).status === 401,
      'the token to be refused, within a second of the look-up before',
      2_000,
    )
  })

  test('token create --file writes a file for its owner only, and overwrites none', async (t) => {
    const organization = await vault.records.organization('org_of_files')
    const file = join(temporaryDirectory(t), 'token.txt')
    const command = (id: string) => [
      'token',
      'create',
      '--organization',
      id,
      '--file',
      file,
      '--permissions',
      'fbo_accounts:read',
    ]
    const unknown = await runCommand(command('org_of_nobody'), env)
    assert.equal(unknown.code, 1)
    assert.equal(existsSync(file), false, 'nothing is left of one that failed')
    const created = await succeed(...command(organization))
    assert.equal(created.file, file)
    assert.equal('token' in created, false)
    assert.equal(statSync(file).mode & 0o777, 0o600)
    const token = readFileSync(file, 'utf8').trim()
    assert.equal((await vault.api.get('/v1/fbo-accounts', { token })).status, 200)
    const again = await runCommand(command(organization), env)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /The file \S+ already exists/)
    assert.equal(readFileSync(file, 'utf8').trim(), token)
    const listed = await succeed('token', 'list', '--organization', organization)
    assert.equal(listed.tokens.length, 1, 'and no token was issued in vain')
  })

  test('without --json commands print text for people, the token on a line of its own', async () => {
    const organization = await runCommand(
      ['organization', 'create', '--name', 'Harbor', '--id', 'harbor'],
      env,
    )
    assert.equal(organization.stdout, 'Organization harbor (Harbor) created.\n')
    const permissions = ['--permissions', 'fbo_accounts:read']
    const token = await runCommand(
      ['token', 'create', '--organization', 'harbor', ...permissions],
      env,
    )
    assert.match(token.stdout, /^vis_[0-9A-Za-z]+\n\nToken tok_\w+ of harbor, valid until /)
    const list = await runCommand(['token', 'list', '--organization', 'harbor'], env)
    assert.match(
      list.stdout,
      /^ID +STATE +EXPIRES +LAST USED +OWNER +ALLOWED FROM +PERM.+\ntok_\w+ +valid +\S+ +- +- +any/,
    )
  })

  test('a token may be bound to addresses', async () => {
    const organizationId = await vault.records.organization('org_of_addresses')
    const create = ['token', 'create', '--organization', organizationId]
    const grant = ['--permissions', 'fbo_accounts:read', '--allow']
    await succeed(...create, ...grant, '192.0.2.7, 2001:DB8::/32')
    const { tokens } = await succeed('token', 'list', '--organization', organizationId)
    assert.deepEqual(tokens[0].allowedAddresses, ['192.0.2.7/32', '2001:db8::/32'])
    for (const invalid of ['', 'here', '10.1.0.0/8', '10.0.0.0/8,']) {
      const refused = await runCommand([...create, ...grant, invalid], env)
      assert.equal(refused.code, 1)
      assert.match(refused.stderr, /--allow takes 1 to 50 addresses or CIDR blocks/)
    }
  })

  test('token create --owner names the owner, and the list shows it', async () => {
    const organizationId = await vault.records.organization('org_of_owners')
    await succeed(
      'token',
      'create',
      '--organization',
      organizationId,
      '--permissions',
      'fbo_accounts:read',
      '--owner',
      'Ada 🪙',
    )
    const listed = await succeed('token', 'list', '--organization', organizationId)
    assert.equal(listed.tokens[0].owner, 'Ada 🪙')
    const reported = await runCommand(['token', 'list', '--organization', organizationId], env)
    assert.match(reported.stdout, /\S+Z +- +Ada 🪙 +anywhere +fbo_accounts:read\n$/)
    for (let count = 0; count < 101; count += 1) await vault.records.token(organizationId)
    const all = await succeed('token', 'list', '--organization', organizationId)
    assert.equal(all.tokens.length, 102, 'more than a page of the API')
  })
})

const CREATE_TOKEN = ['token', 'create', '--organization', 'org_refused', '--permissions']
const WRONG_CALLS: [string[], RegExp][] = [
  [['organization', 'create'], /required option '--name <name>' not specified/],
  [['organization', 'create', '--name', ''], /--name takes 1 to 300 characters/],
  [['organization', 'create', '--name', 'A', '--id', 'a b'], /--id takes 1 to 64 characters/],
  [['organization', 'create', '--name', 'A', '--id', 'org_refused'], /already exists/],
  [['organization', 'create', '--name', 'A', '--bogus'], /unknown option '--bogus'/],
  [['organization', 'list', 'surplus'], /too many arguments/],
  [[...CREATE_TOKEN, 'gold:read'], /"gold:read" is not a permission \(known: .*fbo_accounts:read/],
  [[...CREATE_TOKEN, 'fbo_accounts:read', '--expires-in', '0d'], /--expires-in takes a time/],
  [[...CREATE_TOKEN, 'fbo_accounts:read', '--expires-in', '366d'], /at most 365d/],
  [[...CREATE_TOKEN, 'fbo_accounts:read', '--owner', ''], /--owner takes 1 to 300 characters/],
  [
    ['token', 'create', '--organization', 'none', '--permissions', 'fbo_accounts:read'],
    /There is no organization with this id/,
  ],
  [['token', 'list', '--organization', 'none'], /There is no organization with this id/],
  [['token', 'revoke', 'tok_none'], /There is no token with this id/],
  [['token', 'revoke'], /missing required argument 'token-id'/],
  [['serve', '--bogus'], /unknown option '--bogus'/],
  [['bogus'], /unknown command 'bogus': one of serve, demo, check, migrate, /],
  [
    ['import', 'accounts', 'a.csv'],
    /unknown command 'accounts': one of fbo-accounts, outbound-shipments, inventory-items\n$/,
  ],
]

test('a wrong call prints one sentence, or one document with --json, exits with 1 and writes nothing', async () => {
  await vault.records.organization('org_refused')
  const before = await vault.records.fingerprint()
  for (const [args, sentence] of WRONG_CALLS) {
    const { code, stdout, stderr } = await runCommand(args, env)
    const call = args.join(' ')
    assert.equal(code, 1, call)
    assert.equal(stdout, '', call)
    assert.match(stderr, sentence, call)
    assert.match(stderr, /^[^\n]+\n$/, call)
  }
  // One call that the parser refuses, one that the command refuses.
  for (const [args, sentence] of [WRONG_CALLS[0], WRONG_CALLS[1]] as typeof WRONG_CALLS) {
    const { code, stderr, document } = await runCommand([...args, '--json'], env)
    assert.deepEqual({ code, stderr }, { code: 1, stderr: '' })
    assert.deepEqual(Object.keys(document), ['error'])
    assert.match(document.error, sentence)
    assert.doesNotMatch(document.error, /^error: |\n/)
  }
  assert.equal(await vault.records.fingerprint(), before)
})

test('every command explains itself', async () => {
  const commands = [
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
  ]
  const helps = await Promise.all(
    commands.map((command) => runCommand([...command.split(' ').filter(Boolean), '--help'])),
  )
  helps.forEach(({ code, stdout, stderr }, index) => {
    const command = commands[index] as string
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, command)
    assert.ok(stdout.startsWith(`Usage: ${`vault-inventory ${command}`.trim()} `), stdout)
  })
})

test('migrate creates the schema, and says when there is nothing to do', async () => {
  const { env: empty } = await makeDatabase()
  const first = (await runCommand(['migrate', '--json'], empty)).document
  assert.deepEqual(first.applied, ['0001_vault'])
  assert.equal(first.schemaVersion, first.applied.length)
  const second = await runCommand(['migrate', '--json'], empty)
  assert.deepEqual(second.document, { applied: [], schemaVersion: first.schemaVersion })
  const reported = await runCommand(['migrate'], empty)
  assert.equal(reported.stdout, `Schema ${first.schemaVersion} is up to date.\n`)
})
