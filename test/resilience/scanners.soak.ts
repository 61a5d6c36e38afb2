import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { World } from '../support/catalogue/world.ts'
import { needsProgram, soakTest } from '../support/chaos/soak-test.ts'
import { type Target, targets } from '../support/fuzz/scan/targets.ts'
import {
  databaseUrlOf,
  type ServiceProcess,
  startServiceProcess,
} from '../support/processes/service-process.ts'
import { openOwnVault } from '../support/vault/vault.ts'

needsProgram('sqlmap')

const { sql, records, connection } = await openOwnVault()
const organizationId = await records.organization(undefined, 'test')
const { token } = await records.token(organizationId)
const all = await targets(new World(sql, records), organizationId)
const directory = mkdtempSync(join(tmpdir(), 'vault-scanners-'))
after(() => rmSync(directory, { recursive: true }))

/** A mistake that a service must not make: a value of the caller's inside a statement. */
async function injectable(id: string): Promise<string> {
  try {
    const rows = await sql.query(`select id from fbo_accounts where id = '${id}' limit 1`)
    return `<html><body>${rows.length} found</body></html>`
  } catch (error) {
    return `<html><body>PostgreSQL query failed: ERROR: ${(error as Error).message}</body></html>`
  }
}

async function start(): Promise<ServiceProcess> {
  const service = await startServiceProcess({
    env: { DATABASE_URL: databaseUrlOf(connection), AUTH_FAILURES_PER_MINUTE: '0' },
  })
  for (const { operationId, method, path, id, query, body } of all) {
    const url = `${service.url}${path.replace('{id}', `${id}`)}?${new URLSearchParams(query)}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(url, { method, headers, ...json })
    assert.ok(response.ok, `${operationId} is not accepted: ${await response.text()}`)
  }
  return service
}

/** Runs a program to its end; returns its standard output. */
async function run(program: string, args: readonly string[]): Promise<string> {
  // sqlmap stores its knowledge of a target in the user's home.
  const env = { ...process.env, HOME: directory }
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  after(() => child.kill('SIGKILL'))
  const [out] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return out
}

/**
 * Responses of each operation; none of them a 500. Of each some
 * of the scanner's must have been accepted: requests refused by authentication show nothing.
 */
function responded({ log }: ServiceProcess): Map<string, number> {
  const requests = log.filter(({ msg }) => msg === 'request completed')
  const bad = log.filter(({ level, status }) => level === 'error' || Number(status) >= 500)
  assert.deepEqual(bad, [])
  const counts = new Map<string, number>()
  for (const { operationId } of requests) {
    const name = `${operationId}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const authenticate = requests.filter(({ status }) => Number(status) < 300)
  for (const { operationId } of all) {
    const own = authenticate.filter((line) => line.operationId === operationId)
    assert.ok(own.length > 1, `${operationId}: none accepted`)
  }
  return counts
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0)
}

const FOUND = /identified the following injection point|is vulnerable/
const CLEAN = /all tested parameters do not appear to be injectable/

async function sqlmap(name: string, args: readonly string[]): Promise<string> {
  const how = ['--batch', '--level=2', '--risk=2', '--dbms=PostgreSQL', '--technique=BEUSTQ']
  const bounds = ['--time-sec=1', '--threads=2', '--flush-session', '--ignore-stdin']
  return await run('sqlmap', [...args, ...how, ...bounds, `--output-dir=${join(directory, name)}`])
}

/** The request as sqlmap reads it from a file; a star marks places to try besides parameters. */
function requestFile({ operationId, method, path, id, query, body }: Target, url: string): string {
  const search = new URLSearchParams(query)
  const target = `${path.replace('{id}', `${id}*`)}${search.size === 0 ? '' : `?${search}`}`
  const headers = [`Host: ${new URL(url).host}`, `Authorization: Bearer ${token}`]
  // A number with a star is no JSON, and what sqlmap reads all the same.
  const json = JSON.stringify(starred(body ?? '')).replaceAll(/"RAW([^"]*)"/g, '$1')
  if (body !== undefined) {
    headers.push('Content-Type: application/json', `Content-Length: ${json.length}`)
  }
  headers.push('X-Request-Id: a*')
  const file = join(directory, `${operationId}.http`)
  const starredSearch = target.replaceAll(/=([^&]*)/g, '=$1*')
  writeFileSync(
    file,
    `${method} ${starredSearch} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body === undefined ? '' : json}`,
  )
  return file
}

function starred(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(starred)
  if (typeof json === 'string') return `${json}*`
  if (typeof json !== 'object' || json === null) return `RAW${json}*`
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, starred(value)]))
}

soakTest('sqlmap on every operation', 'sqlmap 1.7', async ({ t }) => {
  const service = await start()
  const server = createServer(async ({ url = '' }, response) => {
    const { searchParams } = new URL(url, service.url)
    response.setHeader('content-type', 'text/html')
    response.end(await injectable(searchParams.get('id') ?? ''))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const control = await sqlmap('control', ['-u', `http://127.0.0.1:${port}/?id=x`])
  server.close()
  assert.ok(FOUND.test(control), `sqlmap must find what can be found: ${control.slice(-3_000)}`)
  const waiting = [...all]
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      for (let target = waiting.shift(); target !== undefined; target = waiting.shift()) {
        const { operationId } = target
        const out = await sqlmap(operationId, ['-r', requestFile(target, service.url)])
        assert.ok(!FOUND.test(out) && CLEAN.test(out), `${operationId}: ${out.slice(-3_000)}`)
      }
    }),
  )
  const counts = responded(service)
  for (const { operationId } of all) {
    assert.ok((counts.get(operationId) ?? 0) >= 50, `${operationId}: ${counts.get(operationId)}`)
  }
  t.diagnostic(JSON.stringify([...counts]))
  return {
    count: `${all.length} operations, ${sum(counts)} requests`,
    result: 'nothing found, no 5xx; the injectable control was found',
  }
})
