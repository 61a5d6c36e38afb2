import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  inOrganization,
  type OrganizationTransaction,
} from '../../src/database/changes/organization-transaction.ts'
import type { NewEvent } from '../../src/domain/events.ts'
import { openProxy } from '../support/chaos/proxy.ts'
import { NOTES_TABLE, noteRequest, notesChange } from '../support/load/gated-changes.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { openConnection } from '../support/vault/server.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const { database, sql, records, connection } = await openOwnVault()
await sql.query(NOTES_TABLE)
/** Bytes that a client sent each time, until the server responded. */
const sent: string[] = ['']
const proxy = await openProxy(connection, {
  watch: (_, chunk) => {
    sent.push(`${sent.pop()}${chunk.toString('latin1')}`)
  },
  watchResponses: () => {
    if (sent.at(-1) !== '') sent.push('')
  },
})
after(() => proxy.close())

/** One connection, which is watched. */
const single = openConnection(proxy.url, 1)
after(() => single.end())

const INSERT = 'insert into notes values ($1, $2)'
const BROKEN = 'select $1::text, 1 / length($2)'

async function notes(organizationId: string): Promise<string[]> {
  const rows = await sql<{ note: string }[]>`
    select note from notes where organization_id = ${organizationId} order by note`
  return rows.map(({ note }) => note)
}

test("Statements run in the order sent, without waiting for each other's results", async () => {
  const seen = await inOrganization(database.sql, 'org_order', async (tx) => {
    const sent = [1, 2, 3].map(async (round) => {
      void tx.run(INSERT, [`note ${round}`])
      const [row] = await tx.run<{ count: number }>(
        'select count(*)::integer as count from notes where organization_id = $1',
        [],
      )
      return row?.count
    })
    return { end: 'commit', value: await Promise.all(sent) }
  })
  assert.deepEqual(seen, [1, 2, 3])
  assert.deepEqual(await notes('org_order'), ['note 1', 'note 2', 'note 3'])
})

test('A rolled back transaction changes nothing and returns its value', async () => {
  const value = await inOrganization(database.sql, 'org_back', async (tx) => {
    await tx.run(INSERT, ['gone'])
    return { end: 'roll_back', value: 'judged' }
  })
  assert.equal(value, 'judged')
  assert.deepEqual(await notes('org_back'), [])
})

test('A failed statement rolls back, although COMMIT was already sent behind it', async () => {
  const done = inOrganization(database.sql, 'org_fails', async (tx) => {
    void tx.run(INSERT, ['before'])
    void tx.run(BROKEN, [''])
    void tx.run(INSERT, ['behind'])
    return { end: 'commit', value: undefined }
  })
  await assert.rejects(done, { code: '22012' }, 'the error of the first statement')
  assert.deepEqual(await notes('org_fails'), [])
})

test('A failure that the work awaits, or an error that it throws, rolls everything back', async () => {
  const works: [object, (tx: OrganizationTransaction) => Promise<unknown>][] = [
    [{ code: '22012' }, (tx) => Promise.all([tx.run(BROKEN, ['']), tx.run('no statement', [])])],
    [{ message: 'of its own' }, () => Promise.reject(new Error('of its own'))],
  ]
  for (const [expected, work] of works) {
    const done = inOrganization(database.sql, 'org_throws', async (tx) => {
      void tx.run(INSERT, ['before'])
      await work(tx)
      return { end: 'commit', value: undefined }
    })
    await assert.rejects(done, expected)
  }
  assert.deepEqual(await notes('org_throws'), [])
})

test('A change whose event cannot be written is not made', async () => {
  const event: NewEvent = {
    type: 'inventory_item.held',
    occurredAt: new Date(Number.NaN),
    ...{ tokenId: null, requestId: null, data: {} },
    subject: { type: 'inventory_item', id: 'item_1' },
  }
  const organizationId = await records.organization()
  const change = { ...notesChange(), events: () => [event] }
  const request = noteRequest(organizationId, { note: 'without its event' })
  await assert.rejects(database.change(change, request), RangeError)
  assert.deepEqual(await notes(organizationId), [])
})

test('A lost connection does not end the process, and the next transaction succeeds', async () => {
  for (const isAwaited of [true, false]) {
    const done = inOrganization(database.sql, 'org_lost', async (tx) => {
      const [row] = await tx.run<{ pid: number }>('select pg_backend_pid() as pid where $1 <> $2', [
        'none',
      ])
      await tx.run(INSERT, ['lost'])
      await sql`select pg_terminate_backend(${row?.pid as number}, 5000)`
      const behind = tx.run(INSERT, ['behind'])
      if (isAwaited) await behind
      return { end: 'commit', value: undefined }
    })
    await assert.rejects(done, ({ code }: { code: string }) =>
      /^(57P01|CONNECTION_CLOSED|EPIPE|ECONNRESET)$/.test(code),
    )
  }
  await inOrganization(database.sql, 'org_lost', async (tx) => {
    void tx.run(INSERT, ['after'])
    return { end: 'commit', value: undefined }
  })
  assert.deepEqual(await notes('org_lost'), ['after'])
})

