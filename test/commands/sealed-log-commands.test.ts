import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { verifyVault } from '../../src/operator/verify/verify-vault.ts'
import { secretsKeys } from '../../src/runtime/config/setting-values.ts'
import { runCommand } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import {
  missingForIndependent,
  verifyIndependently,
} from '../support/sealed-log/independent-verifier.ts'
import { emptyDatabase } from '../support/vault/empty-database.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const SECRETS_KEY = randomBytes(32).toString('base64')
const settings = { SECRETS_KEY: secretsKeys(SECRETS_KEY) }
const vault = await openOwnVault(settings, { signingKey: false })
const { api, records, sql } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.ownerConnection), SECRETS_KEY }
const { organizationId } = await fillVault(vault)
const missing = missingForIndependent()

const run = (...args: string[]) => runCommand(args, env)

test('both verifiers are run', (t) => {
  if (missing !== null) t.skip(missing)
})

test('without a key to sign with, nothing is exported, and the command says what to do', async (t) => {
  const path = join(temporaryDirectory(t), 'events.jsonl')
  const args = ['events', 'export', path, '--organization', organizationId]
  const { code, stderr } = await run(...args)
  assert.equal(code, 1)
  assert.match(stderr, /^The vault has no key to sign with: .* signing-key create\.\n$/)
  const without = await runCommand(args, { DATABASE_URL: env.DATABASE_URL })
  assert.equal(without.code, 1)
  assert.match(without.stderr, /^The service keeps no secrets without SECRETS_KEY: set it to /)
  assert.ok(!existsSync(path) && !existsSync(`${path}.unfinished`))
})

test('signing-key create makes one key, rotate replaces it, and list shows both', async () => {
  assert.equal(
    (await run('signing-key', 'list')).stdout,
    'No key yet: vault-inventory signing-key create\n',
  )
  const created = await run('signing-key', 'create', '--json')
  assert.equal(created.code, 0, created.stdout)
  const again = await run('signing-key', 'create')
  assert.equal(again.code, 1)
  assert.match(
    again.stderr,
    /^The vault has a key that signs: .* signing-key rotate replaces it\.\n$/,
  )
  const rotated = await run('signing-key', 'rotate', '--json')
  assert.equal(rotated.document.retired, created.document.kid)
  const { keys } = (await run('signing-key', 'list', '--json')).document
  assert.deepEqual(
    keys.map(({ kid, x, retiredAt }: Record<string, string>) => [kid, x, retiredAt === null]),
    [
      [rotated.document.kid, rotated.document.x, true],
      [created.document.kid, created.document.x, false],
    ],
  )
  const [row] = await sql`select encrypted_private_key from signing_keys limit 1`
  assert.ok(!/PRIVATE|MC4CAQ/.test(row?.encryptedPrivateKey))
  const published = await api.get('/.well-known/vault-keys.json')
  assert.deepEqual(
    published.body.keys.map(({ kid }: { kid: string }) => kid),
    [rotated.document.kid, created.document.kid],
  )
})

