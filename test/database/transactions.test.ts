import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inPipelinedTransaction } from '../../src/database/postgres/sql.ts'
import { quietLookUps } from '../../src/database/quiet-look-ups.ts'
import { openConnection } from '../support/vault/server.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { connection, sql } = await openOwnVault()
await sql.query('create table made (id integer primary key); grant all on made to public')
const pool = openConnection(connection, 1)
after(() => pool.end())

const made = async () => (await sql`select id from made order by id`).map(({ id }) => id)
const BROKEN = 'select 1 / (select 0)'

test('a statement that was never sent undoes its transaction, awaited or not', async () => {
  const work = pool.begin(async (tx) => {
    void tx.query('insert into made values ($1)', [undefined]).catch(() => undefined)
    await tx.query('insert into made values (1)', [])
  })
  await assert.rejects(work, TypeError)
  assert.deepEqual(await made(), [])
})

test('a transaction fails with the first failure, and not with what it did to the next', async () => {
  const sentOn = [
    () => undefined,
    (tx: typeof pool) => tx.query('select 2', []),
    // COMMIT is answered by ROLLBACK then.
    (_: typeof pool, broken: Promise<unknown>) => broken,
  ]
  for (const more of sentOn) {
    const work = pool.begin(async (tx) => {
      const broken = tx.query(BROKEN, []).catch(() => undefined)
      await more(tx as never, broken)
    })
    await assert.rejects(work, { code: '22012' })
  }
  // One that is handled is none.
  await pool.begin(async (tx) => {
    await tx.query('savepoint before', [])
    await assert.rejects(tx.query(BROKEN, []), { code: '22012' })
    await tx.query('rollback to before', [])
    await tx.query('insert into made values (2)', [])
  })
  assert.deepEqual(await made(), [2])
})

test('a change whose row cannot be read is made, and said to be in doubt', async () => {
  const work = inPipelinedTransaction(
    pool,
    async ({ query }) => {
      await query("select set_config('DateStyle', 'German', true)", [])
      query('insert into made values (3) returning now() as at', []).catch(() => undefined)
      return { end: 'commit', value: undefined }
    },
    '',
  )
  await assert.rejects(work, { code: 'RESPONSE_UNREADABLE', message: /date in another form/ })
  assert.deepEqual(await made(), [2, 3])
})

test('no look-up is left out while a change is under way, whichever it is', async () => {
  const ask = <Row extends object>(text: string) => sql.query<Row[]>(text)
  const quiet = quietLookUps(ask)
  const looks = async () => {
    let looked = 0
    for (let round = 0; round < 3; round += 1) {
      await quiet.find('look', async () => {
        looked += 1
        return []
      })
    }
    return looked
  }
  await pool.begin(async (tx) => {
    await tx.query('insert into made values (4)', [])
    assert.equal(await looks(), 3)
  })
})
