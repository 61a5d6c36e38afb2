import { test } from 'node:test'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { journey, openDesk } from '../../support/console/desk.ts'
import { settled, shownPages } from '../../support/console/pages.ts'
import { assertUsable } from '../../support/console/usable.ts'

for (const role of ['operator', 'auditor'] as const) {
  test(`every page of an ${role}, dark and light, at a desk and on a phone`, {
    skip: whyNoBrowser(),
  }, async (t) => {
    const desk = await openDesk()
    const pages = await shownPages(desk)
    for (const { name, path } of pages.filter((page) => page.role === role)) {
      await t.test(
        `${name} can be used by everybody`,
        journey(desk, async ({ open, watch }) => {
          watch.allow(404, /^\/v1\/.*unknown/)
          // The token is no person's, and the page says so.
          watch.allow(403, /^\/v1\/passkeys$/)
          const page = await open(role, path)
          await settled(page)
          await assertUsable(page)
        }),
      )
    }
  })
}

test('the page to sign in can be used by everybody', {
  skip: whyNoBrowser(),
}, async (t) => {
  const desk = await openDesk()
  await t.test(
    'without a token, and by a link',
    journey(desk, async ({ context }) => {
      const page = await context.newPage()
      await page.goto(`${desk.url}/console`)
      await page.getByLabel('Access token').waitFor()
      await assertUsable(page)
      await page.goto(`${desk.url}/console#token=${desk.tokens.auditor}`)
      await page.getByRole('dialog').getByText('demo auditor').waitFor()
      await assertUsable(page)
    }),
  )
})
