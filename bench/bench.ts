/**
 * The service beside a constant answer, a straightforward implementation and its own stores, on
 * this machine, in one run: `npm run bench`. Rounds alternate between them, so that whatever else
 * the machine does meets all of them.
 *
 *   npm run bench                                       everything, some 20 minutes
 *   npm run bench -- --write                            and into docs/PERFORMANCE.md
 *   npm run bench -- --only get,update --scale 0.1      some loads, over a tenth of the records
 *   npm run bench -- --rounds 2 --seconds 1 --connections 64
 *   npm run bench -- --only get --profile /tmp/get      with a CPU profile of the service
 */

import { readOptions } from './side-by-side/bench-options.ts'
import { openBenchVault, openLoader } from './side-by-side/bench-vault.ts'
import { Cleanups } from './side-by-side/cleanups.ts'
import { serviceAnswers } from './side-by-side/constant-answers.ts'
import {
  type Contestant,
  startConstant,
  startService,
  startStores,
  startYardstick,
} from './side-by-side/contestants.ts'
import { type MeasuredLoad, Rounds } from './side-by-side/measured-rounds.ts'
import { measuresOf } from './side-by-side/measures.ts'
import { earlierRun, writeSection } from './side-by-side/performance-page.ts'
import { MemoryWatch, memoryOf } from './side-by-side/process-use.ts'
import { countUnexpected, LOAD_TABLE_HEAD, loadLines } from './side-by-side/report.ts'
import { runFacts } from './side-by-side/run-facts.ts'
import { type Run, runText, summaryText } from './side-by-side/run-text.ts'
import { startTimes } from './side-by-side/start-times.ts'
import { grouped } from './side-by-side/statistics.ts'
import type { VaultData } from './side-by-side/vault-data.ts'

const options = readOptions()
const cleanups = new Cleanups()

try {
  await main()
} finally {
  await cleanups.run()
}

async function main(): Promise<void> {
  const startSeconds = await startTimes(options.starts)
  const { data, postgresVersion, fillSeconds } = await openBenchVault(cleanups, options.scale)
  say(`${JSON.stringify(data.size)} filled in ${grouped(fillSeconds, 0)} s`)
  const memory = new MemoryWatch()
  const { contestants, rounds } = await startAll(data, memory)
  const measured = await measureAll(contestants, rounds)
  const memoryMb = memory.mostMb === 0 ? null : memory.mostMb
  const [service] = contestants as [Contestant]
  const { peakMb } = memoryOf(service.pid)
  const run: Run = {
    facts: await runFacts(postgresVersion),
    ...options,
    size: data.size,
    fillSeconds,
    loaderShareMax: rounds.loaderShareMax,
    measured,
    measures: measuresOf(measured, { memoryMb, startSeconds }),
    remarks: [
      ...(peakMb === null
        ? []
        : [`At its largest in the whole run the service's process had ${grouped(peakMb, 0)} MB.`]),
      await checkBooks(data, rounds),
    ],
  }
  say(['', summaryText(run), ...run.remarks].join('\n\n'))
  if (options.write) writeSection(runText(run, earlierRun()), run)
  if (countUnexpected(measured) > 0) process.exitCode = 1
}

async function startAll(
  data: VaultData,
  memory: MemoryWatch,
): Promise<{ contestants: Contestant[]; rounds: Rounds }> {
  const start = { data, ...openLoader(cleanups) }
  const contestants: Contestant[] = []
  const rounds = new Rounds({
    ...options,
    contestants,
    data,
    watch: ({ name, pid }, load, connections) =>
      name === 'service' && load === 'mix' && connections === 64
        ? memory.start(pid)
        : () => undefined,
  })
  const add = (contestant: Contestant) => {
    cleanups.add(contestant.stop)
    contestants.push(contestant)
  }
  const service = await startService(start, { profile: options.profile })
  add(service)
  add(service.underKeys)
  const answers = await serviceAnswers(service.url, data, rounds.take(5))
  add(await startConstant(start, 'ours', answers))
  add(await startConstant(start, 'bare', answers))
  add(await startYardstick(start))
  add(startStores(start))
  return { contestants, rounds }
}

async function measureAll(
  contestants: readonly Contestant[],
  rounds: Rounds,
): Promise<MeasuredLoad[]> {
  const measured: MeasuredLoad[] = []
  say(`${contestants.map(({ name }) => name).join(', ')}\n\n${LOAD_TABLE_HEAD}`)
  for (const load of options.loads) {
    for (const connections of options.connections) {
      const found = await rounds.measure(load, connections)
      measured.push(found)
      say(loadLines(found))
    }
  }
  return measured
}

/** No transfer that was acknowledged is missing, and there is none that nobody was told of. */
async function checkBooks(data: VaultData, rounds: Rounds): Promise<string> {
  const transfers = await data.verify()
  const acknowledged = rounds.created + data.size.refusing
  if (transfers !== acknowledged) {
    process.exitCode = 1
    return `**Of ${acknowledged} transfers that were acknowledged there are ${transfers}.**`
  }
  return (
    'Afterwards `vault-inventory verify` found nothing wrong, and there were exactly the ' +
    `${grouped(transfers, 0)} transfers that were acknowledged.`
  )
}

/** Once, whoever asks for it first: an end that is not awaited leaves a PostgreSQL behind. */

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
