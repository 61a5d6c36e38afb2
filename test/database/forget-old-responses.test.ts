import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetOldResponsesHourly } from '../../src/database/forget-old-responses.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const MINUTE_MS = 60_000
const { database, records, sql } = await openOwnVault()

test('Old responses of every organization are deleted, also where no key is used any more', async (t) => {
  const organizations = [await records.organization(), await records.organization()]
  await sql`
    insert into idempotency_keys (organization_id, operation, key, request_sha256, status, headers,
      answer, created_at)
    select organization_id, 'createTransfer', n::text, sha256('x'), 201, '{}', '',
      now() - (case when n <= 2500 then 8 else 6 end) * interval '1 day'
    from unnest(${organizations}::text[]) as organization_id, generate_series(1, 2503) as n`
  const left = () => sql`
    select organization_id, count(*)::integer from idempotency_keys group by 1`
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const failures: unknown[] = []
  const more: string[] = []
  const forgetMore = async ({ organizationId }: { organizationId: string }) => {
    more.push(organizationId)
  }
  let asked = 0
  const lookUp = async () => {
    asked += 1
    if (asked === 1) throw new Error('the database is away')
    return organizations.map((id) => ({ id })) as never[]
  }
  const polled = { run: database.run, parts: [{ lookUp }] }
  const stop = forgetOldResponsesHourly(polled, forgetMore, (error) => failures.push(error))
  t.mock.timers.tick(MINUTE_MS - 1)
  assert.equal(asked, 0)
  t.mock.timers.tick(1)
  while (failures.length === 0) await new Promise(setImmediate)
  t.mock.timers.tick(5 * 60 * MINUTE_MS)
  t.mock.timers.reset()
  const isDone = async () => more.length === 2 && (await left()).every(({ count }) => count === 3)
  while (!(await isDone())) await new Promise(setImmediate)
  await stop()
  assert.deepEqual(more, organizations)
  assert.equal(failures.length, 1, 'and the next run tried again')
  assert.equal((await left()).length, 2)
})
