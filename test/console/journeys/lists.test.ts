import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { journeys, openAs } from '../../support/console/desk.ts'
import { openWith, transferOfOne } from '../../support/console/records.ts'

journeys('lists and statements', async (desk, walk) => {
  walk('filters are chips, with words and amounts; Back undoes each', async ({ open }) => {
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
  })

  walk('a bad filter in the address is said beside it, and the list stays', async ({ open }) => {
    const page = await open('auditor', '/items?status=lost&identifier=12')
    await page.getByText('“lost” cannot be used here').waitFor()
    await page.getByText('Enter a scheme and a value').waitFor()
    await page.getByRole('table', { name: 'Items' }).getByRole('row').nth(50).waitFor()
    await page.getByRole('button', { name: 'Remove the filter Status' }).click()
    await page.waitForURL((url) => !url.search.includes('status'))
  })

  walk('events say who did them by name, and are picked so', async ({ open, another }) => {
    const id = await transferOfOne(desk)
    const amara = await openAs(desk, await another(), { name: 'Amara Quist' })
    await amara.goto(`${desk.url}/console/transfers/${id}`)
    await amara.getByRole('button', { name: 'Approve' }).click()
    await amara.getByRole('button', { name: 'Approve transfer' }).click()
    await amara.getByText('Completed', { exact: true }).first().waitFor()
    const page = await open('auditor', `/events?subjectId=${id}`)
    const rows = page.getByRole('table', { name: 'Events' }).locator('tbody tr')
    const approval = rows.filter({ hasText: 'Amara Quist' }).first()
    await approval.getByRole('link').first().click()
    await page.getByRole('dialog', { name: 'Event' }).getByText('Amara Quist').waitFor()
    await page.getByRole('button', { name: 'Close the event' }).click()
    await addFilter(page, 'Done by')
    await page.getByRole('combobox', { name: 'Done by' }).fill('amara')
    await page.getByRole('option', { name: 'Amara Quist' }).click()
    await page.waitForURL(/actorId=prsn_/)
    await page.getByRole('button', { name: 'Done by: Amara Quist', exact: true }).waitFor()
    await rows.filter({ hasNotText: 'Amara Quist' }).first().waitFor({ state: 'detached' })
    await approval.waitFor()
  })

  walk('filters of events are chips, and pages go back in time', async ({ open }) => {
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
  })

  walk('a view is saved, leads back to its list, and is deleted', async ({ open }) => {
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
  })

  walk('an export has every page of the list, names, and no formula', async ({ open, send }) => {
    const { account } = await openWith(desk, 'Export', 102)
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
    const [header, ...lines] = await downloaded(page, 'Export CSV')
    assert.equal(lines.length, 103)
    assert.match(header ?? '', /^id,fboAccountId,fboAccountName,.*declaredValue,/)
    const formula = lines.find((line) => line.includes('quoted')) ?? ''
    assert.match(formula, /"'=1\+1, ""quoted""",0\.05,/)
    assert.ok(lines.every((line) => line.includes(`${account},Journey Export,`)))
    assert.ok(lines.every((line) => /,\d{4}-\d\d-\d\dT[\d:.]+Z/.test(line)))
  })

  walk('rows open, also in a tab; headers sort; ticks go along', async ({ open, context }) => {
    const { account, items } = await openWith(desk, 'Rows', 3)
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
    await page.getByRole('checkbox', { name: `Select ${items[2]}` }).click({ modifiers: ['Shift'] })
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
  })

  walk('a column stays hidden; on a phone a row is a card with labels', async ({ open }) => {
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
  })

  walk('a period of an account is shown, saved, and printed', async ({ open, send }) => {
    const { account, items } = await openWith(desk, 'Statement', 2)
    await send('operator', 'POST /v1/inventory-items/revalue', {
      items: [{ inventoryItemId: items[0], declaredValueCents: '5' }],
      reason: '=cheaper',
    })
    const page = await open('auditor', `/accounts/${account}`)
    await page.getByRole('link', { name: 'Statement', exact: true }).click()
    const statement = page.getByRole('article', { name: 'Statement' })
    await statement.getByRole('heading', { name: 'Statement of Journey Statement' }).waitFor()
    const row = (text: string) => statement.getByRole('row').filter({ hasText: text }).first()
    assert.match(await row('Opening').innerText(), /0\s+0\.00 USD/)
    assert.match(await row('Revalued').innerText(), /1\s+0\s+−123\.40 USD/)
    assert.match(await row('Closing').innerText(), /2\s+123\.50 USD/)

    const lines = await downloaded(page, 'Save as CSV')
    assert.equal(lines.filter((line) => line.startsWith('line,')).length, 3)
    assert.match(lines.join('\n'), /line,[^\n]*,revalued,[^\n]*,0,-123\.40,0\.05,[^\n]*'=cheaper/)
    assert.match(lines.join('\n'), /closing,[^\n]*,2,123\.50/)

    await page.evaluate('window.print = () => { document.title = "printed" }')
    await page.getByRole('button', { name: 'Print or save as PDF' }).click()
    assert.equal(await page.title(), 'printed')
    const pdf = await page.pdf({ preferCSSPageSize: true })
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1)

    // A period before the account has nothing in it.
    await page.getByLabel('First day').fill('2026-01-01')
    await page.getByLabel('Last day').fill('2026-01-31')
    await page.waitForURL(/to=2026-01-31/)
    await statement.getByText('None.').first().waitFor()
  })
})

async function addFilter(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Lines of the file that a button saves. */
async function downloaded(page: Page, button: string): Promise<string[]> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const text = readFileSync(await (await download).path(), 'utf8')
  return text.replace('\ufeff', '').trimEnd().split('\r\n')
}
