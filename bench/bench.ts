/**
 * Compares the service with a plain service, which a user would write in an afternoon, and with the
 * ceiling of its own Fastify, on this machine, in one run. Rounds alternate between the subjects,
 * so that other work of the machine slows all of them.
 *
 *   npm run bench                                       everything, some 12 minutes
 *   npm run bench -- --write                            and into bench/results/
 *   npm run bench -- --only get,update --scale 0.1      some loads, over fewer records
 *   npm run bench -- --rounds 2 --seconds 1 --connections 64 --starts 0
 *   npm run bench -- --only get --profile /tmp/get      with a CPU profile of the service
 */
import { Cleanups } from './measure/cleanups.ts'
import { outputOf } from './measure/commands.ts'
import { type Databases, openDatabases, updatesOf } from './measure/databases.ts'
import { accountOf, datasetSize } from './measure/dataset.ts'
import { startLoader } from './measure/loader.ts'
import { marksOf } from './measure/marks.ts'
import { readOptions } from './measure/options.ts'
import { memoryMbOf } from './measure/process-use.ts'
import { buildPublished } from './measure/published.ts'
import { type Run, summaryOf, writeReport } from './measure/report.ts'
import { countUnexpected, LOADS_HEADER, loadLines } from './measure/results.ts'
import { type MeasuredLoad, Rounds } from './measure/rounds.ts'
import { startTimes } from './measure/start-times.ts'
import { grouped } from './measure/statistics.ts'
import {
  type Subject,
  startCeiling,
  startOutbox,
  startPlain,
  startService,
  underKeys,
} from './measure/subjects.ts'

const options = readOptions()
const cleanups = new Cleanups()

await cleanups.around(main)

async function main(): Promise<void> {
  buildPublished()
  const startSeconds = await startTimes(cleanups, options.starts)
  const size = datasetSize(options.scale)
  const fillingSince = performance.now()
  const databases = await openDatabases(cleanups, size)
  const fillSeconds = (performance.now() - fillingSince) / 1_000
  say(`filled in ${grouped(fillSeconds, 0)} s`)
  const loader = startLoader()
  cleanups.add(loader.stop)
  const subjects = await startSubjects(databases)
  const rounds = new Rounds({ ...options, subjects, databases, loader, size })
  const measured = await measureAll(rounds)
  const [service] = subjects as [Subject]
  const peakMb = memoryMbOf(service.pid, 'VmHWM')
  const marks = marksOf(measured, { memoryMb: rounds.memory.maxMb, startSeconds })
  const finished: Run = {
    options,
    size,
    fillSeconds,
    measured,
    marks,
    postgresVersion: databases.postgresVersion,
    loaderShareMax: rounds.loaderShareMax,
    remarks: [
      ...(peakMb === null ? [] : [`The service's process held ${grouped(peakMb, 0)} MB at most.`]),
      await checkBooks(databases, rounds),
      `Updates by the service: ${await updatesOf(databases.service)}.`,
    ],
  }
  const summary = summaryOf(finished)
  say(`\n${summary}`)
  if (options.write) writeReport(summary, finished)
  if (countUnexpected(measured) > 0) process.exitCode = 1
}

async function startSubjects(databases: Databases): Promise<Subject[]> {
  const databaseUrl = databases.service.url
  const service = await startService(cleanups, { databaseUrl, profile: options.profile })
  const plain = await startPlain(cleanups, databases.plain.url)
  const response = await fetch(new URL(`/v1/fbo-accounts/${accountOf(0, 1)}`, service.url), {
    headers: { authorization: `Bearer ${databases.tokens[0]}` },
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  const outbox = await startOutbox(cleanups, databases.outbox.url)
  return [service, plain, outbox, underKeys(service), await startCeiling(cleanups, text)]
}

async function measureAll(rounds: Rounds): Promise<MeasuredLoad[]> {
  const measured: MeasuredLoad[] = []
  say(LOADS_HEADER)
  for (const load of options.loads) {
    for (const connections of options.connections) {
      const found = await rounds.measure(load, connections)
      measured.push(found)
      say(loadLines(found))
    }
  }
  return measured
}

/** @throws where `verify` finds something wrong, or the number of transfers is another */
async function checkBooks(databases: Databases, rounds: Rounds): Promise<string> {
  const env = { DATABASE_URL: databases.service.url, DATABASE_STATEMENT_TIMEOUT_MS: '600000' }
  const found = JSON.parse(await outputOf(['verify', '--json'], env))
  await rounds.checkBooks()
  return (
    `Afterwards \`vault-inventory verify\` found nothing wrong in ${grouped(found.items, 0)} items, ` +
    `and there were exactly the ${grouped(rounds.counted, 0)} transfers that were acknowledged.`
  )
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
