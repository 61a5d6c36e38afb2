import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnPath } from './sign-in-cookie.ts'

for (const own of [
  ...['/console', '/console/', '/console/transfers/xfer_1'],
  ...['/console/transfers?status=pending&q=%C3%84', '/console?a=https://example.com'],
]) {
  test(`${own} is a page of the console`, () => assert.equal(returnPath(own), own))
}

for (const other of [
  undefined,
  ['/console', '/console/b'],
  ...['', 'https://evil.example.com/console', '//evil.example.com/console', '/\\evil.example.com'],
  ...['/console\\..\\..\\\\evil.example.com', '/console/../../evil'],
  ...['/console/..//evil.example.com', '/console/%2e%2e//evil.example.com', '/consolevil'],
  ...['/console@evil.example.com', '/v1/transfers', '/console/\t/evil.example.com'],
  ...['/console/\r\nSet-Cookie: a=b', '/console/ä', '/console#token=vis_1'],
  'javascript:alert(1)//console',
  `/console/${'a'.repeat(1_000)}`,
]) {
  test(`${JSON.stringify(other)?.slice(0, 40)} leads to the first page`, () => {
    assert.equal(returnPath(other), '/console')
  })
}
