import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadModule, parseSync } from 'libpg-query'
import {
  brokenConstraint,
  endsConnection,
  isConflict,
  isPassing,
  isUndone,
  PostgresError,
  type Reported,
} from '../postgres/postgres-errors.ts'
import { asOfOne, commandsOf } from './topology.ts'

await loadModule()

test('A migration is split into its commands, and nothing else', () => {
  const text = `-- One; two.
    select ';', 'it''s' ; -- three;
    do $body$ begin perform 1; end $body$;
    select 1 - 2, $$;$$`
  assert.deepEqual(commandsOf(text), [
    "select ';', 'it''s'",
    'do $body$ begin perform 1; end $body$',
    'select 1 - 2, $$;$$',
  ])
})

const FOLDER = new URL('../../../migrations/', import.meta.url)
for (const file of readdirSync(FOLDER)) {
  test(`${file} is split as PostgreSQL reads it`, () => {
    const text = readFileSync(new URL(file, FOLDER), 'utf8')
    const whole = parseSync(text).stmts?.length
    const commands = commandsOf(text)
    assert.equal(commands.length, whole)
    for (const command of commands) assert.equal(parseSync(command).stmts?.length, 1, command)
  })
}

const failure = (code: string, more: Partial<Reported> = {}) =>
  new PostgresError(asOfOne({ code, message: '', ...more }))

test('A coordinator that could not connect to a node sent it nothing', () => {
  const failed = 'connection to the remote node a@10.0.0.2:5432 failed with the following error: '
  const refused = 'connection to server at "10.0.0.2", port 5432 failed: Connection refused'
  assert.ok(isUndone(failure('08006', { message: failed + refused })))
  const closed = 'server closed the connection unexpectedly'
  assert.ok(!isUndone(failure('08006', { message: failed + closed })))
})

test('Where a node was lost while it committed, the change may have been made', () => {
  for (const message of [
    'could not commit transaction for shard 102010 on at least one active node',
    'failure on connection marked as essential: 10.0.0.2:5432',
  ]) {
    const error = failure('XX000', { message })
    assert.equal(error.message, message)
    assert.ok(isPassing(error) && !isUndone(error))
  }
  assert.ok(!isPassing(failure('XX000', { message: 'something else' })))
})

test('What a node says of itself does not end the connection to the coordinator', () => {
  const ended = failure('57P01', { where: 'while executing command on 10.0.0.2:5432' })
  assert.ok(isPassing(ended) && !endsConnection(ended))
  assert.ok(endsConnection(failure('57P01')))
})

test('A rule that is broken on a node has its name in the message only, with a shard', () => {
  const taken = 'duplicate key value violates unique constraint '
  const error = failure('23505', { message: `${taken}"fbo_account_profiles_external_id_102024"` })
  assert.equal(brokenConstraint(error), 'fbo_account_profiles_external_id')
  assert.ok(isConflict(error), 'its judge looks again')
  const row = 'new row for relation "fbo_accounts_102020" violates check constraint '
  const broken = failure('23514', { message: `${row}"fbo_accounts_erasure_102020"` })
  assert.equal(brokenConstraint(broken), 'fbo_accounts_erasure')
  const named = failure('23503', { constraint: 'events_pkey_102053' })
  assert.equal(brokenConstraint(named), 'events_pkey')
  assert.equal(
    brokenConstraint(failure('42P01', { message: 'events_102021 is missing' })),
    undefined,
  )
})
