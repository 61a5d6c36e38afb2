import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newBearer } from '../../src/access/tokens/token-secret.ts'
import { requestText } from '../support/load/raw-client.ts'
import { afterTest, eventually } from '../support/processes/embedded-directory.ts'
import {
  BOUNDED,
  type EmbeddedVault,
  openEmbeddedVault,
  RSS_MAX_MB,
  rssMb,
} from '../support/processes/embedded-vault.ts'
import { counted } from '../support/processes/service-process.ts'

const MIB = 1_048_576
const PATIENCE_MS = 60_000

/** A client of another organization that reads one account until `stop`; every read must succeed. */
async function bystanderOf({ service, records }: EmbeddedVault) {
  const { organizationId, token } = await records.owner()
  const id = await records.fboAccount(organizationId)
  const seen = { reads: 0, slowestMs: 0, rssMaxMb: 0 }
  let isOver = false
  const sampling = setInterval(() => {
    seen.rssMaxMb = Math.max(seen.rssMaxMb, rssMb(service.pid))
  }, 50)
  const reading = (async () => {
    while (!isOver) {
      const beganAt = performance.now()
      const response = await fetch(`${service.url}/v1/fbo-accounts/${id}`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      assert.equal(response.status, 200, await response.text())
      seen.reads += 1
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - beganAt)
      await pause(20)
    }
  })()
  reading.catch(() => undefined)
  const stop = async () => {
    isOver = true
    await reading
    clearInterval(sampling)
    return seen
  }
  return { seen, stop }
}

function clientOf(t: TestContext, { service }: EmbeddedVault): Socket {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  afterTest(t, () => socket.destroy())
  return socket
}

type Bystander = Awaited<ReturnType<typeof bystanderOf>>

/** Fails unless memory stayed bounded, and nothing is held once the attackers are gone. */
async function assertRoom(
  t: TestContext,
  vault: EmbeddedVault,
  { bystander, attackers }: { bystander: Bystander; attackers: readonly Socket[] },
): Promise<void> {
  const { reads, slowestMs, rssMaxMb } = await bystander.stop()
  t.diagnostic(`${rssMaxMb.toFixed(0)} MB; ${reads} reads, slowest ${slowestMs.toFixed(0)} ms`)
  assert.ok(rssMaxMb < RSS_MAX_MB, `${rssMaxMb} MB`)
  for (const socket of attackers) socket.destroy()
  const isNothingHeld = async () => {
    // The metrics' figures: both must be 0 when nobody asks for anything.
    const held = ['request_body', 'response_waiting'].map((name) => `vault_http_${name}_bytes `)
    return (await Promise.all(held.map((name) => counted(vault.service, name)))).join() === '0,0'
  }
  await eventually(isNothingHeld, 'nothing to be held', PATIENCE_MS)
}

test('large responses that nobody reads leave room for others', async (t) => {
  const vault = await openEmbeddedVault(t, {}, { command: BOUNDED })
  const { records, sql } = vault
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId, ['events:read'])
  await sql`
    insert into events (organization_id, type, occurred_at, system, subject_type, subject_id, data)
    select ${organizationId}, 'inventory_item.taken_in', now(), 'command_line', 'organization',
      ${organizationId}, jsonb_build_object('text', repeat('x', 1000000))
    from generate_series(1, 8)`
  const bystander = await bystanderOf(vault)
  const head = ['GET /v1/events?limit=8 HTTP/1.1', 'Host: vault', `Authorization: Bearer ${token}`]
  const attackers: Socket[] = []
  for (let number = 0; number < 60; number += 1) {
    const socket = clientOf(t, vault).pause()
    socket.write(requestText(head).repeat(8))
    attackers.push(socket)
    // Time to serve it, however busy the machine is.
    const { reads } = bystander.seen
    await eventually(() => bystander.seen.reads > reads + 2, 'others to be served', PATIENCE_MS)
  }
  await assertRoom(t, vault, { bystander, attackers })
})

test('600 bodies that stall leave room for others', async (t) => {
  const vault = await openEmbeddedVault(t, {}, { command: BOUNDED })
  const { records } = vault
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId, ['transfer_batches:create'])
  const bystander = await bystanderOf(vault)
  const head = [
    'POST /v1/transfers HTTP/1.1',
    'Host: vault',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${MIB}`,
  ]
  const body = Buffer.alloc(MIB - 6, ' ')
  let [sent, refused] = [0, 0]
  const attackers = Array.from({ length: 600 }, () => {
    const socket = clientOf(t, vault)
    socket.write(requestText(head))
    socket.write(body, () => {
      sent += 1
    })
    socket.once('data', (response) => {
      assert.match(String(response), /^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 1\r\n/i)
      refused += 1
    })
    return socket
  })
  await eventually(() => sent === 600, 'all of them to be sent', PATIENCE_MS)
  const { reads: before } = bystander.seen
  await eventually(() => bystander.seen.reads > before + 100, 'others to be served', PATIENCE_MS)
  t.diagnostic(`${refused} refused`)
  await assertRoom(t, vault, { bystander, attackers })
})

test('300 bodies in one-byte chunks that wait for a look-up, or their turn, leave room', async (t) => {
  const vault = await openEmbeddedVault(t, {}, { command: BOUNDED })
  const bystander = await bystanderOf(vault)
  // One look at a connection brings these: more take the processor longer, and no more memory.
  const chunks = '1\r\nx\r\n'.repeat(10_800)
  const head = (token: string) => [
    'POST /v1/transfers HTTP/1.1',
    'Host: vault',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  ]
  const unread = requestText(['GET /openapi.json HTTP/1.1', 'Host: vault'])
  const attackers: Socket[] = []
  await vault.sql.begin(async (tx) => {
    // Tokens are looked up without it.
    await tx`lock table session_bearers in access exclusive mode`
    await tx`set local idle_in_transaction_session_timeout = 0`
    for (let number = 0; number < 300; number += 1) {
      const socket = clientOf(t, vault).pause()
      attackers.push(socket)
      socket.write(
        (number < 200 ? '' : unread) + requestText(head(newBearer('org_x', 'live')), chunks),
      )
    }
    const { reads } = bystander.seen
    await eventually(() => bystander.seen.reads > reads + 30, 'others to be served', PATIENCE_MS)
  })
  await assertRoom(t, vault, { bystander, attackers })
})
