import { setTimeout as pause } from 'node:timers/promises'
import { BuiltCluster } from '../../test/support/processes/built-cluster.ts'
import type { placeOf } from '../../test/support/processes/cluster.ts'
import type { ClusterMachine } from '../../test/support/processes/cluster-machine.ts'
import { eventually } from '../../test/support/processes/embedded-directory.ts'
import { freePort } from '../../test/support/processes/free-port.ts'
import { type ServiceProcess, spawnService } from '../../test/support/processes/service-process.ts'
import type { Random } from '../../test/support/vault/random.ts'
import { openConnection } from '../../test/support/vault/server.ts'
import type { Sql } from '../../test/support/vault/sql.ts'
import type { Cleanups } from './cleanups.ts'

/** Its organizations may get 503 for so long after a node is back. */
const RECOVERY_MS = 15_000
const STARTING_MS = 60_000
const LINE_MAX = 1_200

type Place = Awaited<ReturnType<typeof placeOf>>

export type MoveMode = 'block_writes' | 'force_logical'

interface Service {
  readonly url: string
  isReady: boolean
  readonly env: Readonly<Record<string, string>>
  process: ServiceProcess
}

/** A cluster on this machine with a service for each node, any of which can be disturbed. */
export class ClaimCluster {
  readonly sql: Sql
  /** `DATABASE_URL` of commands. */
  readonly databaseUrl: string
  readonly services: Service[] = []
  /** Warnings and errors of all services so far, by kind. */
  readonly #logged = new Map<string, { count: number; line: string }>()
  /** Until when the organizations of a node, by its port, may get 503. */
  readonly #troubled = new Map<number, number>()
  readonly #coordinator: ClusterMachine
  readonly #nodes: readonly ClusterMachine[]
  readonly #cleanups: Cleanups

  constructor(folder: string, cleanups: Cleanups) {
    const built = new BuiltCluster(folder)
    const [coordinator, ...nodes] = built.machines()
    this.#coordinator = coordinator
    this.#nodes = nodes
    this.#cleanups = cleanups
    this.databaseUrl = built.service
    this.sql = openConnection(built.superuser, 2)
    cleanups.add(() => this.sql.end())
  }

  get ports(): number[] {
    return this.#nodes.map(({ port }) => port)
  }

  /** Those that a balancer would send requests to. */
  get ready(): Service[] {
    return this.services.filter(({ isReady }) => isReady)
  }

  /** Starts a service for each node, which finds the others through it. */
  async serve(): Promise<void> {
    for (const { port } of this.#nodes) {
      const database = new URL(this.databaseUrl)
      database.port = `${port}`
      const ownPort = await freePort()
      const env = {
        DATABASE_URL: database.href,
        PORT: `${ownPort}`,
        LOG_LEVEL: 'warn',
        AUTH_FAILURES_PER_MINUTE: '0',
      }
      const url = `http://127.0.0.1:${ownPort}`
      const service = { url, isReady: false, env, process: this.#spawn(env) }
      this.services.push(service)
      await this.#ready(service)
    }
  }

  /** Whether organizations of that node have a reason to get 503. */
  isTroubled(port: number): boolean {
    return (this.#troubled.get(port) ?? 0) > Date.now()
  }

  async killNode(random: Random): Promise<string> {
    const machine = random.pick([this.#coordinator, ...this.#nodes])
    await this.#trouble(machine, async () => {
      machine.signal('SIGKILL')
      await pause(random.whole(0, 4_000))
      await this.#start(machine)
    })
    return `node ${machine.port} killed`
  }

  async freezeNode(random: Random): Promise<string> {
    const machine = random.pick(this.#nodes)
    await this.#trouble(machine, async () => {
      machine.signal('SIGSTOP')
      const thaw = () => machine.signal('SIGCONT')
      this.#cleanups.add(thaw)
      await pause(random.whole(2_000, 12_000))
      thaw()
    })
    return `node ${machine.port} stopped for a while`
  }

  async killService(random: Random): Promise<string> {
    const service = random.pick(this.services)
    service.process.signal('SIGKILL')
    await service.process.exited
    service.isReady = false
    this.#note(service.process)
    service.process = this.#spawn(service.env)
    await this.#ready(service)
    return `service of node ${new URL(service.env.DATABASE_URL as string).port} killed`
  }

  /** Moves a shard to another node. */
  async move(from: Place, mode: MoveMode, random: Random): Promise<string> {
    const to = random.pick(this.ports.filter((port) => port !== from.port))
    await this.sql`
      select citus_move_shard_placement(${from.shardId}::bigint, ${from.host}, ${from.port},
        ${from.host}, ${to}, ${mode})`
    return `shard moved from ${from.port} to ${to}, ${mode}`
  }

  async withoutCoordinator(work: () => Promise<void>): Promise<void> {
    this.#coordinator.signal('SIGKILL')
    try {
      await work()
    } finally {
      await this.#start(this.#coordinator)
    }
  }

  /** Messages of the services' logs, with how often each was written and its first line. */
  logged(): string[] {
    for (const { process } of this.services) this.#note(process)
    return [...this.#logged.values()].map(({ count, line }) => `${count} times ${line}`)
  }

  async #trouble({ port }: ClusterMachine, disturb: () => Promise<void>): Promise<void> {
    this.#troubled.set(port, Number.POSITIVE_INFINITY)
    await disturb()
    this.#troubled.set(port, Date.now() + RECOVERY_MS)
  }

  /** The processes of a killed server end by themselves; before that no other one starts. */
  async #start(machine: ClusterMachine): Promise<void> {
    const start = () => machine.start().then(() => true)
    await eventually(start, `node ${machine.port} to start again`, STARTING_MS)
  }

  #spawn(env: Service['env']): ServiceProcess {
    return spawnService({ env, cleanup: (undo) => this.#cleanups.add(undo) })
  }

  async #ready(service: Service): Promise<void> {
    const { url, process } = service
    const isReady = async () => (await fetch(`${url}/health/ready`)).status === 200
    const ended = process.exited.then(({ code }) => {
      throw new Error(`a service ended with ${code}: ${process.complaints()}`)
    })
    await Promise.race([eventually(isReady, 'a service to be ready', STARTING_MS), ended])
    ended.catch(() => undefined)
    service.isReady = true
  }

  #note({ log }: ServiceProcess): void {
    for (const line of log) {
      const { message } = (line.err ?? {}) as { message?: string }
      const kind = `${line.msg} ${line.reason} ${message}`
      const known = this.#logged.get(kind)
      if (known !== undefined) known.count += 1
      else this.#logged.set(kind, { count: 1, line: JSON.stringify(line).slice(0, LINE_MAX) })
    }
  }
}
