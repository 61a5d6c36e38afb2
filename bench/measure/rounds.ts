import {
  backendsOf,
  countTransfers,
  DATABASE_NAMES,
  type DatabaseName,
  type Databases,
  emptyTransfers,
} from './databases.ts'
import type { DatasetSize } from './dataset.ts'
import { claimingTransfer, ORGANIZATIONS, transfersInStock } from './dataset.ts'
import type { Loader } from './loader.ts'
import { type LoadName, loadOf, type Stock, transferSizes } from './loads.ts'
import { backendSecondsOf, MemoryWatch, processorSecondsOf } from './process-use.ts'
import type { RoundResult } from './round.ts'
import type { Subject, SubjectName } from './subjects.ts'

export interface MeasuredRound extends RoundResult {
  /** Processor time that the subject's process took for a request; null where unknown. */
  readonly processorUs: number | null
  /** The same of PostgreSQL's backends. */
  readonly databaseUs: number | null
}

/** The results of each subject with one load over that many connections, one for each round. */
export interface MeasuredLoad {
  readonly load: LoadName
  readonly connections: number
  readonly results: ReadonlyMap<SubjectName, readonly MeasuredRound[]>
}

export interface RoundsOptions {
  readonly subjects: readonly Subject[]
  readonly databases: Databases
  readonly loader: Loader
  readonly size: DatasetSize
  readonly rounds: number
  readonly seconds: number
  /** Number of organizations that send requests; all of them if absent. */
  readonly organizations?: number
  /** Runs each measured round, so that the caller can watch what else happens meanwhile. */
  readonly around?: (run: () => Promise<RoundResult>) => Promise<RoundResult>
}

/** Transfers of one database since it was emptied. */
interface Book {
  stock: Stock
  acknowledged: number
  areRefusalsDue: boolean
}

/** More transfers a second than any subject makes, by their items. */
const TRANSFERS_PER_SECOND = { 5: 5_000, 100: 400 }
const ALONE_SHARE = 0.2
const REFILL_SECONDS = 0.3

/** Runs loads; the subjects take turns. */
export class Rounds {
  readonly memory = new MemoryWatch()
  readonly #options: RoundsOptions
  readonly #books = { service: newBook(), plain: newBook(), outbox: newBook() }
  #seed = 1
  /** The loading process's largest share of a processor so far. */
  loaderShareMax = 0
  /** Transfers that were counted, and agreed with what was acknowledged. */
  counted = 0

  constructor(options: RoundsOptions) {
    this.#options = options
  }

