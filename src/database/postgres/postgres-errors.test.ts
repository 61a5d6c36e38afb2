import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayFailOthers } from '../changes/change-batcher.ts'
import { PostgresError } from './postgres-error.ts'
import {
  asUndone,
  brokenConstraint,
  endsConnection,
  isConflict,
  isConnectionLost,
  isPassing,
  isUndone,
} from './postgres-errors.ts'

const failure = (code: string, more: { message?: string; where?: string } = {}) =>
  Object.assign(Object.create(PostgresError.prototype), { code, message: '', ...more })

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

test('A coordinator that could not connect to a node sent it nothing', () => {
  const failed = 'connection to the remote node a@10.0.0.2:5432 failed with the following error: '
  const refused = 'connection to server at "10.0.0.2", port 5432 failed: Connection refused'
  assert.ok(isUndone(failure('08006', { message: failed + refused })))
  const closed = 'server closed the connection unexpectedly'
  assert.ok(!isUndone(failure('08006', { message: failed + closed })))
})

test('What broke before COMMIT is undone, and keeps its code', () => {
  for (const code of ['CONNECTION_CLOSED', 'ECONNRESET', 'ETIMEDOUT']) {
    const undone = asUndone(Object.assign(new Error('lost'), { code }))
    assert.ok(isUndone(undone) && isPassing(undone) && !mayFailOthers(undone), code)
    assert.equal(isConnectionLost(undone), code !== 'ETIMEDOUT')
  }
  const defect = new Error('of its own')
  assert.equal(asUndone(defect), defect)
})

test('So may it where a node was lost while it committed, which has no code of its own', () => {
  for (const message of [
    'could not commit transaction for shard 102010 on at least one active node',
    'failure on connection marked as essential: 10.0.0.2:5432',
  ]) {
    const error = failure('XX000', { message })
    assert.ok(isPassing(error))
    assert.ok(!isUndone(error))
    assert.ok(!mayFailOthers(error), 'it is not decided once more')
  }
  assert.ok(!isPassing(failure('XX000', { message: 'something else' })))
})

test('What a node says of itself does not end the connection to the coordinator', () => {
  const ended = failure('57P01', { where: 'while executing command on 10.0.0.2:5432' })
  assert.ok(isPassing(ended))
  assert.ok(!isConnectionLost(ended) && !endsConnection(ended))
  assert.ok(isConnectionLost(failure('57P01')) && endsConnection(failure('57P01')))
})

test('A rule that is broken on a node has its name in the message only, with a shard', () => {
  const taken = 'duplicate key value violates unique constraint '
  const error = failure('23505', { message: `${taken}"fbo_account_profiles_external_id_102024"` })
  assert.equal(brokenConstraint(error), 'fbo_account_profiles_external_id')
  assert.ok(isConflict(error), 'its judge looks again')
  const row = 'new row for relation "fbo_accounts_102020" violates check constraint '
  const broken = failure('23514', { message: `${row}"fbo_accounts_erasure_102020"` })
  assert.equal(brokenConstraint(broken), 'fbo_accounts_erasure')
  assert.equal(
    brokenConstraint(failure('42P01', { message: 'events_102021 is missing' })),
    undefined,
  )
})
