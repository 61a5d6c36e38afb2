import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { journey, openDesk } from '../../support/console/desk.ts'
import { openAccount, takeIn } from '../../support/console/records.ts'

test('lists', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk()

  await t.test(
    'filters are chips: several statuses, an amount in cents; Back undoes each',
    journey(desk, async ({ open }) => {
      const page = await open('auditor', '/items')
      const rows = page.getByRole('table', { name: 'Items' }).getByRole('row')
      await rows.nth(1).waitFor()
      await addFilter(page, 'Status')
      await page.getByRole('checkbox', { name: 'On hold' }).check()
      await page.getByRole('checkbox', { name: 'Withdrawn' }).check()
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.waitForURL(/status=on_hold%2Cwithdrawn/)
      await page.getByRole('button', { name: 'Status: On hold, Withdrawn', exact: true }).waitFor()
      await addFilter(page, 'Declared value from')
      await page.getByRole('textbox', { name: 'Declared value from' }).fill('1,250.50')
      await page.keyboard.press('Enter')
      await page.waitForURL(/declaredValueFrom=125050/)
      await page.goBack()
      await page.waitForURL((url) => !url.search.includes('declaredValueFrom'))
      await page.goBack()
      await page.waitForURL(/\/items$/)
      await rows.nth(50).waitFor()
    }),
  )

  await t.test(
    'a bad filter in the address is said beside it, and the list stays',
    journey(desk, async ({ open }) => {
      const page = await open('auditor', '/items?status=lost&identifier=12')
      await page.getByText('“lost” cannot be used here').waitFor()
      await page.getByText('Enter a scheme and a value').waitFor()
      await page.getByRole('table', { name: 'Items' }).getByRole('row').nth(50).waitFor()
      await page.getByRole('button', { name: 'Remove the filter Status' }).click()
      await page.waitForURL((url) => !url.search.includes('status'))
    }),
  )

  await t.test(
    'events: a type, a period and a time are chips, and the pages go back in time',
    journey(desk, async ({ open }) => {
      const page = await open('auditor', '/events')
      await page.getByText('Last 24 hours, newest first').waitFor()
      const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr')
      const events = () => rows.locator('td:first-child a').allTextContents()
      await addFilter(page, 'Type')
      await page.getByRole('combobox', { name: 'Type' }).fill('account created')
      await page.getByRole('option', { name: 'Account created' }).click()
      await page.waitForURL(/type=fbo_account.created/)
      await page.getByRole('button', { name: 'Type: Account created', exact: true }).waitFor()
      await rows.filter({ hasNotText: 'Account created' }).first().waitFor({ state: 'detached' })
      await rows.first().waitFor()
      assert.deepEqual([...new Set(await events())], ['Account created'])
      await addFilter(page, 'Period')
      await page.getByRole('combobox', { name: 'Period' }).click()
      await page.getByRole('option', { name: 'All', exact: true }).click()
      await page.getByText('All, newest first').waitFor()
      await addFilter(page, 'Before')
      await page.getByRole('textbox', { name: 'Before' }).fill('2020-01-01T00:00')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'No events' }).waitFor()
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByText('Last 24 hours, newest first').waitFor()
      const pager = page.getByRole('navigation', { name: 'Pages of the list', exact: true })
      await pager.getByRole('button', { name: 'Next' }).click()
      await pager.getByText(/^51 to 100/).waitFor()
      assert.equal((await events()).length, 50)
    }),
  )

  await t.test(
    'a view is saved, leads back to its list, and is deleted',
    journey(desk, async ({ open }) => {
      const page = await open('auditor', '/transfers?status=expired')
      await page.getByRole('button', { name: 'Save this view' }).click()
      await page.getByLabel('Name of the view').fill('Too late')
      await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.goto(`${desk.url}/console/transfers`)
      await page.getByRole('link', { name: 'Too late' }).click()
      await page.waitForURL(/status=expired/)
      await page.getByRole('button', { name: 'Delete the view Too late' }).click()
      await page.getByRole('link', { name: 'Too late' }).waitFor({ state: 'detached' })
    }),
  )

  await t.test(
    'the export of a filtered list has every page, names, and no formula',
    journey(desk, async ({ open, send }) => {
      const account = await openAccount(desk, 'Export')
      await takeIn(desk, account, 102)
      await send('integrator', 'POST /v1/inventory-items', {
        fboAccountId: account,
        description: '=1+1, "quoted"',
        declaredValueCents: '5',
      })
      const page = await open('auditor', `/accounts/${account}`)
      // Further pages of holdings are of the same moment.
      const holdings = page.getByRole('navigation', { name: 'Pages of the list', exact: true })
      await holdings.getByRole('button', { name: 'Next' }).click()
      await holdings.getByText('51 to 100').waitFor()
      await page.goto(`${desk.url}/console/items?fboAccountId=${account}`)
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export CSV' }).click()
      const text = readFileSync(await (await download).path(), 'utf8')
      const [header, ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n')
      assert.equal(lines.length, 103)
      assert.match(header ?? '', /^id,fboAccountId,fboAccountName,.*declaredValue,/)
      const formula = lines.find((line) => line.includes('quoted')) ?? ''
      assert.match(formula, /"'=1\+1, ""quoted""",0\.05,/)
      assert.ok(lines.every((line) => line.includes(`${account},Journey Export,`)))
      assert.ok(lines.every((line) => /,\d{4}-\d\d-\d\dT[\d:.]+Z/.test(line)))
    }),
  )

  await t.test(
    'a click on a row opens it, with Ctrl in a tab; a header sorts; ticks reach the next step',
    journey(desk, async ({ open, context }) => {
      const account = await openAccount(desk, 'Rows')
      const { items } = await takeIn(desk, account, 3)
      const page = await open('operator', `/items?fboAccountId=${account}`)
      const rows = page.getByRole('table', { name: 'Items' }).locator('tbody tr')
      await rows.nth(2).waitFor()
      const first = () => rows.first().getByRole('link').first().getAttribute('title')
      assert.equal(await first(), items[2])
      await page.getByRole('button', { name: 'Taken in' }).click()
      await page.waitForURL(/sort=createdAt/)
      await rows
        .first()
        .getByTitle(items[0] as string, { exact: true })
        .waitFor()
      await page.getByRole('checkbox', { name: `Select ${items[0]}` }).click()
      await page
        .getByRole('checkbox', { name: `Select ${items[2]}` })
        .click({ modifiers: ['Shift'] })
      await page.getByText('3 selected').waitFor()
      const link = page.getByRole('link', { name: 'Transfer', exact: true })
      const href = new URL((await link.getAttribute('href')) ?? '', desk.url)
      assert.equal(href.searchParams.get('items'), items.join(','))
      const ship = await page.getByRole('link', { name: 'Ship', exact: true }).getAttribute('href')
      assert.equal(ship, `/console/shipments/new?account=${account}&items=${items.join('%2C')}`)

      const status = rows.first().getByText('In vault', { exact: true })
      const tab = context.waitForEvent('page')
      await status.click({ modifiers: ['ControlOrMeta'] })
      await (await tab).waitForURL(new RegExp(`/items/${items[0]}`))
      await (await tab).getByRole('heading', { level: 1 }).first().waitFor()
      await status.click()
      await page.waitForURL(new RegExp(`/items/${items[0]}`))
    }),
  )

  await t.test(
    'a column is hidden, and stays so; on a phone each row is a card with labels',
    journey(desk, async ({ open }) => {
      const page = await open('auditor', '/items')
      const header = page.getByRole('columnheader', { name: 'Last changed' })
      await header.waitFor()
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Last changed' }).click()
      await header.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('columnheader', { name: 'Taken in' }).waitFor()
      assert.equal(await header.count(), 0)
      await page.setViewportSize({ width: 390, height: 844 })
      const row = page.getByRole('table', { name: 'Items' }).locator('tbody tr').first()
      const box = await row.boundingBox()
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 390)
      const cell = `document.querySelectorAll('td.record-cell')[1]`
      assert.equal(await page.evaluate(`getComputedStyle(${cell}, '::before').content`), '"Status"')
    }),
  )
})

async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
