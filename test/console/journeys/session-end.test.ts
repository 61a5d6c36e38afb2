import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { endSession, journeys, signIn } from '../../support/console/desk.ts'
import { openAccount } from '../../support/console/records.ts'

journeys('the end of a session', { atATime: 1 }, (desk, walk) => {
  const { tokens } = desk

  walk('the end of a session keeps a form, for the same person alone', async ({ open, watch }) => {
    watch.allow(401, /^\/(v1|session)\//)
    watch.allow(404, /^\/v1\/fbo-accounts\//)
    const account = await openAccount(desk, 'Kept')
    const page = await open('operator', `/items/new?account=${account}`)
    const description = page.getByLabel('Description')
    await description.fill('Half written')
    for (const [token, kept] of [
      [tokens.operator, 'Half written'],
      [tokens.stranger, ''],
    ] as const) {
      await endSession(desk, page)
      // The page asks again, as for the events of another tab.
      await askAgain(page)
      await page.getByRole('alert').getByText('Your session has ended').waitFor()
      assert.equal(await description.isVisible(), false)
      await signIn(page, token)
      await description.waitFor()
      assert.equal(await description.inputValue(), kept)
    }
  })

  walk('before its end, the page says so, and stays signed in', async ({ open }) => {
    const page = await open('operator')
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    // The idle time is nearly over, as the service says it.
    await page.evaluate(`{
      const asked = fetch
      globalThis.fetch = async (...request) => {
        const response = await asked(...request)
        if (!globalThis.isLate || !request[0].endsWith('/session/bearer')) return response
        const { data } = await response.json()
        return Response.json({ data: { ...data, idleInMs: 240_000 } })
      }
      globalThis.isLate = true
    }`)
    await askAgain(page)
    const end = page.getByRole('status').filter({ hasText: 'Your session ends soon' })
    await end.waitFor()
    await page.evaluate('globalThis.isLate = false')
    const asked = page.waitForRequest(/\/session\/bearer$/)
    await end.getByRole('button', { name: 'Stay signed in' }).click()
    assert.deepEqual((await asked).postDataJSON(), { active: true })
    await end.waitFor({ state: 'hidden' })
  })
})

/** Has the page trade its cookie anew, as it does when another tab signs in. */
async function askAgain(page: Page): Promise<void> {
  await page.evaluate(`new BroadcastChannel('vault-inventory.session').postMessage('another')`)
}
