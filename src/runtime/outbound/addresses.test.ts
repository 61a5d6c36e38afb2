import assert from 'node:assert/strict'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { test } from 'node:test'
import { readBlocks } from '../../domain/ip-ranges.ts'
import { mayReceive } from './addresses.ts'

/** Every network that is not public (RFC 6890 and its successors), by one of its addresses. */
const REFUSED = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.9.9.9'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1'],
  ...['192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.1.1.1'],
  ...['240.0.0.1', '255.255.255.255', '168.63.129.16', '::', '::1', '::7f00:1', '::8.8.8.8'],
  ...['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '0:0:0:0:0:ffff:10.0.0.1', '::ffff:0:127.0.0.1'],
  ...['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a00:1', '2002:7f00:1::'],
  ...['2002:808:808::', '2001:0:7f00:1::', '2001:db8::1', '2001:10::1', '2001:20::1', '3fff::1'],
  ...['4000::1', '100::1', '5f00::1', 'fc00::1'],
  ...['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
  ...['ff02::1', 'ffff::1'],
  // ISATAP: its last 32 bits are an IPv4 address, and the network around it may be public.
  ...['2600::5efe:7f00:1', '2600::200:5efe:127.0.0.1', '2600:1:2:3:0:5efe:a9fe:a9fe'],
  ...['fe80::5efe:808:808', '2600::5efe:a83f:8110', 'localhost', 'example.com', '', '1.2.3'],
  ...['127.1', '0x7f000001'],
]

for (const address of REFUSED) {
  test(`${address || 'nothing'} is refused`, () => assert.equal(mayReceive(address, []), false))
}

for (const address of [
  ...['8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8', '64:ff9b::808:808'],
  ...['2600::5efe:808:808', '2600::5efe:7f00:1:1'],
]) {
  test(`${address} is public`, () => assert.equal(mayReceive(address, []), true))
}

test('A network that is named is allowed, in each form of its addresses, and no other is', () => {
  const allowed = readBlocks(['10.1.0.0/16', 'fd00:1::/32'])
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '64:ff9b::a01:203', 'fd00:1::5']) {
    assert.equal(mayReceive(address, allowed), true, address)
  }
  for (const address of ['10.2.0.1', '::ffff:10.2.0.1', 'fd00:2::5', '127.0.0.1']) {
    assert.equal(mayReceive(address, allowed), false, address)
  }
})

test("The machine's own addresses are refused unless they are named, as they change", (t) => {
  let own = [{ address: '8.8.4.4' }, { address: '2600::0:7' }]
  t.mock.method(os, 'networkInterfaces', () => ({ eth0: own }) as never)
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  for (const address of ['8.8.4.4', '::ffff:8.8.4.4', '64:ff9b::808:404', '2600::7']) {
    assert.equal(mayReceive(address, []), false, address)
  }
  assert.equal(mayReceive('2600::5efe:808:404', []), false, 'by ISATAP')
  assert.equal(mayReceive('8.8.8.8', []), true)
  assert.equal(mayReceive('8.8.4.4', readBlocks(['8.8.4.4/32'])), true)
  own = [{ address: '8.8.8.8' }]
  assert.deepEqual([mayReceive('8.8.4.4', []), mayReceive('8.8.8.8', [])], [true, false])
})
