/**
 * Measures calls of the TypeScript client beside the same requests by bare `fetch`, in this process,
 * in turns and in both orders.
 *
 *   npx node bench/client.ts
 *   npx node bench/client.ts --rounds 2 --seconds 1 --callers 1
 */
import { parseArgs } from 'node:util'
import { createClient } from '../clients/typescript/src/client.ts'
import { PERMISSIONS } from '../src/domain/permissions.ts'
import { Cleanups } from './measure/cleanups.ts'
import { outputOf } from './measure/commands.ts'
import { openDatabases } from './measure/databases.ts'
import { accountOf, datasetSize, organizationId } from './measure/dataset.ts'
import { grouped, median, spread } from './measure/statistics.ts'
import { startService } from './measure/subjects.ts'

const { values } = parseArgs({
  options: {
    callers: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '3' },
  },
})
const [callers, rounds, seconds] = [values.callers, values.rounds, values.seconds].map(Number) as [
  number,
  number,
  number,
]

const cleanups = new Cleanups()
await cleanups.around(async () => {
  const { service } = await openDatabases(cleanups, datasetSize(0.01))
  const of = ['--organization', organizationId(0), '--permissions', PERMISSIONS.join()]
  const env = { DATABASE_URL: service.url }
  const { token } = JSON.parse(await outputOf(['token', 'create', ...of, '--json'], env))
  const { url } = await startService(cleanups, { databaseUrl: service.url })
  const vault = createClient({ url, token })
  const id = accountOf(0, 1)
  const bare = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${response.status}`)
    return (await response.json()) as { data: object }
  }
  const account = `/v1/fbo-accounts/${id}`
  const list = '/v1/outbound-shipments?limit=25'
  const contact = { phone: '+1 206 555 0142' }
  const pairs: Record<string, { bare: Work; client: Work }> = {
    'Get FBO Account': {
      bare: () => bare('GET', account),
      client: () => vault.getFboAccount({ id }),
    },
    'List Outbound Shipments, 25': {
      bare: () => bare('GET', list),
      client: () => vault.listOutboundShipments({ limit: 25 }),
    },
    'Update FBO Account': {
      bare: () => bare('PATCH', account, contact),
      client: () => vault.updateFboAccount({ id, ...contact }),
    },
  }
  print(['Calls a second', 'bare fetch', 'the client', 'share', 'share of each round'])
  print(['---', '---', '---', '---', '---'])
  for (const [name, works] of Object.entries(pairs)) {
    for (const work of Object.values(works)) await rateOf(work, 2)
    const found = { bare: [] as number[], client: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      const order = ['bare', 'client'] as const
      for (const which of round % 2 === 0 ? order : order.toReversed()) {
        found[which].push(await rateOf(works[which], seconds))
      }
    }
    const shares = found.client.map((rate, round) => rate / (found.bare[round] as number))
    const share = grouped(median(found.client) / median(found.bare), 3)
    print([name, spread(found.bare, 0), spread(found.client, 0), share, spread(shares, 2)])
  }
})

type Work = () => Promise<unknown>

async function rateOf(work: Work, length: number): Promise<number> {
  const until = performance.now() + length * 1_000
  let count = 0
  const call = async () => {
    for (; performance.now() < until; count += 1) await work()
  }
  await Promise.all(Array.from({ length: callers }, call))
  return count / length
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
