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
const OF = `--organization ${organizationId}`

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

const CREATE = 'organization create --name A'
const TOKEN = `token create ${OF}`
const READER = `${TOKEN} --permissions fbo_accounts:read`
const NO_ORGANIZATION =
  'There is no organization with this id: vault-inventory organization list shows the ids.'
const NO_CURRENCY = /--currency takes the code of a currency in capital letters/
const NO_PERSON = /There is no person with this id/

/** A call, and the sentence. */
const WRONG_CALLS: readonly (readonly [call: string, sentence: string | RegExp])[] = [
  ['organization create', /required option '--name <name>' not specified/],
  ["organization create --name ''", /--name takes 1 to 300 characters/],
  [`${CREATE} --id 'a b'`, /--id takes 1 to 64 characters/],
  [`${CREATE} --id org_refused`, /already exists/],
  [`${CREATE} --bogus`, /unknown option '--bogus'/],
  [`${CREATE} --currency usd`, NO_CURRENCY],
  [`${CREATE} --currency ZZQ`, NO_CURRENCY],
  [`${CREATE} --currency EURO`, NO_CURRENCY],
  [`${CREATE} --currency ''`, NO_CURRENCY],
  ['organization list surplus', /too many arguments/],
  [`${TOKEN} --permissions gold:read`, /"gold:read" is not a permission \(known: .*fbo_accounts:/],
  [`${READER} --expires-in 0d`, /--expires-in takes a time/],
  [`${READER} --expires-in 366d`, /at most 365d/],
  [`${READER} --owner ''`, /--owner takes 1 to 300 characters/],
  [`${READER} --organization none`, NO_ORGANIZATION],
  [`${READER} --role desk`, /--permissions or --role is required/],
  [TOKEN, /--permissions or --role is required/],
  [`${TOKEN} --role nobody`, /no role with this id or name/],
  [`${TOKEN} --role ''`, /no role with this id or name/],
  [`person sign-in-code prsn_none ${OF}`, NO_PERSON],
  [`events verify ${absent}`, /^\S+absent cannot be read: ENOENT/],
  [`events verify ${object}`, /does not begin with the header of an export/],
  [`events verify ${object} --key ${object}`, /holds no Ed25519 keys as JSON Web Keys/],
  [`events verify ${object} --key ${absent}`, /^\S+absent cannot be read as JSON/],
  [
    `events verify ${object} --checkpoint ${object}`,
    /holds no checkpoint: save the last line of an export/,
  ],
  [
    'import accounts a.csv',
    /unknown command 'accounts': one of fbo-accounts, outbound-shipments, inventory-items$/,
  ],
  [`import fbo-accounts ${absent} ${OF}`, `There is no file ${absent}.`],
  [`import fbo-accounts ${folder} ${OF}`, `${folder} is a directory: name a CSV file.`],
  [`import fbo-accounts ${csv} --organization org_unknown`, NO_ORGANIZATION],
  [`import fbo-accounts ${csv} --organization 'not an id'`, NO_ORGANIZATION],
  [`backup ${mine}`, `${mine} already exists and was not changed: name another file.`],
  [`backup ${half}`, /^\S+\.unfinished already exists: another backup is writing it, or a /],
  [`backup ${absent}/a.backup`, /a\.backup cannot be written: there is no folder \S+\/absent\.$/],
  [`backup ${CLI}/a.backup`, /a\.backup cannot be written: \S+ is not a folder\.$/],
  [`restore ${absent}`, /^There is no file \S+\.$/],
  [`restore ${folder}`, /^\S+ is not a file: name a file that vault-inventory backup wrote\.$/],
  [
    `restore ${CLI}`,
    /^\S+ is not a backup of a vault: name a file that vault-inventory backup wrote\.$/,
  ],
  ['verify --organization none', NO_ORGANIZATION],
  ['call listRoles', /required option '--organization <id>' not specified/],
  ['call listRoles --organization none', NO_ORGANIZATION],
  [`call getRole ${OF}`, /required option '--id <string>' not specified/],
  [`call listRoles ${OF} --id 7`, /unknown option '--id'/],
  [`call createRole ${OF} --body {`, /--body cannot be read as JSON/],
  [`call approveTransfer ${OF}`, /unknown command 'approveTransfer': one of createTransfer, /],
  ['serve --bogus', /unknown option '--bogus'/],
  ['bogus', /unknown command 'bogus': one of serve, demo, check, migrate, /],
]

test('a wrong call prints one sentence, exits with 1, and writes nothing', async () => {
  const before = await records.fingerprint()
  for (const [call, sentence] of WRONG_CALLS) {
    const { code, stdout, stderr } = await runCommand(call, env)
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
  for (const [call, sentence] of [
    ['organization create', /required option '--name <name>' not specified/],
    ["organization create --name ''", /--name takes 1 to 300 characters/],
    [`import fbo-accounts ${absent} ${OF}`, /^There is no file \S+\.$/],
  ] as const) {
    const { code, stderr, document } = await runCommand(`${call} --json`, env)
    assert.deepEqual({ code, stderr }, { code: 1, stderr: '' })
    assert.deepEqual(Object.keys(document), ['error'])
    assert.match(document.error, sentence)
    assert.doesNotMatch(document.error, /^error: |\n/)
  }
})

test('the exit status is that of the process: 1 after a wrong call, 0 after a right one', async () => {
  for (const [args, expected] of [
    [['organization', 'create'], 1],
    [['verify', '--organization', 'none'], 1],
    [['organization', 'list', '--json'], 0],
  ] as const) {
    const { code, stdout, stderr } = await runProgram(CLI, args, env)
    assert.equal(code, expected)
    assert.match(expected === 0 ? stdout : stderr, /^[^\n]+\n$/)
  }
})

const EXPLAINED = [
  ...['', 'serve', 'migrate', 'organization', 'organization create', 'organization list'],
  ...['call', 'call updateRole', 'token', 'token create'],
  ...['config', 'backup', 'restore'],
]

test('every command explains itself', async () => {
  for (const command of EXPLAINED) {
    const { code, stdout, stderr } = await runCommand(`${command} --help`)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, command)
    assert.ok(stdout.startsWith(`Usage: ${`vault-inventory ${command}`.trim()} `), stdout)
  }
})
