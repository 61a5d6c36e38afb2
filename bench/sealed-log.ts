/**
 * Measures the sealed log: how fast events are sealed, exported and verified, by both verifiers,
 * and that each kind of tampering with the export is found.
 *
 *   npx node bench/sealed-log.ts
 *   npx node bench/sealed-log.ts --events 1000000
 */

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/database/database.ts'
import { migrate } from '../src/database/migrations.ts'
import { operatorFor } from '../src/domain/caller.ts'
import { CheckedChains } from '../src/history/sealed-log/checked-chains.ts'
import { exportEvents } from '../src/history/sealed-log/export-events.ts'
import { sealUpTo } from '../src/history/sealed-log/seal-events.ts'
import { makeFirstSigningKey, SigningKeys } from '../src/history/sealed-log/signing-keys.ts'
import { verifyExport } from '../src/history/sealed-log/verify-export.ts'
import { verifyVault } from '../src/operator/verify/verify-vault.ts'
import { readConfig } from '../src/runtime/config/config.ts'
import { Secrets } from '../src/runtime/secrets/secrets.ts'
import { openServer } from '../test/support/vault/open-server.ts'
import {
  adminConnection,
  connectionTo,
  createDatabase,
  dropDatabase,
} from '../test/support/vault/server.ts'
import { withTemplates } from '../test/support/vault/sql.ts'
import { Cleanups } from './measure/cleanups.ts'

const { values } = parseArgs({ options: { events: { type: 'string', default: '100000' } } })
const events = Number(values.events)
const organizationId = 'org_bench'
const { signal } = new AbortController()
const progress = () => undefined

const TAMPERED: readonly [what: string, (lines: string[], middle: number) => void][] = [
  [
    'altered',
    (lines, middle) => lines.splice(middle, 1, String(lines[middle]).replace('xfer', 'XFER')),
  ],
  ['removed', (lines, middle) => lines.splice(middle, 1)],
  ['inserted', (lines, middle) => lines.splice(middle, 0, String(lines[middle - 1]))],
  [
    'reordered',
    (lines, middle) => lines.splice(middle, 2, String(lines[middle + 1]), String(lines[middle])),
  ],
  ['cut off', (lines, middle) => lines.splice(middle)],
]

const cleanups = new Cleanups()
await cleanups.around(async () => {
  const { server, stop } = await openServer()
  cleanups.add(stop)
  const admin = adminConnection(server)
  cleanups.add(() => admin.end())
  const name = `vault_bench_${process.pid}`
  await createDatabase(admin, name)
  cleanups.add(() => dropDatabase(admin, name))
  const config = readConfig({ DATABASE_URL: '', DATABASE_STATEMENT_TIMEOUT_MS: '600000' })
  const options = { applicationName: 'bench' }
  const database = openDatabase(config, connectionTo(server, name), options)
  cleanups.add(() => database.close())
  await migrate(database.sql)
  const caller = operatorFor(organizationId)
  await fill()

  await timed('sealed', () => sealUpTo(caller, database, events, { signal, progress }))
  const secrets = new Secrets(() => [randomBytes(32)])
  await makeFirstSigningKey(database, secrets)
  const signingKeys = new SigningKeys(database, secrets)
  const observer = { contradicted: () => undefined, signed: () => undefined }
  const chains = new CheckedChains(signingKeys, observer)
  const keys = () => signingKeys.published()
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-'))
  cleanups.add(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'events.jsonl')
  const { fileBytes } = await timed('exported', () =>
    exportEvents(caller, database, { path, chains, keys, signal, progress }),
  )
  console.log(`  ${(fileBytes / 1e6).toFixed(0)} MB`)
  const found = await timed('verified', () => verifyExport(path))
  if (found.firstBad !== null) throw new Error(found.firstBad.detail)
  console.log(`  ${(process.resourceUsage().maxRSS / 1e3).toFixed(0)} MB resident at most`)
  await timed('verified by examples/verify-events.py', async () => independently(path))
  const inDatabase = await timed('verified in the database, with all other checks', () =>
    verifyVault(database, [organizationId], signal),
  )
  if (inDatabase.total > 0) throw new Error(JSON.stringify(inDatabase.violations[0]))
  if (events <= 100_000) await tamper(path, join(folder, 'tampered.jsonl'))

  async function fill(): Promise<void> {
    const sql = withTemplates(database.sql)
    await sql`insert into organizations (id, name) values (${organizationId}, 'Bench')`
    await sql`
      insert into events (organization_id, number, type, occurred_at, token_id, system, request_id,
        subject_type, subject_id, data)
      select ${organizationId}, number, 'transfer.completed', now(), 'tok_' || number % 100, null,
        gen_random_uuid()::text, 'transfer', 'xfer_' || number, jsonb_build_object('version', 2,
          'statusBefore', 'pending', 'statusAfter', 'completed', 'approvedBySystem', false,
          'fromFboAccountId', 'fbo_' || number % 1000, 'toFboAccountId', 'fbo_' || number % 999,
          'totalItems', 5, 'itemsPath', '/v1/transfers/xfer_' || number || '/items')
      from generate_series(1, ${events}::integer) as number`
    await sql`analyze events`
  }
})

async function tamper(path: string, tampered: string): Promise<void> {
  const lines = readFileSync(path, 'utf8').split('\n')
  for (const [what, change] of TAMPERED) {
    const copy = [...lines]
    change(copy, events / 2)
    writeFileSync(tampered, copy.join('\n'))
    const { firstBad } = await timed(`${what}: found`, () => verifyExport(tampered))
    console.log(`  ${firstBad?.kind} ${firstBad?.sequence}; ${independently(tampered)}`)
  }
}

function independently(path: string): string {
  const { stdout, stderr } = spawnSync('python3', ['examples/verify-events.py', path], {
    encoding: 'utf8',
  })
  return stdout.trim() || stderr
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  const seconds = (performance.now() - startedAt) / 1000
  const rate = Math.round(events / seconds).toLocaleString('en')
  console.log(`${what} in ${seconds.toFixed(1)} s (${rate} events a second)`)
  return result
}
