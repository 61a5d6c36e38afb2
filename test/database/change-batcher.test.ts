import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChangeOutcome } from '../../src/database/changes/change.ts'
import { NOTES_TABLE, openBatcher, type Written } from '../support/load/gated-changes.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Which requests share a transaction; the test delays each before its decision.

const { database, sql } = await openOwnVault()
await sql.query(NOTES_TABLE)

function open(limits: Parameters<typeof openBatcher>[1] = {}, isConnecting = false) {
  const opened = openBatcher(database, limits, isConnecting)
  /** Lets the transactions go on, one after the other. */
  const proceedInTurn = async (transactions: number) => {
    for (let place = 0; place < transactions; place += 1) {
      await opened.begun(place + 1)
      opened.sent[place]!.proceed()
    }
  }
  return { ...opened, proceedInTurn }
}

async function written(organization: string): Promise<string[]> {
  const rows = await sql<{ note: string }[]>`
    select note from notes where organization_id = ${organization} order by note`
  return rows.map(({ note }) => note)
}

async function ends(outcomes: readonly Promise<ChangeOutcome<Written>>[]): Promise<string[]> {
  const settled = await Promise.allSettled(outcomes)
  return settled.map((one) => {
    if (one.status === 'rejected') return one.reason.code ?? one.reason.message
    return one.value.kind === 'blocked_by_expired' ? 'due' : one.value.response.text
  })
}

test('A request runs at once when nothing is under way', async () => {
  const { ask, begun, notesSent } = open()
  const outcome = ask('org_once', '1')
  const [first] = await begun(1)
  assert.deepEqual(notesSent(), ['1'])
  first!.proceed()
  assert.deepEqual(await ends([outcome]), ['1'])
  assert.deepEqual(await written('org_once'), ['1'])
})

test('Requests of one turn share a transaction; later ones share the next', async () => {
  const { ask, begun, notesSent, batcher } = open()
  const outcomes = [ask('org_turn', '1'), ask('org_turn', '2')]
  const sent = await begun(1)
  outcomes.push(ask('org_turn', '3'), ask('org_turn', '4'))
  await delay(20)
  assert.deepEqual(notesSent(), ['1 2'], 'an organization has one transaction at a time')
  assert.equal(batcher.waiting, 2)
  sent[0]!.proceed()
  await begun(2)
  assert.deepEqual(notesSent(), ['1 2', '3 4'])
  sent[1]!.proceed()
  assert.deepEqual(await ends(outcomes), ['1', '2', '3', '4'])
  assert.deepEqual(await written('org_turn'), ['1', '2', '3', '4'])
})

test('Organizations never share a transaction, and theirs run at the same time', async () => {
  const { ask, begun, notesSent, sent } = open()
  const outcomes = [ask('org_x', 'x1'), ask('org_y', 'y1'), ask('org_x', 'x2')]
  await begun(2)
  assert.deepEqual(notesSent().toSorted(), ['x1 x2', 'y1'])
  for (const { proceed } of sent) proceed()
  assert.deepEqual(await ends(outcomes), ['x1', 'y1', 'x2'])
  assert.deepEqual(await written('org_x'), ['x1', 'x2'])
})

test('Organizations take turns: a single request does not wait behind a flood of another organization', async () => {
  const { ask, begun, notesSent, proceedInTurn } = open({ sizeMax: 4, inFlightMax: 1 })
  const outcomes = Array.from({ length: 12 }, (_, place) => ask('org_loud', `${place}`))
  await begun(1)
  outcomes.push(ask('org_quiet', 'Q'))
  await proceedInTurn(4)
  await ends(outcomes)
  assert.deepEqual(notesSent(), ['0 1 2 3', '4 5 6 7', 'Q', '8 9 10 11'])
})

const BOUNDS = [
  [{ sizeMax: 3 }, 1, ['1 2 3', '4']],
  [{ weightMax: 10 }, 5, ['1 2', '3 4']],
  [{ weightMax: 10 }, 50, ['1', '2', '3', '4']],
] as const
for (const [limits, weight, expected] of BOUNDS) {
  test(`${JSON.stringify(limits)} bounds a transaction of requests of weight ${weight}`, async () => {
    const { ask, notesSent, proceedInTurn } = open(limits)
    const outcomes = ['1', '2', '3', '4'].map((note) => ask('org_bounds', note, { weight }))
    await proceedInTurn(expected.length)
    await ends(outcomes)
    assert.deepEqual(notesSent(), expected)
  })
}

test('The number of transactions under way is bounded', async () => {
  const { ask, begun, sent } = open({ inFlightMax: 2 })
  const outcomes = ['a', 'b', 'c'].map((name) => ask(`org_${name}`, name))
  await begun(2)
  await delay(20)
  assert.equal(sent.length, 2)
  sent[0]!.proceed()
  await begun(3)
  for (const { proceed } of sent) proceed()
  assert.deepEqual(await ends(outcomes), ['a', 'b', 'c'])
})

test('Conflicting requests run in order of arrival, and delay no other request', async () => {
  const { ask, notesSent, proceedInTurn } = open()
  const outcomes = ['1', '2', '3'].map((note) => ask('org_rival', note, { wants: ['item'] }))
  outcomes.push(ask('org_rival', 'other', { wants: ['else'] }))
  await proceedInTurn(3)
  assert.deepEqual(await ends(outcomes), ['1', '2', '3', 'other'])
  assert.deepEqual(notesSent(), ['1 other', '2', '3'])
})

