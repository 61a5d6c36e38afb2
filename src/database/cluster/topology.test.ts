import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadModule, parseSync } from 'libpg-query'
import { commandsOf } from './topology.ts'

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
