import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sql } from 'postgres'
import type { GatheredStatement } from '../../src/database/gathered-statement.ts'
import type { RequestKey } from '../../src/database/transaction/idempotency-keys.ts'
import {
  AnswerKept,
  RequestTransaction,
} from '../../src/database/transaction/request-transaction.ts'
import { Refusal } from '../../src/errors.ts'
import { gatherings } from '../support/gatherings.ts'
import { openVault } from '../support/vault.ts'

const { database, sql, metrics } = await openVault()
await sql`create table notes (place serial, note text)`
const caller = { organizationId: 'org_a' }

let keysMade = 0
const newKey = (): RequestKey => {
  keysMade += 1
  const requestSha256 = String(keysMade).padStart(64, '0')
  return { organizationId: 'org_a', operation: 'note', key: `k${keysMade}`, requestSha256 }
}
const answer = (text: string) => ({ status: 200, headers: { ETag: '"1"' }, text })

const write = (note: string) => (tx: Sql) =>
  tx<{ note: string }[]>`
  insert into notes (note) values (${note}) returning note`

/** Writes each note, together with those that arrive with it; a note of `no` is refused. */
const NOTES: GatheredStatement<string, string | null> = {
  name: 'notes',
  lineOf: () => 'org_a',
  ask: async (tx, notes) => {
    const wanted = notes.filter((note) => note !== 'no')
    await tx`insert into notes (note) select unnest(${wanted}::text[])`
    return notes.map((note) => (note === 'no' ? null : note))
  },
}

async function written(note: string): Promise<number> {
  const [row] = await sql`select count(*)::integer as notes from notes where note = ${note}`
  return row?.notes
}

test('What was decided is committed with the answer, and not before', async () => {
  const key = newKey()
  const transaction = database.transaction({ key, end: 'commit' })
  await transaction.decide(caller, write('one'))
  assert.equal(await written('one'), 0)
  await transaction.decide(caller, write('one'))
  await transaction.commit(answer('done'))
  assert.equal(await written('one'), 2)
  const again = database.transaction({ key, end: 'commit' })
  const kept = await again.decide(caller, write('one')).catch((error) => error)
  assert.ok(kept instanceof AnswerKept)
  assert.deepEqual(kept.answer, answer('done'))
  assert.equal(await written('one'), 2)
  const { requestSha256: _, ...same } = key
  const other = database.transaction({
    key: { ...same, requestSha256: 'f'.repeat(64) },
    end: 'commit',
  })
  const reused = await other.decide(caller, write('one')).catch((error) => error)
  assert.equal(reused.code, 'idempotency_key_reused')
})

test('What is given up is as if it had never been, and its key is free', async () => {
  const key = newKey()
  for (const why of [undefined, new Refusal('same_account'), new Error('a defect')]) {
    const transaction = database.transaction({ key, end: 'commit' })
    await transaction.decide(caller, write('two'))
    await transaction.giveUp(why)
    assert.equal(await written('two'), 0)
  }
  const transaction = database.transaction({ key, end: 'commit' })
  await transaction.gather(NOTES, 'two')
  await transaction.commit(answer('done'))
  assert.equal(await written('two'), 1)
})

test('While a key is decided upon, nobody else decides upon it', async () => {
  const key = newKey()
  const first = database.transaction({ key, end: 'commit' })
  await first.decide(caller, write('three'))
  for (const ask of ['decide', 'gather'] as const) {
    const second = database.transaction({ key, end: 'commit' })
    const asked =
      ask === 'decide' ? second.decide(caller, write('three')) : second.gather(NOTES, 'three')
    const refusal = await asked.catch((error: unknown) => error as Refusal)
    assert.ok(refusal instanceof Refusal)
    assert.equal(refusal.code, 'idempotency_in_progress')
    assert.deepEqual(refusal.headers, { 'Retry-After': '1' })
    await second.giveUp(refusal)
  }
  await first.commit(answer('done'))
  assert.equal(await written('three'), 1)
})

test('What is done beside holds nothing of the transaction, and what follows comes after it', async () => {
  const order: string[] = []
  const transaction = database.transaction({ key: newKey(), end: 'commit' })
  await transaction.decide(caller, write('four'))
  await transaction.afterwards(async () => void order.push('of what was given up'))
  await transaction.beside(async () => {
    const [held] = await sql`select count(*)::integer as locks from pg_locks
      where locktype = 'advisory' and database = (
        select oid from pg_database where datname = current_database())`
    assert.equal(held?.locks, 0)
    order.push('beside')
  })
  await transaction.decide(caller, write('four'))
  await transaction.afterwards(async () => void order.push(`after ${await written('four')}`))
  await transaction.commit(answer('done'))
  assert.deepEqual(order, ['beside', 'after 1'])
  const never = database.transaction({ end: 'roll_back' })
  await never.decide(caller, write('four'))
  await never.afterwards(async () => void order.push('after nothing'))
  await never.giveUp(undefined)
  assert.equal(order.length, 2)
})

