import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStatementDesk, type StatementDesk } from '../support/operations/statement-desk.ts'
import { Random } from '../support/vault/random.ts'
import { assertAddsUp, balanceBefore, readStatement } from '../support/vault/statements.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()

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
  const [[moved], periods] = await Promise.all([
    vault.sql<{ at: Date }[]>`
      select at from inventory_movements
      where inventory_item_id = ${item} and kind = 'transfer_completed'`,
    [setup.source, setup.destination],
  ])
  const at = moved?.at as Date
  await vault.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update inventory_valuations set at = ${at} where inventory_item_id = ${item}`
  })
  const period = { from: at.toISOString(), to: new Date(at.getTime() + 1).toISOString() }
  const closings = []
  for (const account of periods) {
    const read = await readStatement(vault, token, account, period)
    assertAddsUp(read)
    closings.push(read.statement.closing)
  }
  assert.deepEqual(closings, [
    { items: 0, valueCents: '0' },
    { items: 1, valueCents: '170' },
  ])
})
