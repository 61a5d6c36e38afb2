import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate } from '../../src/database/migrations.ts'
import { databaseBefore } from '../support/schema/database-before-migration.ts'

test('The migration links existing tokens to the tokens that issued or rotated them', async (t) => {
  const { sql } = await databaseBefore(t, '0017')
  await sql`insert into organizations (id, name) values ('org', 'One'), ('other', 'Two')`
  const token = async (id: string, issuedBy: string | null, rotatedFrom: string | null = null) => {
    await sql`
      insert into access_tokens (organization_id, id, token_sha256, permissions, expires_at,
        issued_by_token_id, rotated_from_token_id)
      values ('org', ${id}, sha256(${id}::bytea), '{access_tokens:manage}', now(), ${issuedBy},
        ${rotatedFrom})`
  }
  await token('first', null)
  await token('manager', null)
  await token('issued', 'first')
  await token('rotated', 'manager', 'issued')
  await token('last', 'rotated')
  await token('operators', null, 'last')
  await migrate(sql)
  const lines = await sql`select id, line_id from access_tokens order by created_at, id`
  assert.deepEqual(Object.fromEntries(lines.map(({ id, lineId }) => [id, lineId])), {
    first: null,
    manager: null,
    issued: 'first',
    rotated: 'first',
    last: 'first',
    operators: 'first',
  })
})
