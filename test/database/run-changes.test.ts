import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  ChangeOutcome,
  RequestedChange,
  RequestKey,
} from '../../src/database/changes/change.ts'
import { keyLock } from '../../src/database/changes/idempotency-keys.ts'
import { decideChange } from '../../src/database/database.ts'
import { Refusal } from '../../src/domain/errors.ts'
import {
  NOTES_TABLE,
  type Note,
  noteRequest,
  notesChange,
  type Written,
} from '../support/load/gated-changes.ts'
import { statementBatches } from '../support/load/statement-batches.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// A transaction of requests, called as operations call it, and what it leaves behind.
const { database, sql, records, metrics } = await openOwnVault()
await sql.query(NOTES_TABLE)
const NOTES = notesChange()
const ORGANIZATION = await records.organization()

type More = Partial<RequestedChange<Note, Written>>

let keysMade = 0
function newKey(more: Partial<RequestKey> = {}): RequestKey {
  keysMade += 1
  const requestSha256 = String(keysMade).padStart(64, '0')
  return { operation: 'note', key: `k${keysMade}`, requestSha256, ...more }
}

function ask(note: string, more: More & Pick<Note, 'end'> = {}): Promise<ChangeOutcome<Written>> {
  const { end, ...rest } = more
  const input = end === undefined ? { note } : { note, end }
  return database.change(NOTES, noteRequest(ORGANIZATION, input, rest))
}

async function written(note: string): Promise<number> {
  const [row] = await sql`select count(*)::integer as notes from notes where note = ${note}`
  return row?.notes
}

async function keptUnder({ key }: RequestKey): Promise<number> {
  const [row] = await sql`
    select count(*)::integer as kept from idempotency_keys
    where organization_id = ${ORGANIZATION} and key = ${key}`
  return row?.kept
}

/** Transactions that changed or locked rows during the work: those with a transaction id. */
async function transactionsOf(work: () => Promise<unknown>): Promise<number> {
  const next = async () => {
    const [row] = await sql`select pg_snapshot_xmax(pg_current_snapshot())::text as next`
    return Number(row?.next)
  }
  let least = Number.POSITIVE_INFINITY
  // The server counts for all databases, those of other test files too: until they pause.
  const enough = async () => {
    const before = await next()
    await work()
    least = Math.min(least, (await next()) - before)
    return least === 0
  }
  await eventually(enough, 'work without a transaction').catch(() => undefined)
  return least
}

/** Requests of one turn, which share a transaction. */
const together = <T>(asked: readonly Promise<T>[]) => Promise.allSettled(asked)

test('Batched changes are committed in one transaction, and each gets its own response', async () => {
  const before = await statementBatches(metrics, 'notes')
  const responses = await together(Array.from({ length: 20 }, (_, place) => ask(`one ${place}`)))
  for (const [place, one] of responses.entries()) {
    assert.ok(one.status === 'fulfilled' && one.value.kind === 'decided')
    assert.equal(one.value.response.text, `one ${place}`)
  }
  const rows = await sql`select distinct xmin::text from notes where note like 'one %'`
  assert.equal(rows.length, 1, 'one commit for all')
  const after = await statementBatches(metrics, 'notes')
  assert.deepEqual(
    [after.statements - before.statements, after.requests - before.requests],
    [1, 20],
  )
})

test('A batch that is refused as a whole writes nothing, and its keys stay free', async () => {
  const keys = [newKey(), newKey()]
  const transactions = await transactionsOf(async () => {
    for (const { status } of await together(keys.map((key) => ask('two', { key, end: 'refused' }))))
      assert.equal(status, 'rejected')
  })
  assert.equal(transactions, 0)
  for (const key of keys) {
    assert.equal(await keptUnder(key), 0)
    assert.equal((await ask('two', { key })).kind, 'decided')
  }
  assert.equal(await written('two'), 2)
})

test('A response is stored with its change; a refusal is not stored', async () => {
  const keys = Array.from({ length: 8 }, () => newKey())
  const refused = (place: number) => place % 4 === 0
  await together(
    keys.map((key, place) => ask('three', { key, ...(refused(place) && { end: 'refused' }) })),
  )
  assert.equal(await written('three'), 6)
  for (const [place, key] of keys.entries()) {
    const { kind } = await ask('three', { key })
    assert.equal(kind, refused(place) ? 'decided' : 'replayed')
  }
  const kept = await ask('three', { key: keys[1] as RequestKey })
  assert.ok(kept.kind === 'replayed')
  assert.deepEqual(kept.response, { status: 201, headers: { ETag: '"1"' }, text: 'three' })
})

test('A response that cannot be stored rolls back its change and no other', async () => {
  const key = newKey()
  const respond = () => ({ status: 201, headers: {}, text: 'U+0000: \0' })
  const [bad, good] = await together([
    ask('four', { key, respond }),
    ask('four too', { key: newKey() }),
  ])
  assert.equal(bad?.status, 'rejected')
  assert.equal(good?.status, 'fulfilled')
  assert.deepEqual([await written('four'), await written('four too')], [0, 1])
  assert.equal(await keptUnder(key), 0)
})

