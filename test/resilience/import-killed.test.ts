import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { eventually } from '../support/processes/embedded-directory.ts'
import {
  BOUNDED,
  openEmbeddedVault,
  RSS_MAX_MB,
  rssMb,
} from '../support/processes/embedded-vault.ts'

/** More than are inserted at once. */
const ROWS = 101_000

test('an import that is killed while it inserts leaves nothing, and goes on; memory is bounded', async (t) => {
  const vault = await openEmbeddedVault(t, {}, { command: BOUNDED })
  const { organizationId, token } = await vault.records.owner()
  const account = await vault.records.fboAccount(organizationId)
  let { service } = vault
  const line = `${account},"${'A description of some length, '.repeat(8)}",125000\n`
  const chunk = line.repeat(1_000)
  const file = () =>
    Readable.from(
      (function* () {
        yield Buffer.from('fboAccountId,description,declaredValueCents\n')
        for (let sent = 0; sent < ROWS; sent += 1_000) yield Buffer.from(chunk)
      })(),
    )
  const headers = { authorization: `Bearer ${token}` }
  const send = async (body: Readable) =>
    await fetch(`${service.url}/v1/imports?type=inventory_items`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv', 'idempotency-key': 'killed' },
      body: Readable.toWeb(body) as ReadableStream,
      duplex: 'half',
    } as RequestInit)
  const progress = async () => {
    const response = await fetch(`${service.url}/v1/imports/killed`, { headers })
    return ((await response.json()) as { data?: { state: string; rowsDone: number } }).data
  }
  const rss = () => rssMb(service.pid)

  const before = rss()
  let most = 0
  const sampling = setInterval(() => {
    most = Math.max(most, rss())
  }, 50)
  const begun = performance.now()
  const cut = send(file()).then(
    () => 'answered',
    () => 'cut',
  )
  await eventually(
    async () => {
      const now = await progress()
      return now?.state === 'inserting' && now.rowsDone > 0
    },
    'rows to be inserted',
    120_000,
  )
  clearInterval(sampling)
  const readMs = performance.now() - begun
  service.signal('SIGKILL')
  await service.exited
  assert.equal(await cut, 'cut')
  assert.ok(most < RSS_MAX_MB, `${before} to ${most} MB`)

  service = await vault.restart()
  const [none] = await vault.sql`select count(*)::integer as count from inventory_items`
  assert.equal(none?.count, 0)
  const again = performance.now()
  const response = await send(file())
  assert.equal(response.status, 201, await response.text())
  const counts = await vault.sql`
    select (select count(*) from inventory_items)::integer as items,
      (select count(*) from inventory_movements)::integer as movements,
      (select count(*) from events where type = 'inventory_item.imported')::integer as events,
      (select count(*) from import_rows)::integer as staged`
  assert.deepEqual({ ...counts[0] }, { items: ROWS, movements: ROWS, events: 1, staged: 0 })
  t.diagnostic(
    `${ROWS} rows; memory ${Math.round(before)} to ${Math.round(most)} MB; the first insert after ` +
      `${Math.round(readMs)} ms; again, with the rows staged before, ` +
      `${Math.round(performance.now() - again)} ms`,
  )
})
