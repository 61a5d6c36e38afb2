import assert from 'node:assert/strict'
import type { ApiResponse } from './api-client.ts'

/** The headers of a response that concern the change. */
const REPORTING = ['location', 'etag', 'cache-control', 'content-type']

let keysMade = 0

/** An idempotency key that this process has not used. */
export function newKey(): string {
  keysMade += 1
  return `key-${keysMade}`
}

/** Fails unless the one response is the other again, byte for byte, and says so. */
export function assertReplayed(again: ApiResponse, first: ApiResponse): void {
  assert.equal(again.text, first.text)
  assert.equal(again.status, first.status)
  assert.deepEqual(reported(again), reported(first))
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
}

function reported({ headers }: ApiResponse): (string | null)[] {
  return REPORTING.map((name) => headers.get(name))
}
