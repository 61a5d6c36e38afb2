import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { type IdPrefix, newId } from '../../src/domain/ids.ts'
import { eventId } from '../../src/history/events/event.ts'
import { Dice } from '../model/dice.ts'
import { CATALOGUE } from '../support/catalogue/catalogue.ts'
import type { Row } from '../support/catalogue/row.ts'
import { World } from '../support/catalogue/world.ts'
import { isSoak, soakTest } from '../support/chaos/soak-test.ts'
import type { Draft } from '../support/fuzz/hostile/draft.ts'
import { Lane } from '../support/fuzz/hostile/lane.ts'
import { difference } from '../support/load/distinguish.ts'
import type { RawResponse } from '../support/load/raw-client.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { openOwnVault } from '../support/vault/vault.ts'

/** The accepted probability of a false difference over all operations together. */
const ALPHA = 0.001
/** The difference that the measurement must be able to detect. */
const CONTROL_MS = 0.2
/** The number of ids of each kind: no single record may cause a difference. */
const IDS = isSoak ? 20 : 2

/** An id that nobody has, as long as another one. */
function unknownLike(id: string): string {
  const [prefix = '', number] = id.split('_')
  return prefix === 'evt' ? eventId(newId('org'), Number(number)) : newId(prefix as IdPrefix)
}

/** A place of an operation that takes an id, and the ids to send. */
interface Cell {
  readonly name: string
  readonly foreign: readonly string[]
  readonly unknown: readonly string[]
  readonly draft: (id: string) => Draft
}

const { sql, records, connection } = await openOwnVault()
const organizationId = await records.organization(undefined, 'test')
const otherId = await records.organization(undefined, 'test')
const world = new World(sql, records)
// Made once, for all of them.
await Promise.all([world.account(organizationId), world.account(otherId)])
// From here on, the numbers in the ids of events have three digits.
for (let made = 0; made < 100; made += 1) await world.token(otherId)
await Promise.all([world.webhook(organizationId), world.webhook(otherId)])
const { token } = await records.token(organizationId)
const service = await startServiceProcess({ env: { DATABASE_URL: databaseUrlOf(connection) } })
const cells = await makeCells()
await sql`analyze`
const lane = new Lane(service.url)
after(() => lane.close())

async function makeCells(): Promise<Cell[]> {
  const made = Object.entries(CATALOGUE).flatMap(([operationId, row]) =>
    Object.entries(row.ids).map(async ([position, place]): Promise<Cell> => {
      const own = new Map<string, string>()
      for (const [other, { make }] of Object.entries(row.ids)) {
        own.set(other, await make(world, organizationId))
      }
      const foreign: string[] = []
      while (foreign.length < IDS) foreign.push(await place.make(world, otherId))
      return {
        name: `${operationId} ${position}`,
        foreign,
        unknown: foreign.map((id) => place.unknown ?? unknownLike(id)),
        draft: (id) =>
          draftOf(row, position, (at) => (at === position ? id : own.get(at)) as string),
      }
    }),
  )
  return await Promise.all(made)
}

function draftOf(row: Row, position: string, id: (at: string) => string): Draft {
  const { method, path, body } = row.request(id, position)
  const headers = ['Host: vault', `Authorization: Bearer ${token}`]
  const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  if (json !== undefined) headers.push('Content-Type: application/json')
  const request = { operationId: '', method, target: path, version: 'HTTP/1.1', headers }
  const said = { framed: false, alone: false, mustRefuse: false, kind: '' }
  return { ...request, ...said, body: json, json: body }
}

/** All that a caller sees of a response, without the id itself and unique values. */
function visible({ status, headers, text }: RawResponse, id: string): unknown {
  const requestId = headers['x-request-id'] as string
  const seen = JSON.stringify([status, text, Object.entries(headers)])
    .replaceAll(requestId, 'REQUEST ID')
    .replaceAll(id, 'ID')
    // A cursor depends on the filters that it was made for.
    .replaceAll(/asOf=[\w.%-]+/g, 'asOf=CURSOR')
  return JSON.parse(seen, (_, value) => (value === headers.date ? 'DATE' : value))
}

