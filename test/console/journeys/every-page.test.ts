import assert from 'node:assert/strict'
import { test } from 'node:test'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { journey, openDesk } from '../../support/console/desk.ts'
import { LOOKS, lookAt, settled, shownPages } from '../../support/console/pages.ts'

for (const role of ['operator', 'auditor'] as const) {
  test(`every page of an ${role}, dark and light, at a desk and on a phone`, {
    skip: whyNoBrowser(),
  }, async (t) => {
    const desk = await openDesk(t)
    const pages = await shownPages(desk)
    for (const { name, path } of pages.filter((page) => page.role === role)) {
      await t.test(
        `${name} can be used by everybody`,
        journey(desk, async ({ open, watch }) => {
          watch.allow(404, /^\/v1\/.*unknown/)
          const page = await open(role, path)
          await settled(page)
          await assertUsable(page)
        }),
      )
    }
  })
}

test('the page to sign in can be used by everybody', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk(t)
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

/** Axe finds nothing, and the page does not scroll sideways. */
async function assertUsable(page: Page): Promise<void> {
  const found: Record<string, unknown> = {}
  await page.evaluate(axe.source)
  for (const look of LOOKS) {
    await lookAt(page, look)
    const options = {
      resultTypes: ['violations'],
      // In other colours nothing else is different.
      ...(look.colorScheme === 'dark' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
    }
    const { violations } = (await page.evaluate(
      `axe.run(document, ${JSON.stringify(options)})`,
    )) as axe.AxeResults
    for (const { id, nodes } of violations) {
      found[`${look.name}: ${id}`] = nodes.slice(0, 5).map(({ html, any }) => {
        return `${html.slice(0, 120)} ${any[0]?.message ?? ''}`
      })
    }
    const width = await page.evaluate('document.documentElement.scrollWidth')
    if ((width as number) > look.viewport.width) found[`${look.name}: width`] = width
  }
  assert.deepEqual(found, {})
}
