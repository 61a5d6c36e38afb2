import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  assertAddsUp,
  balanceBefore,
  openStatementDesk,
  readStatement,
  type StatementDesk,
} from '../support/operations/statement-desk.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { allSealed, makeSigningKey, signUpTo } from '../support/sealed-log/sealed-vault.ts'
import { Random } from '../support/vault/random.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records } = vault
await makeSigningKey(vault)

/** A moment after all that was done before, and before all that is done next. */
async function momentBetween(): Promise<string> {
  const before = Date.now()
  await eventually(() => Date.now() > before + 2, 'the next moments')
  return new Date(before + 1).toISOString()
}

test('A statement has the balances, the sums of each kind and each line, oldest first', async () => {
  const desk = await openStatementDesk(vault)
  const { source, destination } = desk.setup
  const first = await desk.takeIn(source, '1000')
  const from = await momentBetween()
  const second = await desk.takeIn(source, '250')
  await desk.revalue(first, '900')
  const transferBatchId = await desk.move(first, source, destination)
  const outboundShipmentId = await desk.ship(source, [second])
  const to = await momentBetween()
  const both = [await desk.takeIn(source, '7'), await desk.takeIn(source, '8')]
  await desk.ship(source, both)
  const { statement, lines } = await readStatement(vault, desk.token, source, { from, to })
  const change = (kind: string, lines = 0, itemsChange = 0, valueChangeCents = '0') => ({
    ...{ kind, lines, itemsChange, valueChangeCents },
  })
  assert.deepEqual(statement, {
    ...{ fboAccountId: source, currency: 'USD', from, to },
    opening: { items: 1, valueCents: '1000' },
    changes: [
      change('imported'),
      change('taken_in', 1, 1, '250'),
      change('transferred_in'),
      change('transferred_out', 1, -1, '-900'),
      change('shipped', 1, -1, '-250'),
      change('withdrawn'),
      change('revalued', 1, 0, '-100'),
    ],
    shipments: 1,
    closing: { items: 0, valueCents: '0' },
    ...{ checkpoint: null, isProven: false },
  })
  const rest = { at: undefined, tokenId: undefined }
  const shown = lines.map((line) => ({ ...line, ...rest }))
  const line = (item: string, [kind, itemsChange, valueChangeCents, valueCents]: unknown[]) => ({
    ...{ ...rest, kind, inventoryItemId: item, itemsChange, valueChangeCents, valueCents },
    ...{ description: 'Watch', otherFboAccountId: null, transferBatchId: null },
    ...{ outboundShipmentId: null, revaluationId: null, reason: null },
  })
  const moved = { otherFboAccountId: destination, transferBatchId }
  assert.deepEqual(shown, [
    line(second, ['taken_in', 1, '250', '250']),
    { ...line(first, ['revalued', 0, '-100', '900']), reason: 'Appraised' },
    { ...line(first, ['transferred_out', -1, '-900', '900']), ...moved },
    { ...line(second, ['shipped', -1, '-250', '250']), outboundShipmentId },
  ])
  const shipped = await api.get(`/v1/fbo-accounts/${source}/statement/lines?kind=shipped`, desk)
  const found = shipped.body.data.map((each: object) => ({ ...each, ...rest }))
  assert.deepEqual(found.slice(0, 1), shown.slice(3))
  const later = await readStatement(vault, desk.token, source, { from: to })
  assert.deepEqual([later.statement.shipments, found.length], [1, 3], 'one shipment of two items')
})

test('isProven says whether the newest checkpoint is over all events before the end', async () => {
  const { setup, token, takeIn } = await openStatementDesk(vault)
  const { organizationId, source } = setup
  const statement = async (to: string) =>
    (await readStatement(vault, token, source, { to })).statement
  await takeIn(source, '1')
  const sealed = await allSealed(vault, organizationId)
  await signUpTo(vault, organizationId, sealed)
  const between = await momentBetween()
  const proven = await statement(between)
  assert.equal(proven.isProven, true)
  const list = await api.get('/v1/event-checkpoints', { token })
  assert.deepEqual(proven.checkpoint, list.body.data[0])
  await takeIn(source, '2')
  assert.equal((await statement(between)).isProven, true)
  assert.equal((await statement('2099-01-01T00:00:00Z')).isProven, false)
  await allSealed(vault, organizationId)
  assert.equal((await api.post('/v1/event-checkpoints', { token })).status, 201)
  // The event of a checkpoint comes behind it, and is no change of the account.
  assert.equal((await statement('2099-01-01T00:00:00Z')).isProven, true)
  const { token: without } = await records.token(organizationId, ['inventory_items:read'])
  const read = await readStatement(vault, without, source, { to: between })
  assert.equal(read.statement.checkpoint, null)
})

