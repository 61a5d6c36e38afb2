import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookUpParts } from '../../src/database/poll-in-background.ts'
import { operatorFor } from '../../src/domain/caller.ts'
import { CheckedChains } from '../../src/history/sealed-log/checked-chains.ts'
import { tryCheckpoint } from '../../src/history/sealed-log/create-event-checkpoint.ts'
import { sealNextEvents, sealUpTo } from '../../src/history/sealed-log/seal-events.ts'
import { findUnsealed, findUnsigned } from '../../src/history/sealed-log/seal-in-background.ts'
import { SigningKeys } from '../../src/history/sealed-log/signing-keys.ts'
import { verifyVault } from '../../src/operator/verify/verify-vault.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault()
const { database, records, sql, metrics } = vault
const UNOBSERVED = { contradicted: () => undefined, signed: () => undefined }
const options = { signal: new AbortController().signal, progress: () => undefined }

async function addEvents(organizationId: string, events: number, from = 1): Promise<void> {
  await sql`
    insert into events (organization_id, number, type, occurred_at, system, subject_type,
      subject_id, data)
    select ${organizationId}, number, 'transfer.completed', now(), 'expiry', 'transfer',
      'xfer_' || number, jsonb_build_object('version', number)
    from generate_series(${from}::integer, ${from + events - 1}::integer) as number`
}

/** An organization whose events are sealed. */
async function sealed(events: number): Promise<string> {
  const organizationId = await records.organization()
  await addEvents(organizationId, events)
  await allSealed(vault, organizationId)
  return organizationId
}

