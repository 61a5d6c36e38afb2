import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrganizationTransaction } from './organization-transaction.ts'
import { joiningRows, overSentRows } from './organization-transaction.ts'

const one = overSentRows(['id', 'ids[]'], (sent) => `one ${sent}`)
const other = overSentRows(['id'], (sent) => `other ${sent}`)

/** A transaction that keeps what it is sent: the first word of each text, with its parameters. */
function recording() {
  const sent: [string, readonly unknown[]][] = []
  const tx: OrganizationTransaction = {
    organizationId: 'org_1',
    run: async (text, parameters) => {
      sent.push([text.split(' ', 1)[0] as string, parameters])
      return []
    },
  }
  return { tx, sent }
}

test('Rows of several requests are sent once for each statement, in the order of the first', () => {
  const { tx, sent } = recording()
  const { joining, sendJoined } = joiningRows(tx)
  for (const id of ['a', 'b']) {
    void one(joining, [[id, [`${id}1`, `${id}"2`]]])
    void other(joining, [[id]])
  }
  assert.deepEqual(sent, [])
  sendJoined()
  sendJoined()
  const lists = [
    ['a', 'b'],
    ['{"a1","a\\"2"}', '{"b1","b\\"2"}'],
  ]
  assert.deepEqual(sent, [
    ['one', lists],
    ['other', [['a', 'b']]],
  ])
})

test('The rows of one request are sent as plain values, at once', () => {
  const { tx, sent } = recording()
  void one(tx, [['a', ['a1']]])
  assert.deepEqual(sent, [['one', ['a', ['a1']]]])
})

test('Another statement follows the rows that it came behind', () => {
  const { tx, sent } = recording()
  const { joining, sendJoined } = joiningRows(tx)
  void other(joining, [['a']])
  void joining.run('plain', [])
  void other(joining, [['b']])
  sendJoined()
  assert.deepEqual(sent, [
    ['other', ['a']],
    ['plain', []],
    ['other', ['b']],
  ])
})
