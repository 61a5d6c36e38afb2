import assert from 'node:assert/strict'
import { journeys } from '../../support/console/desk.ts'
import { openAccount, openWith } from '../../support/console/records.ts'

const DAY = 86_400_000

journeys('accounts and items', async (desk, walk) => {
  const { send } = desk

  walk('two tabs edit an account, and both changes are kept', async ({ open, watch }) => {
    const id = await openAccount(desk, 'Conflict')
    watch.allow(412, /^\/v1\/fbo-accounts\//)
    const [first, second] = [
      await open('operator', `/accounts/${id}`),
      await open('operator', `/accounts/${id}`),
    ] as const
    for (const page of [first, second]) {
      await page.getByRole('button', { name: 'Edit contact details' }).click()
    }
    await first.getByLabel('Phone').fill('+1 206 555 0188')
    await second.getByLabel('Email').fill('second@example.com')
    await second.getByLabel('Last name').fill('Second')
    await first.getByLabel('Last name').fill('First')
    await first.getByRole('button', { name: 'Save' }).click()
    await first.getByText('Your changes are saved.').waitFor()

    // The form says so while it is open, before anything is sent.
    await second.getByText('Somebody else changed this record').waitFor()
    assert.equal(await second.getByLabel('Phone').inputValue(), '+1 206 555 0188')
    await second.getByText('Saved: First', { exact: true }).waitFor()
    assert.equal((await send('auditor', `GET /v1/fbo-accounts/${id}`)).lastName, 'First')
    await second.getByRole('button', { name: 'Save' }).click()
    await second.getByText('Your changes are saved.').waitFor()
    const { phone, email, lastName: stored } = await send('auditor', `GET /v1/fbo-accounts/${id}`)
    assert.deepEqual([phone, email, stored], ['+1 206 555 0188', 'second@example.com', 'Second'])
    // The first tab sees it without a reload.
    await first.getByRole('heading', { name: 'Journey Second' }).waitFor()
  })

  walk('an empty form takes in and opens nothing, and 0 asks', async ({ open }) => {
    const account = await openAccount(desk, 'Empty')
    const page = await open('operator', `/items/new?account=${account}`)
    const takeIn = page.getByRole('button', { name: 'Take in', exact: true })
    const focused = page.locator(':focus')
    const taken = async () =>
      (await send('auditor', `GET /v1/inventory-items?fboAccountId=${account}`)).length
    // A scan into the first field, and its Enter.
    await page.getByLabel('Description').focus()
    await page.keyboard.insertText('PSA 47110817')
    await page.keyboard.press('Enter')
    await page.getByLabel('Identifiers').and(focused).waitFor()
    await page.getByLabel('Declared value').focus()
    await page.keyboard.press('Enter')
    await takeIn.and(focused).waitFor()
    await page.getByLabel('Description').fill(' ')
    await takeIn.click()
    await page.getByText('Enter a description, or an identifier below.').waitFor()
    assert.equal(await taken(), 0)
    await page.getByLabel('Identifiers').fill('serial: E 1')
    await takeIn.click()
    await page.getByRole('dialog').getByText('Without a declared value').waitFor()
    assert.equal(await taken(), 0)
    await page.getByRole('button', { name: 'Take in at 0.00 USD' }).click()
    await page.getByRole('status').filter({ hasText: 'Taken in' }).waitFor()
    assert.equal(await taken(), 1)

    // A page that is half written asks before it is left.
    await page.getByLabel('Description').fill('Half written')
    const questions: string[] = []
    page.once('dialog', async (question) => {
      questions.push(question.message())
      await question.accept()
    })
    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.getByRole('link', { name: 'Open an account' }).click()
    assert.equal(questions.length, 1)
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByText('Enter a business name, a first name or a last name.').waitFor()
    await page.getByLabel('Last name').fill('Zero')
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByRole('button', { name: 'Open account with a maximum of 0.00 USD' }).click()
    await page.getByRole('heading', { name: 'Zero', level: 1 }).waitFor()
  })

  walk('what an account holds now, and held on a day', async ({ open }) => {
    const { account } = await openWith(desk, 'Holdings', 2)
    const page = await open('auditor', `/accounts/${account}`)
    const holdings = page.getByRole('table', { name: 'Holdings' })
    await holdings.getByRole('row').nth(2).waitFor()
    const day = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10)
    await page.getByRole('textbox', { name: 'Date', exact: true }).fill(day)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'No items on that day' }).waitFor()
    await page.waitForURL(new RegExp(`day=.*${day}`))
    await page.reload()
    await page.getByRole('heading', { name: 'No items on that day' }).waitFor()
  })

  walk('an item on hold and released, and its custody', async ({ open }) => {
    const { items } = await openWith(desk, 'Custody', 1)
    const page = await open('operator', `/items/${items[0]}`)
    const custody = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
    await custody.first().waitFor()
    assert.equal(await custody.count(), 1)
    await page.getByRole('button', { name: 'Put on hold' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Its certificate is checked')
    await dialog.getByRole('button', { name: 'Put on hold' }).click()
    await page.getByRole('alert').getByText('Its certificate is checked').waitFor()
    await custody.first().getByText('Its certificate is checked').waitFor()
    assert.equal(
      await custody
        .first()
        .getByText(/→ on hold/i)
        .count(),
      1,
      'said once',
    )
    await page.getByRole('button', { name: 'Withdraw' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Release' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click()
    await custody.nth(2).waitFor()
    await page.getByRole('button', { name: 'Put on hold' }).waitFor()
    assert.equal((await send('auditor', `GET /v1/inventory-items/${items[0]}`)).status, 'in_vault')
  })

  walk('what changed is said in the dialog; what nobody saw is not done', async ({ open }) => {
    const { items } = await openWith(desk, 'Meanwhile', 1)
    const path = `/v1/inventory-items/${items[0]}`
    const page = await open('operator', `/items/${items[0]}`)
    await page.getByRole('button', { name: 'Withdraw' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Its owner collects it')
    await send('operator', `POST ${path}/hold`, { reason: 'First' })
    await dialog.getByText('This record changed while the dialog was open').waitFor()
    await dialog.getByText('“First”').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Withdraw' }).isDisabled(), true)
    await dialog.getByRole('button', { name: 'Go back' }).click()

    await page.getByRole('button', { name: 'Release' }).click()
    await dialog.getByText('Reason for the hold: “First”').waitFor()
    await send('operator', `POST ${path}/release`, {})
    await send('operator', `POST ${path}/hold`, { reason: 'Second' })
    // Before the page has read it, or after: it is not sent.
    await dialog
      .getByRole('button', { name: 'Release' })
      .click({ timeout: 1_000 })
      .catch(() => undefined)
    await dialog.getByText('It is now on hold for another reason: “Second”').first().waitFor()
    assert.equal((await send('auditor', `GET ${path}`)).status, 'on_hold')
  })

  walk('ticked items are held, and those refused are named', async ({ open, watch }) => {
    const { account, items } = await openWith(desk, 'Ticked', 3)
    watch.allow(409, /\/hold$/)
    const page = await open('operator', `/items?fboAccountId=${account}&status=in_vault`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Put on hold' }).click()
    const dialog = page.getByRole('dialog', { name: 'Put 3 items on hold' })
    await dialog.getByLabel('Reason').fill('Counted anew')
    await send('operator', `POST /v1/inventory-items/${items[0]}/withdraw`, {
      reason: 'Collected',
    })
    await dialog.getByRole('button', { name: 'Put 3 items on hold' }).click()
    await dialog.getByText('Not done for 1 of 3').waitFor()
    const first = dialog.getByRole('listitem').filter({ hasText: 'Journey 1' })
    await first.getByText(/^Refused: /).waitFor()
    assert.equal(await dialog.getByText('On hold', { exact: true }).count(), 2)
    await dialog.getByRole('button', { name: 'Go back' }).click()
    for (const id of items.slice(1)) {
      const { status, holdReason } = await send('auditor', `GET /v1/inventory-items/${id}`)
      assert.deepEqual([status, holdReason], ['on_hold', 'Counted anew'])
    }
  })

  walk('pages of the list: forth and back, and by a link', async ({ open }) => {
    const page = await open('auditor', '/items?status=in_vault&sort=createdAt')
    const first = page.getByRole('table', { name: 'Items' }).getByRole('link').first()
    await first.waitFor()
    const top = await first.getAttribute('href')
    const pager = page.getByRole('navigation', { name: 'Pages of the list', exact: true })
    await pager.getByRole('button', { name: 'Next' }).click()
    await pager.getByText('51 to 100').waitFor()
    await page.waitForURL(/page=2/)
    assert.notEqual(await first.getAttribute('href'), top)
    await page.reload()
    await pager.getByText('51 to 100').waitFor()
    await pager.getByRole('button', { name: 'Previous' }).click()
    await pager.getByText(/^1 to 50/).waitFor()
    assert.equal(await first.getAttribute('href'), top)
  })
})
