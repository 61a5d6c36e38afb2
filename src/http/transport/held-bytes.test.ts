import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeldBytes } from './held-bytes.ts'

/** Holds as much as is admitted, byte by byte. */
function fill(held: HeldBytes, holder: string): number {
  let bytes = 0
  while (held.admits(holder, 1)) {
    held.holdBody(holder, 1)
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
  held.holdBody('a', 1_000)
  assert.ok(!held.admits('a', 1))
  held.releaseBody('a', 1_000)
  assert.equal(held.bodies, 0)
  assert.equal(fill(held, 'a'), 1_000)
})
