import assert from 'node:assert/strict'
import { test } from 'node:test'
import postgres, { type Sql } from 'postgres'
import {
  keepAnswers,
  keyStandings,
  type RequestKey,
} from '../../src/database/transaction/idempotency-keys.ts'
import { planOf, type Statement } from '../support/query-plan.ts'
import { connectionTo, testServer } from '../support/server.ts'
import { freshDatabase } from '../support/vault.ts'

const { name, sql } = await freshDatabase()
await sql`
  insert into idempotency_keys (organization_id, operation, key, request_sha256, status, headers,
    answer, created_at)
  select 'org_' || (number % 4 = 0)::integer, 'createTransfer', 'key_' || number,
    sha256(number::text::bytea), 201, '{}', '{}', now() - number * interval '10 seconds'
  from generate_series(1, 200000) as number`
await sql`analyze idempotency_keys`

/** A connection, and what is sent on it, with what PostgreSQL makes of it. */
function watch(): { watched: Sql; sent: Statement[] } {
  const sent: Statement[] = []
  const connection = connectionTo(testServer(), name)
  const options = {
    max: 1,
    transform: postgres.camel,
    debug: (_connection: number, text: string, parameters: unknown[], types: unknown[]) =>
      sent.push({ text, parameters, types: types as number[] }),
  }
  const watched =
    typeof connection === 'string'
      ? postgres(connection, options)
      : postgres({ ...options, ...connection })
  return { watched, sent }
}

const keys = (count: number): RequestKey[] =>
  Array.from({ length: count }, (_, number) => ({
    organizationId: 'org_0',
    operation: 'createTransfer',
    key: `key_${number * 4 + 1}`,
    requestSha256: 'ab'.repeat(32),
  }))
const answer = { status: 201, headers: {}, text: '{}' }

for (const count of [1, 64]) {
  test(`how ${count} keys stand, and what is kept under them, is found by index`, async () => {
    const { watched, sent } = watch()
    await watched.begin(async (tx) => {
      await keyStandings(tx, keys(count))
      await keepAnswers(
        tx,
        keys(count).map((key) => ({ key, answer })),
      )
    })
    await watched.end()
    const statements = sent.filter(({ text }) => text.includes('idempotency_keys'))
    assert.equal(statements.length, 2)
    const expected = ['idempotency_keys_pkey', 'idempotency_keys_oldest']
    for (const [place, statement] of statements.entries()) {
      for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
        const { sequential, indexes, text } = await planOf(sql, statement, mode)
        assert.deepEqual(sequential, [], `${mode}: ${text}`)
        assert.deepEqual(indexes, [expected[place]], `${mode}: ${text}`)
      }
    }
  })
}
