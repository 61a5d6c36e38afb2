import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, whyNoBrowser } from '../../support/console/chromium.ts'
import { signIn } from '../../support/console/desk.ts'
import { openVault } from '../../support/vault/vault.ts'

test('a test organization is told from a live one', { skip: whyNoBrowser() }, async (t) => {
  const { records, url } = await openVault()
  const browser = await openBrowser()
  for (const [mode, badges] of [
    ['test', 1],
    ['live', 0],
  ] as const) {
    const { token } = await records.token(await records.organization(mode, mode))
    const page = await browser.newPage()
    t.after(() => page.close())
    await page.goto(`${url}/console`)
    await signIn(page, token)
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    const head = page.getByRole('banner')
    await head.getByText(`Organization ${mode}`).waitFor()
    assert.equal(await head.getByText('Test', { exact: true }).count(), badges, mode)
  }
})
