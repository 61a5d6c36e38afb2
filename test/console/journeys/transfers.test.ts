import assert from 'node:assert/strict'
import type { Response } from 'playwright-core'
import { journeys, signIn } from '../../support/console/desk.ts'
import {
  ofRecord,
  openAccount,
  takeIn,
  transfer,
  transferOfOne,
} from '../../support/console/records.ts'

journeys('transfers, from asking to deciding', async (desk, walk) => {
  const { url, send } = desk

  walk('a problem is beside its item; three clicks make one transfer', async ({ open, watch }) => {
    const to = await openAccount(desk, 'Destination')
    const from = await openAccount(desk, 'Source')
    const source = await takeIn(desk, from, 3)
    const [taken, ...free] = source.items as [string, string, string]
    const holder = await transfer(desk, { account: from, items: [taken] }, to)

    watch.allow(409, /^\/v1\/transfers$/)
    const page = await open('operator', `/transfers/new?from=${from}&to=${to}`)
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() !== 'POST' || !request.url().endsWith('/v1/transfers')) return
      keys.push(request.headers()['idempotency-key'])
    })
    const create = page.getByRole('button', { name: 'Create transfer' })
    await page.getByRole('tab', { name: 'Scan or paste' }).click()
    await page.getByLabel('Item IDs or numbers').fill(source.items.join(' '))
    await page.keyboard.press('Enter')
    const row = ofRecord(page.getByRole('row'), taken)
    await row.getByText('Already in another transfer').waitFor()
    await page.getByRole('status').getByText('1 problem').waitFor()
    const link = row.getByTitle(holder)
    assert.equal(await create.count(), 0, 'a choice with a problem is not sent')
    await page.getByRole('button', { name: 'Go to the first problem' }).click()
    await row.locator('[data-problem]:focus').waitFor()
    assert.equal(await link.getAttribute('href'), `/console/transfers/${holder}`)

    await row.getByRole('button', { name: `Remove ${taken}` }).click()
    await page.getByText('Ready to create the transfer.').waitFor()
    await create.click({ clickCount: 3, delay: 1 })
    const title = '2 items, Journey Source to Journey Destination, 246.90 USD'
    await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor()
    assert.equal((await page.title()).replace(/^\(\d+\) /, ''), `${title} · Vault console`)
    await page.getByText('Pending', { exact: true }).first().waitFor()
    assert.equal(new Set(keys).size, 1, 'however often it is sent, it is the same transfer')
    assert.match(keys[0] ?? '', /^\w{32}$/)
    const id = page.url().split('/').at(-1)
    const made = await send('operator', `GET /v1/transfers?fromFboAccountId=${from}`)
    assert.deepEqual(
      made.map((each: { id: string; totalItems: number }) => [each.id, each.totalItems]),
      [
        [id, free.length],
        [holder, 1],
      ],
    )
  })

  walk('who leaves unsaved changes is asked, and loses them only then', async ({ open }) => {
    const page = await open('operator', '/transfers/new')
    const questions: string[] = []
    let isLeaving = false
    page.on('dialog', async (question) => {
      questions.push(`${question.type()}: ${question.message()}`)
      await (isLeaving ? question.accept() : question.dismiss())
    })
    const home = page.getByRole('heading', { name: 'Home', level: 1 })
    const leave = page.getByRole('link', { name: 'Home' })
    const notes = page.getByLabel('Notes')
    await notes.fill('Not sent yet')
    await leave.click()
    assert.equal(await notes.inputValue(), 'Not sent yet')
    assert.match(page.url(), /\/transfers\/new$/)
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    await asked
    assert.equal(await notes.inputValue(), 'Not sent yet', 'the tab is open')

    isLeaving = true
    await leave.click()
    await home.waitFor()
    const words = 'confirm: You have unsaved changes. Leave and discard them?'
    assert.deepEqual(questions, [words, 'beforeunload: ', words])

    // A form without input of a person is left without a question.
    await page.goBack()
    assert.equal(await notes.inputValue(), '')
    await leave.click()
    await home.waitFor()
    assert.equal(questions.length, 3)
  })

  walk('four eyes: the creator reads why not, and sees the approval', async ({ open, watch }) => {
    watch.allow(403, /^\/v1\/transfers\/.*\/approve$/)
    const [from, to] = [await openAccount(desk, 'From'), await openAccount(desk, 'To')]
    const { items } = await takeIn(desk, from, 2)
    const { id } = await send('operator', 'POST /v1/transfers', {
      fromFboAccountId: from,
      toFboAccountId: to,
      notes: 'For four eyes',
      items: items.map((inventoryItemId) => ({ inventoryItemId, reason: 'trade' })),
    })
    const creator = await open('operator', `/transfers/${id}`)
    await creator.getByText('You requested it, and the policy requires').waitFor()
    await creator.getByRole('button', { name: 'Cancel' }).waitFor()
    assert.equal(await creator.getByRole('button', { name: 'Approve' }).count(), 0)

    // The page asks whether it may approve: that question reaches the service after the decision.
    const isDecision = (response: Response) => response.url().endsWith('/approve')
    const approver = await open('approver')
    const decided = approver.context().waitForEvent('response', isDecision)
    await approver.context().route(/\/approve\?validateOnly=true$/, async (route) => {
      await decided
      await route.continue().catch(() => undefined)
    })
    await approver.goto(`${url}/console/transfers/${id}`)
    await approver.getByRole('button', { name: 'Approve' }).waitFor()
    // The page waits for its reads only a while: it still shows the transfer as pending.
    await approver.route(`**/v1/transfers/${id}`, async (route) => {
      await approver.getByText('Approved. The items have moved.').waitFor()
      await route.continue()
    })
    await approver.getByRole('button', { name: 'Approve' }).click()
    await approver.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
    await approver.getByText('Completed', { exact: true }).waitFor()

    // Its tab is not touched.
    await creator.getByText('Completed', { exact: true }).waitFor()
    assert.equal((await send('auditor', `GET /v1/transfers/${id}`)).status, 'completed')
  })

  walk('of an approval whose response is lost, it says the outcome', async ({ open, watch }) => {
    watch.allow(0, /^\/v1\/transfers\/.*\/approve$/)
    const id = await transferOfOne(desk)
    const page = await open('approver', `/transfers/${id}`)
    await page.route(/\/approve$/, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.keyboard.press('a')
    const dialog = page.getByRole('dialog', { name: 'Approve' })
    await dialog.getByText('Journey From').waitFor()
    await dialog.getByText('Journey To').waitFor()
    await dialog.getByText('1 item', { exact: true }).waitFor()
    const confirm = dialog.getByRole('button', { name: 'Approve' })
    await dialog.locator('button:focus', { hasText: 'Approve' }).waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByText('The transfer is now completed, decided by you.').waitFor()
    assert.equal(await confirm.isDisabled(), true)
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await page.getByText('Completed', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
    assert.equal((await send('auditor', `GET /v1/transfers/${id}`)).status, 'completed')
  })

  walk('of an approval that does not arrive, it says no outcome', async ({ open, watch }) => {
    watch.allow(0, /^\/v1\/transfers\/.*\/approve$/)
    const id = await transferOfOne(desk)
    const page = await open('approver', `/transfers/${id}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.route(/\/approve$/, (route) => route.abort())
    const dialog = page.getByRole('dialog', { name: 'Approve' })
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByText('We cannot tell whether this went through').waitFor()
    await page.unroute(/\/approve$/)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Completed', { exact: true }).waitFor()
  })

  walk('offline, an approval fails, and is not made later', async ({ open, context, watch }) => {
    watch.allow(0, /^\/v1\//)
    const id = await transferOfOne(desk)
    const page = await open('approver', `/transfers/${id}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve' })
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByText('The service cannot be reached').waitFor()
    const silence = page.getByText('The service is not responding')
    await silence.waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await context.setOffline(false)
    await silence.waitFor({ state: 'hidden' })
    assert.equal((await send('auditor', `GET /v1/transfers/${id}`)).status, 'pending')
  })

  walk('reject with a reason, which stands on the transfer', async ({ open, watch }) => {
    // The dry run of an approval that is not answered before the transfer is rejected.
    watch.allow(409, /^\/v1\/transfers\/.*\/approve$/)
    const id = await transferOfOne(desk)
    const page = await open('approver', `/transfers/${id}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    // By its key.
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog', { name: 'Reject' })
    await dialog.getByLabel('Reason').fill('The destination is not verified')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Rejected', { exact: true }).first().waitFor()
    await page.getByText('Reason: The destination is not verified').waitFor()
  })

  walk('filters live in the address, and a link leads to them', async ({ open, another }) => {
    const page = await open('approver', '/transfers')
    const table = page.getByRole('table', { name: 'Transfers' })
    await table.getByRole('row').nth(1).waitFor()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Status' }).click()
    await page.getByRole('checkbox', { name: 'Expired' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/status=expired/)
    await table.getByText('Pending', { exact: true }).first().waitFor({ state: 'detached' })
    const expired = await table.getByText('Expired', { exact: true }).count()
    assert.ok(expired >= 2)
    const other = await (await another()).newPage()
    await other.goto(page.url())
    await signIn(other, desk.tokens.auditor)
    await other.getByRole('table', { name: 'Transfers' }).getByText('Expired').first().waitFor()
    assert.ok(other.url().startsWith(`${url}/console/transfers?status=expired`))
  })
})