test('an export holds the feed and its checkpoints, and both verifiers find it whole', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'events.jsonl')
  const { token } = await records.token(organizationId)
  assert.equal((await api.post('/v1/event-checkpoints', { token })).status, 201)
  // Processes what is due, which is an event.
  assert.equal((await api.get('/v1/events', { token })).status, 200)
  const exported = await run('events', 'export', path, '--organization', organizationId, '--json')
  assert.equal(exported.code, 0, exported.stdout)
  const { data: all } = (await api.get('/v1/events?limit=1000', { token })).body
  const feed = all.slice(0, -1)
  assert.equal(all.at(-1).type, 'event_checkpoint.created', 'that of the export itself')
  const { data: checkpoints } = (await api.get('/v1/event-checkpoints', { token })).body
  const { durationMs, fileBytes, ...document } = exported.document
  assert.deepEqual(document, {
    file: path,
    events: feed.length,
    checkpoints: checkpoints.length,
    checkpoint: checkpoints[0],
  })
  assert.equal(fileBytes, statSync(path).size)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  const text = readFileSync(path, 'utf8')
  const [header, ...lines] = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  assert.deepEqual([header.organizationId, header.events], [organizationId, feed.length])
  assert.deepEqual(
    lines.filter((line) => line.signature === undefined),
    feed.map((event: { actor: object }) => {
      const { owner: _, person: _person, ...actor } = event.actor as Record<string, unknown>
      return { ...event, actor }
    }),
  )
  assert.deepEqual(lines.filter((line) => line.signature !== undefined).reverse(), checkpoints)
  assert.deepEqual(lines.at(-1), checkpoints[0])

  const keys = join(folder, 'keys.json')
  writeFileSync(keys, (await api.get('/.well-known/vault-keys.json')).text)
  const kept = join(folder, 'kept.json')
  writeFileSync(kept, text.split('\n').at(-2) as string)
  // No setting: it needs neither a database nor a key.
  const verify = (...args: string[]) => runCommand(['events', 'verify', ...args])
  const plain = await verify(path)
  assert.deepEqual([plain.code, plain.stderr], [0, ''])
  assert.match(plain.stdout, /^\S+ is unaltered: \d+ events of org_\w+, \d+ checkpoints?, /)
  assert.match(
    plain.stdout,
    /\nIt is complete up to the .* of \S+Z; newer events can be missing unless .*kept/,
  )
  assert.match(plain.stdout, /\nThe keys are those of the file itself: .* --key\.\n$/)
  const trusted = await verify(path, '--key', keys, '--checkpoint', kept, '--json')
  assert.equal(trusted.code, 0, trusted.stdout)
  assert.deepEqual(
    [trusted.document.isValid, trusted.document.keysFrom, trusted.document.events],
    [true, 'given', feed.length],
  )
  if (missing === null) {
    const options = ['--key', keys, '--checkpoint', kept]
    assert.equal((await verifyIndependently(path, options)).between, null)
  }

  const again = await run('events', 'export', path, '--organization', organizationId)
  assert.match(again.stderr, /already exists and was not changed: name another file\.\n$/)
  writeFileSync(path, text.replace('"statusAfter":"completed"', '"statusAfter":"cancelled"'))
  const bad = await verify(path)
  assert.deepEqual([bad.code, bad.stdout], [1, ''])
  assert.match(
    bad.stderr,
    /is not what was sealed\. The first that does not fit is \d+ \(evt_\w+, line \d+\): altered; /,
  )
  const { document: found } = await verify(path, '--json')
  assert.deepEqual([found.isValid, found.firstBad.kind], [false, 'altered'])
  assert.match(bad.stderr, new RegExp(`is ${found.firstBad.sequence} \\(${found.firstBad.id}, `))
})

test('a backup keeps the chain, the checkpoints and the keys; both go on after a restore', async (t) => {
  const folder = temporaryDirectory(t)
  const backup = join(folder, 'vault.backup')
  // The vault seals on while it is saved: what stood before is there, and nothing unknown.
  const sealsOf = async (database: typeof sql) => [
    ...(await database`select * from event_seals order by organization_id, number`),
  ]
  const before = await sealsOf(sql)
  assert.equal((await run('backup', backup)).code, 0)
  const made = await sealsOf(sql)
  const { sql: restoredSql, env: empty } = await emptyDatabase(t)
  const restored = { ...empty, SECRETS_KEY }
  const restore = await runCommand(['restore', backup], restored)
  assert.equal(restore.code, 0, restore.stderr)
  const after = await sealsOf(restoredSql)
  const missingIn = (seals: unknown[], others: unknown[]) =>
    seals.filter((seal) => !others.some((other) => isDeepStrictEqual(seal, other)))
  assert.ok(before.length > 0)
  assert.deepEqual(missingIn(before, after), [])
  assert.deepEqual(missingIn(after, made), [])
  const path = join(folder, 'events.jsonl')
  const args = ['events', 'export', path, '--organization', organizationId, '--json']
  const exported = await runCommand(args, restored)
  assert.equal(exported.code, 0, exported.stdout)
  assert.equal((await runCommand(['events', 'verify', path])).code, 0)
  assert.equal((await runCommand(['verify'], restored)).code, 0)
})

test('verify finds nothing wrong in all of this', async () => {
  const ids = (await sql<{ id: string }[]>`select id from organizations`).map(({ id }) => id)
  const { violations } = await verifyVault(vault.database, ids, new AbortController().signal)
  assert.deepEqual(violations, [])
})
