/**
 * Lets claimers want the same items of a cluster on this machine, through a service for each node,
 * while nodes and services are killed, nodes hang and shards move; then, with `--coordinator-down`,
 * while there is no coordinator. Prints responses, disturbances, and each promise that was broken:
 * nothing acknowledged is lost, nothing is done twice, others get no 503, `verify` finds nothing.
 * It ends with 1 if one was.
 *
 *   npm run cluster -- build --folder DIR --nodes 3 --shards 16
 *   npx node bench/cluster-claims.ts --folder DIR --minutes 10 --coordinator-down 10
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { placeOf } from '../test/support/processes/cluster.ts'
import { Random } from '../test/support/vault/random.ts'
import { checkClaims } from './measure/claim-checks.ts'
import { ClaimCluster } from './measure/claim-cluster.ts'
import { ClaimRequests } from './measure/claim-requests.ts'
import { type ClaimedOrganization, openOrganizations } from './measure/claimed-organization.ts'
import { Cleanups } from './measure/cleanups.ts'
import { outputOf } from './measure/commands.ts'
import { issueUnused, useTokens } from './measure/coordinator-down.ts'

const CLAIMERS = 64
const ORGANIZATIONS = 12
const DISTURBED_EVERY_MS = 20_000
const PAUSE_MS_MAX = 600
/** Requests that waited for a move end after it. */
const WAITING_MS = 6_000

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    'coordinator-down': { type: 'string', default: '0' },
    seed: { type: 'string', default: `${Date.now() % 1e6}` },
  },
})
if (values.folder === undefined) throw new Error('Say --folder: that of a cluster on this machine.')
const minutes = Number(values.minutes)
const minutesDown = Number(values['coordinator-down'])
const random = new Random(Number(values.seed))
const run = `claims_${Date.now().toString(36)}`
const cleanups = new Cleanups()
const cluster = new ClaimCluster(values.folder, cleanups)
const requests = new ClaimRequests(cluster, random, run)
await cleanups.around(main)

async function main(): Promise<void> {
  console.info(`seed ${values.seed}, run ${run}`)
  await cluster.serve()
  const using = { requests, random }
  const organizations = await openOrganizations(cluster, { count: ORGANIZATIONS, run }, using)
  const unused = await issueUnused(organizations, minutesDown)
  requests.takeCounts()
  if (minutes > 0) {
    await claimWhile(organizations, () => disturb(organizations))
    report(`Responses in ${minutes} minutes of disturbances`)
  }
  if (minutesDown > 0) {
    await claimWhile(organizations, () => goWithoutCoordinator(unused))
    report(`Responses in ${minutesDown} minutes without a coordinator`)
  }
  for (const organization of organizations) await checkClaims(cluster.sql, organization, requests)
  const claims = organizations.reduce((sum, each) => sum + each.claims.size, 0)
  console.info(`\n${claims} claims acknowledged, of ${organizations.length} organizations`)
  const verified = await outputOf(['verify'], { DATABASE_URL: cluster.databaseUrl }).catch(
    ({ message }) => {
      requests.violate('verify', message)
      return ''
    },
  )
  console.info(`verify: ${verified.trim()}`)
  const promises = ['lost', 'doubled', 'not asked for', '503 of others']
  for (const promise of new Set([...promises, ...requests.violations.keys()])) {
    console.info(`${promise}: ${requests.violations.get(promise)?.length ?? 0}`)
  }
  console.info(`\nWarnings of the services:\n${cluster.logged().join('\n')}`)
  if (requests.violations.size > 0) process.exitCode = 1
}

/** Lets claimers claim until the work is done; each gets a response to its last request. */
async function claimWhile(
  organizations: readonly ClaimedOrganization[],
  work: () => Promise<void>,
): Promise<void> {
  let isOver = false
  const claim = async (organization: ClaimedOrganization) => {
    while (!isOver) {
      await organization.step()
      await pause(random.whole(0, PAUSE_MS_MAX))
    }
  }
  const claimers = Array.from({ length: CLAIMERS }, (_, index) =>
    claim(organizations[index % organizations.length] as ClaimedOrganization),
  )
  const ended = Promise.all(claimers)
  try {
    await Promise.race([work(), ended])
  } finally {
    isOver = true
  }
  await ended
}

async function disturb(organizations: readonly ClaimedOrganization[]): Promise<void> {
  const kinds: Record<string, () => Promise<string>> = {
    'node killed': () => cluster.killNode(random),
    'service killed': () => cluster.killService(random),
    'shard moved': () => move(organizations),
    'node stopped': () => cluster.freezeNode(random),
  }
  const done: Record<string, number> = {}
  const end = performance.now() + minutes * 60_000
  for (let turn = 0; ; turn += 1) {
    const next = performance.now() + DISTURBED_EVERY_MS
    if (next > end) break
    const [kind, make] = Object.entries(kinds)[turn % 4] as [string, () => Promise<string>]
    const begun = performance.now()
    try {
      const made = await make()
      done[kind] = (done[kind] ?? 0) + 1
      const ms = Math.round(performance.now() - begun)
      console.info(`${new Date().toISOString()} ${made}, ${ms} ms`)
    } catch (error) {
      if (kind !== 'shard moved') throw error
      done['move failed'] = (done['move failed'] ?? 0) + 1
      console.info(`${new Date().toISOString()} move failed: ${(error as Error).message}`)
    }
    await pause(Math.max(0, next - performance.now()))
  }
  await pause(Math.max(0, end - performance.now()))
  console.info(`\nDisturbances: ${JSON.stringify(done)}`)
}

/** Moves the shard of any organization, with all that are on it. */
async function move(organizations: readonly ClaimedOrganization[]): Promise<string> {
  const placed = await Promise.all(
    organizations.map(async ({ id }) => ({ id, place: await placeOf(cluster.sql, id) })),
  )
  const { place } = random.pick(placed)
  const moved = placed.filter((each) => each.place.shardId === place.shardId)
  const mode = random.pick(['block_writes', 'force_logical'] as const)
  for (const { id } of moved) requests.moves.set(id, { mode, until: Number.POSITIVE_INFINITY })
  try {
    return await cluster.move(place, mode, random)
  } finally {
    for (const { id } of moved) {
      requests.places.set(id, (await placeOf(cluster.sql, id)).port)
      requests.moves.set(id, { mode, until: Date.now() + WAITING_MS })
    }
  }
}

/** Kills a service in the middle: another one starts without a coordinator. */
async function goWithoutCoordinator(unused: Awaited<ReturnType<typeof issueUnused>>) {
  const half = minutesDown * 30_000
  let isOver = false
  const killService = async () => {
    await pause(half)
    console.info(`${new Date().toISOString()} ${await cluster.killService(random)}`)
    await pause(half)
    isOver = true
  }
  const work = { unused, isOver: () => isOver }
  await cluster.withoutCoordinator(async () => {
    await Promise.all([useTokens(cluster, requests, work), killService()])
  })
}

function report(title: string): void {
  console.info(`\n${title}:`)
  for (const [operation, statuses] of requests.takeCounts()) {
    console.info(`${operation}: ${[...statuses].map((each) => each.join(' x ')).join(', ')}`)
  }
}