soakTest('foreign and unknown ids get the same response', 'access matrix', async ({ seed }) => {
  const dice = new Dice(seed)
  const before = await records.fingerprint()
  for (const cell of cells) {
    const responses = []
    for (const id of [dice.one(cell.foreign), dice.one(cell.unknown)]) {
      responses.push(visible(await lane.send(cell.draft(id)), id))
    }
    assert.deepEqual(responses[1], responses[0], cell.name)
  }
  assert.equal(await records.fingerprint(), before)
  const operations = new Set(cells.map(({ name }) => name.split(' ')[0]))
  return {
    count: `${cells.length} places of ids in ${operations.size} operations`,
    result: 'the same status, body, names, values and order of headers',
  }
})

/**
 * Requests a foreign and an unknown id that many times, in random order; the milliseconds that each
 * took.
 */
async function time(
  pairs: number,
  cell: Pick<Cell, 'foreign' | 'unknown'>,
  means: { dice: Dice; send: (id: string) => Promise<unknown> },
): Promise<[foreign: number[], unknown: number[]]> {
  const { dice, send } = means
  const times: { foreign: number[]; unknown: number[] } = { foreign: [], unknown: [] }
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const kind of dice.some(['foreign', 'unknown'] as const, 2)) {
      const id = dice.one(cell[kind])
      const began = performance.now()
      await send(id)
      times[kind].push(performance.now() - began)
    }
  }
  return [times.foreign, times.unknown]
}

if (isSoak) {
  soakTest(
    'foreign and unknown ids take the same time',
    "Wilcoxon's signed ranks",
    async ({ t, seed }) => {
      const dice = new Dice(seed)
      const pairs = 600
      const control = await seeControl(dice, pairs)
      let largest = 0
      let least = 1
      let again = 0
      const level = ALPHA / cells.length
      for (const cell of cells) {
        const send = (id: string) => lane.send(cell.draft(id))
        await time(50, cell, { dice, send })
        let seen = difference(...(await time(pairs, cell, { dice, send })))
        if (seen.p < level) {
          // The machine may be busy: a real difference shows again in four times as many.
          again += 1
          seen = difference(...(await time(4 * pairs, cell, { dice, send })))
        }
        const micros = Math.round(seen.median * 1_000)
        t.diagnostic(`${cell.name}: ${micros} us, p ${seen.p.toPrecision(2)}`)
        assert.ok(seen.p >= level, `${cell.name}: ${micros} us, p ${seen.p}`)
        largest = Math.max(largest, Math.abs(micros))
        least = Math.min(least, seen.p)
      }
      return {
        count: `${cells.length} places of ids, ${2 * cells.length * pairs} requests`,
        result:
          `largest median difference of pairs ${largest} us, least p ${least.toPrecision(2)} ` +
          `(significant below ${level.toPrecision(2)}; ${again} measured again); ` +
          `control of ${CONTROL_MS * 1_000} us seen as ${control.micros} us, p ${control.p.toExponential(0)}`,
      }
    },
  )
}

/** The same measurement of a server that takes longer for foreign ids, which it must detect. */
async function seeControl(dice: Dice, pairs: number): Promise<{ micros: number; p: number }> {
  const server = createServer(async (request, response) => {
    await sql`select from fbo_accounts where id = ${request.url as string}`
    const until = performance.now() + (request.url?.startsWith('/foreign') ? CONTROL_MS : 0)
    while (performance.now() < until);
    response.setHeader('Content-Length', 2).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const there = new Lane(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const cell = { foreign: ['/foreign'], unknown: ['/unknown'] }
  const send = async (target: string) =>
    await there.send({ ...draftOf(CATALOGUE.listFboAccounts as Row, '', () => ''), target })
  await time(50, cell, { dice, send })
  const { median, p } = difference(...(await time(pairs, cell, { dice, send })))
  there.close()
  server.close()
  assert.ok(p < ALPHA / cells.length && median > CONTROL_MS / 2, `${median} ms, p ${p}`)
  return { micros: Math.round(median * 1_000), p }
}