test('A request never overtakes an earlier conflicting one, of any kind or extent', async () => {
  const { ask, notesSent, proceedInTurn } = open({ weightMax: 10 })
  const outcomes = [
    ask('org_pass', '1', { wants: ['a'] }),
    ask('org_pass', '2', { wants: ['b'], kind: 'others' }),
    ask('org_pass', '3', { wants: ['b'] }),
    ask('org_pass', '4', { wants: ['a', 'c'] }),
    ask('org_pass', '5', { wants: ['c'] }),
    ask('org_pass', '6', { wants: ['d'] }),
  ]
  await proceedInTurn(4)
  await ends(outcomes)
  assert.deepEqual(notesSent(), ['1 6', '2', '3 4', '5'])
})

const HARMLESS = [
  ['refused', 'same_account', 1],
  ['due', 'due', 1],
  ['error', 'bad is a defect', 1],
  ['throws', 'bad throws', 2],
  ['unspeakable', 'bad is unspeakable', 2],
  ['poison', '23502', 4],
  ['write_throws', 'bad cannot be sent', 4],
] as const
for (const [end, reported, transactions] of HARMLESS) {
  test(`A request that ends with "${end}" affects only itself`, async () => {
    const organization = `org_${end}`
    await sql`
      insert into organizations (id, name) values (${organization}, 'One') on conflict do nothing`
    if (end === 'due') await expiredTransferOf(organization)
    const { ask, sent, shared } = open()
    const outcomes = [
      ask(organization, '1'),
      ask(organization, 'bad', { end }),
      ask(organization, '3'),
    ]
    const over = ends(outcomes)
    await eventually(() => {
      for (const { proceed } of sent) proceed()
      return sent.length === transactions
    }, 'all to be begun')
    for (const { proceed } of sent) proceed()
    assert.deepEqual(await over, ['1', reported, '3'])
    assert.deepEqual(await written(organization), ['1', '3'])
    assert.deepEqual(shared, [true, ...Array(transactions - 1).fill(false)])
  })
}

async function expiredTransferOf(organizationId: string): Promise<void> {
  await sql`
    insert into fbo_accounts (organization_id, id)
    select ${organizationId}, unnest(array['fbo_a', 'fbo_b'])`
  await sql`
    insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id,
      total_items, item_ids, reasons, created_at, expires_at)
    values (${organizationId}, 'xfer_due', 'fbo_a', 'fbo_b', 1, '{item}', '{trade}',
      now() - interval '2 days', now() - interval '1 day')`
}

test('A failure of the database fails the whole batch, and none is decided again', async () => {
  const { ask, begun, sent } = open()
  const outcomes = [ask('org_away', '1'), ask('org_away', '2')]
  const over = ends(outcomes)
  await begun(1)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`
  sent[0]!.proceed()
  for (const end of await over) assert.match(end, /^(57P01|CONNECTION_CLOSED|EPIPE|ECONNRESET)$/)
  assert.equal(sent.length, 1)
  assert.deepEqual(await written('org_away'), [])
})

test('Requests that wait for locked rows make nobody wait who comes later', async () => {
  const { ask, begun, notesSent, sent, shared } = open({ sharedWaitMs: 1 })
  const held = ask('org_held', 'held')
  await begun(1)
  const later = ask('org_held', 'later')
  await begun(2)
  sent[1]!.proceed()
  assert.deepEqual(await ends([later]), ['later'])
  assert.deepEqual(notesSent(), ['held', 'later'])
  assert.deepEqual(shared, [false, false], 'each alone, in the turn of its organization')
  sent[0]!.proceed()
  assert.deepEqual(await ends([held]), ['held'])
})

test('A request waits behind an earlier one of its key or row, however long that one waits', async () => {
  const { ask, begun, notesSent, sent } = open({ sharedWaitMs: 1 })
  await sql`insert into organizations (id, name) values ('org_again', 'One')`
  const key = { operation: 'notes', key: 'key_1', requestSha256: '00'.repeat(32) }
  const first = ask('org_again', 'first', { wants: ['row'], key })
  await begun(1)
  const again = [ask('org_again', 'again', { key }), ask('org_again', 'row', { wants: ['row'] })]
  again.push(ask('org_again', 'free', { kind: 'others' }))
  await begun(2)
  assert.deepEqual(notesSent(), ['first', 'free'])
  for (const { proceed } of sent) proceed()
  await begun(3)
  sent[2]!.proceed()
  assert.deepEqual(await ends([first, ...again]), ['first', 'first', 'row', 'free'])
})

test('A wait for a connection gives no turn to others', async () => {
  const { ask, begun, sent, connected } = open({ sharedWaitMs: 1 }, true)
  const first = ask('org_pool', 'first')
  await eventually(() => connected.length === 1, 'the first one to begin')
  const second = ask('org_pool', 'second')
  await delay(30)
  assert.equal(connected.length, 1, 'the second one asks for none')
  connected[0]!()
  await eventually(() => connected.length === 2, 'the second one to begin')
  connected[1]!()
  await begun(2)
  for (const { proceed } of sent) proceed()
  assert.deepEqual(await ends([first, second]), ['first', 'second'])
})

test('Past the bound, only the newest request of the largest sender is refused', async () => {
  const { ask, batcher } = open({ inFlightMax: 0, waitingMax: 3 })
  const little = ask('org_little', '1')
  const loud = ['1', '2', '3', '4'].map((note) => ask('org_much', note))
  // None begins: those that still wait are refused when their time is over.
  for (const one of [little, ...loud]) one.catch(() => undefined)
  for (const place of [2, 3]) await assert.rejects(loud[place]!, { reason: 'queue_full' })
  assert.equal(batcher.waiting, 3)
})