test('A transaction that waits once takes two round trips: BEGIN goes out with the first statements', async () => {
  const work = async () =>
    await inOrganization(single, 'org_trips', async (tx) => {
      await Promise.all([tx.run('select $1::text as a', []), tx.run('select $1::text as b', [])])
      void tx.run(INSERT, ['in two'])
      return { end: 'commit', value: undefined }
    })
  // A connection prepares each statement once, which takes round trips of its own.
  await work()
  sent.splice(0, Infinity, '')
  await work()
  const trips = sent.filter((text) => text !== '')
  assert.equal(trips.length, 2)
  assert.match(trips[0] as string, /^B....\0\w+_1\0.*org_trips/s)
  assert.match(trips[1] as string, /in two/)
  // Each is one group: it ends with its only Sync.
  for (const trip of trips) assert.equal(trip.split('S\0\0\0\u0004').length - 1, 1)
})

test('Where BEGIN fails, nothing is written behind it, and the connection works on', async () => {
  for (const isAwaited of [true, false]) {
    const done = inOrganization(
      single,
      'org_begin',
      async (tx) => {
        await tx.run('select $1::text as read', [])
        const written = tx.run(INSERT, ['behind'])
        if (isAwaited) await written
        return { end: 'commit', value: undefined }
      },
      'in no known way',
    )
    await assert.rejects(done, { code: '42601' })
  }
  await inOrganization(single, 'org_begin', async (tx) => {
    await tx.run(INSERT, ['after'])
    return { end: 'commit', value: undefined }
  })
  assert.deepEqual(await notes('org_begin'), ['after'])
})

test('A connection lost while statements wait for the response to another fails them all', async () => {
  const done = inOrganization(single, 'org_waits', async (tx) => {
    const [row] = await tx.run<{ pid: number }>('select pg_backend_pid() as pid where $1 <> $2', [
      'none',
    ])
    // Each is new to the connection, so it waits until the one before is described.
    const slow = tx.run('select pg_sleep(60) where $1 <> $2', ['none'])
    const behind = [1, 2].map((number) => tx.run(`select $1::text as waits_${number}`, []))
    await eventually(async () => {
      const [active] = await sql`
        select from pg_stat_activity where pid = ${row?.pid as number} and query ~ 'pg_sleep'`
      return active !== undefined
    }, 'the slow statement')
    await sql`select pg_terminate_backend(${row?.pid as number}, 5000)`
    await Promise.all([slow, ...behind])
    return { end: 'commit', value: undefined }
  })
  await assert.rejects(done, ({ code }: { code: string }) => /^(57P01|CONNECTION_)/.test(code))
  // While nothing is outstanding, too.
  const idle = inOrganization(single, 'org_waits', async (tx) => {
    const [row] = await tx.run<{ pid: number }>('select pg_backend_pid() as pid where $1 <> $2', [
      'none',
    ])
    await sql`select pg_terminate_backend(${row?.pid as number}, 5000)`
    await eventually(async () => {
      const outcome = await tx.run('select $1::text as after', []).then(
        () => 'sent',
        () => 'failed',
      )
      return outcome === 'failed'
    }, 'the loss')
    void tx.run(INSERT, ['behind'])
    return { end: 'commit', value: undefined }
  })
  await assert.rejects(idle, ({ code }: { code: string }) => /^(57P01|CONNECTION_)/.test(code))
  await inOrganization(single, 'org_waits', async (tx) => {
    await tx.run(INSERT, ['after'])
    return { end: 'commit', value: undefined }
  })
  assert.deepEqual(await notes('org_waits'), ['after'])
})

test('The failure of the first statement is reported, however late it reaches the work', async () => {
  const divideBy = async (length: string) =>
    await inOrganization(single, 'org_first', async (tx) => {
      const divide = async () =>
        await tx.run('select $1::text, pg_sleep(0.02), 1 / length($2)', [length])
      await Promise.all([(async () => await divide())(), tx.run('select $1::text as next', [])])
      return { end: 'commit', value: undefined }
    })
  // Both are prepared: from then on, their failures arrive together.
  await divideBy('x')
  for (const _ of [1, 2, 3]) await assert.rejects(divideBy(''), { code: '22012' })
})
