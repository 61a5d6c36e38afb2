import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { journeys } from '../../support/console/desk.ts'
import {
  holdBack,
  NOTED_MS,
  ofRecord,
  openAccount,
  openWith,
  transfer,
} from '../../support/console/records.ts'

journeys('shipments', async (desk, walk) => {
  const { send } = desk

  walk('from packing to delivered: a hold, four eyes, tracking', async ({ open, watch }) => {
    const { account, items } = await openWith(desk, 'Shipment', 2)
    const page = await open('operator', `/shipments/new?account=${account}`)
    const rowOf = (item: string) =>
      ofRecord(page.getByRole('row'), item).filter({ hasText: 'Journey' })
    const [first, second] = items as [string, string]
    await rowOf(first).getByRole('checkbox').check()
    // A click anywhere on a row ticks it, too.
    await rowOf(second).getByRole('cell').last().click()
    assert.equal(await rowOf(second).getByRole('checkbox').first().isChecked(), true)
    await page.getByText('Ready to create the shipment.').waitFor()
    await page.getByRole('button', { name: 'Create shipment' }).click()
    await page
      .getByRole('heading', { name: '2 items of Journey Shipment', exact: true, level: 1 })
      .waitFor()
    const id = page.url().split('/').at(-1) as string

    // Somebody else is faster: what was not seen is not held.
    watch.allow(412, /\/hold$/)
    await page.getByRole('button', { name: 'Hold', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Hold' })
    await dialog.getByLabel('Reason').fill('It is still in packing')
    await send('operator', `POST /v1/outbound-shipments/${id}/inspect`, {})
    await page.getByText('Submit for approval').waitFor()
    await dialog.getByRole('button', { name: 'Hold shipment' }).click()
    await dialog.getByText('Somebody else changed this meanwhile').waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    assert.equal((await send('auditor', `GET /v1/outbound-shipments/${id}`)).heldAt, null)
    await take(page, 'Return to packing')

    await take(page, 'Hold', { Reason: 'The box is damaged' })
    await page.getByRole('alert').getByText('The box is damaged').waitFor()
    await page.getByRole('button', { name: 'Start inspection' }).waitFor({ state: 'hidden' })
    await take(page, 'Release')
    await take(page, 'Start inspection')
    await take(page, 'Submit for approval')
    await page.getByText('Somebody else has to approve this shipment').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)

    const approver = await open('approver', `/shipments/${id}`)
    await take(approver, 'Approve')
    // The operator's tab follows.
    await page.getByRole('button', { name: 'Ship', exact: true }).waitFor()
    await take(page, 'Ship', { Carrier: 'Postal Service', 'Tracking number': 'TRACK-JOURNEY-1' })
    await page.getByText('Postal Service', { exact: true }).waitFor()
    await take(page, 'Mark as delivered')
    await page.getByRole('button', { name: 'Mark as delivered' }).waitFor({ state: 'hidden' })

    const { status, trackingNumber } = await send('auditor', `GET /v1/outbound-shipments/${id}`)
    assert.deepEqual([status, trackingNumber], ['delivered', 'TRACK-JOURNEY-1'])
    const item = await send('auditor', `GET /v1/inventory-items/${items[0]}`)
    assert.equal(item.status, 'delivered')
    // Its number leads to it from everywhere.
    await page.getByRole('link', { name: 'Home' }).click()
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('TRACK-JOURNEY-1')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/shipments/${id}`, { timeout: NOTED_MS })
  })

  walk('a refusal after a check is beside its items, once', async ({ open, context, watch }) => {
    const { account, items } = await openWith(desk, 'Refused', 3)
    await transfer(desk, { account, items: items.slice(1) }, await openAccount(desk, 'Holder'))
    watch.allow(409, /^\/v1\/outbound-shipments$/)
    const check = /outbound-shipments\?validateOnly=true$/
    await context.route(check, (route) => route.fulfill({ status: 201, json: {} }))
    const page = await open('operator', `/shipments/new?account=${account}&items=${items}`)
    await page.getByText('Ready to create the shipment.').waitFor()
    await context.unroute(check)
    await page.getByRole('button', { name: 'Create shipment' }).click()
    await page.getByRole('status').getByText('2 problems').waitFor()
    const chosen = page.getByRole('table', { name: 'Chosen items' })
    assert.equal(await chosen.getByText('Already in another transfer').count(), 2)
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.getByRole('button', { name: 'Remove items with problems' }).click()
    await page.getByText('Ready to create the shipment.').waitFor()
    assert.equal(await page.getByRole('alert').count(), 0, 'it was about another choice')
  })

  walk('who leaves while it is sent is asked, and is not led back', async ({ open }) => {
    const { account, items } = await openWith(desk, 'Left', 1)
    const page = await open('operator', `/shipments/new?account=${account}&items=${items}`)
    const { asked, letGo } = await holdBack(page, /outbound-shipments$/)
    await page.getByRole('button', { name: 'Create shipment' }).click()
    await asked
    const question = page.waitForEvent('dialog')
    const leaving = page.getByRole('link', { name: 'Home' }).click()
    await (await question).accept()
    await leaving
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const response = page.waitForResponse(/outbound-shipments$/)
    letGo()
    await response
    // The page asks what happened every few seconds: twice, and it has read the answer.
    for (const _ of [1, 2]) await page.waitForResponse(/\/v1\/events/)
    assert.match(page.url(), /\/console\/?$/)
  })

  walk('the board has a column for each state, and leads to its list', async ({ open }) => {
    const page = await open('auditor', '/shipments')
    const column = page.getByRole('region', { name: 'Pending approval' })
    await column
      .getByRole('link', { name: /^\d+ items? (to|of) / })
      .first()
      .waitFor()
    await column.getByRole('link', { name: 'Show all: Pending approval' }).click()
    const table = page.getByRole('table', { name: 'Shipments' })
    await table.getByRole('row').nth(1).waitFor()
    await page.waitForURL(/status=pending_approval/)
  })
})

/** Takes a step of a shipment through its dialog. */
async function take(page: Page, label: string, fields: Record<string, string> = {}): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: label })
  for (const [name, value] of Object.entries(fields)) await dialog.getByLabel(name).fill(value)
  await dialog.getByRole('button', { name: label }).click()
  await dialog.waitFor({ state: 'hidden' })
}
