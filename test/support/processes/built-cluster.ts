import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksOf, paste } from '../documents/blocks.ts'
import { ClusterMachine } from './cluster-machine.ts'

const DOCUMENT = 'docs/SCALING.md'
const BUILDING = ['ini', 'text', 'sql', 'sql', 'sql', 'sql', 'sh', 'sql', 'sql']

/** Kept in the folder of the cluster; the machines have the ports from the first one on. */
export interface ClusterState {
  /** The folder of PostgreSQL's programs. */
  readonly bin: string
  readonly port: number
  readonly shards: number
  /** The coordinator and the nodes. */
  readonly machines: number
  readonly passwords: {
    readonly postgres: string
    readonly owner: string
    readonly service: string
  }
}

/** A cluster on this machine, built with the blocks of docs/SCALING.md. */
export class BuiltCluster {
  readonly #folder: string
  #state: ClusterState

  constructor(folder: string, state: ClusterState = readState(folder)) {
    this.#folder = folder
    this.#state = state
  }

  static isIn(folder: string): boolean {
    return existsSync(stateFile(folder))
  }

  get superuser(): string {
    return this.#url('postgres', this.#state.passwords.postgres)
  }

  get owner(): string {
    return this.#url('vault_owner', this.#state.passwords.owner)
  }

  get service(): string {
    return this.#url('vault_service', this.#state.passwords.service)
  }

  async build(): Promise<void> {
    const { join: joining, roles, passwords } = this.#steps()
    const [coordinator, ...nodes] = this.machines()
    this.#keep()
    for (const machine of this.machines()) await this.#prepare(machine)
    const [host = '', add = ''] = joining.split('\n')
    await onVault(coordinator, at(host, coordinator))
    for (const node of nodes) await onVault(coordinator, at(add, node))
    await onVault(coordinator, roles)
    for (const machine of this.machines()) await onVault(machine, passwords)
    await this.#distribute()
  }

  /** Adds a node; resolves when the shards that are its share have moved to it. */
  async add(): Promise<void> {
    const { added, passwords, rebalance } = this.#steps()
    this.#state = { ...this.#state, machines: this.#state.machines + 1 }
    const machines = this.machines()
    const node = machines.at(-1) as ClusterMachine
    const [coordinator] = machines
    this.#keep()
    await this.#prepare(node)
    await onVault(coordinator, at(added, node))
    await onVault(node, passwords)
    await this.#distribute()
    const printed = await onVault(coordinator, rebalance)
    if (!printed.endsWith('\nfinished\n')) throw new Error(`the shards did not move: ${printed}`)
  }

  async start(): Promise<void> {
    for (const machine of this.machines()) await machine.start()
  }

  async stop(): Promise<void> {
    for (const machine of this.machines()) await machine.stop()
  }

  /** The coordinator and the nodes. */
  machines(): [ClusterMachine, ...ClusterMachine[]] {
    const { bin, machines, port } = this.#state
    const made = Array.from(
      { length: machines },
      (_, index) => new ClusterMachine(join(this.#folder, `${port + index}`), port + index, bin),
    )
    return made as [ClusterMachine, ...ClusterMachine[]]
  }

  /** Steps 2 and 3 on a new machine. */
  async #prepare(machine: ClusterMachine): Promise<void> {
    const { settings, access, database } = this.#steps()
    await machine.make(settings, access)
    await machine.start()
    await machine.psql('postgres', database)
  }

  async #distribute(): Promise<void> {
    await paste(this.#steps().distribute, this.#folder, {})
  }

  /** The blocks of the document, filled in for this cluster. */
  #steps() {
    const { passwords, port, shards } = this.#state
    const blocks = blocksOf(DOCUMENT, '## Building one')
    const languages = blocks.map(({ language }) => language)
    if (`${languages}` !== `${BUILDING}`) throw new Error(`${DOCUMENT} has blocks of ${languages}`)
    const texts = blocks.map(({ text }) =>
      text
        .replaceAll('POSTGRES_PASSWORD', passwords.postgres)
        .replaceAll('OWNER_PASSWORD', passwords.owner)
        .replaceAll('SERVICE_PASSWORD', passwords.service)
        .replaceAll('10.0.0.1:5432', `127.0.0.1:${port}`)
        .replace('--shards 32', `--shards ${shards}`)
        // Only this machine is let in, and its user need not be called postgres.
        .replace("'*'", "'localhost'")
        .replace('10.0.0.0/24', '127.0.0.0/8')
        .replace('peer', 'trust'),
    ) as [string, string, string, string, string, string, string, string, string]
    const [settings, access, database, joining, roles, rows, distribute, added, rebalance] = texts
    return {
      settings,
      access,
      database,
      join: joining,
      roles,
      passwords: rows,
      distribute,
      added,
      rebalance,
    }
  }

  #url(role: string, password: string): string {
    return `postgres://${role}:${password}@127.0.0.1:${this.#state.port}/vault`
  }

  #keep(): void {
    writeFileSync(stateFile(this.#folder), JSON.stringify(this.#state), { mode: 0o600 })
  }
}

const onVault = (machine: ClusterMachine, statements: string) => machine.psql('vault', statements)

const at = (statements: string, { host, port }: ClusterMachine) =>
  statements.replace(/'10\.0\.0\.\d+', 5432/, `'${host}', ${port}`)

const stateFile = (folder: string) => join(folder, 'cluster.json')

function readState(folder: string): ClusterState {
  return JSON.parse(readFileSync(stateFile(folder), 'utf8')) as ClusterState
}
