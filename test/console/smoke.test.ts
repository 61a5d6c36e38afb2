import { test } from 'node:test'
import { whyNoBrowser } from '../support/console/chromium.ts'
import { journey, openDesk } from '../support/console/desk.ts'

// The journeys through the console run by `npm test -- --full`.

test('the console opens in a browser, and signs in', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk(t)
  await t.test(
    'home stands, without an error',
    journey(desk, async ({ open }) => {
      const page = await open('auditor')
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      await page.getByRole('region', { name: 'Items by status' }).waitFor()
    }),
  )
})
