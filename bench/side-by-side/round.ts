import { createHistogram } from 'node:perf_hooks'
import type { Verdict } from './answers.ts'
import { type BenchRequest, type LoadName, RequestStream, type Stock } from './loads.ts'
import type { VaultSize } from './made-up-vault.ts'

/** Whatever answers requests: a server at a URL, or the stores without one. */
export interface Target {
  /** Answers one request; `lane` says on which connection, and each has one at a time. */
  answer(request: BenchRequest, lane: number): Promise<Verdict>
  close(): Promise<void>
}

/** One round of load. */
export interface RoundOrder {
  readonly load: LoadName
  readonly connections: number
  readonly seconds: number
  readonly size: VaultSize
  readonly stock: Stock
  readonly seed: number
}

/** Milliseconds below which that share of the answers lay. */
export interface Latencies {
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
}

export interface RoundResult {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly latencies: Latencies
  /** Requests that had to be refused, and were. */
  readonly refused: number
  /** Transfers that were created. */
  readonly created: number
  /** Answers that were wrong, by what was wrong with them. */
  readonly unexpected: Readonly<Record<string, number>>
  /** The stock that is left. */
  readonly stock: Stock
  /** Share of one processor that the loading process itself took. */
  readonly loaderShare: number
}

const NS_PER_MS = 1_000_000

/** Keeps each connection busy with one request after the other until the time is over. */
export async function runRound(target: Target, order: RoundOrder): Promise<RoundResult> {
  const { load, connections, size, stock, seed } = order
  const stream = new RequestStream(load, size, stock, seed)
  const histogram = createHistogram({ figures: 3 })
  const unexpected: Record<string, number> = {}
  let refused = 0
  let created = 0
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const endAt = startedAt + order.seconds * 1_000
  const keepBusy = async (lane: number) => {
    for (let sentAt = performance.now(); sentAt < endAt; sentAt = performance.now()) {
      const request = stream.next()
      const verdict = await target.answer(request, lane)
      histogram.record(Math.max(1, Math.round((performance.now() - sentAt) * NS_PER_MS)))
      if (verdict === 'refused') refused += 1
      else if (verdict === 'answered') created += request.operation === 'createTransfer' ? 1 : 0
      else unexpected[verdict.unexpected] = (unexpected[verdict.unexpected] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, lane) => keepBusy(lane)))
  const seconds = (performance.now() - startedAt) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  const at = (percentile: number) => histogram.percentile(percentile) / NS_PER_MS
  return {
    requests: histogram.count,
    requestsPerSecond: histogram.count / seconds,
    latencies: { p50: at(50), p90: at(90), p99: at(99), max: histogram.max / NS_PER_MS },
    refused,
    created,
    unexpected,
    stock,
    loaderShare: (cpu.user + cpu.system) / 1_000_000 / seconds,
  }
}
