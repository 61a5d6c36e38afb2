import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { journey, openDesk } from '../../support/console/desk.ts'

test('finding, and keys', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk(t)
  const { send, url } = desk

  await t.test(
    'the watch of Leila Hayashi: by what it is, whose it is, its number, a part of its id',
    journey(desk, async ({ open, context, watch: watching }) => {
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
      const page = await open('operator', '/tokens')
      const palette = page.getByRole('dialog', { name: 'Search' })
      const field = palette.getByRole('combobox', { name: 'Search' })
      const itsPage = `${url}/console/items/${watch.id}`
      // The words of new records are noted behind the changes.
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
    }),
  )

  await t.test(
    'single keys are remapped and turned off, in this browser',
    journey(desk, async ({ open }) => {
      const page = await open('operator')
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      const create = page.getByRole('heading', { name: 'New transfer', level: 1 })
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      await page.keyboard.press('?')
      const field = keys.getByLabel('Create a transfer')
      await field.fill('a')
      await keys.getByText('Another shortcut has this key.').first().waitFor()
      await field.fill('n')
      await keys.getByText('Another shortcut has this key.').first().waitFor({ state: 'hidden' })
      await page.keyboard.press('Escape')
      await keys.waitFor({ state: 'hidden' })
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
    }),
  )
})
