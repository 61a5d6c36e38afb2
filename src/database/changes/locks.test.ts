import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { lockNumber } from './locks.ts'

test('The number of a lock is the first 64 bits of the SHA-256 of purpose and names', () => {
  const bytes = createHash('sha256').update('["idempotency key","org_1","createTransfer","k"]')
  const number = bytes.digest().readBigInt64BE()
  assert.equal(lockNumber('idempotency key', 'org_1', 'createTransfer', 'k'), String(number))
})

test('What is named together in another way, or for another purpose, has another number', () => {
  const numbers = [
    lockNumber('import', 'a b', 'c'),
    lockNumber('import', 'a', 'b c'),
    lockNumber('import', 'a b c'),
    lockNumber('import', 'a","b', 'c'),
    lockNumber('idempotency key', 'a b', 'c'),
  ]
  assert.equal(new Set(numbers).size, numbers.length)
  for (const number of numbers) assert.match(number, /^-?\d{1,19}$/)
})
