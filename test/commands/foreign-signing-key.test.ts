import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { signCheckpoint } from '../../src/history/sealed-log/event-checkpoint.ts'
import { newSigningKey, signerOf } from '../../src/history/sealed-log/signing-key.ts'
import { secretsKeys } from '../../src/runtime/config/setting-values.ts'
import { Secrets } from '../../src/runtime/secrets/secrets.ts'
import { runCommand } from '../support/processes/command.ts'
import { eventually, temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Keys of the vault are those of which it has the private half. A row of the table is none.

const SECRETS_KEY = randomBytes(32).toString('base64')
const settings = { SECRETS_KEY: secretsKeys(SECRETS_KEY) }

/** A vault with a key, an event and a checkpoint, and what runs commands on it. */
async function vaultWithCheckpoint() {
  const vault = await openOwnVault(settings, { signingKey: false })
  const { records, api, sql } = vault
  const env = { DATABASE_URL: databaseUrlOf(vault.ownerConnection), SECRETS_KEY }
  const run = (...args: string[]) => runCommand(args, env)
  const created = await run('signing-key', 'create', '--json')
  assert.equal(created.code, 0, created.stdout)
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  assert.equal((await api.post('/v1/fbo-accounts', { token, body: {} })).status, 201)
  await allSealed(vault, organizationId)
  assert.equal((await api.post('/v1/event-checkpoints', { token })).status, 201)
  const list = async () =>
    (await run('signing-key', 'list', '--json')).document.keys.map(
      (key: { kid: string }) => key.kid,
    )
  return { vault, env, run, sql, organizationId, list, keyId: created.document.kid as string }
}

const there = await vaultWithCheckpoint()

/** Inserts a key of a stranger, and a checkpoint that it has signed; undone after the test. */
async function insertForeign(t: TestContext, { sql, organizationId } = there): Promise<string> {
  const secrets = new Secrets(() => [randomBytes(32)])
  const key = newSigningKey(secrets)
  const seals = await sql<{ number: number; chainHash: Buffer }[]>`
    select number::float8 as number, chain_hash from event_seals
    where organization_id = ${organizationId} and number = 1`
  const [seal] = seals as unknown as [(typeof seals)[0]]
  const checkpoint = signCheckpoint(organizationId, seal, new Date(), signerOf(key, secrets))
  const { id, publicKey } = key
  const retired = new Date(Date.now() + 86_400_000)
  await sql`
    insert into signing_keys (id, public_key, encrypted_private_key, retired_at)
    values (${id}, ${publicKey}, 'AAAA', ${retired})`
  await sql`insert into event_checkpoints ${sql({ ...checkpoint })}`
  t.after(() =>
    sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`delete from event_checkpoints where key_id = ${id}`
      await tx`delete from signing_keys where id = ${id}`
    }),
  )
  return id
}

test('a key that somebody inserted is not listed, published or exported, and verify names it', async (t) => {
  const { run, vault, organizationId, list, keyId } = there
  const foreign = await insertForeign(t)
  assert.deepEqual(await list(), [keyId])
  const path = join(temporaryDirectory(t), 'events.jsonl')
  const exported = await run('events', 'export', path, '--organization', organizationId)
  if (exported.code === 0) {
    const { keys } = JSON.parse(readFileSync(path, 'utf8').split('\n')[0] as string)
    assert.deepEqual(
      keys.map(({ kid }: { kid: string }) => kid),
      [keyId],
    )
  }
  const { code, document } = await run('verify', '--json')
  assert.equal(code, 1)
  const found = document.violations.map(({ check, organizationId: of, record, wrong }: never) => [
    check,
    of,
    record,
    wrong,
  ])
  assert.deepEqual(
    found.map(([check, of]: string[]) => [check, of]),
    [
      ['sealed_log_differs', organizationId],
      ['signing_key_unknown', null],
    ],
  )
  assert.match(found[0][3], new RegExp(`the key ${foreign} is not among the keys of the vault`))
  assert.equal(found[1][2], foreign)
  // The text of the operator says the same.
  const text = await run('verify')
  assert.match(text.stderr, new RegExp(`signing_key_unknown +- +${foreign} +is not a key of this`))
  const listed = await run('signing-key', 'list')
  assert.deepEqual([listed.code, listed.stdout.includes(foreign)], [1, false])
  assert.match(listed.stderr, /^1 row of signing_keys cannot be told from keys that somebody/)
  // The keys that this process has read before serve for a minute: one that starts reads them.
  const fresh = await openOwnVault(settings, { connection: databaseUrlOf(vault.connection) })
  const { keys } = (await fresh.api.get('/.well-known/vault-keys.json')).body
  assert.deepEqual(
    keys.map(({ kid }: { kid: string }) => kid),
    [keyId],
  )
  await eventually(
    async () =>
      fresh.logLines.some((line) => {
        const { level, msg, keyId: named } = JSON.parse(line)
        return level === 'error' && named === foreign && msg.startsWith('not a signing key of this')
      }),
    'a line that names the key',
  )
})

