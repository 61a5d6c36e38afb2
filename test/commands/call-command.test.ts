import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { calledOperations } from '../../src/operator/call/called-operations.ts'
import { interruptCommand, runCommand } from '../support/processes/command.ts'
import { eventually, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { commandWaitsForLock } from '../support/vault/lock-wait.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
const organizationId = await records.organization()
const { token } = await records.token(organizationId)

const run = (operationId: string, ...members: string[]) =>
  runCommand(['call', operationId, '--organization', organizationId, ...members], env)

async function succeed(operationId: string, ...members: string[]) {
  const { code, stderr, document } = await run(operationId, ...members)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return document
}

async function refusalOf(operationId: string, ...members: string[]) {
  const { code, stdout, stderr } = await withoutWriting(records, () => run(operationId, ...members))
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr)
  return JSON.parse(stderr)
}

test('an operation responds as over HTTP, and its event says that a command did it', async () => {
  const { data } = await succeed(
    ...['createRole', '--name', 'Night shift'],
    ...['--permissions', 'inventory_items:read,events:read'],
  )
  assert.deepEqual((await api.get(`/v1/roles/${data.id}`, { token })).body.data, data)
  const { data: renamed } = await succeed('updateRole', '--id', data.id, '--name', 'Day shift')
  assert.deepEqual([renamed.name, renamed.permissions], ['Day shift', data.permissions])
  await succeed('deleteRole', '--id', data.id)
  const { data: events } = await succeed('listEvents', '--subjectId', data.id)
  assert.deepEqual(
    events.map(({ type }: { type: string }) => type),
    ['role.created', 'role.updated', 'role.deleted'],
  )
  for (const { actor } of events) {
    assert.deepEqual([actor.tokenId, actor.system], [null, 'command_line'])
  }
})

test('a refusal is the problem of the API, on standard error, with the status 1', async () => {
  const missing = await refusalOf('createRole', '--name', 'A', '--permissions', 'gold:read')
  assert.equal(missing.code, 'invalid_request')
  assert.equal(missing.errors[0].pointer, '/permissions/0')
  assert.equal((await refusalOf('deleteRole', '--id', 'desk')).code, 'role_built_in')
  assert.equal((await refusalOf('getFboAccount', '--id', 'none')).code, 'fbo_account_not_found')
  const id = await records.fboAccount(organizationId)
  const change = ['--id', id, '--firstName', 'Ada', '--if-match', '"7"']
  assert.equal((await refusalOf('updateFboAccount', ...change)).status, 412)
  const other = await records.fboAccount(await records.organization())
  assert.equal((await refusalOf('getFboAccount', '--id', other)).code, 'fbo_account_not_found')
})

test('members are what their types say, beside those of a body of a file', async (t) => {
  const file = join(temporaryDirectory(t), 'account.json')
  writeFileSync(file, JSON.stringify({ firstName: 'Ada', lastName: 'Lindqvist' }))
  const given = ['--lastName', 'null', '--isPrimary', 'true', '--maxInsuredValueCents', '500']
  const { data } = await succeed('createFboAccount', '--body', `@${file}`, ...given)
  assert.partialDeepStrictEqual(data, {
    ...{ firstName: 'Ada', lastName: null, isPrimary: true, maxInsuredValueCents: '500' },
  })
  const identifiers = JSON.stringify([{ scheme: 'psa_cert', value: '7' }])
  const item = ['--fboAccountId', data.id, '--description', '1952 \u202e Topps']
  await succeed('takeInInventoryItems', ...item, '--identifiers', identifiers)
  const { stdout } = await run('listInventoryItems', '--fboAccountId', data.id, '--limit', '1')
  assert.ok(stdout.includes(String.raw`1952 \u202e Topps`), 'nothing controls the terminal')
  const unread = await run('createFboAccount', '--body', '@/none')
  assert.match(unread.stderr, /^--body cannot be read: ENOENT/)
})

