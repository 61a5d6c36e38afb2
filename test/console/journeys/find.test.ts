import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { journey, openDesk } from '../../support/console/desk.ts'

test('finding, and keys', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk(t)

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
