import assert from 'node:assert/strict'
import { journeys } from '../../support/console/desk.ts'
import { ofRecord, openAccount, shipment, takeIn, transfer } from '../../support/console/records.ts'
import { assertUsable } from '../../support/console/usable.ts'
import { eventually } from '../../support/processes/embedded-directory.ts'

journeys('one queue of what waits', { atATime: 1 }, async (desk, walk) => {
  const { send } = desk

  walk(
    'ticked transfers are approved, one of them cancelled meanwhile',
    async ({ open, watch }) => {
      watch.allow(409, /\/approve$/)
      watch.allow(412, /\/approve$/)
      const pending = await send('approver', 'GET /v1/transfers?status=pending&limit=100')
      for (const { id } of pending) {
        await send('approver', `POST /v1/transfers/${id}/reject`, { reason: 'Clears the demo' })
      }
      const [from, to] = [await openAccount(desk, 'Queue'), await openAccount(desk, 'Target')]
      const ids: string[] = []
      for (let number = 0; number < 3; number += 1) {
        ids.push(await transfer(desk, await takeIn(desk, from, 1), to))
      }
      const held = await shipment(desk, await takeIn(desk, from, 1))
      await send('operator', `POST /v1/outbound-shipments/${held}/hold`, {
        reason: 'Wrong address',
      })

      const page = await open('approver', '/queue')
      const second = await page.context().newPage()
      await second.goto(page.url())
      for (const id of ids) await page.getByLabel(`Select ${id}`).check()
      await page.getByText('Wrong address').waitFor()
      assert.match(await page.title(), /^\(\d+\) Waiting/)
      await page.getByRole('button', { name: 'Approve 3 ticked' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('370.35').waitFor()
      await assertUsable(page)
      const approve = dialog.getByRole('button', { name: 'Approve 3 records' })
      await approve.and(page.locator(':enabled')).waitFor()
      await send('operator', `POST /v1/transfers/${ids[1]}/cancel`, { reason: 'Meanwhile' })
      await approve.click()
      await dialog.getByText('Approved', { exact: true }).nth(1).waitFor()
      await dialog.getByText(/^Refused: /).waitFor()
      const statuses = []
      for (const id of ids) statuses.push((await send('auditor', `GET /v1/transfers/${id}`)).status)
      assert.deepEqual(statuses, ['completed', 'cancelled', 'completed'])
      await dialog.getByRole('button', { name: 'Go back' }).click()
      // The count is cached for as long as 20 counts take: seconds on a busy machine.
      const gone = { state: 'detached', timeout: 90_000 } as const
      for (const id of ids) {
        await page.getByLabel(`Select ${id}`).waitFor(gone)
        await second.getByLabel(`Select ${id}`).waitFor(gone)
      }
    },
  )

  walk('risks stand in row and dialog; decided rows leave at once', async ({ open, context }) => {
    const { id: limited } = await send('operator', 'POST /v1/fbo-accounts', {
      ...{ lastName: 'Limited', maxInsuredValueCents: '10000' },
    })
    const from = await openAccount(desk, 'Risks')
    const ids: string[] = []
    for (let number = 0; number < 3; number += 1) {
      ids.push(await transfer(desk, await takeIn(desk, from, 1), limited))
    }
    const abroad = await shipment(desk, await takeIn(desk, from, 1))
    const recipient = { name: 'Ada', line1: '1 Pier', city: 'Hong Kong', countryCode: 'HK' }
    const directions = { recipient, insuredValueCents: '500' }
    await send('operator', `PATCH /v1/outbound-shipments/${abroad}`, directions)
    const [item] = (await takeIn(desk, from, 1)).items
    await send('operator', 'PATCH /v1/organization-policy', { revaluationMaxPercent: 10 })
    const { id: revaluation } = await send('operator', 'POST /v1/inventory-items/revalue', {
      items: [{ inventoryItemId: item, declaredValueCents: '20616' }],
      reason: 'Appraised',
    })
    const isListed = async () => {
      const text = JSON.stringify(await send('approver', 'GET /v1/summary'))
      return [...ids, abroad, revaluation].every((id) => text.includes(id))
    }
    await eventually(isListed, 'the summary of all', 90_000)
    // The figures stay those of before the decisions.
    const reads: string[] = []
    await context.route(/\/v1\/summary/, async (route) => {
      reads.push(reads[0] ?? (await (await route.fetch()).text()))
      await route.fulfill({ contentType: 'application/json', body: reads[0] as string })
    })
    const page = await open('approver', '/queue')
    const rowOf = (id: string) => ofRecord(page.getByRole('row'), id)
    await rowOf(abroad).getByText('To Hong Kong').waitFor()
    await rowOf(abroad).getByText('Insured for 5.00 USD').waitFor()
    await rowOf(revaluation).getByText('123.45 USD → 206.16 USD: +67%').waitFor()
    for (const id of ids) {
      await rowOf(id).getByText('Over the insured maximum: 370%').waitFor()
      await page.getByLabel(`Select ${id}`).check()
    }
    await page.getByRole('button', { name: 'Approve 3 ticked' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Over the insured maximum: 370%').nth(2).waitFor()
    const before = reads.length
    await page.getByRole('button', { name: 'Approve 3 records' }).click()
    const message = page.getByRole('alert').filter({ hasText: 'Approved' })
    await message.getByText('3 records, 370.35 USD').waitFor()
    await message.getByRole('link', { name: 'Transfers' }).waitFor()
    for (const id of ids) assert.equal(await page.getByLabel(`Select ${id}`).count(), 0)
    assert.ok(reads.length - before <= 2, 'once after the last decision, and a poll at most')
  })

  walk('more than ten of a kind are counted, and their list is a click away', async ({ open }) => {
    const [from, to] = [await openAccount(desk, 'Many'), await openAccount(desk, 'Target')]
    for (let number = 0; number < 11; number += 1) {
      await transfer(desk, await takeIn(desk, from, 1), to)
    }
    const page = await open('approver', '/queue')
    const more = page.getByRole('link', { name: /^Waits for you: 10 of \d+ transfers are shown/ })
    await more.click()
    await page.waitForURL(/\/transfers\?status=pending$/)
  })

  walk('the home of an empty organization leads to first steps', async ({ open, context }) => {
    await context.route('**/v1/summary?*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      const { itemsByStatus } = body.data
      for (const status of Object.keys(itemsByStatus)) itemsByStatus[status] = 0
      await route.fulfill({ response, json: body })
    })
    const page = await open('stranger')
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('link', { name: 'Open an account' }).waitFor()
    await assertUsable(page)
    assert.equal(await page.getByRole('region', { name: 'Items by status' }).count(), 0)
  })
})
