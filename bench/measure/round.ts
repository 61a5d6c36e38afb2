import { randomUUID } from 'node:crypto'
import { createHistogram } from 'node:perf_hooks'
import { Connection } from './connection.ts'
import type { DatasetSize } from './dataset.ts'
import { ResponseJudge, type Verdict } from './judge.ts'
import { type BenchRequest, type LoadName, PAGE_SIZE, RequestStream, type Stock } from './loads.ts'

/** One round of load against a server. */
export interface RoundOptions {
  readonly url: string
  readonly tokens: readonly string[]
  /** `constant` where every response is the same, so that only its status can be judged. */
  readonly responses: 'judged' | 'constant'
  /** Whether each transfer has an idempotency key. */
  readonly keys: 'used' | 'unused'
  readonly load: LoadName
  readonly connections: number
  readonly seconds: number
  readonly size: DatasetSize
  readonly stock: Stock
  readonly seed: number
  /** Number of organizations that send requests; all of them if absent. */
  readonly organizations?: number
}

/** Milliseconds below which that share of the responses lay. */
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
  /** Responses that were wrong, by what was wrong with them. */
  readonly unexpected: Readonly<Record<string, number>>
  /** The stock that is left. */
  readonly stock: Stock
  /** Share of one processor that the loading process itself took. */
  readonly loaderShare: number
}

const NS_PER_MS = 1_000_000

/** Keeps each connection busy with one request after the other until the time is over. */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { connections, stock } = options
  const stream = new RequestStream(options.load, options)
  const opened = await Promise.all(
    Array.from({ length: connections }, () => Connection.open(options.url)),
  )
  const send = sender(options)
  const histogram = createHistogram({ figures: 3 })
  const unexpected: Record<string, number> = {}
  let refused = 0
  let created = 0
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const endAt = startedAt + options.seconds * 1_000
  const keepBusy = async (connection: Connection) => {
    for (let sentAt = performance.now(); sentAt < endAt; sentAt = performance.now()) {
      const request = stream.next()
      if (request === undefined) return
      const verdict = await send(connection, request)
      histogram.record(Math.max(1, Math.round((performance.now() - sentAt) * NS_PER_MS)))
      if (verdict === 'refused') refused += 1
      else if (verdict === 'right') created += request.operation === 'createTransfer' ? 1 : 0
      else unexpected[verdict.unexpected] = (unexpected[verdict.unexpected] ?? 0) + 1
      if (connection.isBroken) return
    }
  }
  await Promise.all(opened.map(keepBusy))
  const seconds = (performance.now() - startedAt) / 1_000
  const cpu = process.cpuUsage(cpuBefore)
  for (const connection of opened) connection.close()
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

/** Bytes on the wire for a request. */
export function wireOf(request: BenchRequest): {
  method: 'GET' | 'PATCH' | 'POST'
  path: string
  body?: string
} {
  switch (request.operation) {
    case 'getFboAccount':
      return { method: 'GET', path: `/v1/fbo-accounts/${request.fboAccountId}` }
    case 'updateFboAccount': {
      const path = `/v1/fbo-accounts/${request.fboAccountId}`
      return { method: 'PATCH', path, body: JSON.stringify(request.changes) }
    }
    case 'listOutboundShipments': {
      const filter = request.status === undefined ? '' : `&status=${request.status}`
      const query = `page=${request.page}&limit=${PAGE_SIZE}${filter}`
      return { method: 'GET', path: `/v1/outbound-shipments?${query}` }
    }
    case 'createTransfer':
      return { method: 'POST', path: '/v1/transfers', body: JSON.stringify(request.transfer) }
  }
}

function sender(
  options: RoundOptions,
): (connection: Connection, request: BenchRequest) => Promise<Verdict> {
  const judge = new ResponseJudge()
  const reading = options.tokens.map((token) => `authorization: Bearer ${token}\r\n`)
  const writing = reading.map((headers) => `${headers}content-type: application/json\r\n`)
  return async (connection, request) => {
    const wire = wireOf(request)
    const plain = (wire.body === undefined ? reading : writing)[request.organization] ?? ''
    const isKeyed = options.keys === 'used' && wire.method === 'POST'
    const headers = isKeyed ? `${plain}idempotency-key: ${randomUUID()}\r\n` : plain
    const { status, body } = await connection.send({ ...wire, headers })
    if (status === 0) return { unexpected: body }
    if (options.responses === 'judged') return judge.judge(request, status, body)
    return status < 300 && body.startsWith('{') ? 'right' : { unexpected: `${status}` }
  }
}
