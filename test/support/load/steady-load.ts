import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'undici'
import type { Records } from '../vault/records.ts'
import type { Sql } from '../vault/sql.ts'
import { changeOf, type LoadCaller, makeCallers, notAsAcknowledged } from './callers.ts'

const PAUSE_MS_MAX = 8
/** One of so many requests closes its connection, and the next opens a new one. */
const REQUESTS_PER_CONNECTION = 25

interface SteadyLoadOptions {
  readonly url: string
  readonly random: () => number
  /** False: callers open no connection any more, and end where they have none. */
  readonly mayConnect?: () => boolean
  /** The callers' organization; by default a new one. */
  readonly as?: { readonly organizationId: string; readonly token: string }
}

/** Callers who keep their connections, send one request after the other and repeat none. */
export async function startSteadyLoad(
  records: Records,
  { url, random, mayConnect = () => true, as }: SteadyLoadOptions,
) {
  const { organizationId, token } = as ?? (await records.owner())
  const { callers, destination } = await makeCallers(records, organizationId, [8, 200])
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const failures: string[] = []
  let [responded, refused, reset] = [0, 0, 0]
  let stopped = false

  /** Sends the next change; whether the connection can be used again. */
  async function change(caller: LoadCaller, connection: Client): Promise<boolean> {
    const item = random() < 0.25 ? caller.itemIds.pop() : undefined
    const { body, ...request } = changeOf(caller, destination, item)
    const response = await connection.request({
      ...(request as { method: 'POST' | 'PATCH'; path: string }),
      headers,
      body: JSON.stringify(body),
    })
    const text = await response.body.text()
    if (response.statusCode !== (item === undefined ? 200 : 201)) {
      failures.push(`${response.statusCode} ${text}`)
      return false
    }
    if (item === undefined) caller.asked += 1
    else caller.transfers += 1
    // A name without a response must not be found either.
    caller.named = caller.asked
    responded += 1
    return response.headers.connection !== 'close'
  }

  /** Uses one connection for as long as it lasts; whether to open another. */
  async function useConnection(caller: LoadCaller): Promise<boolean> {
    const connection = new Client(url)
    try {
      for (let sent = 0; !stopped; sent += 1) {
        try {
          if (!(await change(caller, connection))) return true
        } catch (error) {
          const { code, message } = error as Error & { code?: string }
          if (code === 'ECONNREFUSED') refused += 1
          else if (sent === 0 && /RESET|SOCKET|PIPE/.test(code ?? '')) reset += 1
          else failures.push(`request ${sent + 1} of its connection: ${code} ${message}`)
          return false
        }
        if (random() < 1 / REQUESTS_PER_CONNECTION) return true
        await pause(random() * PAUSE_MS_MAX)
      }
      return false
    } finally {
      await connection.close()
    }
  }

  async function call(caller: LoadCaller): Promise<void> {
    while (!stopped && mayConnect()) if (!(await useConnection(caller))) return
  }

  const ended = Promise.all(callers.map(call)).then(() => undefined)
  return {
    /** Requests with the expected response. */
    get responded() {
      return responded
    },
    /** Connections that were refused: their callers ended. */
    get refused() {
      return refused
    },
    /** First requests of a connection that was reset without a byte of a response. */
    get reset() {
      return reset
    },
    /** Every other request without 200 or 201, in words. */
    failures: failures as readonly string[],
    /** Resolves when every caller has ended: by `stop`, or because it got no connection. */
    ended,
    stop: async () => {
      stopped = true
      await ended
    },
    /** The callers whose changes in the database are not exactly those that were acknowledged. */
    notAsAcknowledged: (sql: Sql) => notAsAcknowledged(sql, callers),
  }
}
