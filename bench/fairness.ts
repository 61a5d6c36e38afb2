/**
 * The latencies of an organization that sends one request at a time while another one floods the
 * service, on synthetic records in a database of its own:
 *
 *   npx node bench/fairness.ts                  64 and 256 connections flood
 *   npx node bench/fairness.ts --connections 64 --rounds 3 --seconds 2 --scale 0.05
 */

import { parseArgs } from 'node:util'
import { Cleanups } from './measure/cleanups.ts'
import { Connection } from './measure/connection.ts'
import { openDatabases } from './measure/databases.ts'
import { accountOf, datasetSize, ORGANIZATIONS } from './measure/dataset.ts'
import { startLoader } from './measure/loader.ts'
import type { LoadName } from './measure/loads.ts'
import { Rounds } from './measure/rounds.ts'
import { quantile } from './measure/statistics.ts'
import { startService } from './measure/subjects.ts'

const FLOODS: readonly LoadName[] = ['get', 'update', 'list-deep', 'create-5', 'create-100', 'mix']
const QUIET = ORGANIZATIONS - 1
const ALONE_MS = 4_000

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64,256' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    scale: { type: 'string', default: '0.5' },
  },
})
const size = datasetSize(Number(values.scale))
const cleanups = new Cleanups()
await cleanups.around(main)

async function main(): Promise<void> {
  const databases = await openDatabases(cleanups, size)
  const loader = startLoader()
  cleanups.add(loader.stop)
  const service = await startService(cleanups, { databaseUrl: databases.service.url })
  const startQuiet = () => startQuietly(service.url, databases.tokens[QUIET] as string)

  say('| Flood | Its requests/s | Its p99 ms | Quiet get: p50 ms | p99 ms | max ms | of |')
  say('|---|---|---|---|---|---|---|')
  const alone = startQuiet()
  await new Promise((resolve) => setTimeout(resolve, ALONE_MS))
  say(`| none | | | ${row(await alone())} |`)
  for (const connections of values.connections.split(',').map(Number)) {
    for (const flood of FLOODS) {
      const quiet: number[] = []
      const rounds = new Rounds({
        subjects: [service],
        databases,
        loader,
        size,
        organizations: 1,
        rounds: Number(values.rounds),
        seconds: Number(values.seconds),
        around: async (run) => {
          const stop = startQuiet()
          const result = await run()
          quiet.push(...(await stop()))
          return result
        },
      })
      await rounds.emptyAll()
      const { results } = await rounds.measure(flood, connections)
      const of = results.get('service') ?? []
      const rates = of.map(({ requestsPerSecond }) => Math.round(requestsPerSecond)).join(', ')
      const p99 = of.map(({ latencies }) => latencies.p99.toFixed(0)).join(', ')
      say(`| ${flood}, ${connections} connections | ${rates} | ${p99} | ${row(quiet)} |`)
    }
  }
}

/** Gets one account after the other until the returned function is called: milliseconds of each. */
function startQuietly(url: string, token: string): () => Promise<number[]> {
  const headers = `authorization: Bearer ${token}\r\n`
  const times: number[] = []
  let isOver = false
  const done = (async () => {
    const connection = await Connection.open(url)
    for (let number = 0; !isOver; number = (number + 1) % size.accounts) {
      const startedAt = performance.now()
      const path = `/v1/fbo-accounts/${accountOf(QUIET, number)}`
      const { status, body } = await connection.send({ method: 'GET', path, headers })
      if (status !== 200) throw new Error(`the quiet organization got ${status} ${body}`)
      times.push(performance.now() - startedAt)
    }
    connection.close()
    return times
  })()
  // Reported where it is awaited; it may fail before.
  done.catch(() => undefined)
  return () => {
    isOver = true
    return done
  }
}

function row(times: readonly number[]): string {
  const at = (share: number) => quantile(times, share).toFixed(1)
  return `${at(0.5)} | ${at(0.99)} | ${at(1)} | ${times.length}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
