import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiClient } from '../support/vault/api-client.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer.
const vault = await openVault()
const { records, sql } = vault
const { clients, retries } = await startTwoProcesses(vault)

const { organizationId, creator, source, destination } = await TransferSetup.open(vault)
const { token } = creator
const clientOf = (turn: number) => clients[turn % clients.length] as ApiClient

test('transfers both ways, account updates and the primary flag do not deadlock', async (t) => {
  const before = await retries()
  const accounts = [source, destination]
  const itemsOf = await Promise.all(
    accounts.map((account) => records.inventoryItems(organizationId, account, 100)),
  )
  const transfers = Array.from({ length: 100 }, (_, turn) => {
    const [from, to] = turn % 2 === 0 ? accounts : accounts.toReversed()
    const first = turn - (turn % 2)
    const items = itemsOf[turn % 2]?.slice(first, first + 2) as string[]
    const claims = items
      .toReversed()
      .map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' }))
    const body = { fromFboAccountId: from, toFboAccountId: to, items: claims }
    return clientOf(Math.floor(turn / 2)).post('/v1/transfers', { token, body })
  })
  const updates = Array.from({ length: 100 }, (_, turn) =>
    clientOf(turn).patch(`/v1/fbo-accounts/${accounts[Math.floor(turn / 2) % 2]}`, {
      token,
      body: { lastName: `Update ${turn}` },
    }),
  )
  const [responses] = await Promise.all([
    Promise.all([...transfers, ...updates]),
    swapPrimary(source, destination, 50),
  ])
  for (const { status, text } of responses) assert.ok(status === 201 || status === 200, text)
  const retried = (await retries()) - before
  t.diagnostic(`retries: ${retried}`)
  assert.equal(retried, 0)
})

/**
 * Makes one account primary, then the other, that many times. It locks both first, as the service
 * does: the event of a changed account takes a lock that all of the organization's changes need.
 */
async function swapPrimary(one: string, another: string, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    const [next, last] = turn % 2 === 0 ? [one, another] : [another, one]
    await sql.begin(async (tx) => {
      await tx`
        select from fbo_accounts
        where organization_id = ${organizationId} and id in (${one}, ${another})
        order by id for no key update`
      await tx`update fbo_accounts set is_primary = false where id = ${last}`
      await tx`update fbo_accounts set is_primary = true where id = ${next}`
    })
  }
}
