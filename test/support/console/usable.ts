import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { LOOKS, type Look, lookAt } from './pages.ts'

/** Axe finds nothing, and the page does not scroll sideways. */
export async function assertUsable(page: Page): Promise<void> {
  const found: Record<string, unknown> = {}
  await page.evaluate(axe.source)
  for (const look of LOOKS) {
    await lookAt(page, look)
    const options = {
      resultTypes: ['violations'],
      selectors: false,
      // In other colours nothing else is different.
      ...(look.colorScheme === 'dark' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
    }
    const violations = (await page.evaluate(
      `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
    )) as axe.Result[]
    for (const { id, nodes } of violations) {
      found[`${look.name}: ${id}`] = nodes.slice(0, 5).map(({ html, any }) => {
        return `${html.slice(0, 120)} ${any[0]?.message ?? ''}`
      })
    }
    const width = await page.evaluate('document.documentElement.scrollWidth')
    if ((width as number) > look.viewport.width) found[`${look.name}: width`] = width
  }
  // The page goes on as at a desk.
  await lookAt(page, LOOKS[0] as Look)
  assert.deepEqual(found, {})
}
