import assert from 'node:assert/strict'
import { journeys } from '../../support/console/desk.ts'
import { settled, shownPages } from '../../support/console/pages.ts'
import { assertUsable } from '../../support/console/usable.ts'

// Dark and light, at a desk and on a phone.

journeys('every page can be used by everybody', async (desk, walk) => {
  const pages = await shownPages(desk)
  // One half waits for its reads while the other is judged.
  for (const half of [0, 1]) {
    walk(`half ${half + 1} of the pages`, async ({ open, watch }, t) => {
      watch.allow(404, /^\/v1\/.*unknown/)
      // The token is no person's, and the page says so.
      watch.allow(403, /^\/v1\/passkeys$/)
      for (const { name, role, path } of pages.filter((_, index) => index % 2 === half)) {
        await t.test(name, async () => {
          const page = await open(role, path)
          await settled(page)
          await assertUsable(page)
          assert.deepEqual(await watch.problems(), [])
          await page.close()
        })
      }
    })
  }

  walk('the page to sign in, without a token and by a link', async ({ context }) => {
    const page = await context.newPage()
    await page.goto(`${desk.url}/console`)
    await page.getByLabel('Access token').waitFor()
    await assertUsable(page)
    await page.goto(`${desk.url}/console#token=${desk.tokens.auditor}`)
    await page.getByRole('dialog').getByText('demo auditor').waitFor()
    await assertUsable(page)
  })
})