test('A change that cannot be written stores no response under its key', async () => {
  for (const end of ['poison', 'write_throws', 'throws', 'unspeakable', 'error'] as const) {
    const key = newKey()
    await assert.rejects(ask('five', { key, end }))
    assert.equal(await keptUnder(key), 0)
    assert.equal(await written('five'), 0)
    assert.equal((await ask(`five after ${end}`, { key })).kind, 'decided', 'the key is free')
  }
})

test('Of simultaneous requests under one key one is decided, and the others get its response', async () => {
  const key = newKey()
  const outcomes = await Promise.all([1, 2, 3].map(() => ask('six', { key })))
  assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['decided', 'replayed', 'replayed'])
  assert.equal(await written('six'), 1)
  const other = newKey({ key: key.key })
  await assert.rejects(ask('six', { key: other }), { code: 'idempotency_key_reused' })
  const elsewhere = newKey({ key: key.key, operation: 'another' })
  assert.equal((await ask('six', { key: elsewhere })).kind, 'decided')
})

test('While another process uses a key, a request under it is refused without waiting', async () => {
  const key = newKey()
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${keyLock(ORGANIZATION, key)})`
    const refusal = await ask('seven', { key }).catch((error: unknown) => error)
    assert.ok(refusal instanceof Refusal)
    assert.equal(refusal.code, 'idempotency_in_progress')
    assert.deepEqual(refusal.headers, { 'Retry-After': '1' })
  })
  assert.equal((await ask('seven', { key })).kind, 'decided')
  assert.equal(await written('seven'), 1)
})

test('A dry run returns the response, writes nothing and leaves its key free', async () => {
  const key = newKey()
  const transactions = await transactionsOf(async () => {
    const outcome = await ask('eight', { key, isDryRun: true })
    assert.ok(outcome.kind === 'decided')
    assert.equal(outcome.response.text, 'eight')
    await assert.rejects(ask('eight', { isDryRun: true, end: 'refused' }), { code: 'same_account' })
  })
  assert.equal(transactions, 0)
  assert.deepEqual([await written('eight'), await keptUnder(key)], [0, 0])
  assert.equal((await ask('eight', { key })).kind, 'decided')
  const kept = await ask('eight', { key, isDryRun: true })
  assert.equal(kept.kind, 'replayed', 'the stored response of the key')
  assert.equal(await written('eight'), 1)
})

const callerOf = (tokenId: string) => ({
  organizationId: ORGANIZATION,
  tokenId,
  permissions: new Set<never>(),
})

test('A token that was revoked or expired after authentication changes nothing: 401', async () => {
  const [revoked, expired, foreign, live] = await Promise.all([
    records.token(ORGANIZATION),
    records.token(ORGANIZATION),
    records.owner(),
    records.token(ORGANIZATION),
  ])
  await records.revokeToken(revoked.id)
  await records.expireToken(expired.id)
  for (const isDryRun of [false, true]) {
    const outcomes = await together(
      [revoked, expired, foreign, live].map(({ id }) =>
        ask(`nine ${id}`, { caller: callerOf(id), isDryRun, key: newKey() }),
      ),
    )
    assert.deepEqual(
      outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'decided')),
      ['invalid_token', 'invalid_token', 'invalid_token', 'decided'],
    )
  }
  const rows = await sql`select note from notes where note like 'nine %'`
  assert.deepEqual([...rows], [{ note: `nine ${live.id}` }])
})

test('A revoked token gets nothing, not even a stored response', async () => {
  const { id: tokenId } = await records.token(ORGANIZATION)
  const caller = callerOf(tokenId)
  const key = newKey()
  assert.equal((await ask('ten', { caller, key })).kind, 'decided')
  await records.revokeToken(tokenId)
  await assert.rejects(ask('ten', { caller, key }), { code: 'invalid_token' })
})

test('A change sees the earlier changes of its transaction, and none that failed', async () => {
  const behind = async (asked: Promise<ChangeOutcome<Written>>) => {
    const outcome = await asked
    assert.ok(outcome.kind === 'decided')
    return outcome.result.behind
  }
  const [first, second] = [ask('eleven a'), ask('eleven b')]
  const bad = ask('eleven c', { end: 'throws' })
  const [third, fourth] = [ask('eleven d'), ask('eleven e')]
  await assert.rejects(bad, { message: 'eleven c throws' })
  assert.deepEqual(await Promise.all([first, second].map(behind)), [[], ['eleven a']])
  assert.deepEqual(await Promise.all([third, fourth].map(behind)), [[], []])
})

test('A change without a request returns its result or throws its refusal', async () => {
  const { caller } = noteRequest(ORGANIZATION, { note: '' })
  const { note } = await decideChange(caller, database, NOTES, { note: 'twelve' })
  assert.equal(note, 'twelve')
  await assert.rejects(decideChange(caller, database, NOTES, { note: 'x', end: 'refused' }), {
    code: 'same_account',
  })
  assert.equal(await written('twelve'), 1)
})
