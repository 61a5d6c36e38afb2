import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { Client } from 'undici'
import type { Records } from '../vault/records.ts'

const CALLERS = 8
const ITEMS_PER_CALLER = 200
const PAUSE_MS_MAX = 8
/** One of so many requests closes its connection, and the next opens a new one. */
const REQUESTS_PER_CONNECTION = 25

export interface SteadyLoadOptions {
  readonly url: string
  readonly random: () => number
  /** False: callers open no connection any more, and end where they have none. */
  readonly mayConnect?: () => boolean
  /** The callers' organization; by default a new one. */
  readonly as?: { readonly organizationId: string; readonly token: string }
}

/** Callers who keep their connections, send one request after the other and repeat none. */
export interface SteadyLoad {
  /** Requests with the expected response. */
  readonly responded: number
  /** Connections that were refused: their callers ended. */
  readonly refused: number
  /** First requests of a connection that was reset without a byte of a response. */
  readonly reset: number
  /** Every other request without 200 or 201, in words. */
  readonly failures: readonly string[]
  /** Resolves when every caller has ended: by `stop`, or because it got no connection. */
  stop(): Promise<void>
  readonly ended: Promise<void>
  /** The callers whose changes in the database are not exactly those that were acknowledged. */
  notAsAcknowledged(sql: Sql): Promise<readonly string[]>
}

interface Caller {
  readonly accountId: string
  readonly itemIds: string[]
  /** The name last acknowledged, and how many transfers. */
  named: number
  transfers: number
}

export async function startSteadyLoad(
  records: Records,
  { url, random, mayConnect = () => true, as }: SteadyLoadOptions,
): Promise<SteadyLoad> {
  const organizationId = as?.organizationId ?? (await records.organization())
  const token = as?.token ?? (await records.token(organizationId)).token
  const destination = await records.fboAccount(organizationId)
  const callers = await Promise.all(
    Array.from({ length: CALLERS }, async (): Promise<Caller> => {
      const accountId = await records.fboAccount(organizationId)
      const itemIds = await records.inventoryItems(organizationId, accountId, ITEMS_PER_CALLER)
      return { accountId, itemIds, named: 0, transfers: 0 }
    }),
  )
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const failures: string[] = []
  let [responded, refused, reset] = [0, 0, 0]
  let stopped = false

  /** Sends the next change; whether the connection can be used again. */
  async function change(caller: Caller, connection: Client): Promise<boolean> {
    const inventoryItemId = random() < 0.25 ? caller.itemIds.pop() : undefined
    const isTransfer = inventoryItemId !== undefined
    const items = [{ inventoryItemId, reason: 'request' }]
    const response = await connection.request({
      headers,
      method: isTransfer ? 'POST' : 'PATCH',
      path: isTransfer ? '/v1/transfers' : `/v1/fbo-accounts/${caller.accountId}`,
      body: JSON.stringify(
        isTransfer
          ? { fromFboAccountId: caller.accountId, toFboAccountId: destination, items }
          : { lastName: `${caller.named + 1}` },
      ),
    })
    const text = await response.body.text()
    if (response.statusCode !== (isTransfer ? 201 : 200)) {
      failures.push(`${response.statusCode} ${text}`)
      return false
    }
    if (isTransfer) caller.transfers += 1
    else caller.named += 1
    responded += 1
    return response.headers.connection !== 'close'
  }

  /** Uses one connection for as long as it lasts; whether to open another. */
  async function useConnection(caller: Caller): Promise<boolean> {
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

  async function call(caller: Caller): Promise<void> {
    while (!stopped && mayConnect()) if (!(await useConnection(caller))) return
  }

  const ended = Promise.all(callers.map(call)).then(() => undefined)
  return {
    get responded() {
      return responded
    },
    get refused() {
      return refused
    },
    get reset() {
      return reset
    },
    failures,
    ended,
    stop: async () => {
      stopped = true
      await ended
    },
    notAsAcknowledged: (sql) => notAsAcknowledged(sql, organizationId, callers),
  }
}

/** The callers whose changes in the database are not those that were acknowledged, in words. */
export async function notAsAcknowledged(
  sql: Sql,
  organizationId: string,
  callers: readonly (Omit<Caller, 'itemIds'> & { readonly asked?: number })[],
): Promise<string[]> {
  const rows = await sql<{ id: string; named: number; transfers: number }[]>`
    select id, coalesce(last_name, '0')::integer as named,
      (select count(*)::integer from transfer_batches as batch
        where batch.organization_id = ${organizationId}
          and from_fbo_account_id = account.id) as transfers
    from fbo_accounts as account
    where organization_id = ${organizationId}`
  const found = new Map(rows.map((row) => [row.id, row]))
  return callers.flatMap(({ accountId, named, asked = named, transfers }) => {
    const row = found.get(accountId)
    const isNamed = row !== undefined && row.named >= named && row.named <= asked
    if (isNamed && row.transfers === transfers) return []
    return [`${JSON.stringify(row)}, not ${named} to ${asked} and ${transfers}`]
  })
}
