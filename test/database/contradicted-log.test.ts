import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionSql } from 'postgres'
import { runStatement } from '../../src/database/changes/organization-transaction.ts'
import { eventId } from '../../src/events/event.ts'
import { findEventsAfter } from '../../src/events/find-events.store.ts'
import { FIRST_HASH } from '../../src/sealed-log/chain.ts'
import { verifyVault } from '../../src/verification/verify-vault.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { hashWith } from '../support/sealed-log/made-export.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { assertRefused } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// The signer compares the log with what it signed before. Attackers here are superusers of the
// database who do not have SECRETS_KEY.

const vault = await openVault()
const { api, records, sql, metrics } = vault
const path = '/v1/event-checkpoints'

/** An organization with a checkpoint over its first events, and events behind it. */
async function signedLog({ behind = 3 } = {}) {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const change = async () => {
    assert.equal((await api.post('/v1/fbo-accounts', { token, body: {} })).status, 201)
  }
  for (let count = 0; count < 3; count += 1) await change()
  await allSealed(vault, organizationId)
  const first = await api.post(path, { token })
  assert.equal(first.status, 201, first.text)
  for (let count = 0; count < behind; count += 1) await change()
  await allSealed(vault, organizationId)
  const { sequence } = first.body.data as { sequence: number }
  const sign = () => api.post(path, { token })
  return { organizationId, token, sequence, sign }
}

/** As a superuser, past the triggers of the log. */
async function forge(work: (tx: TransactionSql) => Promise<unknown>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await work(tx)
  })
}

const alter = (organizationId: string, number: number) => (tx: TransactionSql) =>
  tx`
  update events set token_id = 'tok_forged', system = null, occurred_at = occurred_at - interval '1 day'
  where organization_id = ${organizationId} and number = ${number}`

/** Computes all seals again: the chain has no secret. */
async function sealAgain(tx: TransactionSql, organizationId: string): Promise<void> {
  const rows = await findEventsAfter(
    (text, values) => runStatement({ organizationId }, tx, text, values),
    0,
    10_000,
  )
  let hash: Buffer = FIRST_HASH
  for (const row of rows) {
    hash = hashWith(hash, row)
    await tx`
      update event_seals set chain_hash = ${hash}
      where organization_id = ${organizationId} and number = ${row.number}`
  }
}

/** Nothing is signed; the refusal says what differs. */
async function assertContradicted(
  { sign, organizationId }: Awaited<ReturnType<typeof signedLog>>,
  contradiction: string,
): Promise<void> {
  const count = async () =>
    (await sql`select from event_checkpoints where organization_id = ${organizationId}`).length
  const before = await count()
  const response = await sign()
  assertRefused(response, {
    status: 409,
    code: 'sealed_log_contradicted',
    detail:
      'Nothing was signed, because the log differs from what was signed before: ' +
      `${contradiction}. Tell the vault's operator, who runs vault-inventory verify.`,
    instance: path,
  })
  assert.equal(await count(), before)
}

test('a log that goes on from its checkpoint is signed', async () => {
  const log = await signedLog()
  const second = await log.sign()
  assert.equal(second.status, 201, second.text)
  assert.ok(second.body.data.sequence > log.sequence)
})

test('a chain that was rewritten below its checkpoint is not signed, also without the checkpoint', async () => {
  const log = await signedLog()
  const { organizationId, sequence } = log
  await forge(async (tx) => {
    await alter(organizationId, 2)(tx)
    await sealAgain(tx, organizationId)
  })
  await assertContradicted(log, `the seal of event ${sequence} is not the one that was signed`)
  const [row] =
    await sql`select at from event_checkpoints where organization_id = ${organizationId}`
  await forge((tx) => tx`delete from event_checkpoints where organization_id = ${organizationId}`)
  const gone = `the checkpoint of ${row?.at.toISOString()} over event ${sequence} is gone`
  await assertContradicted(log, gone)
  // An error line once an hour for the organization, and a count of each.
  await assertContradicted(log, gone)
  const lines = () =>
    vault.logLines.filter((line) => line.includes('contradict') && line.includes(organizationId))
  await eventually(async () => lines().length > 0, 'an error line')
  const errors = lines().map((line) => JSON.parse(line))
  assert.deepEqual(
    errors.filter(({ level }) => level === 'error').map(({ msg }) => msg),
    ['log contradicts its checkpoints: not signed'],
  )
  const count = /^vault_event_checkpoints_refused_total (\d+)$/m
  assert.ok(Number(count.exec(await metrics.registry.metrics())?.[1]) >= 3)
})

