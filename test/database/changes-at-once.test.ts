import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTES_TABLE, noteRequest, notesChange } from '../support/load/gated-changes.ts'
import { openVault } from '../support/vault/vault.ts'

// Changes whose first statement, committed by itself, makes as many as it can.

const { database, sql } = await openVault()
await sql.unsafe(NOTES_TABLE)

async function written(note: string): Promise<number> {
  const [row] = await sql`select count(*)::integer as notes from notes where note = ${note}`
  return row?.notes
}

test('Changes that one statement committed succeed, whatever happens to the rest of the batch', async () => {
  let locks = 0
  const notes = notesChange(async (_, mode) => {
    locks += 1
    if (mode === 'skip_locked') throw new Error('the second part fails')
  })
  const change: typeof notes = {
    ...notes,
    name: 'notes_at_once',
    atOnce: async (run, requests) => {
      const [first] = requests
      const note = first?.input.note ?? ''
      await run("insert into notes (note) select $2::text where $1::text <> ''", [note])
      return requests.map((request) => (request === first ? { note, behind: [] } : undefined))
    },
  }
  const responses = await Promise.allSettled(
    ['at once', 'left over'].map((note) =>
      database.change(change, noteRequest('org_two', { note })),
    ),
  )
  assert.deepEqual(
    responses.map(({ status }) => status),
    ['fulfilled', 'fulfilled'],
  )
  assert.equal(locks, 2, 'once together, and once alone')
  assert.equal(await written('at once'), 1)
  assert.equal(await written('left over'), 1)
})
