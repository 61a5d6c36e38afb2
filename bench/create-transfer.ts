/**
 * What Create Transfer costs, before and after: two source trees, each with its own service over
 * its own database of one PostgreSQL, filled with the same made-up records by the tree's commands.
 * Rounds of load alternate between them, so that whatever else the machine does meets both.
 *
 *   npx node bench/create-transfer.ts                       before: 3eaa40f, after: this tree
 *   npx node bench/create-transfer.ts --before main~5 --after main --rounds 11
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { openServer } from '../test/support/open-server.ts'
import { adminConnection, dropDatabase } from '../test/support/server.ts'
import {
  type Contender,
  checkOut,
  fillDatabase,
  makeRecords,
  startContender,
  workingTree,
} from './contenders.ts'
import { type Load, quantile, type Round, runRound } from './transfer-round.ts'

const ACCOUNTS = 50
const { values } = parseArgs({
  options: {
    before: { type: 'string', default: '3eaa40f' },
    after: { type: 'string' },
    rounds: { type: 'string', default: '9' },
    scale: { type: 'string', default: '1' },
  },
})
const rounds = Number(values.rounds)
const LOADS: readonly Load[] = [
  [1, 300],
  [5, 200],
  [20, 100],
  [100, 40],
].flatMap(([items, transfers]) =>
  [1, 32].map((callers) => ({
    itemsPerTransfer: items as number,
    callers,
    transfers: Math.max(callers, Math.round((transfers as number) * Number(values.scale))),
  })),
)
const cleanups: (() => unknown)[] = []

try {
  await main()
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}

async function main(): Promise<void> {
  const contenders = await prepare()
  process.stdout.write(
    `${contenders.map(({ name }) => name).join(', ')}: ${rounds} rounds each\n\n`,
  )
  process.stdout.write(
    '| Items | Callers | Which | Transfers/s, median (range) | Ratio, median (range) | p50 ms | p95 ms |\n',
  )
  process.stdout.write('|---|---|---|---|---|---|---|\n')
  for (const load of LOADS) await measure(contenders, load)
}

/** The contenders, each with the same records; what they need is removed at the end. */
async function prepare(): Promise<Contender[]> {
  const { server, stop } = await openServer()
  cleanups.push(stop)
  const admin = adminConnection(server)
  cleanups.push(() => admin.end())
  const perRound = LOADS.reduce((sum, load) => sum + load.transfers * load.itemsPerTransfer, 0)
  // One round to warm up, and what is left over in every account.
  const records = await makeRecords((rounds + 1) * perRound + ACCOUNTS * 200, ACCOUNTS)
  cleanups.push(records.remove)
  const stock = await readStock(records.items)
  process.stdout.write(`${records.itemCount} items in ${ACCOUNTS} accounts\n`)

  const before = await checkOut(values.before)
  cleanups.push(before.remove)
  const after = values.after === undefined ? await workingTree() : await checkOut(values.after)
  cleanups.push(after.remove)
  const made = `vault_bench_${process.pid}`
  const named = (name: string) => {
    cleanups.push(() => dropDatabase(admin, `${made}_${name}`))
    return `${made}_${name}`
  }
  const contenders: Contender[] = []
  const start = async (
    name: string,
    options: Omit<Parameters<typeof startContender>[0], 'name' | 'server' | 'stock'>,
  ) => {
    const contender = await startContender({ name, server, stock, ...options })
    cleanups.push(contender.stop)
    contenders.push(contender)
  }

  const ready = []
  for (const [name, tree] of [
    ['before', before],
    ['after', after],
  ] as const) {
    const database = named(name)
    const token = await fillDatabase({ admin, server, name: database, tree, records })
    ready.push({ label: `${name} (${tree.commit})`, database, tree, token })
  }
  for (const { label, ...options } of ready) await start(label, options)
  return contenders
}

/** Prints one line per contender: medians over the rounds, the range, the ratio to the first. */
async function measure(contenders: readonly Contender[], load: Load): Promise<void> {
  const found = new Map<Contender, Round[]>(contenders.map((contender) => [contender, []]))
  for (let round = 0; round <= rounds; round += 1) {
    // Each begins as often as the others; the first round only warms up.
    const turn = round % contenders.length
    for (const contender of [...contenders.slice(turn), ...contenders.slice(0, turn)]) {
      const result = await runRound(contender, load)
      if (round > 0) found.get(contender)?.push(result)
      else await contender.analyze()
    }
  }
  const [first] = found.values()
  for (const [{ name }, results] of found) {
    const rates = results.map((result) => result.transfersPerSecond)
    const ratios = rates.map((rate, round) => rate / (first?.[round]?.transfersPerSecond ?? 1))
    const latencies = results.flatMap((result) => result.latenciesMs).sort((a, b) => a - b)
    const cells = [
      load.itemsPerTransfer,
      load.callers,
      name,
      spread(rates, 0),
      spread(ratios, 2),
      quantile(latencies, 0.5).toFixed(1),
      quantile(latencies, 0.95).toFixed(1),
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
}

function spread(values: readonly number[], digits: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  const [least, median, most] = [0, 0.5, 1].map((share) => quantile(sorted, share).toFixed(digits))
  return `${median} (${least} to ${most})`
}

/** The ids of the items, by account, out of the file that they are imported from. */
async function readStock(path: string): Promise<Map<string, string[]>> {
  const stock = new Map<string, string[]>()
  for await (const line of createInterface(createReadStream(path))) {
    const [id, account] = line.split(',', 2) as [string, string]
    if (id === 'id') continue
    const ids = stock.get(account) ?? []
    ids.push(id)
    stock.set(account, ids)
  }
  return stock
}
