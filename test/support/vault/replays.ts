import assert from 'node:assert/strict'
import type { ApiAnswer } from './api-client.ts'

/** What the headers of an answer say of the change. */
const TELLING = ['location', 'etag', 'cache-control', 'content-type']

let keysMade = 0

/** An idempotency key that this process has not used. */
export function newKey(): string {
  keysMade += 1
  return `key-${keysMade}`
}

/** Fails unless the one answer is the other again, byte for byte, and says so. */
export function assertReplayed(again: ApiAnswer, first: ApiAnswer): void {
  assert.equal(again.text, first.text)
  assert.equal(again.status, first.status)
  assert.deepEqual(told(again), told(first))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
}

function told({ headers }: ApiAnswer): (string | null)[] {
  return TELLING.map((name) => headers.get(name))
}
