import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { soakTest } from '../support/chaos/soak-test.ts'
import { newKey } from '../support/vault/replays.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault({ RATE_LIMIT_PER_MINUTE: 1_000 })
const { api, sql } = vault
const setup = await TransferSetup.open(vault)

const HOUR_MS = 3_600_000

// With the database's own clock it is clock.soak.ts.
soakTest('The clock of the service alone is wrong', 'Date of node:test', async ({ t, size }) => {
  t.after(() => mock.timers.reset())
  const { token } = setup.creator
  const { id } = await setup.transfer()
  const key = { token, body: { firstName: 'Ada' }, headers: { 'Idempotency-Key': newKey() } }
  const made = await api.post('/v1/fbo-accounts', key)
  const now = Date.now()
  const ids = new Set<string>()
  let last = (await setup.get(id)).body.data.createdAt
  const rounds = size(4, 100)
  for (let round = 0; round < rounds; round += 1) {
    mock.timers.reset()
    mock.timers.enable({ apis: ['Date'], now: now + (round % 2 === 0 ? HOUR_MS : -HOUR_MS) })
    const again = await api.post('/v1/fbo-accounts', key)
    assert.equal(again.text, made.text)
    assert.equal((await setup.get(id)).body.data.status, 'pending')
    const { created } = await setup.transfer()
    ids.add(created.id)
    assert.ok(created.createdAt >= last, 'what is later is dated later')
    last = created.createdAt
    // The reported end of a limit stays within its minute.
    const left = Number(/;t=(\d+)/.exec(again.headers.get('ratelimit') ?? '')?.[1])
    assert.ok(left >= 1 && left <= 60, `the limit is reported to end in ${left} s`)
  }
  assert.equal(ids.size, rounds)
  const [row] = await sql`
    select count(*)::integer as apart from transfer_batches
    where abs(extract(epoch from created_at - now())) > 600`
  assert.equal(row?.apart, 0, 'nothing is dated by the clock of the service')
  return { count: `${rounds} settings`, result: 'nothing went by the clock of the service' }
})
