import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import type { Connection } from '../../src/database/postgres/connection.ts'
import { ConnectionPool } from '../../src/database/postgres/connection-pool.ts'
import { addressOf, openAddress } from '../../src/database/postgres/open-address.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { listening } from '../support/processes/free-port.ts'
import { openConnection } from '../support/vault/server.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { connection } = await openOwnVault()

/** A message of PostgreSQL. */
function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + body.length)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body, 'latin1')])
}

/** A server that responds to each packet with the next of these; its connections. */
async function serverOf(t: TestContext, responses: readonly (Buffer | string)[]) {
  const sockets: Socket[] = []
  const received: string[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    const next = [...responses]
    socket.on('data', (chunk) => {
      received.push(chunk.toString())
      if (next.length > 0) socket.write(next.shift() as string)
    })
    socket.on('error', () => undefined)
  })
  const port = await listening(server)
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { sockets, received, address: `postgres://user@127.0.0.1:${port}/vault` }
}

const opened = (address: string) =>
  openAddress(addressOf(address), { connectionTimeoutMillis: 5_000 }, false)

test('a server that cannot begin TLS was sent nothing, and is asked in clear only without TLS', async (t) => {
  const broken = await serverOf(t, ['E'])
  for (const mode of ['require', 'prefer']) {
    await assert.rejects(opened(`${broken.address}?sslmode=${mode}`), { code: 'ECONNREFUSED' })
  }
  assert.equal(broken.sockets.length, 2)
  const without = await serverOf(t, ['N', message('R', '\0\0\0\0') + message('Z', 'I').toString()])
  await assert.rejects(opened(`${without.address}?sslmode=require`), { code: 'ECONNREFUSED' })
  const asked = opened(`${without.address}?sslmode=prefer`).catch(() => undefined)
  const isClear = (text: string) => text.includes('user\0user\0')
  await eventually(() => without.received.some(isClear), 'to be asked in clear')
  assert.ok(!broken.received.some(isClear))
  without.sockets[2]?.destroy()
  await asked
})

test('a log-in that fails leaves no connection open', async (t) => {
  const server = await serverOf(t, [
    message('R', '\0\0\0\x0aSCRAM-SHA-256\0\0'),
    message('R', '\0\0\0\x0br=nonce,s=c2FsdA==,i=4096'),
  ])
  await assert.rejects(opened(server.address), /SASL/)
  await eventually(() => server.sockets[0]?.destroyed, 'its connection to be closed')
})

test('nobody takes a connection behind a failure that ends it', async (t) => {
  const ready = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')])
  const fatal = message('E', 'SFATAL\0C08P01\0Mquery_wait_timeout\0\0')
  const server = await serverOf(t, [ready, fatal])
  const pool = openConnection(server.address, 1)
  t.after(() => pool.end(0))
  for (const count of [1, 2]) {
    await assert.rejects(pool.query('select 1', []), { code: '08P01' })
    assert.equal(server.sockets.length, count)
  }
})

test('names of statements are of one connection, and one that failed keeps its own', async () => {
  const pool = openConnection(connection, 2)
  after(() => pool.end())
  const [one, other] = [await pool.reserve(), await pool.reserve()]
  const names = async ({ query }: typeof one) =>
    (await query('select name from pg_prepared_statements', [])).map(({ name }) => name)
  for (let count = 0; count < 3; count += 1) {
    await assert.rejects(one.query('select 1 / (select 0)', []), { code: '22012' })
  }
  const [ofOne, ofOther] = [await names(one), await names(other)]
  assert.deepEqual([ofOne.length, ofOther.length], [2, 1])
  assert.equal(new Set([...ofOne, ...ofOther]).size, 3)
  one.release()
  other.release()
})

/** As a pool sees it. */
const stub = (more: object) =>
  ({
    isIdle: true,
    isLost: false,
    isOld: false,
    outstanding: 0,
    end: async () => {},
    ...more,
  }) as unknown as Connection

test('an old connection makes room for its successor, shared or not', async () => {
  for (const isShared of [false, true]) {
    let [open, opened] = [0, 0]
    const end = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
    }
    const connect = async () => {
      open += 1
      opened += 1
      assert.equal(open, 1)
      return stub({ isOld: opened === 1, end })
    }
    const pool = new ConnectionPool(connect, { max: 1, isShared })
    const take = async () => {
      const one = await (isShared ? pool.shared() : pool.take())
      if (!isShared) pool.release(one)
      return one
    }
    const [first, ...others] = [await take(), ...(await Promise.all([take(), take()]))]
    assert.deepEqual([others.includes(first as Connection), opened], [false, 2])
  }
})

test('a connection that opens behind the end of its pool is ended, too', async () => {
  const { promise, resolve } = Promise.withResolvers<Connection>()
  const pool = new ConnectionPool(() => promise, { max: 1 })
  const taken = assert.rejects(Promise.resolve(pool.take()), { code: 'CONNECTION_ENDED' })
  await pool.end(0)
  const ended = new Promise<void>((end) => resolve(stub({ end: async () => end() })))
  await Promise.all([taken, ended])
})

test('the end of a pool waits for work on a connection that was replaced', async () => {
  let ends = 0
  const end = async () => {
    ends += 1
  }
  const pool = new ConnectionPool(async () => stub({ end }), { max: 1, deadlineMs: 20 })
  const first = await pool.take()
  await assert.rejects(pool.run(new Promise(() => undefined)), { code: 'ETIMEDOUT' })
  const ending = pool.end(60_000)
  assert.equal(ends, 0)
  Object.assign(first, { isLost: true })
  first.onlost?.()
  await ending
})

test('a pool of shared connections gives none away', () => {
  const pool = new ConnectionPool(async () => stub({}), { max: 1, isShared: true })
  assert.throws(() => pool.take(), /share/)
})

test('where connections are silent, who waits gets another, and the end waits for none', async () => {
  const pool = new ConnectionPool(async () => stub({}), { max: 1, deadlineMs: 20 })
  const first = await pool.take()
  const waiting = pool.take()
  await assert.rejects(pool.run(new Promise(() => undefined)), { code: 'ETIMEDOUT' })
  assert.notEqual(await waiting, first)
  const opening = new ConnectionPool(() => new Promise(() => undefined), { max: 1 })
  void opening.take()
  await Promise.all([pool.end(10), opening.end(10)])
})
