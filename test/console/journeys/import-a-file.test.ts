import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { journeys } from '../../support/console/desk.ts'
import { holdBack, openAccount } from '../../support/console/records.ts'

const IMPORTS = /\/v1\/imports\?type=\w+$/

journeys('the import of a file', async (desk, walk) => {
  const { send } = desk
  const rowsOf = (account: string, description: string) =>
    `fboAccountId,description,declaredValueCents\n${account},${description},125000\n${account},"two, ${description}",50\n`
  const heldBy = async (account: string): Promise<number> =>
    (await send('auditor', `GET /v1/inventory-items?fboAccountId=${account}`)).length
  const choose = async (page: Page, name: string, content: string) => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
  }

  walk('a file is imported once, however often it is chosen', async ({ open, watch }) => {
    watch.allow(404, /^\/v1\/imports\//)
    const account = await openAccount(desk, 'Once')
    const page = await open('operator', '/import')
    for (const _ of ['first', 'again']) {
      await choose(page, 'once.csv', rowsOf(account, 'once'))
      await page.getByRole('heading', { name: 'once.csv: 2 rows' }).waitFor()
      await page.getByRole('cell', { name: 'two, once' }).waitFor()
      await page.getByText('Total declared value: 1,250.50').waitFor()
      await page.getByRole('button', { name: 'Import 2 items' }).click()
      const outcome = page.getByRole('status').filter({ hasText: '2 items imported' })
      await outcome.waitFor()
      assert.equal(await outcome.evaluate((node) => node.matches(':focus')), true)
      assert.equal(await heldBy(account), 2)
      await page.reload()
      await outcome.waitFor()
      await page.getByRole('button', { name: 'Another file' }).click()
    }
    await choose(page, 'people.csv', 'firstName,lastName\nImported,Person\n')
    await page.getByRole('button', { name: 'Import 1 account' }).click()
    await page.getByRole('status').filter({ hasText: '1 account imported' }).waitFor()
  })

  walk('violations are beside their lines; corrected, it is imported', async ({ open, watch }) => {
    watch.allow(400, /^\/v1\/imports$/)
    watch.allow(404, /^\/v1\/imports/)
    const account = await openAccount(desk, 'Corrected')
    const page = await open('operator', '/import')
    const wrong = `fboAccountId,description,declaredValueCents\n${account},right,1\nfbo_nobody,"wrong, here",12.50\n`
    await choose(page, 'wrong.csv', wrong)
    await page.getByRole('heading', { name: 'Nothing was imported: 2 problems' }).waitFor()
    const rows = page.getByRole('table', { name: 'Problems' }).getByRole('row')
    const cents = rows.filter({ hasText: 'whole number of cents' })
    assert.deepEqual(
      await cents
        .getByRole('cell')
        .allTextContents()
        .then((all) => all.slice(0, 2)),
      ['3', 'Declared valuedeclaredValueCents'],
    )
    await cents.getByText('fbo_nobody,"wrong, here",12.50').waitFor()
    await rows.filter({ hasText: 'fboAccountId' }).first().waitFor()
    assert.equal(await page.getByRole('button', { name: /^Import \d/ }).count(), 0)
    await page.getByRole('button', { name: 'Another file' }).click()
    await choose(page, 'wrong.csv', wrong.replace('fbo_nobody', account).replace('12.50', '1250'))
    await page.getByRole('button', { name: 'Import 2 items' }).click()
    await page.getByRole('status').filter({ hasText: '2 items imported' }).waitFor()
    assert.equal(await heldBy(account), 2)
  })

  walk('what is refused after the check is shown beside its line, too', async ({ open, watch }) => {
    watch.allow(400, /^\/v1\/imports$/)
    watch.allow(404, /^\/v1\/imports\//)
    const page = await open('operator', '/import')
    const row = 'id,firstName\nimported-meanwhile,Ada\n'
    await choose(page, 'accounts.csv', row)
    const button = page.getByRole('button', { name: 'Import 1 account' })
    await button.waitFor()
    const response = await fetch(`${desk.url}/v1/imports?type=fbo_accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${desk.tokens.operator}`, 'content-type': 'text/csv' },
      body: row,
    })
    assert.equal(response.status, 201)
    await button.click()
    const violation = page.getByRole('table', { name: 'Problems' }).getByRole('row').nth(1)
    await violation.getByText('imported-meanwhile,Ada').waitFor()
  })

  walk('lost: a response is found, a file is sent again', async ({ open, watch }) => {
    watch.allow(0, /^\/v1\/imports$/)
    watch.allow(404, /^\/v1\/imports\//)
    const page = await open('operator', '/import')
    const lost = await openAccount(desk, 'Lost')
    await page.route(IMPORTS, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await choose(page, 'lost.csv', rowsOf(lost, 'lost'))
    await page.getByRole('button', { name: 'Import 2 items' }).click()
    await page.getByRole('status').filter({ hasText: '2 items imported' }).waitFor()
    assert.equal(await heldBy(lost), 2)
    await page.unroute(IMPORTS)

    const unsent = await openAccount(desk, 'Unsent')
    await page.getByRole('button', { name: 'Another file' }).click()
    await page.route(IMPORTS, (route) => route.abort())
    await choose(page, 'unsent.csv', rowsOf(unsent, 'unsent'))
    await page.getByRole('button', { name: 'Import 2 items' }).click()
    await page.getByText('We cannot tell yet whether the file was imported').waitFor()
    await page.getByText('unsent.csv was not imported').waitFor()
    assert.equal(await heldBy(unsent), 0)
    await page.unroute(IMPORTS)
    await page.getByRole('button', { name: 'Send the file again' }).click()
    await page.getByRole('status').filter({ hasText: '2 items imported' }).waitFor()
    assert.equal(await heldBy(unsent), 2)
  })

  walk('leaving does not end the import; coming back shows it', async ({ open, watch }) => {
    watch.allow(404, /^\/v1\/imports\//)
    const account = await openAccount(desk, 'Left')
    const page = await open('operator', '/import')
    const { letGo } = await holdBack(page, IMPORTS)
    await choose(page, 'left.csv', rowsOf(account, 'left'))
    await page.getByRole('button', { name: 'Import 2 items' }).click()
    await page.getByText('Sending left.csv').waitFor()
    await page.getByRole('link', { name: 'Items', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Items', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Import', exact: true }).first().click()
    await page.getByText('left.csv was not imported').waitFor()
    letGo()
    await page.getByRole('status').filter({ hasText: '2 items imported' }).waitFor()
    await page.reload()
    await page.getByRole('status').filter({ hasText: '2 items imported' }).waitFor()
    assert.equal(await heldBy(account), 2)
  })

  walk('progress is shown while rows are inserted', async ({ open }) => {
    const account = await openAccount(desk, 'Progress')
    const page = await open('operator', '/import')
    const { letGo } = await holdBack(page, IMPORTS)
    await page.route(/\/v1\/imports\/[\w-]+\?/, async (route) => {
      const id = new URL(route.request().url()).pathname.split('/').at(-1)
      const data = {
        id,
        kind: 'inventory-items',
        state: 'inserting',
        rowsTotal: 300_000,
        rowsDone: 100_000,
        amountCents: '1',
        newIdsBegin: null,
        completedAt: null,
        createdAt: new Date().toISOString(),
      }
      await route.fulfill({ json: { data } })
    })
    await choose(page, 'long.csv', rowsOf(account, 'long'))
    await page.getByRole('button', { name: 'Import 2 items' }).click()
    await page.getByText('Importing: 100,000 of 300,000 rows').waitFor()
    letGo()
    await page.getByRole('status').filter({ hasText: '2 items imported' }).waitFor()
  })
})
