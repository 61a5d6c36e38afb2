import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, whyNoBrowser } from '../support/console/chromium.ts'
import { signIn } from '../support/console/desk.ts'
import { watch } from '../support/console/watch.ts'
import { openVault } from '../support/vault/vault.ts'

// The journeys through the console run by `npm test -- --full`.

test('the console opens in a browser, and signs in', { skip: whyNoBrowser() }, async (t) => {
  const { records, url } = await openVault()
  const organizationId = await records.organization()
  await records.inventoryItems(organizationId, await records.fboAccount(organizationId), 2)
  const { token } = await records.token(organizationId)
  const context = await (await openBrowser()).newContext()
  t.after(() => context.close())
  const watching = await watch(context, url)
  const page = await context.newPage()
  await page.goto(`${url}/console`)
  await signIn(page, token)
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await page.getByRole('region', { name: 'Items by status' }).waitFor()
  assert.deepEqual(await watching.problems(), [], 'it stands without an error')
})
