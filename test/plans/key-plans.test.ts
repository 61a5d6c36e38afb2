import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequestKey } from '../../src/database/changes/change.ts'
import { lookUpKeys, storeResponses } from '../../src/database/changes/idempotency-keys.ts'
import { inOrganization } from '../../src/database/changes/organization-transaction.ts'
import { planOf, sentBy } from '../support/schema/query-plan.ts'
import { freshDatabase } from '../support/vault/vault.ts'

const { name, sql } = await freshDatabase()
await sql`
  insert into idempotency_keys (organization_id, operation, key, request_sha256, status, headers,
    answer, created_at)
  select 'org_' || (number % 4 = 0)::integer, 'createTransfer', 'key_' || number,
    sha256(number::text::bytea), 201, '{}', '{}', now() - number * interval '10 seconds'
  from generate_series(1, 200000) as number`
await sql`analyze idempotency_keys`

const keys = (count: number): RequestKey[] =>
  Array.from({ length: count }, (_, number) => ({
    operation: 'createTransfer',
    key: `key_${number * 4 + 1}`,
    requestSha256: 'ab'.repeat(32),
  }))
const response = { status: 201, headers: {}, text: '{}' }

for (const count of [1, 64]) {
  test(`reading, storing and deleting ${count} keys uses an index`, async () => {
    const sent = await sentBy(name, (watched) =>
      inOrganization(watched, 'org_0', async (tx) => {
        const { states } = await lookUpKeys(tx, keys(count))
        assert.equal(states.length, count)
        storeResponses(
          tx,
          keys(count).map((key) => ({ key: { ...key, key: `new_${count}_${key.key}` }, response })),
          true,
        )
        return { end: 'commit', value: undefined }
      }),
    )
    const statements = sent.filter(({ text }) => text.includes('idempotency_keys'))
    assert.equal(statements.length, 5)
    const oldest = ['idempotency_keys_oldest']
    const byKey = ['idempotency_keys_pkey']
    const expected = [oldest, byKey, byKey, ['organizations_pkey'], oldest]
    for (const [place, statement] of statements.entries()) {
      for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
        const { sequential, indexes, text } = await planOf(sql, statement, mode)
        assert.deepEqual(sequential, [], `${mode}: ${text}`)
        assert.deepEqual(indexes, expected[place], `${mode}: ${text}`)
      }
    }
  })
}
