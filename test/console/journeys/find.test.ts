import assert from 'node:assert/strict'
import { journeys } from '../../support/console/desk.ts'
import { NOTED_MS, openAccount } from '../../support/console/records.ts'
import { assertUsable } from '../../support/console/usable.ts'
import { eventually } from '../../support/processes/embedded-directory.ts'

journeys('finding, and keys', async (desk, walk) => {
  const { send, url } = desk

  walk(
    'a watch is found by its kind, owner, number and id',
    async ({ open, context, watch: watching }) => {
      const owner = await send('operator', 'POST /v1/fbo-accounts', {
        firstName: 'Leila',
        lastName: 'Hayashi-Ångström',
        email: 'leila@example.com',
        maxInsuredValueCents: '1000000000',
      })
      const watch = await send('integrator', 'POST /v1/inventory-items', {
        fboAccountId: owner.id,
        description: 'Rolex Submariner 5513, box and papers',
        declaredValueCents: '1250000',
        identifiers: [{ scheme: 'serial', value: 'RX 7713-204' }],
      })
      // On a busy machine the words of the demo take a while, and these come after them.
      await eventually(
        async () => (await send('auditor', 'GET /v1/search?q=RX7713204')).length === 1,
        'the words of the watch',
        NOTED_MS,
      )
      const page = await open('operator', '/tokens')
      const palette = page.getByRole('dialog', { name: 'Search' })
      const field = palette.getByRole('combobox', { name: 'Search' })
      const itsPage = `${url}/console/items/${watch.id}`
      for (const text of [
        watch.id,
        watch.id.toUpperCase(),
        watch.id.slice(-12),
        'RX7713204',
        'submariner 5513',
        'SUBMARINR',
      ]) {
        await page.keyboard.press('Control+K')
        await field.fill(text)
        const option = palette.getByRole('option', { name: 'Rolex Submariner 5513' })
        await option.waitFor()
        await option.getByText('RX 7713-204').waitFor()
        await option.getByText('Leila Hayashi-Ångström').waitFor()
        await option.getByText('In vault').waitFor()
        await page.keyboard.press('Enter')
        await page.waitForURL(itsPage)
        await palette.waitFor({ state: 'hidden' })
        await page.getByRole('link', { name: 'Tokens' }).click()
        await page.getByRole('table', { name: 'Access tokens' }).waitFor()
      }

      // A person knows the owner: from there, the account and what to do for it.
      await page.keyboard.press('/')
      await field.fill('leila hayashi angstrom')
      await palette.getByRole('option', { name: 'leila@example.com' }).waitFor()
      await palette.getByRole('option', { name: 'New shipment for Leila' }).waitFor()
      await assertUsable(page)
      await palette.getByRole('option', { name: 'New transfer from Leila' }).click()
      await page.waitForURL(`${url}/console/transfers/new?from=${owner.id}`)

      // The command first, then the account; with Ctrl, in a tab of its own.
      await page.keyboard.press('Control+K')
      await field.fill('take in an item for leila')
      await palette.getByRole('option', { name: 'Take in an item for Leila' }).waitFor()
      const opened = context.waitForEvent('page')
      await page.keyboard.press('Control+Enter')
      const tab = await opened
      await tab.waitForURL(`${url}/console/items/new?account=${owner.id}`)
      await tab.close()
      await page.keyboard.press('Escape')
      await palette.waitFor({ state: 'hidden' })

      // The records opened last, by the names that they have.
      await page.keyboard.press('Control+K')
      await palette.getByRole('group', { name: 'Recent' }).getByText('Rolex').click()
      await page.waitForURL(itsPage)

      await page.keyboard.press('Control+K')
      await field.fill('zzqqxxyy')
      await palette.getByText('Nothing that you can see matches').waitFor()
      watching.allow(0, /^\/v1\/search/)
      await page.route(/\/v1\/search/, (route) => route.abort())
      await field.fill('another text')
      await palette.getByText('The service cannot be reached').waitFor()
    },
  )

  for (const locale of ['de-DE', 'ja-JP']) {
    walk(
      `${locale}: any of the accounts is picked, its items are filtered and scanned`,
      { locale },
      async ({ open, watch: watching }) => {
        watching.allow(409, /^\/v1\/transfers$/)
        const [oldest] = await send('auditor', 'GET /v1/fbo-accounts?sort=createdAt&limit=1')
        const from = await openAccount(desk, `Scans ${locale}`)
        for (const [text, id] of [
          [`scans ${locale}`, from],
          [oldest.email, oldest.id],
        ]) {
          // The words of the demo and of new records are noted behind the changes.
          await eventually(
            async () => {
              const found = await send('auditor', `GET /v1/search?q=${encodeURIComponent(text)}`)
              return found[0]?.id === id
            },
            `${text} to be found`,
            NOTED_MS,
          )
        }
        const items: { id: string; description: string }[] = []
        for (let number = 1; number <= 20; number += 1) {
          const item = await send('integrator', 'POST /v1/inventory-items', {
            fboAccountId: from,
            description: `Coin ${locale} number ${number + 100}`,
            declaredValueCents: '125000',
            identifiers: [{ scheme: 'serial', value: `${locale} S-${number + 100}` }],
          })
          items.push(item)
        }
        // The words of new records are noted a moment later.
        await eventually(
          async () => {
            const query = `q=${encodeURIComponent(`${locale} number 113`)}&fboAccountId=${from}`
            return (await send('operator', `GET /v1/inventory-items?${query}`)).length === 1
          },
          'the words of the last item',
          NOTED_MS,
        )
        const page = await open('operator', '/transfers/new')
        const pick = async (label: string, text: string) => {
          await page.getByRole('combobox', { name: label }).fill(text)
          await page.getByRole('option').first().waitFor()
          await page.keyboard.press('Enter')
        }
        await pick('From account', `scans ${locale}`)
        await page.waitForURL(new RegExp(`from=${from}`))
        await pick('To account', oldest.email)
        await page.waitForURL(new RegExp(`to=${oldest.id}`))
        const name = oldest.businessName ?? `${oldest.firstName} ${oldest.lastName}`
        await page.locator(`input[value="${name}"]`).waitFor()

        const offered = page.getByRole('table', { name: 'Available items' })
        await page.getByLabel('Description or number').fill('number 113')
        await offered.getByText('Coin').nth(1).waitFor({ state: 'hidden' })
        await offered.getByText(`Coin ${locale} number 113`).waitFor()
        await page.getByLabel('Description or number').fill('nothing like it')
        await page.getByText('No available item matches').waitFor()

        // A scanner: twenty in a row, without waiting for any.
        await page.getByRole('tab', { name: 'Scan or paste' }).click()
        const scans = page.getByLabel('Item IDs or numbers')
        await scans.focus()
        for (const [index, { id }] of items.entries()) {
          const code = [id.toUpperCase(), `${locale}s${index + 101}`, id][index % 3] as string
          await page.keyboard.type(code)
          await page.keyboard.press('Enter')
        }
        await page.getByRole('heading', { name: '20 items in this transfer' }).waitFor()
        for (const code of ['foo', `${locale} S-1`, items[0]?.id as string]) {
          await page.keyboard.type(code)
          await page.keyboard.press('Enter')
        }
        const unknown = page.getByRole('alert').filter({ hasText: 'Not found, so not added' })
        await unknown.getByText('foo').waitFor()
        await unknown.getByText(`${locale} S-1`).waitFor()
        await page.getByRole('heading', { name: '20 items in this transfer' }).waitFor()
        await page.getByText('Ready to create the transfer.').waitFor()

        // A list from a spreadsheet.
        await page.getByRole('button', { name: 'Remove all' }).click()
        await scans.focus()
        const list = JSON.stringify(items.map(({ id }) => id).join('\n'))
        await page.evaluate(`{
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', ${list})
        const init = { clipboardData, bubbles: true, cancelable: true }
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', init))
      }`)
        await page.getByRole('heading', { name: '20 items in this transfer' }).waitFor()
        await page.getByRole('button', { name: 'Create transfer' }).click()
        await page.getByText('Pending', { exact: true }).first().waitFor()
      },
    )
  }

  walk('single keys are remapped and turned off, in this browser', async ({ open }) => {
    const page = await open('operator')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const create = page.getByRole('heading', { name: 'New transfer', level: 1 })
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.keyboard.press('?')
    await assertUsable(page)
    const field = keys.getByLabel('Create a transfer')
    await field.fill('a')
    await keys.getByText('Another shortcut has this key.').first().waitFor()
    await field.fill('n')
    await keys.getByText('Another shortcut has this key.').first().waitFor({ state: 'hidden' })
    await keys.getByLabel('Events', { exact: true }).fill('z')
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
    await page.keyboard.press('g')
    await page.keyboard.press('z')
    await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
    // Four signs at this speed are the code of a scanner, unless another key comes between.
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.keyboard.press('n')
    await create.waitFor()

    // Another tab of the browser has the same keys; turned off, none of them does anything.
    const other = await open('operator')
    await other.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await other.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    const inOther = other.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await inOther.getByRole('switch').press('Space')
    await other.keyboard.press('Escape')
    await inOther.waitFor({ state: 'hidden' })
    for (const key of ['n', 'c', 'g', 't', '?']) await other.keyboard.press(key)
    assert.equal(await inOther.count(), 0)
    await other.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.keyboard.press('?')
    assert.equal(await keys.count(), 0)

    await other.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await inOther.getByRole('switch').press('Space')
    await inOther.getByRole('button', { name: 'Use the original keys' }).click()
    await other.keyboard.press('Escape')
    await inOther.waitFor({ state: 'hidden' })
    await other.keyboard.press('c')
    await other.getByRole('heading', { name: 'New transfer', level: 1 }).waitFor()
  })
})
