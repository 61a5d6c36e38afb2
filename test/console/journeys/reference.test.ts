import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { openDesk, signIn } from '../../support/console/desk.ts'

// Its scripts come from a package of four megabytes, which the console's token is not for.

test('the reference beside the console', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk()
  const { url, tokens } = desk
  const context = await desk.browser.newContext()
  // On a busy machine the page takes most of a minute.
  context.setDefaultTimeout(120_000)

  await t.test('cannot use the session of its browser, nor call an operation', async () => {
    const page = await context.newPage()
    await page.goto(`${url}/console`)
    await signIn(page, tokens.auditor)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    assert.equal(await page.evaluate(STORED), '[]')
    await page.goto(`${url}/docs/`)
    await assertShown(page)
    assert.equal(await page.evaluate(STORED), 'SecurityError')
    const called = `fetch('/v1/caller').then(({ status }) => status, ({ name }) => name)`
    assert.equal(await page.evaluate(called), 'TypeError')
    const traded = `fetch('/session/bearer', { method: 'POST', credentials: 'include' })
      .then(({ status }) => status, ({ name }) => name)`
    assert.equal(await page.evaluate(traded), 'TypeError')
    assert.match(String(await page.evaluate('document.cookie').catch(String)), /SecurityError/)
    assert.equal(await page.evaluate('origin'), 'null')
    await page.goBack()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  })

  await t.test('opens from the page to sign in, in a tab of its own', async () => {
    await context.clearCookies()
    const page = await context.newPage()
    await page.goto(`${url}/console`)
    const [reference] = await Promise.all([
      context.waitForEvent('page', { timeout: 5_000 }),
      page.getByRole('link', { name: 'API reference' }).click(),
    ])
    await assertShown(reference)
    assert.equal(await reference.evaluate('opener'), null)
    await page.getByLabel('Access token').waitFor()
  })

  await t.test('asks for no request that it could not send, and throws nothing', async () => {
    const page = await context.newPage()
    const thrown: string[] = []
    page.on('pageerror', ({ message }) => thrown.push(message))
    await page.goto(`${url}/docs/`)
    await assertShown(page)
    await page.waitForLoadState('networkidle')
    assert.equal(await page.getByRole('button', { name: /test request|send/i }).count(), 0)
    const download = page.waitForEvent('download')
    await page
      .getByRole('button', { name: /download/i })
      .first()
      .click()
    assert.match((await download).suggestedFilename(), /\.json$/)
    assert.deepEqual(thrown, [])
  })
  await context.close()
})

/** The storage of the tab as a script sees it, behind what the page may have put before it. */
const STORED = `(() => {
  const { contentWindow } = document.body.appendChild(document.createElement('iframe'))
  try { return JSON.stringify(Object.values(contentWindow.sessionStorage)) }
  catch ({ name }) { return name }
})()`

async function assertShown(page: Page): Promise<void> {
  for (const name of ['Create Transfer', 'List Outbound Shipments']) {
    await page.getByText(name).first().waitFor()
  }
}
