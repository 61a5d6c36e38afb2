/**
 * Pictures of every page of the console, for people to look at:
 *
 *   npm run console:screenshots -- /tmp/pictures
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { launchBrowser } from '../support/console/chromium.ts'
import { deskOf, signIn } from '../support/console/desk.ts'
import { LOOKS, lookAt, settled, shownPages } from '../support/console/pages.ts'
import { startDemo } from '../support/processes/demo-process.ts'
import { afterTest, temporaryDirectory } from '../support/processes/embedded-directory.ts'

const [folder, only = ''] = process.argv.slice(2)
if (folder === undefined) throw new Error('name a folder: npm run console:screenshots -- pictures')
mkdirSync(folder, { recursive: true })

test('pictures of every page', async (t) => {
  const demo = await startDemo(t, { DATA_DIR: temporaryDirectory(t), PORT: '0' })
  const browser = await launchBrowser()
  afterTest(t, () => browser.close())
  const desk = deskOf(demo, browser)
  const shown = (await shownPages(desk)).filter(({ name }) => name.includes(only))
  for (const { name, role, path } of shown) {
    const context = await desk.browser.newContext()
    const page = await context.newPage()
    await page.goto(`${desk.url}/console${path}`)
    await signIn(page, desk.tokens[role])
    await settled(page)
    for (const look of LOOKS) {
      await lookAt(page, look)
      // A phone's picture is of the whole page, whose end is otherwise not seen.
      const fullPage = look.name.startsWith('phone')
      await page.screenshot({ path: join(resolve(folder), `${name}-${look.name}.png`), fullPage })
    }
    await context.close()
  }
})
