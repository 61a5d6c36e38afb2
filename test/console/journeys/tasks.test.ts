import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { type Journey, journey, openDesk } from '../../support/console/desk.ts'
import {
  choose,
  doTasks,
  FORMS,
  open,
  rolexOf,
  scan,
  task,
  tickAll,
} from '../../support/console/person.ts'
import { openAccount, takeIn, transfer } from '../../support/console/records.ts'
import { eventually } from '../../support/processes/embedded-directory.ts'

/** A count is cached for as long as 20 counts take: seconds on a busy machine. */
const COUNTED_MS = 60_000

const TASKS = [
  task({
    name: 'find "the Rolex of Leila Hayashi"',
    role: 'operator',
    most: [0, 20],
    arrange: ({ desk, form }) => rolexOf(desk, form.family),
    work: async (page, item, { form }) => {
      await page.keyboard.press('/')
      await page.keyboard.type(`rolex ${form.family}`)
      await page.getByRole('option', { name: /Rolex/ }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(`**/items/${item}`)
    },
  }),
  task({
    name: 'approve ten transfers',
    role: 'approver',
    most: [12, 2],
    arrange: async ({ desk, form, secondTab }) => {
      for (const { id } of await desk.send(
        'approver',
        'GET /v1/transfers?status=pending&limit=100',
      ))
        await desk.send('approver', `POST /v1/transfers/${id}/reject`, { reason: 'Clears' })
      const [from, to] = [await openAccount(desk, 'Ten'), await openAccount(desk, form.family)]
      const ids: string[] = []
      for (let number = 0; number < 10; number += 1)
        ids.push(await transfer(desk, await takeIn(desk, from, 1), to))
      const isCounted = async () =>
        (await desk.send('approver', 'GET /v1/summary')).pendingTransfers.awaitingMe === 10
      await eventually(isCounted, 'the count of ten', COUNTED_MS)
      return { ids, second: await secondTab() }
    },
    work: async (page, { ids, second }, { desk }) => {
      await page.keyboard.press('g')
      await page.keyboard.press('q')
      // Home lists the same records, and a tick there is gone with it.
      await page.getByRole('heading', { name: 'Waiting', level: 1 }).waitFor()
      for (const id of ids) await page.getByLabel(`Select ${id}`).click()
      await page.getByRole('button', { name: 'Approve 10 ticked' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Approve 10 records' }).click()
      await dialog.waitFor({ state: 'hidden' })
      for (const id of ids)
        assert.equal((await desk.send('auditor', `GET /v1/transfers/${id}`)).status, 'completed')
      // The other tab of the same person no longer asks.
      await second.goto(`${desk.url}/console/queue`)
      await second
        .getByText('Nothing waits for you')
        .or(second.getByText('On hold').first())
        .waitFor()
      const gone = { state: 'detached', timeout: COUNTED_MS } as const
      await second.getByLabel(`Select ${ids[0]}`).waitFor(gone)
    },
  }),
  task({
    name: 'mend a wrong value',
    role: 'operator',
    most: [1, 34],
    arrange: ({ desk, form }) => rolexOf(desk, `${form.family} mend`),
    work: async (page, item, { desk, form }) => {
      await open(page, item)
      await page.getByRole('button', { name: 'Revalue' }).click()
      await page.getByLabel('Declared value').and(page.locator(':focus')).waitFor()
      await page.keyboard.type(form.amount)
      await page.keyboard.press('Tab')
      await page.keyboard.type('A digit was missing')
      for (const _ of ['go back', 'revalue']) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Revalue' }).waitFor({ state: 'hidden' })
      const { declaredValueCents } = await desk.send('auditor', `GET /v1/inventory-items/${item}`)
      assert.equal(declaredValueCents, '250050')
    },
  }),
  task({
    name: 'ship three items',
    role: 'operator',
    most: [10, 10],
    arrange: async ({ desk }) => await takeIn(desk, await openAccount(desk, 'Ships three'), 3),
    work: async (page, { account, items }, { desk }) => {
      await open(page, account)
      await tickAll(page, 3)
      await page.getByRole('link', { name: 'Ship', exact: true }).click()
      await page.getByText('Ready to create the shipment.').waitFor()
      await page.getByRole('button', { name: 'Create shipment' }).click()
      for (const label of ['Start inspection', 'Submit for approval']) {
        await page.getByRole('button', { name: label, exact: true }).click()
        await page.getByRole('dialog').getByRole('button', { name: label }).click()
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
      }
      const id = page.url().split('/').at(-1)
      await desk.send('approver', `POST /v1/outbound-shipments/${id}/approve`, {})
      await page.getByRole('button', { name: 'Ship', exact: true }).click()
      await page.getByLabel('Carrier').click()
      await page.keyboard.type('FedEx')
      for (const _ of ['service', 'tracking number']) await page.keyboard.press('Tab')
      await scan(page, '794611112222')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      const { status } = await desk.send('auditor', `GET /v1/inventory-items/${items[0]}`)
      assert.equal(status, 'shipped')
    },
  }),
  task({
    name: 'print the labels of three items',
    role: 'operator',
    most: [4, 2],
    arrange: async ({ desk }) => (await takeIn(desk, await openAccount(desk, 'Labels'), 3)).account,
    work: async (page, account) => {
      await open(page, account)
      await tickAll(page, 3)
      await page.getByRole('link', { name: 'Print labels' }).click()
      await page.getByRole('article').nth(2).waitFor()
      await page.evaluate('window.print = () => { document.title = "printed" }')
      await page.getByRole('button', { name: 'Print', exact: true }).click()
      assert.equal(await page.title(), 'printed')
    },
  }),
  task({
    name: 'say what a customer held in March',
    role: 'auditor',
    most: [1, 12],
    arrange: async ({ desk }) => (await takeIn(desk, await openAccount(desk, 'March'), 1)).account,
    work: async (page, account) => {
      await open(page, account)
      // The browser's own field, in the language of this browser.
      await page.getByLabel('Date', { exact: true }).click({ position: { x: 18, y: 16 } })
      await page.keyboard.type('03312026')
      await page.waitForURL(/2026-03-31/)
      await page.getByText('No items').first().waitFor()
    },
  }),
  task({
    name: 'say who changed a maximum',
    role: 'auditor',
    most: [1, 2],
    arrange: async ({ desk }) => {
      const account = await openAccount(desk, 'Maximum')
      const change = { maxInsuredValueCents: '250050', reason: 'Policy renewed' }
      await desk.send('operator', `POST /v1/fbo-accounts/${account}/set-insured-maximum`, change)
      return account
    },
    work: async (page, account) => {
      await open(page, account)
      await page.getByRole('tab', { name: 'Activity' }).click()
      const change = page.getByRole('listitem').filter({ hasText: 'Insured maximum changed' })
      await change.getByText('demo operator').waitFor()
      await change.getByText('Reason: Policy renewed').waitFor()
    },
  }),
  task({
    name: 'hold twenty items by their scans',
    role: 'operator',
    most: [2, 44],
    arrange: async ({ desk }) => (await takeIn(desk, await openAccount(desk, 'Holds'), 20)).items,
    work: async (page, items, { desk }) => {
      await page.keyboard.press('g')
      await page.keyboard.press('i')
      await page.getByRole('link', { name: 'Scan items' }).click()
      await page.getByLabel('Item IDs or numbers').and(page.locator(':focus')).waitFor()
      for (const item of items) await scan(page, item)
      await page.getByText('20 selected').waitFor()
      await page.getByRole('button', { name: 'Put on hold' }).click()
      await page.getByLabel('Reason').waitFor()
      await page.keyboard.type('Ownership disputed')
      for (const _ of ['go back', 'put on hold']) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      // Twenty requests, one after the other, also on the slow line.
      await page.getByRole('dialog').waitFor({ state: 'hidden', timeout: 60_000 })
      for (const item of items)
        assert.equal(
          (await desk.send('auditor', `GET /v1/inventory-items/${item}`)).status,
          'on_hold',
        )
    },
  }),
  task({
    name: 'import a file with faults',
    role: 'operator',
    most: [5, 0],
    arrange: ({ desk }) => openAccount(desk, 'Imports'),
    work: async (page, account) => {
      await page.getByRole('link', { name: 'Import', exact: true }).click()
      const right = `${account},right,1\n`
      await choose(page, `${right}fbo_nobody,wrong,12.50\n`)
      await page.getByRole('heading', { name: 'Nothing was imported: 2 problems' }).waitFor()
      await page.getByRole('button', { name: 'Another file' }).click()
      await choose(page, `${right}${account},mended,1250\n`)
      await page.getByRole('button', { name: 'Import 2 items' }).click()
      await page.getByText('2 items imported').first().waitFor()
    },
  }),
  task({
    name: 'hand a view to a colleague',
    role: 'operator',
    most: [4, 2],
    arrange: async () => undefined,
    work: async (page, _, { desk }) => {
      await page.keyboard.press('g')
      await page.keyboard.press('i')
      await page.getByRole('button', { name: 'Filter', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Status' }).click()
      await page.getByRole('checkbox', { name: 'On hold' }).click()
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.waitForURL(/status=on_hold/)
      const colleague = await page.context().newPage()
      await colleague.goto(page.url())
      await colleague.getByRole('button', { name: 'Status: On hold', exact: true }).waitFor()
      assert.ok(page.url().startsWith(desk.url))
    },
  }),
]

// The slow line of one leaves time to another, which has a queue of its own.
test('ten tasks at the desk', { skip: whyNoBrowser(), concurrency: 2 }, async (t) => {
  for (const form of FORMS) {
    const desk = await openDesk()
    const steps = (browser: Journey, of: TestContext) => doTasks(TASKS, { desk, form }, browser, of)
    t.test(`in ${form.locale}`, journey(desk, steps, { locale: form.locale }))
  }
})
