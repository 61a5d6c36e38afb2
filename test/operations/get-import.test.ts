import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorFor } from '../../src/domain/caller.ts'
import { forgetImports } from '../../src/imports/stage-rows.store.ts'
import { importerOf } from '../support/operations/import-requests.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { newKey } from '../support/vault/replays.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { database, records, sql } = vault
const { send, twoItems } = await importerOf(vault)

test('an import takes none of the keys of another organization', async () => {
  const { token: foreign } = await records.token(await records.organization())
  const key = newKey()
  await send(twoItems('private'), { key })
  // Its account is another's, so the row is refused like one of an unknown account.
  const refused = await withoutWriting(records, () =>
    send(twoItems('private'), { key, as: foreign }),
  )
  assert.deepEqual([refused.status, refused.body.code], [404, 'fbo_account_not_found'])
})

test('imports are forgotten after seven days, those that never ended after one', async () => {
  const owner = await records.organization()
  const ages = [
    ['completed', 6],
    ['completed', 8],
    ['receiving', 0],
    ['receiving', 2],
  ] as const
  for (const [state, days] of ages) {
    const id = `${state}-${days}`
    await sql`
      insert into imports (organization_id, id, kind, attempt_id, state, created_at, completed_at)
      values (${owner}, ${id}, 'fbo-accounts', ${id}, ${state}, now() - ${days} * interval '1 day',
        case when ${state} = 'completed' then now() end)`
    await sql`
      insert into import_rows (organization_id, attempt_id, line, fields)
      values (${owner}, ${id}, 2, '{}')`
  }
  // Rows of an attempt whose file was sent again.
  await sql`
    insert into import_rows (organization_id, attempt_id, line, fields)
    values (${owner}, 'superseded', 2, '{}')`
  await forgetImports(operatorFor(owner), database)
  const left = await sql`select id from imports where organization_id = ${owner} order by id`
  assert.deepEqual(
    left.map(({ id }) => id),
    ['completed-6', 'receiving-0'],
  )
  const rows = await sql`select attempt_id from import_rows where organization_id = ${owner}`
  assert.deepEqual(rows.map((row) => row.attemptId).toSorted(), ['completed-6', 'receiving-0'])
})
