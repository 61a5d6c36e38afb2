import assert from 'node:assert/strict'
import { eventually } from '../processes/embedded-directory.ts'
import type { ApiClient, ApiResponse } from '../vault/api-client.ts'
import type { Records } from '../vault/records.ts'
import { assertReplayed, newKey } from '../vault/replays.ts'
import type { Sql } from '../vault/sql.ts'
import { changeOf, type LoadCaller, makeCallers } from './callers.ts'

/** Callers that create transfers and update accounts, and remember acknowledged changes. */
export type Load = Awaited<ReturnType<typeof startLoad>>

/** A transfer that was sent, and its response if it was acknowledged. */
interface Sent {
  readonly key: string
  readonly body: object
  readonly itemIds: readonly string[]
  response?: ApiResponse
}

export async function startLoad(api: ApiClient, records: Records) {
  const { organizationId, token } = await records.owner()
  const { callers, destination } = await makeCallers(records, organizationId, [8, 600])
  const created = new Map<string, readonly string[]>()
  const refusals: ApiResponse[] = []
  const withoutResponse: { code: string; itemIds: readonly string[] }[] = []
  const sent: Sent[] = []
  let stopped = false

  function send(to: ApiClient, { key, body }: Sent): Promise<ApiResponse> {
    return to.post('/v1/transfers', { token, body, headers: { 'Idempotency-Key': key } })
  }

  async function retry(to: ApiClient, one: Sent): Promise<void> {
    const again = await send(to, one)
    if (again.status === 503 || again.body.code === 'idempotency_in_progress') {
      return await retry(to, one)
    }
    assert.equal(again.status, 201, again.text)
    created.set(again.body.data.id, one.itemIds)
    if (one.response !== undefined) assertReplayed(again, one.response)
  }

  async function transfer(caller: LoadCaller, itemIds: readonly string[]): Promise<void> {
    const items = itemIds.map((inventoryItemId) => ({ inventoryItemId, reason: 'request' }))
    const body = { fromFboAccountId: caller.accountId, toFboAccountId: destination, items }
    const one: Sent = { key: newKey(), body, itemIds }
    sent.push(one)
    const response = await send(api, one)
    if (response.status === 503) refusals.push(response)
    else {
      assert.equal(response.status, 201, response.text)
      created.set(response.body.data.id, itemIds)
      one.response = response
    }
  }

  async function update(caller: LoadCaller): Promise<void> {
    const { path, body } = changeOf(caller, destination)
    caller.asked += 1
    const response = await api.patch(path, { token, body })
    if (response.status === 503) refusals.push(response)
    else {
      assert.equal(response.status, 200, response.text)
      caller.named = caller.asked
    }
  }

  async function work(caller: LoadCaller): Promise<void> {
    for (let turn = 0; !stopped && caller.itemIds.length >= 5; turn += 1) {
      const itemIds = turn % 2 === 0 ? caller.itemIds.splice(0, 1 + (turn % 5)) : []
      try {
        await (itemIds.length > 0 ? transfer(caller, itemIds) : update(caller))
      } catch (error) {
        const { code } = ((error as Error).cause ?? {}) as { code?: string }
        if (code === undefined) throw error
        withoutResponse.push({ code, itemIds })
        return
      }
    }
  }

  const done = Promise.all(callers.map(work))
  // A caller with a wrong response fails the test in stop(), not as an unhandled rejection.
  done.catch(() => undefined)
  const acknowledged = () => created.size + callers.reduce((sum, { named }) => sum + named, 0)
  return {
    /** Changes with a 201 or 200 so far. */
    get acknowledged() {
      return acknowledged()
    },
    /** Waits until that many more changes are acknowledged. */
    changed: async (more: number, withinMs?: number) => {
      const least = acknowledged() + more
      await eventually(() => acknowledged() >= least, `${more} more changes`, withinMs)
    },
    /** Fails unless every request got a response, and each refusal says when to retry. */
    assertAnswered: () => {
      assert.deepEqual(withoutResponse, [], 'every request was answered')
      for (const { headers, body } of refusals) {
        assert.equal(body.code, 'temporarily_unavailable')
        assert.equal(headers.get('retry-after'), '1')
      }
    },
    /** Responses with 503 so far. */
    refusals: refusals as readonly ApiResponse[],
    /** Requests that got no response: the system's code, and the items that they were for. */
    withoutResponse: withoutResponse as readonly (typeof withoutResponse)[number][],
    /** Lets each caller finish its request. A caller without a response ends itself. */
    stop: async () => {
      stopped = true
      await done
    },
    /**
     * Sends every transfer again under its key until it gets a response; fails unless
     * those that were acknowledged get the same response, and of each key there is one batch.
     * @returns how many had not been acknowledged
     */
    retryAll: async (to: ApiClient, sql: Sql): Promise<number> => {
      for (const one of sent) await retry(to, one)
      const batches = await sql<{ key: string; batches: number }[]>`
        select idempotency_key as key, count(*)::integer as batches from transfer_batches
        where idempotency_key = any(${sent.map(({ key }) => key)}::text[])
        group by idempotency_key`
      assert.equal(batches.length, sent.length)
      for (const { key, batches: count } of batches) assert.equal(count, 1, key)
      return sent.filter(({ response }) => response === undefined).length
    },
    /** Fails unless the database has every acknowledged change, and no partial one. */
    assertKept: async (sql: Sql): Promise<void> => {
      await assertBatchesWhole(sql, created)
      for (const { accountId, asked, named } of callers) {
        const [row] = await sql`select last_name from fbo_accounts where id = ${accountId}`
        const found = Number(row?.lastName ?? 0)
        assert.ok(found >= named && found <= asked, `${found} is not from ${named} to ${asked}`)
      }
    },
  }
}

async function assertBatchesWhole(
  sql: Sql,
  created: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const batches = await sql<
    { id: string; totalItems: number; items: string[]; claimed: string[] }[]
  >`
    select id, total_items,
      array(select unnest(item_ids) order by 1) as items,
      array(select id from inventory_items
        where organization_id = batch.organization_id and active_transfer_id = batch.id
          and status = 'in_vault' order by id) as claimed
    from transfer_batches as batch`
  const found = new Map(batches.map((batch) => [batch.id, batch]))
  for (const { id, totalItems, items, claimed } of batches) {
    assert.deepEqual(items, claimed, `batch ${id} holds what it names`)
    assert.equal(items.length, totalItems, `batch ${id} is whole`)
  }
  for (const [id, itemIds] of created) {
    assert.deepEqual(found.get(id)?.items, itemIds, `batch ${id} was acknowledged`)
  }
}
