import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import type { Records } from '../vault/records.ts'

/** Requests a second: a tenth of what a small machine can serve. */
const RATE = 100
const CONNECTIONS = 10

/** The responses within a period. */
export interface Period {
  /** Milliseconds from when a request was due to its last byte, in ascending order. */
  readonly latencies: readonly number[]
  /** Requests with a wrong response, or none. */
  readonly failures: readonly string[]
}

/** Sends that many requests a second, without waiting for earlier responses. */
export interface NormalLoad {
  /** Sends until that is over, and waits for the last response. */
  during(end: Promise<unknown>): Promise<Period>
  close(): Promise<void>
}

export async function normalLoad(url: string, records: Records): Promise<NormalLoad> {
  const { organizationId, token } = await records.owner()
  const id = await records.fboAccount(organizationId)
  await records.inventoryItems(organizationId, id, 50)
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const requests = [
    { method: 'GET', path: `/v1/fbo-accounts/${id}`, expected: 200 },
    { method: 'GET', path: '/v1/inventory-items?limit=20', expected: 200 },
    { method: 'POST', path: '/v1/inventory-items', body: { fboAccountId: id }, expected: 201 },
    { method: 'PATCH', path: `/v1/fbo-accounts/${id}`, body: { firstName: 'A' }, expected: 200 },
  ] as const

  async function send(number: number, dueAt: number, period: { times: number[]; bad: string[] }) {
    const request = requests[number % requests.length] as (typeof requests)[number]
    const body = 'body' in request ? JSON.stringify(request.body) : null
    try {
      const response = await pool.request({ ...request, headers, body })
      await response.body.dump()
      period.times.push(performance.now() - dueAt)
      if (response.statusCode !== request.expected) period.bad.push(`${response.statusCode}`)
    } catch (error) {
      period.bad.push(`${error}`)
    }
  }

  return {
    during: async (end) => {
      const period = { times: [] as number[], bad: [] as string[] }
      const sent: Promise<void>[] = []
      let isOver = false
      const over = end.finally(() => {
        isOver = true
      })
      const began = performance.now()
      for (let number = 0; !isOver; number += 1) {
        const dueAt = began + (number * 1_000) / RATE
        const early = dueAt - performance.now()
        if (early > 0) await pause(early)
        sent.push(send(number, dueAt, period))
      }
      await Promise.all([...sent, over])
      return { latencies: period.times.sort((a, b) => a - b), failures: period.bad }
    },
    close: () => pool.close(),
  }
}