test('A period that has no moment is refused, and one of parts of a millisecond is read', async () => {
  const { setup, token } = await openStatementDesk(vault)
  const path = `/v1/fbo-accounts/${setup.source}/statement`
  const from = '2026-03-01T00:00:00.000Z'
  for (const to of [from, '2026-02-28T23:59:59Z', '2026-03-01T01:00:00+01:00']) {
    for (const place of [path, `${path}/lines`]) {
      const query = new URLSearchParams({ from, to })
      const { status, body } = await api.get(`${place}?${query}`, { token })
      assert.equal(status, 400)
      assert.equal(body.errors[0].pointer, '/to')
      assert.match(body.detail, /to must be after from/)
    }
  }
  const query = 'from=2026-03-01T00:00:00.0001Z&to=2026-03-01T00:00:00.002Z'
  const { body } = await api.get(`${path}?${query}`, { token })
  assert.equal(body.data.from, '2026-03-01T00:00:00.001Z')
})

async function change(desk: StatementDesk, random: Random, items: string[]): Promise<unknown> {
  const account = random.pick(desk.accounts)
  const cents = `${random.whole(0, 5_000)}`
  const item = random.pick(items)
  const turn = random.next()
  if (item === undefined || turn < 0.3) return items.push(await desk.takeIn(account, cents))
  if (turn < 0.6) return await desk.revalue(item, cents)
  const [from, to] = random.chance(0.5) ? desk.accounts : desk.accounts.toReversed()
  if (turn < 0.85) return await desk.move(item, from as string, to as string)
  return turn < 0.93 ? await desk.withdraw(item) : await desk.ship(account, [item])
}

for (const seed of [1, 2, 3]) {
  test(`Opening and lines make the closing in any period of a random history (${seed})`, async () => {
    const desk = await openStatementDesk(vault)
    const random = new Random(seed)
    const items: string[] = []
    // Several at once, some of which are refused: they share transactions and milliseconds.
    for (let round = 0; round < 25; round += 1) {
      const together = Array.from({ length: 4 }, () => change(desk, random, items))
      await Promise.all(together)
    }
    const moments = await vault.sql<{ at: Date }[]>`
      select at from inventory_movements where organization_id = ${desk.organizationId}
      union select at from inventory_valuations where organization_id = ${desk.organizationId}
      order by at`
    const moment = () => random.pick(moments).at.getTime() + random.whole(0, 1)
    for (let turn = 0; turn < 30; turn += 1) {
      const [from = 0, to = 0] = [moment(), moment()].sort((one, other) => one - other)
      if (from === to) continue
      const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
      for (const account of desk.accounts) {
        const read = await readStatement(vault, desk.token, account, period)
        assertAddsUp(read)
        const before = await balanceBefore(vault, desk.token, account, period.from)
        const after = await balanceBefore(vault, desk.token, account, period.to)
        assert.deepEqual([read.statement.opening, read.statement.closing], [before, after])
      }
    }
    for (const account of desk.accounts) {
      const whole = await readStatement(vault, desk.token, account)
      assertAddsUp(whole)
      assert.deepEqual(whole.statement.opening, { items: 0, valueCents: '0' })
      assert.ok(whole.lines.length > 10)
    }
  })
}

test('A value that changes in the millisecond of a transfer counts once, in one account', async () => {
  const { setup, token, takeIn, revalue, move } = await openStatementDesk(vault)
  const item = await takeIn(setup.source, '100')
  await move(item, setup.source, setup.destination)
  await revalue(item, '170')
  const [moved] = await vault.sql<{ at: Date }[]>`
    select at from inventory_movements
    where inventory_item_id = ${item} and kind = 'transfer_completed'`
  const at = moved?.at as Date
  await vault.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update inventory_valuations set at = ${at} where inventory_item_id = ${item}`
  })
  const period = { from: at.toISOString(), to: new Date(at.getTime() + 1).toISOString() }
  const closings = []
  for (const account of [setup.source, setup.destination]) {
    const read = await readStatement(vault, token, account, period)
    assertAddsUp(read)
    closings.push(read.statement.closing)
  }
  assert.deepEqual(closings, [
    { items: 0, valueCents: '0' },
    { items: 1, valueCents: '170' },
  ])
})
