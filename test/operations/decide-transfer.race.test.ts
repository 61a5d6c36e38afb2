import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startTwoProcesses } from '../support/processes/two-processes.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { assertConsistent } from '../support/vault/consistency.ts'
import { type PendingTransfer, TransferSetup } from '../support/vault/transfers.ts'
import { openVault } from '../support/vault/vault.ts'

// Two processes of the service over one database, as behind a load balancer: requests alternate.
const vault = await openVault()
const { records, sql } = vault
const { api, retries } = await startTwoProcesses(vault)

const BATCHES = 100

/** That many pending transfers of three items each. */
async function pending(setup: TransferSetup, count: number): Promise<PendingTransfer[]> {
  const itemIds = await setup.items(count * 3)
  const thirds = Array.from({ length: count }, (_, index) =>
    itemIds.slice(index * 3, index * 3 + 3),
  )
  return await Promise.all(thirds.map((ids) => setup.transfer({ itemIds: ids })))
}

/** A race of requests, after which PostgreSQL rolled back no statement to break a deadlock. */
function race(title: string, run: (setup: TransferSetup, t: TestContext) => Promise<void>): void {
  test(title, async (t) => {
    const before = await retries()
    const setup = await TransferSetup.open({ api, records, sql })
    await run(setup, t)
    await assertConsistent(sql, setup.organizationId)
    assert.equal((await retries()) - before, 0, 'locks are taken in one order: no deadlocks')
  })
}

/** One response is the end of the batch, every other one is 409 with just that end. */
async function assertOneEnd(setup: TransferSetup, id: string, responses: readonly ApiResponse[]) {
  const [winner, ...more] = responses.filter(({ status }) => status === 200)
  assert.ok(winner !== undefined, responses.map(({ text }) => text).join('\n'))
  assert.equal(more.length, 0, 'two ends of one batch')
  for (const loser of responses.filter((response) => response !== winner)) {
    assert.equal(loser.status, 409, loser.text)
    assert.equal(loser.body.code, 'invalid_state_transition')
    assert.equal(loser.body.currentStatus, winner.body.data.status)
    assert.deepEqual(loser.body.allowed, [])
  }
  assert.equal((await setup.get(id)).text, winner.text)
  return winner.body.data.status as string
}

for (const [one, other] of [
  ['approve', 'cancel'],
  ['approve', 'reject'],
  ['reject', 'cancel'],
] as const) {
  race(
    `of ${one} and ${other} at once one ends the batch, and the refusal of the other says so`,
    async (setup, t) => {
      const won: string[] = []
      // On a busy machine the same one may win for long: the race goes on until both have won.
      for (let round = 0; round < 20 && new Set(won).size < 2; round += 1) {
        const transfers = await pending(setup, BATCHES)
        await Promise.all(
          transfers.map(async ({ id }, index) => {
            const verbs = index % 2 === 0 ? [one, other] : [other, one]
            // Up to 4 ms later: otherwise a request without a body would always be the first.
            const lateMs = [0, index % 5]
            const responses = await Promise.all(
              verbs.map(async (verb, place) => {
                await pause(lateMs[place])
                return await setup[verb](id)
              }),
            )
            won.push(await assertOneEnd(setup, id, responses))
          }),
        )
      }
      const first = won.filter((status) => status === won[0]).length
      t.diagnostic(`${won[0]} ${first}, otherwise ${won.length - first}`)
      assert.ok(first < won.length, 'both won sometimes: they did meet')
    },
  )
}

race('two approvers, and two more: one approves, and is on record', async (setup) => {
  const people = [setup.approver, ...(await threeMore(setup))]
  for (const { id } of await pending(setup, BATCHES / 2)) {
    const responses = await Promise.all(people.map(({ token }) => setup.approve(id, token)))
    assert.equal(await assertOneEnd(setup, id, responses), 'completed')
    const winner = responses.findIndex(({ status }) => status === 200)
    assert.equal(responses[winner]?.body.data.decidedByTokenId, people[winner]?.id)
  }
})

async function threeMore({ organizationId }: TransferSetup) {
  return await Promise.all([1, 2, 3].map(() => records.token(organizationId)))
}

/** People who may approve, where a transfer needs so many approvals. */
async function needing(setup: TransferSetup, approvals: number) {
  await setup.decide({ approvalRules: [{ approvals }] })
  return await threeMore(setup)
}

race('two second approvals at once: one completes the batch, the other is told', async (setup) => {
  const both = (await needing(setup, 2)).slice(1)
  for (const { id } of await pending(setup, BATCHES / 5)) {
    assert.equal((await setup.approve(id)).body.data.status, 'pending')
    const responses = await Promise.all(both.map(({ token }) => setup.approve(id, token)))
    assert.equal(await assertOneEnd(setup, id, responses), 'completed')
    assert.equal((await setup.get(id)).body.data.approvals.length, 2)
  }
})

race('of many at once, each approval counts once, and a person counts once', async (setup) => {
  const people = await needing(setup, 3)
  for (const { id } of await pending(setup, BATCHES / 5)) {
    const twice = [...people, ...people]
    const responses = await Promise.all(twice.map(({ token }) => setup.approve(id, token)))
    const accepted = responses.filter(({ status }) => status === 200)
    assert.equal(accepted.length, 3, responses.map(({ text }) => text).join('\n'))
    for (const { status, body } of responses) {
      if (status !== 200) assert.match(body.code, /^(already_approved|invalid_state_transition)$/)
    }
    const { data } = (await setup.get(id)).body
    assert.equal(data.status, 'completed')
    const approvers = data.approvals.map(({ tokenId }: { tokenId: string }) => tokenId)
    assert.deepEqual(approvers.toSorted(), people.map((one) => one.id).toSorted())
  }
})

