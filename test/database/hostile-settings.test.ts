import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeBackup } from '../../src/operator/backup/write-backup.ts'
import { verifyVault } from '../../src/operator/verify/verify-vault.ts'
import { backupParts } from '../support/schema/rewritten-backup.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { testServer } from '../support/vault/server.ts'
import { openOwnVault, type TestVault } from '../support/vault/vault.ts'

// Settings of a role, a database or a server, and the harm that each once did: wrong
// dates with status 200, and events whose seals could never be verified again.
const HOSTILE = [
  ["DateStyle = 'SQL, DMY'"],
  ["DateStyle = 'German, DMY'"],
  ["bytea_output = 'escape'"],
  ['extra_float_digits = -15'],
  ['array_nulls = off'],
  ['search_path = hostile, public'],
  [
    "IntervalStyle = 'sql_standard'",
    "TimeZone = 'Asia/Kathmandu'",
    "default_transaction_isolation = 'serializable'",
    'default_transaction_deferrable = on',
    "client_encoding = 'LATIN1'",
    'standard_conforming_strings = off',
    'backslash_quote = on',
    'transform_null_equals = on',
    "xmlbinary = 'hex'",
    "lc_monetary = 'C'",
    'quote_all_identifiers = on',
    'row_security = off',
  ],
] as const

const directory = mkdtempSync(join(tmpdir(), 'vault-hostile-'))
after(() => rmSync(directory, { recursive: true }))
const SECRETS_KEY = [randomBytes(32)]
const plain = await openOwnVault({ SECRETS_KEY })
const { sql, records } = plain
const database = (await sql<{ name: string }[]>`select current_database() as name`)[0]?.name
const { serviceRole } = testServer()
// A table that stands before ours: found first, it would hide all accounts.
await sql.query(`
  create schema hostile
  create table fbo_accounts (like public.fbo_accounts);
  grant usage on schema hostile to ${serviceRole};
  grant select, insert, update on hostile.fbo_accounts to ${serviceRole}`)

/** The answers of the four operations, and the event that the changes made. */
async function answersOf(api: TestVault['api']) {
  const { organizationId, token } = await records.owner()
  const [from, to] = [
    await records.fboAccount(organizationId, {
      id: `fbo_${organizationId}`,
      businessName: 'Åda \\ "Lovelace"',
      email: null,
      createdAt: new Date('2026-01-05T09:00:00.123Z'),
    }),
    await records.fboAccount(organizationId),
  ]
  const [item = ''] = await records.inventoryItems(organizationId, from, 1)
  await records.outboundShipment(organizationId, from, {
    id: `ship_${organizationId}`,
    status: 'shipped',
    shippedAt: new Date('2026-01-07T09:00:00.123Z'),
    createdAt: new Date('2026-01-06T09:00:00.123Z'),
  })
  const account = `/v1/fbo-accounts/${from}`
  const body = { businessName: 'Grace \\ Höpper', email: 'a@example.com', phone: null }
  const answers = [
    await api.get(account, { token }),
    await api.get('/v1/outbound-shipments', { token }),
    await api.patch(account, { token, body }),
    await api.post('/v1/transfers', {
      token,
      headers: { 'idempotency-key': 'one' },
      body: {
        fromFboAccountId: from,
        toFboAccountId: to,
        items: [{ inventoryItemId: item, reason: 'rebalance' }],
      },
    }),
  ]
  await allSealed(plain, organizationId)
  const checkpoint = await api.post('/v1/event-checkpoints', { token })
  await allSealed(plain, organizationId)
  const later = [
    await api.get(account, { token }),
    await api.get('/v1/transfers', { token }),
    await api.get('/v1/events', { token }),
    await api.get('/v1/event-checkpoints', { token }),
    checkpoint,
  ]
  return { organizationId, answers, later }
}

/** The same text for both vaults: without ids and moments of this run. */
function shape(text: string, organizationId: string): string {
  return text
    .replaceAll(organizationId, 'ORG')
    .replace(/"(2026-01-0\d)T(09:00:00\.123)Z"/g, '"AS WRITTEN $1 $2"')
    .replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g, '"INSTANT"')
    .replace(/"(?:\/v1\/transfers\/)?(fbo|item|ship|xfer|evt|org|tok|key|chk|req)_[^"]+"/g, '"$1"')
    .replace(/"cursor":"[^"]+"/g, '"cursor"')
    .replace(/"[0-9a-f]{64}"/g, '"HASH"')
    .replace(/"[A-Za-z0-9+/]{86}=="/g, '"SIGNATURE"')
    .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"REQUEST"')
}

const expected = await answersOf(plain.api)
// From here on only those with hostile settings seal.
await plain.app.close()
const shapes = (given: typeof expected) =>
  [...given.answers, ...given.later].map(
    ({ status, text }) => `${status} ${shape(text, given.organizationId)}`,
  )

for (const settings of HOSTILE) {
  test(`${settings.join(', ')}: nothing that is returned or sealed changes`, async (t) => {
    for (const setting of settings) {
      await sql.query(`alter role ${serviceRole} in database ${database} set ${setting}`)
      await sql.query(`alter database ${database} set ${setting}`)
    }
    t.after(async () => {
      await sql.query(`alter role ${serviceRole} in database ${database} reset all`)
      await sql.query(`alter database ${database} reset all`)
    })
    const hostile = await openOwnVault({ SECRETS_KEY }, { connection: plain.connection })
    const given = await answersOf(hostile.api)
    assert.deepEqual(shapes(given), shapes(expected))
    const { signal } = new AbortController()
    for (const vault of [plain, hostile]) {
      const { violations } = await verifyVault(vault.database, [given.organizationId], signal)
      assert.deepEqual(violations, [])
    }
    // Its writes in the background would lie between the two backups.
    await hostile.app.close()
    assert.deepEqual(
      await tableTexts(hostile),
      await tableTexts(plain),
      'a backup of the same text',
    )
  })
}

async function tableTexts(vault: TestVault) {
  const path = join(directory, 'one.backup')
  const options = {
    path,
    serviceVersion: 'test',
    signal: new AbortController().signal,
    progress: () => undefined,
  }
  await writeBackup(vault.database.sql, options)
  const parts = await backupParts(path)
  rmSync(path)
  parts.delete('manifest')
  return parts
}
