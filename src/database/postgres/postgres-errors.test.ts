import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayFailOthers } from '../changes/change-batcher.ts'
import {
  asUndone,
  brokenConstraint,
  endsConnection,
  isConflict,
  isConnectionLost,
  isPassing,
  isUndone,
  PostgresError,
} from './postgres-errors.ts'

const failure = (
  code: string,
  more: Partial<ConstructorParameters<typeof PostgresError>[0]> = {},
) => new PostgresError({ code, message: '', ...more })

test('What PostgreSQL refuses changed nothing', () => {
  for (const code of ['23505', '40P01', '55P03', '57014', '53100']) {
    assert.ok(isUndone(failure(code)), code)
  }
})

test('Where a pooler lost the server, the change may have been made', () => {
  for (const code of ['08006', '08000', '08003', '08007']) {
    assert.ok(isPassing(failure(code)), code)
    assert.ok(!isUndone(failure(code)), code)
    assert.ok(!mayFailOthers(failure(code)), 'it is not decided once more')
  }
  assert.ok(isUndone(failure('08001')), 'it had never reached the server')
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

test('What another server behind it says of itself does not end the connection', () => {
  const ended = failure('57P01', { isPassedOn: true })
  assert.ok(isPassing(ended))
  assert.ok(!isConnectionLost(ended) && !endsConnection(ended))
  assert.ok(isConnectionLost(failure('57P01')) && endsConnection(failure('57P01')))
})

test('A rule that a judge sees the next time is a conflict', () => {
  const taken = failure('23505', { constraint: 'fbo_account_profiles_external_id' })
  assert.equal(brokenConstraint(taken), 'fbo_account_profiles_external_id')
  assert.ok(isConflict(taken), 'its judge looks again')
  assert.equal(brokenConstraint(failure('42P01')), undefined)
})
