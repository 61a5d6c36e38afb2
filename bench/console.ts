/**
 * Costs of the console. First its first load from the demo, as the browser counts it, without
 * anything in its cache. Then Get FBO Account with the console open in tabs beside it, and without:
 * the browser runs on the same machine, and what it takes of the processors the service lacks.
 *
 *   npx node bench/console.ts
 *   npx node bench/console.ts --loads 3 --rounds 2 --seconds 1 --scale 0.02
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { PERMISSIONS } from '../src/domain/permissions.ts'
import { launchBrowser } from '../test/support/console/chromium.ts'
import { startDemo } from '../test/support/processes/demo-process.ts'
import { Cleanups } from './measure/cleanups.ts'
import { outputOf } from './measure/commands.ts'
import {
  type ConsoleLink,
  firstLoad,
  type ItemsLoad,
  itemsLoad,
  openTabs,
} from './measure/console-tabs.ts'
import { openDatabases } from './measure/databases.ts'
import { datasetSize, organizationId } from './measure/dataset.ts'
import { startLoader } from './measure/loader.ts'
import type { RoundResult } from './measure/round.ts'
import { grouped, median, spread } from './measure/statistics.ts'
import { startService } from './measure/subjects.ts'

const { values } = parseArgs({
  options: {
    loads: { type: 'string', default: '10' },
    tabs: { type: 'string', default: '10' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '4' },
    scale: { type: 'string', default: '0.2' },
  },
})
const [tabs, connections, seconds] = [values.tabs, values.connections, values.seconds].map(
  Number,
) as [number, number, number]
const SLOW = { bytesPerSecond: 50_000, latencyMs: 400 }
const cleanups = new Cleanups()
await cleanups.around(main)

async function main(): Promise<void> {
  const browser = await launchBrowser()
  cleanups.add(() => browser.close())
  await measureFirstLoads(browser)
  await measureBeside(browser)
}

async function measureFirstLoads(browser: Browser): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vault-bench-console-'))
  cleanups.add(() => rmSync(dataDir, { recursive: true, force: true }))
  // It asks a test only for what happens at its end.
  const atEnd = { after: (undo: () => unknown) => cleanups.add(undo) } as unknown as TestContext
  const demo = await startDemo(atEnd, { DATA_DIR: dataDir, PORT: '0' })
  const link = { url: demo.url, token: demo.tokens[0] as string }
  // The first one reads the files and compiles the code of the service, and is not counted.
  await firstLoad(browser, link)
  const loads = []
  for (let load = 0; load < Number(values.loads); load += 1) {
    loads.push(await firstLoad(browser, link))
  }
  print(['First load of Home', `median of ${loads.length} (least to most)`])
  print(['---', '---'])
  const row = (name: string, of: readonly number[], digits = 0) => print([name, spread(of, digits)])
  const kilobytes = (bytes: number) => bytes / 1_000
  row(
    'First contentful paint, ms',
    loads.map((load) => load.firstPaint),
  )
  row(
    'Largest contentful paint, ms',
    loads.map((load) => load.largestPaint),
  )
  row(
    'Home stands, ms',
    loads.map((load) => load.homeStands),
  )
  row(
    'Transferred, kB',
    loads.map((load) => kilobytes(load.bytes)),
    1,
  )
  row(
    'of which scripts and styles, kB',
    loads.map((load) => kilobytes(load.codeBytes)),
    1,
  )
  row(
    'Requests',
    loads.map((load) => load.requests),
  )
  await measureItems(browser, link)
  await demo.stop()
}

/** The list of the demo's 5,000 items, on the machine's own line and on a slow one. */
async function measureItems(browser: Browser, link: ConsoleLink): Promise<void> {
  const lines = [
    ['no line', undefined],
    ['50 kB/s, 400 ms', SLOW],
  ] as const
  print([])
  print(['Items', 'first rows, ms', 'with the code in the cache, ms', 'next page, ms'])
  print(['---', '---', '---', '---'])
  for (const [name, line] of lines) {
    const loads: ItemsLoad[] = []
    for (let load = 0; load < Number(values.loads) / 2; load += 1) {
      loads.push(await itemsLoad(browser, link, line))
    }
    const of = (part: 'cold' | 'warm' | 'nextPage') =>
      spread(
        loads.map((load) => load[part]),
        0,
      )
    print([name, of('cold'), of('warm'), of('nextPage')])
  }
}

async function measureBeside(browser: Browser): Promise<void> {
  const size = datasetSize(Number(values.scale))
  const databases = await openDatabases(cleanups, size)
  const databaseUrl = databases.service.url
  const token = await issueOperator(databaseUrl)
  const { url } = await startService(cleanups, { databaseUrl })
  const loader = startLoader()
  cleanups.add(loader.stop)
  let seed = 0
  const round = async (length = seconds) => {
    seed += 1
    const options = { url, tokens: databases.tokens, load: 'get', connections, size, seed } as const
    return await loader.run({
      ...options,
      responses: 'judged',
      keys: 'unused',
      seconds: length,
      stock: { 5: 0, 100: 0 },
    })
  }
  await round(2)
  const found: Record<'without' | 'with', RoundResult[]> = { without: [], with: [] }
  for (let number = 0; number < Number(values.rounds); number += 1) {
    const order = number % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)
    for (const name of order) {
      found[name].push(
        name === 'with' ? await beside(browser, { url, token }, round) : await round(),
      )
    }
  }
  report(found)
}

/** A round while the tabs are open, and have loaded. */
async function beside(
  browser: Browser,
  link: ConsoleLink,
  round: () => Promise<RoundResult>,
): Promise<RoundResult> {
  const close = await openTabs(browser, link, tabs)
  try {
    return await round()
  } finally {
    await close()
  }
}

function report(found: Readonly<Record<'without' | 'with', readonly RoundResult[]>>): void {
  print([])
  print([`Get FBO Account, ${connections} connections`, 'Requests/s', 'p50 ms', 'p99 ms'])
  print(['---', '---', '---', '---'])
  for (const [name, results] of Object.entries(found)) {
    const unexpected = results.flatMap((result) => Object.keys(result.unexpected))
    if (unexpected.length > 0) throw new Error(`${name}: ${unexpected.join()}`)
    print([
      name === 'with' ? `console open in ${tabs} tabs` : 'no console',
      spread(
        results.map(({ requestsPerSecond }) => requestsPerSecond),
        0,
      ),
      spread(
        results.map(({ latencies }) => latencies.p50),
        1,
      ),
      spread(
        results.map(({ latencies }) => latencies.p99),
        1,
      ),
    ])
  }
  const ratios = found.with.map(
    ({ requestsPerSecond }, index) =>
      requestsPerSecond / (found.without[index]?.requestsPerSecond ?? Number.NaN),
  )
  print([`Ratio, median ${grouped(median(ratios), 2)}`, spread(ratios, 2), '', ''])
}

/** A token with every permission, of the first organization. */
async function issueOperator(databaseUrl: string): Promise<string> {
  const of = ['--organization', organizationId(0), '--permissions', PERMISSIONS.join()]
  const env = { DATABASE_URL: databaseUrl }
  return JSON.parse(await outputOf(['token', 'create', ...of, '--json'], env)).token
}

function print(cells: readonly string[]): void {
  process.stdout.write(cells.length === 0 ? '\n' : `| ${cells.join(' | ')} |\n`)
}
