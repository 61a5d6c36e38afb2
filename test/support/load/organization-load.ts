import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { maxOf } from '../../../bench/measure/statistics.ts'
import { newKey } from '../vault/replays.ts'
import type { Sql } from '../vault/sql.ts'
import type { TestVault } from '../vault/vault.ts'
import { changeOf, type LoadCaller, makeCallers, notAsAcknowledged } from './callers.ts'

/** Callers of one organization who change its records, one request after the other. */
export type OrganizationLoad = Awaited<ReturnType<typeof startOrganizationLoad>>

/**
 * Starts the load. A transfer with 503 is sent again under its key until it succeeds; an update
 * with 503 may have been made or not.
 */
export async function startOrganizationLoad(
  t: TestContext,
  { api, records }: Pick<TestVault, 'api' | 'records'>,
  organizationId: string,
) {
  const { token } = await records.token(organizationId)
  const { callers, destination } = await makeCallers(records, organizationId, [4, 400])
  const statuses = new Map<number, number>()
  const failures: string[] = []
  let times: number[] = []
  let isStopped = false

  async function ask(change: ReturnType<typeof changeOf>, key: string): Promise<number> {
    const { method, path, body } = change
    const headers = method === 'POST' ? { 'Idempotency-Key': key } : {}
    const begun = performance.now()
    const { status, text } = await api.request(method, path, { token, headers, body })
    times.push(performance.now() - begun)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (![200, 201, 503].includes(status)) failures.push(`${status} ${text}`)
    // Sooner than `Retry-After` says.
    if (status === 503) await pause(50)
    return status
  }

  async function call(caller: LoadCaller): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      const item = turn % 4 === 0 ? caller.itemIds.pop() : undefined
      const [change, key] = [changeOf(caller, destination, item), newKey()]
      if (item !== undefined) {
        while ((await ask(change, key)) === 503);
        caller.transfers += 1
      } else {
        caller.asked += 1
        if ((await ask(change, key)) === 200) caller.named = caller.asked
      }
    }
  }

  const ended = Promise.all(callers.map(call))
  const stop = async () => {
    isStopped = true
    await ended
  }
  t.after(stop)
  /** The response times in milliseconds since the last call. */
  const takeTimes = (): readonly number[] => {
    const taken = times
    times = []
    return taken
  }
  return {
    organizationId,
    token,
    /** Responses so far, by status. */
    statuses: statuses as ReadonlyMap<number, number>,
    /** Responses that were neither 200, 201 nor 503, in words. */
    failures: failures as readonly string[],
    takeTimes,
    /** The longest of them. */
    takeSlowestMs: () => maxOf(takeTimes()),
    stop,
    /** Differences between the database and the acknowledged changes, in words. */
    notAsAcknowledged: (sql: Sql) => notAsAcknowledged(sql, callers),
  }
}
