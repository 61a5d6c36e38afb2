import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressBlock, addressGroup, isBlockWithin, isInBlocks, readBlocks } from './ip-ranges.ts'

test('an address and a block are written in one way', () => {
  for (const [text, written] of [
    ['192.0.2.7', '192.0.2.7/32'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::/0', '::/0'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ] as const) {
    assert.equal(addressBlock(text), written)
  }
})

test('what is neither, or has bits beyond its prefix, is none', () => {
  for (const text of [
    ...['', 'here', '10', '10.1', '0x7f.1.1.1', '010.0.0.1', '10.0.0.256', '10.0.0.0/33'],
    ...['10.0.0.0/', '10.0.0.0/08', '10.0.0.0/8/8', '10.1.0.0/8', '::/129', '2001:db8::1/32'],
    ...[
      ...['fe80::1%eth0', '::ffff:10.1.0.0/104', '::ffff:0:0/95', '::ffff:1.2.3.4/128/x'],
      ...['::ffff:10.0.0.1/129', ' 10.0.0.1', '10.0.0.0/-1', '10.0.0.0/8.0'],
    ],
  ]) {
    assert.equal(addressBlock(text), undefined, text)
  }
})

test('an address is in the blocks of its own kind, also in the way that IPv6 has it', () => {
  const blocks = ['10.0.0.0/8', '2001:db8::/32']
  for (const inside of ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3', '2001:db8:ffff::1']) {
    assert.ok(isInBlocks(inside, readBlocks(blocks)), inside)
  }
  for (const outside of ['11.0.0.0', '9.255.255.255', '::ffff:11.0.0.1', '2001:db9::', '', 'x']) {
    assert.ok(!isInBlocks(outside, readBlocks(blocks)), outside)
  }
  assert.ok(!isInBlocks('::1', readBlocks(['0.0.0.0/0'])))
})

test('a block is within one that is as large at least', () => {
  const blocks = ['10.0.0.0/8', '192.0.2.7/32']
  for (const inner of ['10.0.0.0/8', '10.2.0.0/16', '10.9.8.7/32', '192.0.2.7/32']) {
    assert.ok(isBlockWithin(inner, blocks), inner)
  }
  for (const beyond of ['10.0.0.0/7', '0.0.0.0/0', '192.0.2.6/31', '::/0', '11.0.0.0/8']) {
    assert.ok(!isBlockWithin(beyond, blocks), beyond)
  }
})

test('an address of IPv6 counts as its network of 64 bits, one of IPv4 as itself', () => {
  assert.equal(addressGroup('192.0.2.7'), '192.0.2.7')
  assert.equal(addressGroup('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(addressGroup('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64')
  assert.equal(addressGroup('2001:db8:1:2::9'), '2001:db8:1:2::/64')
  assert.equal(addressGroup('somewhere'), 'somewhere')
})