test('an event behind the checkpoint that is not what was sealed is not signed', async () => {
  const log = await signedLog()
  const number = log.sequence + 2
  await forge(alter(log.organizationId, number))
  await assertContradicted(log, `event ${number} is not what was sealed`)
})

test('an event of the whole log that is not what was sealed is not signed the first time', async () => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  assert.equal((await api.post('/v1/fbo-accounts', { token, body: {} })).status, 201)
  await allSealed(vault, organizationId)
  await forge(alter(organizationId, 1))
  const sign = () => api.post(path, { token })
  const log = { organizationId, token, sequence: 0, sign }
  await assertContradicted(log, 'event 1 is not what was sealed')
})

test('a gap behind the checkpoint is not signed', async () => {
  const log = await signedLog()
  const number = log.sequence + 2
  await forge(
    (tx) => tx`
      delete from events where organization_id = ${log.organizationId} and number = ${number}`,
  )
  await assertContradicted(log, `event ${number} is missing`)
})

test('a checkpoint that no key of the vault has signed is no ground to sign on', async () => {
  const log = await signedLog()
  const { organizationId } = log
  await forge(async (tx) => {
    await alter(organizationId, 2)(tx)
    await sealAgain(tx, organizationId)
    await tx`
      update event_checkpoints set chain_hash = (
        select chain_hash from event_seals
        where organization_id = ${organizationId} and number = ${log.sequence})
      where organization_id = ${organizationId}`
  })
  await assertContradicted(
    log,
    `no key of the vault signed the newest checkpoint, which is over event ${log.sequence}`,
  )
})

test('a log that was put right is signed again, and sealed on', async () => {
  const log = await signedLog()
  const { organizationId, sequence } = log
  const saved = await sql`
    select number::float8 as number, chain_hash from event_seals
    where organization_id = ${organizationId} order by number`
  const restore = (hash: (row: { chainHash: Buffer }) => Buffer) =>
    forge(async (tx) => {
      for (const row of saved) {
        await tx`
          update event_seals set chain_hash = ${hash(row as never)}
          where organization_id = ${organizationId} and number = ${row.number}`
      }
    })
  await restore(() => Buffer.alloc(32, 1))
  await assertContradicted(log, `the seal of event ${sequence} is not the one that was signed`)
  await restore(({ chainHash }) => chainHash)
  const signed = await log.sign()
  assert.equal(signed.status, 201, signed.text)
  const sealed = await allSealed(vault, organizationId)
  assert.ok(sealed > signed.body.data.sequence)
})

for (const [what, altered] of [
  ['a number beyond those of JSON', { data: '{"totalItems":1e999}' }],
  ['an infinite time', { occurredAt: 'infinity' }],
] as const) {
  test(`an event with ${what} is not what was sealed, and the verdict says so`, async () => {
    const log = await signedLog()
    const { organizationId } = log
    const number = log.sequence + 2
    const other = await signedLog()
    await forge(alter(other.organizationId, 2))
    await forge((tx) =>
      'data' in altered
        ? tx`
            update events set data = ${altered.data}::text::json::jsonb
            where organization_id = ${organizationId} and number = ${number}`
        : tx`
            update events set occurred_at = ${altered.occurredAt}::text::timestamptz
            where organization_id = ${organizationId} and number = ${number}`,
    )
    await assertContradicted(log, `event ${number} is not what was sealed`)
    const { signal } = new AbortController()
    const ids = [organizationId, other.organizationId]
    const { violations } = await verifyVault(vault.database, ids, signal, vault.app.secrets)
    const found = violations.map(({ check, record }) => [check, record])
    assert.deepEqual(found, [
      ['event_differs_from_seal', eventId(organizationId, number)],
      ['event_differs_from_seal', eventId(other.organizationId, 2)],
    ])
  })
}

test('a checkpoint of a year beyond those of JavaScript is a violation, and the other checks go on', async () => {
  const { organizationId } = await signedLog()
  const other = await signedLog()
  await forge(async (tx) => {
    await tx`
      update event_checkpoints set at = '285000-01-01' where organization_id = ${organizationId}`
    await tx`
      update event_checkpoints set signature = ${Buffer.alloc(64)}
      where organization_id = ${other.organizationId}`
  })
  const { signal } = new AbortController()
  const ids = [organizationId, other.organizationId]
  const { violations } = await verifyVault(vault.database, ids, signal, vault.app.secrets)
  const found = violations.map(({ check, record }) => [check, record])
  assert.deepEqual(found, [
    ['event_checkpoint_signature', organizationId],
    ['event_checkpoint_signature', eventId(other.organizationId, other.sequence)],
  ])
})
