import assert from 'node:assert/strict'
import { test } from 'node:test'
import postgres from 'postgres'
import { isPassing, isUndone } from './failures.ts'

const failure = (code: string) =>
  Object.assign(Object.create(postgres.PostgresError.prototype), { code }) as Error

test('What PostgreSQL refuses changed nothing', () => {
  for (const code of ['23505', '40P01', '55P03', '57014', '53100']) {
    assert.ok(isUndone(failure(code)), code)
  }
})

test('Where a coordinator lost a node, the change may have been made', () => {
  for (const code of ['08006', '08000', '08003']) {
    assert.ok(isPassing(failure(code)), code)
    assert.ok(!isUndone(failure(code)), code)
  }
})
