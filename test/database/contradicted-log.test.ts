import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runStatement } from '../../src/database/changes/organization-transaction.ts'
import { eventId } from '../../src/history/events/event.ts'
import { findEventsAfter } from '../../src/history/events/find-events.store.ts'
import { FIRST_HASH } from '../../src/history/sealed-log/chain.ts'
import { verifyVault } from '../../src/operator/verify/verify-vault.ts'
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

/** An organization whose events are sealed: some that are signed, and some behind them. */
async function sealedEvents({ isSigned = true } = {}) {
  const { organizationId, token } = await records.owner()
  const sign = () => api.post(path, { token })
  const grow = async () => {
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await api.post('/v1/fbo-accounts', { token, body: {} })).status, 201)
    }
    await allSealed(vault, organizationId)
  }
  await grow()
  if (!isSigned) return { organizationId, sequence: 0, sign }
  const first = await sign()
  assert.equal(first.status, 201, first.text)
  await grow()
  return { organizationId, sequence: first.body.data.sequence as number, sign }
}
type Log = Awaited<ReturnType<typeof sealedEvents>>

/** Runs these past the triggers of the log; SEAL_AGAIN computes the seals: they have no secret. */
async function forge({ organizationId, sequence }: Log, ...statements: string[]): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const statement of statements) {
      if (statement !== SEAL_AGAIN) {
        const text = `${named(statement, { organizationId, sequence })} returning 1`
        assert.ok((await tx.query(text)).length > 0, statement)
        continue
      }
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
  })
}

const SEAL_AGAIN = 'seal again'
const named = (
  text: string,
  { organizationId, sequence }: Pick<Log, 'organizationId' | 'sequence'>,
) =>
  text
    .replaceAll('OF_LOG', `organization_id = '${organizationId}'`)
    .replaceAll('SIGNED', `${sequence}`)
    .replaceAll('BEHIND', `${sequence + 2}`)

/** Nothing is signed; the refusal says what differs. */
async function assertContradicted(log: Log, contradiction: string): Promise<void> {
  const checkpoints = () =>
    sql`select from event_checkpoints where organization_id = ${log.organizationId}`
  const before = (await checkpoints()).length
  assertRefused(await log.sign(), {
    status: 409,
    code: 'sealed_log_contradicted',
    detail:
      'Nothing was signed, because the log differs from what was signed before: ' +
      `${named(contradiction, log)}. Tell the vault's operator, who runs vault-inventory verify.`,
    instance: path,
  })
  assert.equal((await checkpoints()).length, before)
}

async function violationsOf(...logs: readonly Log[]): Promise<[check: string, record: string][]> {
  const { signal } = new AbortController()
  const ids = logs.map(({ organizationId }) => organizationId)
  const { violations } = await verifyVault(vault.database, ids, signal, vault.app.secrets)
  return violations.map(({ check, record }) => [check, record])
}

const update = (change: string, where: string) => `update events set ${change} where ${where}`
const ALTER = "token_id = 'tok_forged', system = null, occurred_at = occurred_at - interval '1 day'"
const alter = (number: number | 'BEHIND') => update(ALTER, `OF_LOG and number = ${number}`)
const behind = (change: string) => update(change, 'OF_LOG and number = BEHIND')
const COPY_HASH = `
  update event_checkpoints set chain_hash =
    (select chain_hash from event_seals where OF_LOG and number = SIGNED)
  where OF_LOG`

const FORGERIES: [what: string, statements: string[], contradiction: string][] = [
  [
    'a chain that was rewritten below its checkpoint',
    [alter(2), SEAL_AGAIN],
    'the seal of event SIGNED is not the one that was signed',
  ],
  ['an event behind the checkpoint', [alter('BEHIND')], 'event BEHIND is not what was sealed'],
  [
    'an event with a number beyond those of JSON',
    [behind(`data = '{"totalItems":1e999}'::json::jsonb`)],
    'event BEHIND is not what was sealed',
  ],
  [
    'an event with an infinite time',
    [behind("occurred_at = 'infinity'")],
    'event BEHIND is not what was sealed',
  ],
  [
    'a gap behind the checkpoint',
    ['delete from events where OF_LOG and number = BEHIND'],
    'event BEHIND is missing',
  ],
  [
    'a checkpoint that no key of the vault has signed',
    [alter(2), SEAL_AGAIN, COPY_HASH],
    'no key of the vault signed the newest checkpoint, which is over event SIGNED',
  ],
]

for (const [what, statements, contradiction] of FORGERIES) {
  test(`${what}: nothing is signed`, async () => {
    const log = await sealedEvents()
    await forge(log, ...statements)
    await assertContradicted(log, contradiction)
    if (!contradiction.endsWith('is not what was sealed')) return
    // The verdict says so, and goes on with other organizations.
    const other = await sealedEvents()
    await forge(other, alter(2))
    assert.deepEqual(await violationsOf(log, other), [
      ['sealed_log_differs', eventId(log.organizationId, log.sequence + 2)],
      ['sealed_log_differs', eventId(other.organizationId, 2)],
    ])
  })
}

test('a chain that was rewritten and sealed again differs from its checkpoint, says verify', async () => {
  const log = await sealedEvents()
  await forge(log, alter(2), SEAL_AGAIN)
  assert.deepEqual(await violationsOf(log), [
    ['sealed_log_differs', eventId(log.organizationId, log.sequence)],
  ])
})

test('a checkpoint that is gone is missed, and reported in the log and in a metric', async () => {
  const log = await sealedEvents()
  const { organizationId } = log
  const [row] =
    await sql`select at from event_checkpoints where organization_id = ${organizationId}`
  await forge(log, alter(2), SEAL_AGAIN, 'delete from event_checkpoints where OF_LOG')
  const gone = `the checkpoint of ${row?.at.toISOString()} over event SIGNED is gone`
  for (let count = 0; count < 3; count += 1) await assertContradicted(log, gone)
  // An error line once an hour for the organization, and a count of each.
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

test('an event that is not what was sealed is not signed the first time', async () => {
  const log = await sealedEvents({ isSigned: false })
  await forge(log, alter(1))
  await assertContradicted(log, 'event 1 is not what was sealed')
})

test('a log that was put right is signed again, and sealed on', async () => {
  const log = await sealedEvents()
  const flip = `
    update event_seals set chain_hash = decode(translate(encode(chain_hash, 'hex'),
      '0123456789abcdef', 'fedcba9876543210'), 'hex')
    where OF_LOG`
  await forge(log, flip)
  await assertContradicted(log, 'the seal of event SIGNED is not the one that was signed')
  await forge(log, flip)
  const signed = await log.sign()
  assert.equal(signed.status, 201, signed.text)
  assert.ok(signed.body.data.sequence > log.sequence)
  const sealedOn = () => sql`
    select from event_seals
    where organization_id = ${log.organizationId} and number > ${signed.body.data.sequence}`
  await eventually(async () => (await sealedOn()).length > 0, 'the job to seal on')
})

test('a checkpoint of a year beyond those of JavaScript is a violation, and the other checks go on', async () => {
  const log = await sealedEvents()
  const other = await sealedEvents()
  await forge(log, "update event_checkpoints set at = '285000-01-01' where OF_LOG")
  await forge(
    other,
    `update event_checkpoints set signature = '\\x${'00'.repeat(64)}' where OF_LOG`,
  )
  assert.deepEqual(await violationsOf(log, other), [
    ['sealed_log_differs', eventId(log.organizationId, log.sequence)],
    ['sealed_log_differs', eventId(other.organizationId, other.sequence)],
  ])
})