test('a public half that is not that of the private one is no key of the vault', async (t) => {
  const { run, sql, keyId, list } = there
  const other = newSigningKey(new Secrets(() => [randomBytes(32)]))
  const [row] = await sql`select public_key from signing_keys where id = ${keyId}`
  const put = (publicKey: Buffer) =>
    sql`update signing_keys set public_key = ${publicKey} where id = ${keyId}`
  await put(other.publicKey)
  t.after(() => put(row?.publicKey))
  assert.deepEqual(await list(), [])
  assert.equal((await run('verify')).code, 1)
})

test('without SECRETS_KEY no key is published, and verify says that it did not check them', async () => {
  const { vault, env } = there
  const service = await openOwnVault(
    { SECRETS_KEY: [], DATABASE_URL: databaseUrlOf(vault.connection) },
    { connection: databaseUrlOf(vault.connection) },
  )
  assert.deepEqual((await service.api.get('/.well-known/vault-keys.json')).body, { keys: [] })
  const { code, stdout } = await runCommand(['verify'], { DATABASE_URL: env.DATABASE_URL })
  assert.equal(code, 0)
  assert.match(stdout, /\nSECRETS_KEY is not set: whether the signing keys are .* not checked\.\n$/)
  const listed = await runCommand(['signing-key', 'list'], { DATABASE_URL: env.DATABASE_URL })
  assert.deepEqual([listed.code, listed.stdout], [1, ''])
})

test('a new key is signed by the one before, and who kept that accepts it', async (t) => {
  const { run, vault, organizationId, list, keyId, sql } = await vaultWithCheckpoint()
  const folder = temporaryDirectory(t)
  const kept = join(folder, 'kept.json')
  writeFileSync(kept, (await vault.api.get('/.well-known/vault-keys.json')).text)
  const ids = [keyId]
  for (const _ of [1, 2]) {
    const { document } = await run('signing-key', 'rotate', '--json')
    assert.deepEqual(document.previous?.kid, ids[0])
    ids.unshift(document.kid)
  }
  assert.deepEqual(await list(), ids)
  const path = join(folder, 'events.jsonl')
  const exported = await run('events', 'export', path, '--organization', organizationId)
  assert.equal(exported.code, 0, exported.stderr)
  const verify = (file: string, keys: string) =>
    runCommand(['events', 'verify', file, '--key', keys])
  const good = await verify(path, kept)
  assert.equal(good.code, 0, good.stderr)
  // Without the link in between, or with one of another key, the newest key is a stranger's.
  const [header, ...lines] = readFileSync(path, 'utf8').split('\n') as [string, ...string[]]
  const { keys, ...rest } = JSON.parse(header)
  const [newest, middle, first] = keys
  for (const altered of [
    [newest, first],
    [{ ...newest, previous: middle.previous }, middle, first],
    [newest, { ...middle, x: newest.x }, first],
  ]) {
    const bad = join(folder, 'bad.jsonl')
    writeFileSync(bad, [JSON.stringify({ ...rest, keys: altered }), ...lines].join('\n'))
    const { code, stderr } = await verify(bad, kept)
    assert.equal(code, 1)
    assert.match(stderr, /the key key_\w+ is not among the keys/)
  }
  // A key that was kept as a retired one may have been stolen: it has no new successor.
  const { keys: old } = JSON.parse(readFileSync(kept, 'utf8'))
  writeFileSync(kept, JSON.stringify({ ...old[0], retiredAt: '2026-11-21T10:00:00.000Z' }))
  assert.equal((await verify(path, kept)).code, 1)
  // A key of which the private half is lost is the vault's as long as a later one vouches for it.
  await sql`update signing_keys set encrypted_private_key = 'AAAA' where id = ${keyId}`
  assert.deepEqual(await list(), ids)
  assert.equal((await run('verify')).code, 0)
})

test('a key whose SECRETS_KEY is lost is published on only if the operator vouches for it', async () => {
  const { run, sql, list, keyId } = await vaultWithCheckpoint()
  await sql`update signing_keys set encrypted_private_key = 'AAAA' where id = ${keyId}`
  const { document: plain } = await run('signing-key', 'rotate', '--json')
  assert.deepEqual(await list(), [plain.kid])
  assert.equal((await run('verify')).code, 1)
  const unknown = await run('signing-key', 'rotate', '--vouch-for', 'key_unknown')
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'There is no key key_unknown.\n'])
  const { document } = await run('signing-key', 'rotate', '--vouch-for', keyId, '--json')
  assert.deepEqual(await list(), [document.kid, plain.kid, keyId])
  assert.equal((await run('verify')).code, 0)
})
