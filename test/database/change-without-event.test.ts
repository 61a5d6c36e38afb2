import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NewEvent } from '../../src/domain/events.ts'
import { NOTES_TABLE, noteRequest, notesChange } from '../support/load/gated-changes.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { database, sql, records } = await openOwnVault()
await sql.unsafe(NOTES_TABLE)

test('A change whose event cannot be written is not made', async () => {
  const event: NewEvent = {
    type: 'inventory_item.held',
    occurredAt: new Date(Number.NaN),
    tokenId: null,
    requestId: null,
    subject: { type: 'inventory_item', id: 'item_1' },
    data: {},
  }
  const change = { ...notesChange(), events: () => [event] }
  const request = noteRequest(await records.organization(), { note: 'without its event' })
  await assert.rejects(database.change(change, request), RangeError)
  assert.deepEqual([...(await sql`select note from notes`)], [])
})