  async measure(load: LoadName, connections: number): Promise<MeasuredLoad> {
    const subjects = this.#options.subjects.filter(({ loads }) => loads?.includes(load) ?? true)
    const results = new Map<SubjectName, MeasuredRound[]>(subjects.map(({ name }) => [name, []]))
    await this.#options.databases.plain.sql`checkpoint`
    for (let round = 0; round <= this.#options.rounds; round += 1) {
      // The first round only warms up: connections are made, statements planned, code compiled.
      if (round === 1 && isGrowing(load)) await this.#analyze()
      for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
        await this.#prepare(subject, load, connections)
        const result = await this.#run(subject, load, { connections })
        if (round > 0) results.get(subject.name)?.push(result)
      }
    }
    return { load, connections, results }
  }

  /** Deletes every transfer of earlier rounds, also of another instance. */
  async emptyAll(): Promise<void> {
    for (const name of DATABASE_NAMES) await this.#empty(name)
  }

  /** @throws where an acknowledged transfer is missing, or another one exists */
  async checkBooks(): Promise<void> {
    for (const name of DATABASE_NAMES) {
      const { acknowledged } = this.#books[name]
      const count = await countTransfers(this.#options.databases[name])
      if (count !== acknowledged) {
        throw new Error(`${name}: of ${acknowledged} acknowledged transfers there are ${count}`)
      }
      this.counted += count
    }
  }

  async #prepare(subject: Subject, load: LoadName, connections: number): Promise<void> {
    if (subject.database === 'none') return
    const book = this.#books[subject.database]
    const isEmptied = loadOf(load).begins === 'empty'
    if (isEmptied || this.#isStockLow(book.stock, load, connections)) {
      await this.checkBooks()
      await this.#empty(subject.database)
      if (!isEmptied) {
        await this.#run(subject, 'create-5', { connections: 8, seconds: REFILL_SECONDS })
        await this.#analyze()
      }
    }
    const isRefused = loadOf(load).kinds.some((kind) => kind.startsWith('refused'))
    if (isRefused && book.areRefusalsDue) await this.#claimForRefusals(subject)
  }

  async #run(
    subject: Subject,
    load: LoadName,
    { connections, seconds = this.#options.seconds }: { connections: number; seconds?: number },
  ): Promise<MeasuredRound> {
    const { loader, size, databases, organizations, around } = this.#options
    const { url, how, pid } = subject
    const book = subject.database === 'none' ? newBook() : this.#books[subject.database]
    this.#seed += 1
    subject.clearLog()
    const before = await this.#processorSeconds(subject)
    const run = () =>
      loader.run({
        url,
        load,
        connections,
        seconds,
        size,
        seed: this.#seed,
        stock: book.stock,
        ...how,
        ...(organizations !== undefined && { organizations }),
        tokens: databases.tokens,
      })
    const isWatched = subject.name === 'service' && load === 'mix' && connections > 1
    const watched = isWatched ? () => this.memory.during(pid, run) : run
    const result = await (around === undefined ? watched() : around(watched))
    const after = await this.#processorSeconds(subject)
    book.stock = result.stock
    book.acknowledged += result.created
    this.loaderShareMax = Math.max(this.loaderShareMax, result.loaderShare)
    const perRequest = (seconds: number | null) =>
      seconds === null ? null : (seconds * 1_000_000) / result.requests
    return {
      ...result,
      processorUs: perRequest(taken(before.process, after.process)),
      databaseUs: perRequest(takenByBackends(before.backends, after.backends)),
    }
  }

  async #processorSeconds({ pid, database }: Subject) {
    const process = processorSecondsOf(pid)
    if (database === 'none') return { process, backends: null }
    const pids = await backendsOf(this.#options.databases[database])
    return { process, backends: backendSecondsOf(pids) }
  }

  #isStockLow(stock: Stock, load: LoadName, connections: number): boolean {
    const { size, seconds, organizations = ORGANIZATIONS } = this.#options
    const share = connections === 1 ? ALONE_SHARE : 1
    return transferSizes(load).some((items) => {
      const all = transfersInStock(size, items) * organizations
      const wanted = TRANSFERS_PER_SECOND[items] * seconds * share
      return stock[items] > 0 && all - stock[items] < Math.min(wanted, 0.8 * all)
    })
  }

  async #empty(name: DatabaseName): Promise<void> {
    await emptyTransfers(this.#options.databases[name])
    Object.assign(this.#books[name], newBook())
  }

  async #analyze(): Promise<void> {
    for (const name of DATABASE_NAMES) await this.#options.databases[name].sql`analyze`
  }

  /** Claims the items that refused transfers name. */
  async #claimForRefusals({ url, database }: Subject): Promise<void> {
    const { size, databases } = this.#options
    const book = this.#books[database as DatabaseName]
    for (const [organization, token] of databases.tokens.entries()) {
      for (let holder = 0; holder < size.refusing; holder += 1) {
        const { ok } = await fetch(new URL('/v1/transfers', url), {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(claimingTransfer(size, organization, holder)),
        })
        if (!ok) throw new Error('no transfer claimed an item for the refusals')
        book.acknowledged += 1
      }
    }
    book.areRefusalsDue = false
  }
}

function taken(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before
}

/** A connection opened meanwhile began at 0; one closed meanwhile is left out. */
function takenByBackends(
  before: ReadonlyMap<number, number> | null,
  after: ReadonlyMap<number, number> | null,
): number | null {
  if (before === null || after === null) return null
  return [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}

function newBook(): Book {
  return { stock: { 5: 0, 100: 0 }, acknowledged: 0, areRefusalsDue: true }
}

/** Whether tables grow, so that PostgreSQL may plan otherwise. */
function isGrowing(load: LoadName): boolean {
  return transferSizes(load).length > 0 && loadOf(load).begins !== 'empty'
}
