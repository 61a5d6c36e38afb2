import { randomUUID } from 'node:crypto'
import { Client, type Dispatcher } from 'undici'
import { AnswerJudge, type Verdict } from './answers.ts'
import { type BenchRequest, PAGE_SIZE } from './loads.ts'
import type { Target } from './round.ts'

/** What goes over the wire for a request. */
export interface Wire {
  readonly method: 'GET' | 'PATCH' | 'POST'
  readonly path: string
  readonly body?: string
}

export function wireOf(request: BenchRequest): Wire {
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

/**
 * A server at a URL, over connections that carry one request at a time.
 *
 * undici's `dispatch` and no more of it: measured against a constant at 64 connections it takes 27
 * us of processor a request, autocannon 50 us (and counts in whole milliseconds), a client written
 * by hand over bare sockets 18 us.
 */
export function httpTarget(options: {
  readonly url: string
  readonly token: string
  readonly connections: number
  /** `constant` where every answer is the same, so that only its status can be judged. */
  readonly answers: 'judged' | 'constant'
  /** Whether each transfer is asked for under a key of its own. */
  readonly keys?: 'used' | undefined
}): Target {
  const { url, token, connections, answers, keys } = options
  const judge = new AnswerJudge()
  const clients = Array.from({ length: connections }, () => new Client(url, { pipelining: 1 }))
  const authorization = `Bearer ${token}`
  const get = { authorization }
  const send = { authorization, 'content-type': 'application/json' }
  return {
    answer: async (request, lane) => {
      const wire = wireOf(request)
      const plain = wire.body === undefined ? get : send
      const isKeyed = keys === 'used' && wire.method === 'POST'
      const headers = isKeyed ? { ...plain, 'idempotency-key': randomUUID() } : plain
      const { status, body } = await exchange(clients[lane] as Client, { ...wire, headers })
      if (answers === 'judged') return judge.judge(request, status, body)
      return constantVerdict(status, body)
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

function constantVerdict(status: number, body: string): Verdict {
  if (status < 300 && body.startsWith('{')) return 'answered'
  return { unexpected: `${status}` }
}

function exchange(
  client: Client,
  options: Dispatcher.DispatchOptions,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    let status = 0
    const chunks: Buffer[] = []
    client.dispatch(options, {
      // undici calls a handler new-style only where it has this.
      onRequestStart: () => undefined,
      onResponseStart: (_, statusCode) => {
        status = statusCode
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk)
      },
      onResponseEnd: () => {
        const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
        resolve({ status, body: whole.toString() })
      },
      // Counted as an unexpected answer of that name: a broken connection must not go unseen.
      onResponseError: (_, error) => resolve({ status: 0, body: error.message }),
    })
  })
}
