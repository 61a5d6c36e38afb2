import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { journey, openDesk } from '../../support/console/desk.ts'

test('a person signs in and out', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk(t)
  const { url, tokens } = desk

  await t.test(
    'by typing: a wrong token gets the words of the problem',
    journey(desk, async ({ context, watch }) => {
      watch.allow(401, /^\/v1\/caller$/)
      const page = await context.newPage()
      await page.goto(`${url}/console`)
      await page.getByLabel('Access token').fill('vis_wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').getByText('The access token').waitFor()
      await page.getByLabel('Access token').fill(tokens.operator)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      await page.getByText('Northlight Collectibles').first().waitFor()
    }),
  )

  await t.test(
    'by the link of the demo: the token leaves the address, and stays through a reload',
    journey(desk, async ({ open, context }) => {
      const page = await open('auditor')
      assert.equal(page.url(), `${url}/console`)
      await page.reload()
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Your token' }).click()
      await page.getByText('demo auditor').waitFor()
      const other = await context.newPage()
      await other.goto(`${url}/console`)
      await other.getByLabel('Access token').waitFor()
    }),
  )
})