test('Those that arrive together share a transaction, and one that is refused keeps nothing', async () => {
  const before = await gatherings(metrics, 'notes_once')
  const keys = Array.from({ length: 40 }, newKey)
  const ends = await Promise.all(
    keys.map(async (key, place) => {
      const transaction = database.transaction({ key, end: 'commit' })
      const note = await transaction.gather(NOTES, place % 4 === 0 ? 'no' : 'five')
      if (note === null) return await transaction.giveUp(new Refusal('same_account'))
      return await transaction.commit(answer(`note ${place}`))
    }),
  )
  assert.equal(ends.length, 40)
  assert.equal(await written('five'), 30)
  const after = await gatherings(metrics, 'notes_once')
  assert.equal(after.requests - before.requests, 40)
  assert.ok(after.statements - before.statements < 10)
  const kept = await sql`select key from idempotency_keys where answer like 'note %'`
  assert.equal(kept.length, 30)
})

test('Of one key asked for twice in one gathering, the second gets the answer of the first', async () => {
  const key = newKey()
  const ask = async () => {
    const transaction = database.transaction({ key, end: 'commit' })
    try {
      await transaction.gather(NOTES, 'six')
      await transaction.commit(answer('first'))
      return 'first'
    } catch (error) {
      assert.ok(error instanceof AnswerKept, String(error))
      return error.answer.text === 'first' ? 'again' : 'wrong'
    }
  }
  assert.deepEqual((await Promise.all([ask(), ask(), ask()])).sort(), ['again', 'again', 'first'])
  assert.equal(await written('six'), 1)
})

test('A defect after a decision undoes what shares its transaction: nobody is told of a change', async () => {
  const ends = await Promise.allSettled(
    Array.from({ length: 5 }, async (_, place) => {
      const transaction = database.transaction({ key: newKey(), end: 'commit' })
      await transaction.gather(NOTES, 'seven')
      if (place === 2) {
        await transaction.giveUp(new Error('a defect'))
        throw new Error('a defect')
      }
      await transaction.commit(answer('done'))
    }),
  )
  const told = ends.filter(({ status }) => status === 'fulfilled').length
  assert.equal(await written('seven'), told)
  assert.ok(told < 5)
})

test('An answer that cannot be kept undoes the change', async () => {
  const key = newKey()
  for (const ask of ['decide', 'gather'] as const) {
    const transaction = database.transaction({ key, end: 'commit' })
    if (ask === 'decide') await transaction.decide(caller, write('nine'))
    else await transaction.gather(NOTES, 'nine')
    await assert.rejects(transaction.commit(answer('U+0000: \0')))
    assert.equal(await written('nine'), 0)
  }
})

test('A transaction whose connection is lost while its answer is made says that it may be done', async () => {
  const transaction = database.transaction({ key: newKey(), end: 'commit' })
  await transaction.decide(caller, write('eight'))
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where state = 'idle in transaction' and datname = current_database()`
  const lost = await transaction.commit(answer('done')).catch((error: unknown) => error as Refusal)
  assert.ok(lost instanceof Refusal, String(lost))
  assert.equal(lost.code, 'temporarily_unavailable')
  assert.equal(await written('eight'), 0)
})

test('What is decided when the request was answered already is undone, and holds nothing', async () => {
  const why = new Refusal('temporarily_unavailable')
  let late: Promise<unknown> = Promise.resolve()
  const transaction = new RequestTransaction(
    {
      decide: (asking, statement) => {
        late = database.decide(asking, statement)
        return Promise.reject(why)
      },
      gather: database.gather,
      answered: (statement) => statement,
      timeoutMs: 12_000,
    },
    { key: newKey(), end: 'commit' },
  )
  const refused = await transaction.decide(caller, write('ten')).catch((error: unknown) => error)
  assert.equal(refused, why)
  await transaction.giveUp(why)
  await assert.rejects(late, /after the request was answered/)
  assert.equal(await written('ten'), 0)
})

test('A transaction of several runs nothing of one alone, and none commits what was not decided', async () => {
  const transaction = database.transaction({ key: newKey(), end: 'commit' })
  await assert.rejects(transaction.commit(answer('done')), /nothing was decided/)
  await transaction.gather(NOTES, 'eleven')
  await assert.rejects(transaction.decide(caller, write('eleven')), /what they share/)
  await transaction.giveUp(new Error('a defect'))
  assert.equal(await written('eleven'), 0)
})
