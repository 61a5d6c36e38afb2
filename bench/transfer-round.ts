import { Agent, request } from 'node:http'
import type { Contender } from './contenders.ts'

/** One kind of load. */
export interface Load {
  readonly itemsPerTransfer: number
  readonly callers: number
  /** Transfers of one round. */
  readonly transfers: number
}

export interface Round {
  readonly transfersPerSecond: number
  /** Of each request, ascending. */
  readonly latenciesMs: readonly number[]
}

/** Creates the round's transfers, each out of items that nobody claimed; fails on any refusal. */
export async function runRound(contender: Contender, load: Load): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.callers })
  const bodies = Array.from({ length: load.transfers }, () => takeTransfer(contender, load))
  const latenciesMs: number[] = []
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: load.callers }, async () => {
      for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
        const sentAt = performance.now()
        await post(contender, agent, body)
        latenciesMs.push(performance.now() - sentAt)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  agent.destroy()
  latenciesMs.sort((a, b) => a - b)
  return { transfersPerSecond: load.transfers / seconds, latenciesMs }
}

/** The value below which that share of ascending values lies. */
export function quantile(ascending: readonly number[], share: number): number {
  const index = Math.min(ascending.length - 1, Math.floor(ascending.length * share))
  return ascending[index] ?? Number.NaN
}

/** A body out of the account with the most items left, into another one. */
function takeTransfer({ stock }: Contender, { itemsPerTransfer }: Load): string {
  const [[from, ids], [to]] = [...stock].sort(([, a], [, b]) => b.length - a.length) as [
    [string, string[]],
    [string, string[]],
  ]
  if (ids.length < itemsPerTransfer) throw new Error('out of items: make more')
  const taken = ids.splice(-itemsPerTransfer)
  const items = taken.map((inventoryItemId) => ({ inventoryItemId, reason: 'rebalance' }))
  return JSON.stringify({ fromFboAccountId: from, toFboAccountId: to, items })
}

function post({ url, token }: Contender, agent: Agent, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL('/v1/transfers', url),
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece) => {
          text += piece
        })
        answer.on('error', reject).on('end', () => {
          if (answer.statusCode === 201) resolve()
          else reject(new Error(`${answer.statusCode} ${text}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
