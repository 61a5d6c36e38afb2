import type { Load, Organization } from './cluster-load.ts'
import { Connection } from './connection.ts'
import { processorSecondsOf } from './process-use.ts'
import { treeSecondsOf } from './server-use.ts'
import { median } from './statistics.ts'

/** A vault, and the processes that serve it: each takes as many of the connections. */
export interface Served {
  readonly services: readonly { readonly url: string; readonly pid: number }[]
  readonly organizations: readonly Organization[]
}

/** The figures of one turn. */
export interface Turn {
  readonly perSecond: number
  readonly medianMs: number
  /** Microseconds of processor time a request. */
  readonly use: Readonly<Record<'service' | 'coordinator' | 'nodes', number>>
}

interface TurnOptions {
  readonly connections: number
  readonly seconds: number
  /** The first process of the coordinator, and of each node. */
  readonly postmasters: readonly number[]
}

/** The services of other vaults stand still meanwhile: they look for work in the background. */
export async function alone<T>(others: readonly Served[], work: () => Promise<T>): Promise<T> {
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of others.flatMap(({ services }) => services)) process.kill(pid, name)
  }
  signal('SIGSTOP')
  try {
    return await work()
  } finally {
    signal('SIGCONT')
  }
}

/**
 * Sends one request after the other over each connection, of all organizations in turns.
 * @throws where a response is no success
 */
export async function runTurn(
  { services, organizations }: Served,
  load: Load,
  { connections, seconds, postmasters }: TurnOptions,
): Promise<Turn> {
  const urlOf = (index: number) =>
    services[Math.floor((index * services.length) / connections)]?.url as string
  const opened = await Promise.all(
    Array.from({ length: connections }, (_, index) => Connection.open(urlOf(index))),
  )
  const uses = () => [
    services.reduce((sum, { pid }) => sum + (processorSecondsOf(pid) ?? 0), 0),
    ...postmasters.map(treeSecondsOf),
  ]
  const before = uses()
  const begun = performance.now()
  const end = begun + 1_000 * seconds
  const times: number[] = []
  const keepBusy = async (connection: Connection, first: number) => {
    for (let n = first; performance.now() < end; n += connections) {
      const organization = organizations[n % organizations.length] as Organization
      const sentAt = performance.now()
      const response = await connection.send(load(organization, n))
      if (response.status < 200 || response.status >= 300) {
        throw new Error(`${response.status} ${response.body}`)
      }
      times.push(performance.now() - sentAt)
    }
  }
  await Promise.all(opened.map(keepBusy))
  const took = (performance.now() - begun) / 1_000
  const [ofServices, coordinator, ...nodes] = uses().map(
    (used, at) => ((used - (before[at] ?? 0)) * 1e6) / times.length,
  ) as [number, number, ...number[]]
  for (const connection of opened) connection.close()
  return {
    perSecond: times.length / took,
    medianMs: median(times),
    use: { service: ofServices, coordinator, nodes: nodes.reduce((sum, each) => sum + each, 0) },
  }
}
