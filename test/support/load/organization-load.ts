import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import { maxOf } from '../../../bench/measure/statistics.ts'
import type { ApiResponse } from '../vault/api-client.ts'
import { newKey } from '../vault/replays.ts'
import type { TestVault } from '../vault/vault.ts'
import { notAsAcknowledged } from './steady-load.ts'

const CALLERS = 4
const ITEMS_PER_CALLER = 400

interface Caller {
  readonly accountId: string
  readonly itemIds: string[]
  /** The last requested name, and the last acknowledged one. */
  asked: number
  named: number
  transfers: number
}

/** Callers of one organization who change its records, one request after the other. */
export interface OrganizationLoad {
  readonly organizationId: string
  readonly token: string
  /** Responses so far, by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** The response times in milliseconds since the last call. */
  takeTimes(): readonly number[]
  /** The longest of them. */
  takeSlowestMs(): number
  /** Responses that were neither 200, 201 nor 503, in words. */
  readonly failures: readonly string[]
  stop(): Promise<void>
  /** Differences between the database and the acknowledged changes, in words. */
  notAsAcknowledged(sql: Sql): Promise<readonly string[]>
}

/**
 * Starts the load. A transfer with 503 is sent again under its key until it succeeds; an update
 * with 503 may have been made or not.
 */
export async function startOrganizationLoad(
  t: TestContext,
  { api, records }: Pick<TestVault, 'api' | 'records'>,
  organizationId: string,
): Promise<OrganizationLoad> {
  const { token } = await records.token(organizationId)
  const destination = await records.fboAccount(organizationId)
  const callers: Caller[] = []
  for (let made = 0; made < CALLERS; made += 1) {
    const accountId = await records.fboAccount(organizationId)
    const itemIds = await records.inventoryItems(organizationId, accountId, ITEMS_PER_CALLER)
    callers.push({ accountId, itemIds, asked: 0, named: 0, transfers: 0 })
  }
  const statuses = new Map<number, number>()
  const failures: string[] = []
  let times: number[] = []
  let isStopped = false

  async function ask(request: () => Promise<ApiResponse>): Promise<number> {
    const begun = performance.now()
    const { status, text } = await request()
    times.push(performance.now() - begun)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (![200, 201, 503].includes(status)) failures.push(`${status} ${text}`)
    // Sooner than `Retry-After` says.
    if (status === 503) await pause(50)
    return status
  }

  async function call(caller: Caller): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      const inventoryItemId = turn % 4 === 0 ? caller.itemIds.pop() : undefined
      if (inventoryItemId !== undefined) {
        const headers = { 'Idempotency-Key': newKey() }
        const body = {
          fromFboAccountId: caller.accountId,
          toFboAccountId: destination,
          items: [{ inventoryItemId, reason: 'request' }],
        }
        const send = () => ask(() => api.post('/v1/transfers', { token, headers, body }))
        while ((await send()) === 503);
        caller.transfers += 1
      } else {
        caller.asked += 1
        const body = { lastName: `${caller.asked}` }
        const path = `/v1/fbo-accounts/${caller.accountId}`
        if ((await ask(() => api.patch(path, { token, body }))) === 200) caller.named = caller.asked
      }
    }
  }

  const ended = Promise.all(callers.map(call))
  const stop = async () => {
    isStopped = true
    await ended
  }
  t.after(stop)
  const takeTimes = () => {
    const taken = times
    times = []
    return taken
  }
  return {
    organizationId,
    token,
    statuses,
    failures,
    takeTimes,
    takeSlowestMs: () => maxOf(takeTimes()),
    stop,
    notAsAcknowledged: (sql) => notAsAcknowledged(sql, organizationId, callers),
  }
}
