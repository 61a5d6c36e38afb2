import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Held, HeldBytes } from './held-bytes.ts'

const nothingOf = (holder: string): Held => ({ holder, body: 0, response: 0, sentAt: 0 })

/** Holds as much as is admitted, byte by byte. */
function fill(held: HeldBytes, holder: string): number {
  let bytes = 0
  while (held.admits(holder, 1)) {
    held.holdBody(nothingOf(holder), 1)
    bytes += 1
  }
  return bytes
}

test('one caller gets a third, and each of ten leaves room for the next', () => {
  const one = new HeldBytes(3_000)
  assert.equal(fill(one, 'a'), 1_000)
  assert.ok(one.admits('b', 900))
  const ten = new HeldBytes(3_000)
  for (let number = 0; number < 10; number += 1) assert.ok(fill(ten, `${number}`) > 0)
  assert.ok(ten.bodies <= 3_000)
  assert.ok(ten.admits('another', 1))
})

test('what is released is free again', () => {
  const held = new HeldBytes(3_000)
  const one = nothingOf('a')
  held.holdBody(one, 1_000)
  assert.ok(!held.admits('a', 1))
  held.release(one)
  assert.equal(held.bodies, 0)
  assert.equal(fill(held, 'a'), 1_000)
})
