import type { Contestant, ContestantName } from './contestants.ts'
import type { LoadName, Stock } from './loads.ts'
import { type TransferSize, transfersInStock } from './made-up-vault.ts'
import { processorSecondsOf } from './process-use.ts'
import type { RoundResult } from './round.ts'
import { maxOf, median } from './statistics.ts'
import type { VaultData } from './vault-data.ts'

export interface MeasuredRound extends RoundResult {
  /** Processor time that the answering process took for a request; null where nobody tells. */
  readonly processorUs: number | null
}

/** What all contestants did with one load over so many connections, a result per round. */
export interface MeasuredLoad {
  readonly load: LoadName
  readonly connections: number
  readonly results: ReadonlyMap<ContestantName, readonly MeasuredRound[]>
}

export interface RoundsOptions {
  readonly contestants: readonly Contestant[]
  readonly data: VaultData
  readonly rounds: number
  readonly seconds: number
  /** Called as each round begins with who is measured; what it returns is called after. */
  readonly watch: (contestant: Contestant, load: LoadName, connections: number) => () => void
}

/** More transfers a second than any contestant has made, by their items: what a round may need. */
const TRANSFERS_PER_SECOND_MAX: Record<TransferSize, number> = { 5: 10_000, 100: 700 }

/** Loads after which tables are larger, and may be planned for otherwise. */
const GROWS = /^(create|half-refused)-|^mix$/

/** Runs loads, the rounds of the contestants in turns, over one stock of items for all of them. */
export class Rounds {
  readonly #options: RoundsOptions
  readonly #next: Record<TransferSize, number> = { 5: 0, 100: 0 }
  #layers = 1
  #seed = 1
  /** The loading process's largest share of a processor so far. */
  loaderShareMax = 0
  /** Transfers that were acknowledged. */
  created = 0

  constructor(options: RoundsOptions) {
    this.#options = options
  }

  /** A transfer out of the stock for somebody else. */
  take(items: TransferSize): number {
    this.#next[items] += 1
    this.created += 1
    return this.#next[items] - 1
  }

  async measure(load: LoadName, connections: number): Promise<MeasuredLoad> {
    const { data, rounds } = this.#options
    const contestants = this.#options.contestants.filter((one) => one.measures(load))
    const results = new Map<ContestantName, MeasuredRound[]>(
      contestants.map(({ name }) => [name, []]),
    )
    for (let round = 0; round <= rounds; round += 1) {
      // The first round only warms up: connections are made, statements planned, code compiled.
      if (round === 1 && GROWS.test(load)) await data.analyze()
      // Each begins as often as the others.
      const turn = round % contestants.length
      for (const one of [...contestants.slice(turn), ...contestants.slice(0, turn)]) {
        const result = await this.#run(one, load, connections)
        if (round > 0) results.get(one.name)?.push(result)
      }
    }
    return { load, connections, results }
  }

  async #run(contestant: Contestant, load: LoadName, connections: number): Promise<MeasuredRound> {
    const { data, seconds } = this.#options
    // The constants take no item: what they were asked for is still there.
    const takesItems = contestant.name !== 'constant' && contestant.name !== 'bare'
    const stock = await this.#stockFor(load, takesItems)
    this.#seed += 1
    const { size } = data
    const order = { load, connections, seconds, size, stock, seed: this.#seed }
    const before = processorSecondsOf(contestant.pid)
    const stopWatching = this.#options.watch(contestant, load, connections)
    const result = await contestant.run(order)
    stopWatching()
    const after = processorSecondsOf(contestant.pid)
    if (takesItems) {
      for (const items of [5, 100] as const) this.#next[items] = result.stock[items].next
      this.created += result.created
    }
    if (contestant.name !== 'database') {
      this.loaderShareMax = Math.max(this.loaderShareMax, result.loaderShare)
    }
    const taken = before === null || after === null ? null : after - before
    const processorUs = taken === null ? null : (taken * 1_000_000) / result.requests
    return { ...result, processorUs }
  }

  async #stockFor(load: LoadName, takesItems: boolean): Promise<Stock> {
    const { data, seconds } = this.#options
    const needs = { 5: /-5$|^mix$/.test(load), 100: load.endsWith('-100') }
    for (const items of [5, 100] as const) {
      const wanted = needs[items] ? Math.ceil(TRANSFERS_PER_SECOND_MAX[items] * seconds) : 0
      while (transfersInStock(data.size, items, this.#layers) < this.#next[items] + wanted) {
        await data.addLayer()
        this.#layers += 1
      }
    }
    const end = (items: TransferSize) => transfersInStock(data.size, items, this.#layers)
    const isEndless = !takesItems
    return {
      5: { next: this.#next[5], end: end(5), isEndless },
      100: { next: this.#next[100], end: end(100), isEndless },
    }
  }
}

/** The ratio of two contestants in each round, of what `value` takes from a result. */
export function ratios(
  measured: MeasuredLoad | undefined,
  [one, other]: readonly [ContestantName, ContestantName],
  value: (result: MeasuredRound) => number,
): number[] {
  const over = measured?.results.get(one) ?? []
  const under = measured?.results.get(other) ?? []
  if (under.length === 0) return []
  return over.map((result, round) => value(result) / value(under[round] as MeasuredRound))
}

/** Over the rounds: the median of each percentile, and the longest answer of all. */
export function latenciesOf(results: readonly MeasuredRound[]): RoundResult['latencies'] {
  const of = (name: keyof RoundResult['latencies']) => results.map((one) => one.latencies[name])
  return {
    p50: median(of('p50')),
    p90: median(of('p90')),
    p99: median(of('p99')),
    max: maxOf(of('max')),
  }
}
