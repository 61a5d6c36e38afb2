import assert from 'node:assert/strict'
import { assertVerified } from '../support/chaos/recovery.ts'
import { soakTest } from '../support/chaos/soak-test.ts'
import { startLoad } from '../support/load/load.ts'
import { ApiClient } from '../support/vault/api-client.ts'
import {
  assertTimesInOrder,
  eventuallyAhead,
  openClockVault,
} from '../support/vault/clock-vault.ts'
import { entriesOf, followLinks } from '../support/vault/links.ts'
import { randomNumbers } from '../support/vault/random.ts'
import { assertReplayed, newKey } from '../support/vault/replays.ts'
import { TransferSetup } from '../support/vault/transfers.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { app } = await openOwnVault()

const HOUR_S = 3_610
const DAYS_8_S = 8 * 86_400
const TOOL = 'libfaketime'

soakTest('Clocks set forward and back under load', TOOL, async ({ t, seed, size }) => {
  const random = randomNumbers(seed)
  const vault = await openClockVault(t)
  const { service, sql, records, dataDir, clocks } = vault
  const api = new ApiClient(service.url, app)
  const rounds = size(3, 20)
  let [kept, refused, unsure] = [0, 0, 0]
  for (let round = 1; round <= rounds; round += 1) {
    const load = await startLoad(api, records)
    // The callers' tokens are made for an hour, of the clock that is set here.
    await sql`update access_tokens set expires_at = expires_at + interval '1 day'`
    // Three settings each, some of which are already in force.
    for (let step = 1; step <= 3; step += 1) {
      await load.changed(50)
      const clock = random() < 0.5 ? clocks.service : clocks.database
      clock.set((Math.floor(random() * 3) - 1) * HOUR_S)
    }
    await load.changed(50)
    await load.stop()
    load.assertAnswered()
    clocks.database.set(0)
    unsure += await load.retryAll(api, sql)
    await load.assertKept(sql)
    kept += load.acknowledged
    refused += load.refusals.length
  }
  await assertTimesInOrder(sql)
  await assertVerified(dataDir)
  return {
    count: `${rounds} loads, each with 3 settings of a clock`,
    result:
      `${kept} acknowledged changes kept, ${refused} refused with 503, ${unsure} transfers sent ` +
      'again under their keys gave one batch each; no step of an item is dated before the one ' +
      'before it; verify clean',
  }
})

soakTest('Expiry, keys and tokens go by the clock of the database', TOOL, async ({ t }) => {
  const vault = await openClockVault(t)
  const { service, sql, records, dataDir, clocks } = vault
  const api = new ApiClient(service.url, app)
  const setup = await TransferSetup.open({ api, records, sql })
  await setup.decide({ transferExpirySeconds: 1_800 })
  const { token } = setup.creator
  const { id, itemIds } = await setup.transfer()
  const key = { token, body: { firstName: 'Ada' }, headers: { 'Idempotency-Key': newKey() } }
  const made = await api.post('/v1/fbo-accounts', key)
  const use = async () => (await api.get(`/v1/fbo-accounts/${setup.source}`, { token })).status

  for (const seconds of [HOUR_S, -HOUR_S, DAYS_8_S, 0]) {
    clocks.service.set(seconds)
    await eventuallyAhead(vault, [seconds, 0])
    assert.equal(await use(), 200, 'a token of an hour')
    assert.equal((await setup.get(id)).body.data.status, 'pending')
    assertReplayed(await api.post('/v1/fbo-accounts', key), made)
  }
  clocks.database.set(-HOUR_S)
  await eventuallyAhead(vault, [0, -HOUR_S])
  assert.equal(await use(), 200)
  assert.equal((await setup.get(id)).body.data.status, 'pending')
  assertReplayed(await api.post('/v1/fbo-accounts', key), made)
  await assertVerified(dataDir)

  clocks.database.set(HOUR_S)
  assert.equal(await use(), 401, 'the token is over')
  const later = (await records.token(setup.organizationId)).token
  const expired = (await api.get(`/v1/transfers/${id}`, { token: later })).body.data
  assert.equal(expired.status, 'expired')
  assert.equal(expired.decidedAt, expired.expiresAt)
  assertReplayed(await api.post('/v1/fbo-accounts', { ...key, token: later }), made)

  clocks.database.set(0)
  assert.equal(await use(), 200, 'the token is valid again')
  assert.equal((await setup.get(id)).body.data.status, 'expired', 'what ended has ended')
  assert.equal((await setup.transfer({ itemIds })).created.status, 'pending')
  await assertTimesInOrder(sql)
  await assertVerified(dataDir)

  clocks.database.set(DAYS_8_S)
  const { token: muchLater } = await records.token(setup.organizationId)
  const again = await api.post('/v1/fbo-accounts', { ...key, token: muchLater })
  assert.equal(again.status, 201)
  assert.notEqual(again.body.data.id, made.body.data.id, 'a key expires after 7 days')
  return {
    count: 'both clocks, an hour back, an hour and 8 days ahead',
    result: 'tokens, transfers and keys end by the clock of the database and by no other',
  }
})

/** Paging returns the records from before it began, each once, whatever is created meanwhile. */
soakTest('Ids and paging while a clock is set back', TOOL, async ({ t, size }) => {
  const vault = await openClockVault(t)
  const { service, sql, records, dataDir, clocks } = vault
  const api = new ApiClient(service.url, app)
  const setup = await TransferSetup.open({ api, records, sql })
  const { token } = setup.creator
  const rounds = size(4, 25)
  const known = new Set<string>()
  let pages = 0
  for (let made = 0; made < 30; made += 1) known.add((await setup.transfer()).id)
  for (let round = 0; round < rounds; round += 1) {
    for (let made = 0; made < 4; made += 1) known.add((await setup.transfer()).id)
    const clock = round % 2 === 0 ? clocks.database : clocks.service
    const responses = await followLinks(api, token, '/v1/transfers?limit=15', {
      between: async (page) => {
        clock.set(page % 2 === 0 ? 0 : -HOUR_S)
        await setup.transfer()
      },
    })
    clock.set(0)
    const met = responses.flatMap(entriesOf) as string[]
    assert.equal(new Set(met).size, met.length, 'no row is met twice')
    for (const id of known) assert.ok(met.includes(id), `${id} was missed`)
    for (const id of met) {
      assert.match(id, /^xfer_[0-9a-hjkmnp-tv-z]{26}$/)
      known.add(id)
    }
    pages += responses.length
  }
  const holdings = `/v1/fbo-accounts/${setup.source}/holdings?limit=10`
  const met = await followLinks(api, token, holdings, {
    between: async (page) => clocks.database.set(page === 1 ? -HOUR_S : 0),
  })
  clocks.database.set(0)
  const ids = met.flatMap(entriesOf)
  assert.equal(new Set(ids).size, ids.length)
  await assertTimesInOrder(sql)
  await assertVerified(dataDir)
  return {
    count: `${rounds} times ${pages} pages, a clock set back an hour between them`,
    result: `${known.size} ids, all different; no row met twice, none missed`,
  }
})