/** Deletes its events behind that number, past the triggers of the log. */
async function deleteBehind(organizationId: string, number: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from events where organization_id = ${organizationId} and number > ${number}`
  })
}

/** Which check found which event. */
async function placesOf(organizationId: string) {
  return (await violationsOf(organizationId)).map(({ check, record }) => [
    check,
    Number(/^evt_(\d+)/.exec(record)?.[1]),
  ])
}

async function violationsOf(organizationId: string) {
  return (await verifyVault(database, [organizationId], options.signal)).violations
}

test('any number of processes that seal together make one chain, without a gap', async () => {
  const organizationId = await records.organization()
  const caller = operatorFor(organizationId)
  // Beside the service of this vault, which seals as well.
  await addEvents(organizationId, 3_500)
  await Promise.all(Array.from({ length: 4 }, () => sealUpTo(caller, database, 3_500, options)))
  assert.equal(await allSealed(vault, organizationId), 3_500)
  assert.deepEqual(await violationsOf(organizationId), [])
})

test('while one transaction seals, another one does not, and does not wait', async () => {
  const organizationId = await records.organization()
  const caller = operatorFor(organizationId)
  const seal = await sql.begin(async (tx) => {
    // Whoever inserts a seal waits here, with its lock.
    await tx`lock table event_seals in share mode`
    await addEvents(organizationId, 10)
    const first = sealNextEvents(caller, database)
    await eventually(async () => {
      const [row] = await sql`
        select count(*)::integer as waiting from pg_locks
        where not granted and relation = 'event_seals'::regclass`
      return row?.waiting > 0
    }, 'somebody seals')
    assert.equal(await sealNextEvents(caller, database), undefined)
    return { first }
  })
  await seal.first
  assert.equal(await allSealed(vault, organizationId), 10)
})

test('nothing is sealed over a gap', async () => {
  const organizationId = await records.organization()
  const caller = operatorFor(organizationId)
  await addEvents(organizationId, 5)
  await addEvents(organizationId, 5, 7)
  await assert.rejects(
    sealUpTo(caller, database, 11, options),
    /the event with the number 6 is missing/,
  )
  const [row] = await sql`
    select max(number)::integer as last from event_seals where organization_id = ${organizationId}`
  assert.equal(row?.last, 5)
  await addEvents(organizationId, 1, 6)
  assert.equal(await allSealed(vault, organizationId), 11)
})

test('a gap is logged once, and the lag is that of the event behind it', async () => {
  const organizationId = await sealed(2)
  const found = () =>
    vault.logLines.filter((line) => line.includes(organizationId)).map((line) => JSON.parse(line))
  await sql`
    insert into events (organization_id, number, type, occurred_at, system, subject_type,
      subject_id, data)
    values (${organizationId}, 4, 'transfer.completed', now() - interval '1 hour', 'expiry',
      'transfer', 'xfer_4', '{}')`
  await eventually(async () => found().length > 0, 'a line of the gap')
  const [{ level, msg, sequence }] = found()
  assert.deepEqual([level, sequence], ['error', 3])
  assert.equal(msg, 'event missing, so later ones are not sealed')
  const lag = /^vault_events_seal_lag_seconds (\S+)$/m
  await eventually(
    async () => Number(lag.exec(await metrics.registry.metrics())?.[1]) >= 3_600,
    'a lag of an hour',
  )
  // Others are sealed meanwhile, in several looks.
  for (let look = 0; look < 3; look += 1) await sealed(1)
  assert.equal(found().length, 1)
  await addEvents(organizationId, 1, 3)
  assert.equal(await allSealed(vault, organizationId), 4)
})

test('organizations with events to seal are looked at alone; newest events that are gone are a gap', async () => {
  const organizationId = await sealed(3)
  const found = async () =>
    (await lookUpParts(database, findUnsealed)).filter(
      (one) => one.organizationId === organizationId,
    )
  assert.deepEqual(await found(), [])
  await deleteBehind(organizationId, 2)
  assert.deepEqual(await found(), [{ organizationId, occurredAt: null, missing: 3 }])
})

test('the owner of a token can be corrected and erased: the chain does not hold it', async () => {
  const organizationId = await records.organization()
  const account = await records.fboAccount(organizationId)
  const { token, id } = await records.token(organizationId)
  await sql`update access_tokens set owner = 'Ada' where id = ${id}`
  const path = `/v1/fbo-accounts/${account}`
  const changed = await vault.api.patch(path, { token, body: { email: 'a@example.com' } })
  assert.equal(changed.status, 200)
  const sealed = await allSealed(vault, organizationId)
  const shown = async () => {
    const { data } = (await vault.api.get('/v1/events', { token })).body
    return data.at(sealed - 1).actor.owner
  }
  assert.equal(await shown(), 'Ada')
  await sql`update access_tokens set owner = 'Grace' where id = ${id}`
  assert.equal(await shown(), 'Grace')
  assert.deepEqual(await violationsOf(organizationId), [])
})

test('a number that has a seal is not given again, and its missing event is found', async () => {
  const organizationId = await records.organization()
  const account = await records.fboAccount(organizationId)
  const { token } = await records.token(organizationId)
  const before = await allSealed(vault, organizationId)
  await addEvents(organizationId, 5, before + 1)
  await allSealed(vault, organizationId)
  await deleteBehind(organizationId, before + 2)
  const missing = [3, 4, 5].map((place) => ['event_seal_without_event', before + place])
  assert.deepEqual(await placesOf(organizationId), missing)
  // An event that a trigger numbers, one that a trigger writes, and one of a change.
  await sql`
    insert into events (organization_id, type, occurred_at, system, subject_type, subject_id, data)
    values (${organizationId}, 'transfer.completed', now(), 'expiry', 'transfer', 'xfer_1', '{}')`
  const path = `/v1/fbo-accounts/${account}`
  const changed = await vault.api.patch(path, { token, body: { email: 'a@example.com' } })
  assert.equal(changed.status, 200)
  const opened = await vault.api.post('/v1/fbo-accounts', { token, body: {} })
  assert.equal(opened.status, 201)
  const numbers = await sql<{ number: number }[]>`
    select number::float8 as number from events
    where organization_id = ${organizationId} and number > ${before + 2} order by number`
  assert.deepEqual(
    numbers.map(({ number }) => number - before),
    [6, 7, 8],
  )
  assert.deepEqual(await placesOf(organizationId), [['event_missing', before + 3], ...missing])
})

test('the lag and the number of sealed events are metrics', async () => {
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1])
  const before = await metric('vault_events_sealed_total')
  const organizationId = await records.organization()
  await sql.begin(async (tx) => {
    await tx`lock table event_seals in share mode`
    await addEvents(organizationId, 10)
    await eventually(
      async () => (await metric('vault_events_seal_lag_seconds')) > 0,
      'a lag that is seen',
    )
  })
  await eventually(
    async () => (await metric('vault_events_sealed_total')) >= before + 10,
    'ten more sealed events',
  )
  await eventually(async () => (await metric('vault_events_seal_lag_seconds')) === 0, 'no lag')
})

test('a chain is signed once an hour, if it has grown', async () => {
  const organizationId = await sealed(3)
  const caller = operatorFor(organizationId)
  const isListed = async (since = new Date(Date.now() - 3_600_000)) =>
    (await lookUpParts(database, (part) => findUnsigned(part, since))).includes(organizationId)
  assert.equal(await isListed(), false, 'the organization is new')
  await sql`
    update organizations set created_at = now() - interval '2 hours' where id = ${organizationId}`
  assert.equal(await isListed(), true)
  const chains = new CheckedChains(new SigningKeys(database, vault.app.secrets), UNOBSERVED)
  const signed = await tryCheckpoint(caller, database, chains, 'sealing')
  assert.equal(signed?.sequence, 3)
  assert.equal(await isListed(), false)
  // The event of the checkpoint alone makes no other one: an idle organization comes to rest.
  assert.equal(await allSealed(vault, organizationId), 4)
  const later = new Date(Date.now() + 1_000)
  assert.equal(await isListed(later), false)
  await addEvents(organizationId, 1, 5)
  await allSealed(vault, organizationId)
  assert.equal(await isListed(), false, 'the last one is not an hour old')
  assert.ok(await isListed(later))
  const second = await tryCheckpoint(caller, database, chains, 'sealing')
  assert.deepEqual(second, signed, 'another process was first')
  assert.deepEqual(await violationsOf(organizationId), [])
})