test('a list is one of its own type, and a body is an object', async () => {
  const given = ['--issuer', 'http://sso.example', '--clientId', 'x', '--emailDomains', '123']
  const { errors } = await refusalOf('setIdentityProvider', ...given)
  const wrong = errors.map(({ pointer }: { pointer: string }) => pointer)
  assert.ok(wrong.includes('/emailDomains/0'), 'the text is an entry')
  for (const body of ['null', '[]', '7', '"a"']) {
    const { code, stderr } = await run('createFboAccount', '--body', body)
    assert.deepEqual({ code, stderr }, { code: 1, stderr: '--body must be a JSON object.\n' })
  }
})

test('a secret comes from a file, never from the command line', async (t) => {
  const settings = [
    '--issuer',
    'https://sso.example',
    '--clientId',
    'x',
    '--emailDomains',
    'a.example',
  ]
  const shown = ['--body', JSON.stringify({ clientSecret: 'hush' })]
  for (const [option, more] of [
    ['--clientSecret', ['--clientSecret', 'hush']],
    ['--body', shown],
  ] as const) {
    const { code, stderr } = await run('setIdentityProvider', ...settings, ...more)
    const which = `give ${option} @FILE, or ${option} - for standard input.\n`
    assert.equal(code, 1)
    assert.ok(stderr.startsWith('clientSecret is a secret, ') && stderr.endsWith(which), stderr)
  }
  const file = join(temporaryDirectory(t), 'secret')
  writeFileSync(file, '\n')
  const { errors } = await refusalOf('setIdentityProvider', '--clientSecret', `@${file}`)
  const empty = errors.find(({ pointer }: { pointer: string }) => pointer === '/clientSecret')
  assert.match(empty.detail, /^clientSecret must /, 'the line break is no part of it')
})

test('a run with the key of an earlier one has its response, and does nothing', async () => {
  const given = ['--firstName', 'Ada', '--idempotency-key', 'retry-1']
  const first = await succeed('createFboAccount', ...given)
  assert.deepEqual(
    await withoutWriting(records, () => succeed('createFboAccount', ...given)),
    first,
  )
  const other = await refusalOf('createFboAccount', '--firstName', 'Eva', ...given.slice(2))
  assert.equal(other.code, 'idempotency_key_reused')
})

test('a token is issued, works, and is revoked by its id', async () => {
  const grant = ['--permissions', 'fbo_accounts:read', '--allowedAddresses', '127.0.0.0/8,::1']
  const { data } = await succeed('issueAccessToken', ...grant)
  const read = () => api.get('/v1/fbo-accounts', { token: data.token })
  assert.equal((await read()).status, 200)
  await succeed('revokeAccessToken', '--id', data.id)
  await eventually(async () => (await read()).status === 401, 'the token to be refused', 2_000)
})

test('each operation explains itself; approvals, and what is about a token, are not offered', async () => {
  const { stdout } = await runCommand('call --help')
  const names = calledOperations().map(({ operationId }) => operationId)
  for (const name of names) assert.match(stdout, new RegExp(`^  ${name} `, 'm'))
  for (const name of ['approveTransfer', 'rejectRevaluation', 'getCaller', 'createImport']) {
    assert.ok(!names.includes(name), name)
  }
  const help = await runCommand('call getStatement --help')
  assert.equal(help.code, 0)
  assert.match(help.stdout, /--id <string> +\S.*\(required\)/s)
  assert.match(help.stdout, /--from <string> /)
})

test('Ctrl-C while it waits for the database ends it', async (t) => {
  await sql.begin(async (tx) => {
    await tx`lock table organizations in access exclusive mode`
    const args = ['call', 'listEvents', '--organization', organizationId]
    const ended = await interruptCommand(t, args, env, async () => {
      await commandWaitsForLock(sql)
      return 'SIGINT'
    })
    assert.deepEqual(ended, { code: 1, signal: null, stderr: 'Stopped by SIGINT.\n' })
  })
})
