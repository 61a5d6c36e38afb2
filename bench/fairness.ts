/**
 * What an organization that asks one thing at a time notices of another one that floods the
 * service, on made-up records in a database of its own:
 *
 *   npx node bench/fairness.ts                  64 and 256 connections of the one, one of the other
 *   npx node bench/fairness.ts --connections 64 --rounds 3 --seconds 2 --scale 0.05
 */

import { parseArgs } from 'node:util'
import { Client } from 'undici'
import { accountId } from './made-up-records.ts'
import { openBenchVault, openLoader } from './side-by-side/bench-vault.ts'
import { Cleanups } from './side-by-side/cleanups.ts'
import { startService } from './side-by-side/contestants.ts'
import type { LoadName } from './side-by-side/loads.ts'
import { Rounds } from './side-by-side/measured-rounds.ts'
import type { VaultData } from './side-by-side/vault-data.ts'

const FLOODS: readonly LoadName[] = ['get', 'update', 'list-deep', 'create-5', 'create-100', 'mix']
const ALONE_MS = 4_000

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64,256' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    scale: { type: 'string', default: '0.05' },
  },
})
const cleanups = new Cleanups()
try {
  await main()
} finally {
  await cleanups.run()
}

async function main(): Promise<void> {
  const { data } = await openBenchVault(cleanups, Number(values.scale))
  const service = await startService({ data, ...openLoader(cleanups) })
  cleanups.add(service.stop)

  say('| Flood | Its requests/s | Its p99 ms | Quiet get: p50 ms | p99 ms | max ms | of |')
  say('|---|---|---|---|---|---|---|')
  const alone = quietly(service.url, data)
  await new Promise((resolve) => setTimeout(resolve, ALONE_MS))
  say(`| none | | | ${row(await alone())} |`)
  for (const connections of values.connections.split(',').map(Number)) {
    for (const flood of FLOODS) {
      const quiet: Promise<number[]>[] = []
      const rounds = new Rounds({
        contestants: [service],
        data,
        rounds: Number(values.rounds),
        seconds: Number(values.seconds),
        watch: () => {
          const done = quietly(service.url, data)
          return () => void quiet.push(done())
        },
      })
      const { results } = await rounds.measure(flood, connections)
      const of = results.get('service') ?? []
      const rates = of.map(({ requestsPerSecond }) => Math.round(requestsPerSecond)).join(', ')
      const p99 = of.map(({ latencies }) => latencies.p99.toFixed(0)).join(', ')
      say(
        `| ${flood}, ${connections} connections | ${rates} | ${p99} | ${row((await Promise.all(quiet)).flat())} |`,
      )
    }
  }
}

/** Gets one account after the other, until what it returns is called: milliseconds of each. */
function quietly(url: string, data: VaultData): () => Promise<number[]> {
  const client = new Client(url, { pipelining: 1 })
  const headers = { authorization: `Bearer ${data.neighbourToken}` }
  const times: number[] = []
  let isOver = false
  const done = (async () => {
    for (let number = 0; !isOver; number = (number + 1) % 1_000) {
      const startedAt = performance.now()
      const path = `/v1/fbo-accounts/${accountId(number)}`
      const { statusCode, body } = await client.request({ method: 'GET', path, headers })
      await body.dump()
      if (statusCode !== 200) throw new Error(`the quiet organization got ${statusCode}`)
      times.push(performance.now() - startedAt)
    }
    await client.close()
    return times
  })()
  // Told where it is waited for; a service that is stopped meanwhile is nobody's fault.
  done.catch(() => undefined)
  return () => {
    isOver = true
    return done
  }
}

function row(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)
  return `${at(0.5)} | ${at(0.99)} | ${at(1)} | ${sorted.length}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