race('approve against expiry: approved in time, or expired at its time', async (setup, t) => {
  let approved = 0
  for (const [index, { id }] of (await pending(setup, BATCHES)).entries()) {
    // The first have expired when requested, the last have not; in between it is close.
    const leftMs = index < BATCHES - 5 ? index : 20_000
    await sql`
      update transfer_batches
      set expires_at = greatest(created_at, ${new Date(Date.now() + leftMs)})
      where organization_id = ${setup.organizationId} and id = ${id}`
    const responses = await Promise.all([setup.approve(id), setup.approve(id), setup.get(id)])
    const { text, body } = await setup.get(id)
    const { status, decidedAt, expiresAt } = body.data
    const [winner, second] = responses.slice(0, 2).filter((response) => response.status === 200)
    assert.equal(second, undefined, 'approved twice')
    for (const response of responses.slice(0, 2).filter((response) => response !== winner)) {
      assert.equal(response.status, 409, response.text)
      assert.equal(response.body.currentStatus, status)
    }
    if (winner === undefined) {
      assert.equal(status, 'expired')
      assert.equal(decidedAt, expiresAt)
    } else {
      approved += 1
      assert.equal(winner.text, text)
      assert.equal(status, 'completed')
      assert.ok(decidedAt < expiresAt, `approved at ${decidedAt}, expired at ${expiresAt}`)
    }
  }
  t.diagnostic(`approved ${approved}, expired ${BATCHES - approved}`)
  assert.ok(approved > 0 && approved < BATCHES, 'both won sometimes')
})

race('create against expiry: an item whose transfer expires is claimed by one', async (setup) => {
  const transfers = await pending(setup, 30)
  for (const { id } of transfers) await setup.expire(id)
  await Promise.all(
    transfers.map(async ({ itemIds }) => {
      const responses = await Promise.all([1, 2, 3, 4].map(() => setup.claim(itemIds)))
      const winners = responses.filter(({ status }) => status === 201)
      assert.equal(winners.length, 1, responses.map(({ text }) => text).join('\n'))
      const winner = winners[0]?.body.data.id
      for (const { body } of responses.filter(({ status }) => status !== 201)) {
        for (const violation of body.errors) assert.equal(violation.activeTransferId, winner)
      }
    }),
  )
})

race('the review by the system happens once, whichever request triggers it', async (setup) => {
  const transfers = await pending(setup, BATCHES / 2)
  await setup.decide({ systemApproval: 'within_limits' })
  await sql`
    update transfer_batches set system_review = 'due' where organization_id = ${setup.organizationId}`
  const responses = await Promise.all(
    transfers.flatMap(({ id }) => [setup.get(id), setup.cancel(id), setup.approve(id)]),
  )
  for (const { status, text } of responses) assert.ok(status === 200 || status === 409, text)
  for (const { id } of transfers) {
    const { data } = (await setup.get(id)).body
    assert.equal(data.status, 'completed')
    assert.equal(data.approvedBySystem, true)
  }
})

race(
  'block: approvals at once into one account never lift it over its maximum',
  async (setup, t) => {
    await setup.decide({ insuredExposure: 'block' })
    await sql`update fbo_accounts set max_insured_value_cents = 100 where id = ${setup.destination}`
    const both = await Promise.all(
      [await setup.items(1, '60'), await setup.items(1, '60')].map((itemIds) =>
        setup.transfer({ itemIds }),
      ),
    )
    const responses = await Promise.all(both.map(({ id }) => setup.approve(id)))
    for (const { status, body } of responses) {
      assert.equal(status, 409)
      assert.equal(body.code, 'insured_value_exceeded')
      assert.equal(body.exposureCents, '120')
    }
    for (const { id } of both) assert.equal((await setup.cancel(id)).status, 200)

    // Eight at a time create, try to approve a few times and give up, while only six fit.
    const itemIds = await setup.items(60, '15')
    let count = 0
    const work = async () => {
      for (let itemId = itemIds.pop(); itemId !== undefined; itemId = itemIds.pop()) {
        const { id } = await setup.transfer({ itemIds: [itemId] })
        if (await approvedInTheEnd(setup, id)) count += 1
        else assert.equal((await setup.cancel(id)).status, 200)
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    const [held] = await sql`
    select sum(declared_value_cents)::integer as cents from inventory_items
    where fbo_account_id = ${setup.destination}`
    t.diagnostic(`approved ${count} of 60`)
    assert.equal(held?.cents ?? 0, count * 15)
    assert.ok(count <= 6, `${count} of 15 cents each into an account that is insured for 100`)
    assert.ok(count > 0)
  },
)

/** Requests a few times the approval of a transfer that may be over the maximum for now. */
async function approvedInTheEnd(setup: TransferSetup, id: string): Promise<boolean> {
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const { status, body, text } = await setup.approve(id)
    if (status === 200) {
      assert.equal(body.data.approvedOverInsuredMaximum, false)
      return true
    }
    assert.equal(status, 409, text)
    assert.equal(body.code, 'insured_value_exceeded')
  }
  return false
}
