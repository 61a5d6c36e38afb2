/**
 * Measures pages of 25 entries with `include=names` against the same pages without, over HTTP.
 *
 *   npx node bench/names.ts
 *   npx node bench/names.ts --rounds 2 --seconds 1 --connections 1
 */
import { parseArgs } from 'node:util'
import { PERMISSIONS } from '../src/domain/permissions.ts'
import { Cleanups } from './measure/cleanups.ts'
import { outputOf } from './measure/commands.ts'
import { Connection } from './measure/connection.ts'
import { openDatabases } from './measure/databases.ts'
import { datasetSize, organizationId } from './measure/dataset.ts'
import { grouped, median, spread } from './measure/statistics.ts'
import { startService } from './measure/subjects.ts'

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '3' },
    scale: { type: 'string', default: '0.05' },
  },
})
const [connections, rounds, seconds] = [values.connections, values.rounds, values.seconds].map(
  Number,
) as [number, number, number]
const LISTS = ['outbound-shipments', 'inventory-items', 'fbo-accounts', 'transfers']
/** One page that is asked again and again would be read once for all connections. */
const PAGES = 12

const cleanups = new Cleanups()
await cleanups.around(async () => {
  const databases = await openDatabases(cleanups, datasetSize(Number(values.scale)))
  const { sql, url: databaseUrl } = databases.service
  await sql`
    update inventory_items set description = 'Card ' || right(id, 6),
      identifiers = jsonb_build_array(jsonb_build_object('scheme', 'serial', 'value', right(id, 9)))
    where organization_id = ${organizationId(0)}`
  await sql`vacuum analyze inventory_items`
  const env = { DATABASE_URL: databaseUrl }
  const of = ['--organization', organizationId(0), '--permissions', PERMISSIONS.join()]
  const { token } = JSON.parse(await outputOf(['token', 'create', ...of, '--json'], env))
  const { url } = await startService(cleanups, { databaseUrl })
  const opened = Array.from({ length: connections }, () => Connection.open(url))
  const clients = await Promise.all(opened)
  const measure = async (path: string, length: number): Promise<number> => {
    const until = performance.now() + length * 1_000
    let count = 0
    const work = async (client: Connection, place: number) => {
      for (let next = place; performance.now() < until; next += 1) {
        const page = 1 + (next % PAGES)
        const headers = `authorization: Bearer ${token}\r\n`
        const request = { method: 'GET', path: `${path}&page=${page}`, headers }
        const { status, body } = await client.send(request)
        if (status !== 200) throw new Error(`${status} ${body}`)
        count += 1
      }
    }
    await Promise.all(clients.map(work))
    return count / length
  }
  print(['Pages of', 'without names, a second', 'with names', 'share'])
  print(['---', '---', '---', '---'])
  for (const list of LISTS) {
    const plain = `/v1/${list}?limit=25`
    const named = `${plain}&include=names`
    for (const path of [plain, named]) await measure(path, 2)
    const found: Record<string, number[]> = { [plain]: [], [named]: [] }
    for (let round = 0; round < rounds; round += 1) {
      for (const path of round % 2 === 0 ? [plain, named] : [named, plain]) {
        found[path]?.push(await measure(path, seconds))
      }
    }
    const [without, withNames] = [found[plain] ?? [], found[named] ?? []]
    const share = grouped(median(withNames) / median(without), 2)
    print([list, spread(without, 0), spread(withNames, 0), share])
  }
  for (const client of clients) client.close()
})

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
