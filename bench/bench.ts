/**
 * The service beside a constant answer, a straightforward implementation and its own stores, on
 * this machine, in one run: `npm run bench`. Rounds alternate between them, so that whatever else
 * the machine does meets all of them.
 *
 *   npm run bench                                       everything, some 20 minutes
 *   npm run bench -- --only get,update --scale 0.1      some loads, over a tenth of the records
 *   npm run bench -- --rounds 2 --seconds 1 --connections 64
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openServer } from '../test/support/open-server.ts'
import {
  adminConnection,
  connectionTo,
  createDatabase,
  dropDatabase,
} from '../test/support/server.ts'
import { databaseUrlOf } from '../test/support/service-process.ts'
import { startChild } from './side-by-side/child-process.ts'
import { serviceAnswers } from './side-by-side/constant-answers.ts'
import {
  type Contestant,
  startConstant,
  startService,
  startStores,
  startYardstick,
} from './side-by-side/contestants.ts'
import { LOADS, type LoadName } from './side-by-side/loads.ts'
import { vaultSize } from './side-by-side/made-up-vault.ts'
import { type MeasuredLoad, Rounds } from './side-by-side/measured-rounds.ts'
import { countUnexpected, LOAD_TABLE_HEAD, loadLines } from './side-by-side/report.ts'
import { fillVault, type VaultData } from './side-by-side/vault-data.ts'

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string', default: Object.keys(LOADS).join() },
    connections: { type: 'string', default: '1,64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
  },
})
const loads = values.only.split(',') as LoadName[]
const unknown = loads.filter((load) => !(load in LOADS))
if (unknown.length > 0) {
  throw new Error(`no load ${unknown.join()}: there are ${Object.keys(LOADS).join()}`)
}
const cleanups: (() => unknown)[] = []

try {
  await main()
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}

async function main(): Promise<void> {
  const data = await makeVault()
  const { contestants, rounds } = await startAll(data)
  const measured: MeasuredLoad[] = []
  say(`\n${contestants.map(({ name }) => name).join(', ')}\n\n${LOAD_TABLE_HEAD}`)
  for (const load of loads) {
    for (const connections of values.connections.split(',').map(Number)) {
      const found = await rounds.measure(load, connections)
      measured.push(found)
      say(loadLines(found))
    }
  }
  if (countUnexpected(measured) > 0) process.exitCode = 1
}

/** The records, in a database of their own on a server that is stopped at the end. */
async function makeVault(): Promise<VaultData> {
  const { server, stop } = await openServer()
  cleanups.push(stop)
  const admin = adminConnection(server)
  cleanups.push(() => admin.end())
  const name = `vault_bench_${process.pid}`
  await createDatabase(admin, name)
  cleanups.push(() => dropDatabase(admin, name))
  const size = vaultSize(Number(values.scale))
  const startedAt = performance.now()
  const data = await fillVault(databaseUrlOf(connectionTo(server, name)), size)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  say(`${JSON.stringify(size)} filled in ${seconds} s`)
  return data
}

async function startAll(data: VaultData): Promise<{ contestants: Contestant[]; rounds: Rounds }> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-logs-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const loader = startChild('load-program.ts')
  cleanups.push(loader.stop)
  const start = { data, loader, folder }
  const contestants: Contestant[] = []
  const rounds = new Rounds({
    contestants,
    data,
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
  })
  const add = (contestant: Contestant) => {
    cleanups.push(contestant.stop)
    contestants.push(contestant)
  }
  const service = await startService(start)
  add(service)
  const answers = await serviceAnswers(service.url, data, rounds.take(5))
  add(await startConstant(start, 'ours', answers))
  add(await startConstant(start, 'bare', answers))
  add(await startYardstick(start))
  add(startStores(start))
  return { contestants, rounds }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
