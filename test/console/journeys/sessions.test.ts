import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { endSession, journeys, signIn } from '../../support/console/desk.ts'
import { openAccount } from '../../support/console/records.ts'

// A page whose clock is turned on sends the polls of minutes at once, with an ended bearer.
const SETTINGS = { AUTH_FAILURES_PER_MINUTE: '0' }

journeys('the session of a browser', { settings: SETTINGS, atATime: 1 }, (desk, walk) => {
  const { url, tokens, send } = desk

  async function newTab(page: Page, path = ''): Promise<Page> {
    const tab = await page.context().newPage()
    await tab.goto(`${url}/console${path}`)
    return tab
  }

  walk('every tab is signed in, and signing out in one ends all', async ({ open, watch }) => {
    // A list reads its next page ahead, which the end of the session may overtake.
    watch.allow(401, /^\/v1\/inventory-items$/)
    const page = await open('auditor')
    await page.reload()
    await atHome(page)
    await page.getByRole('button', { name: 'Your token' }).click()
    await page.getByText('demo auditor').waitFor()
    const other = await newTab(page)
    await atHome(other)
    const third = await newTab(page, '/items')
    await third.getByRole('heading', { name: 'Items', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    for (const tab of [page, other, third]) await tab.getByLabel('Access token').waitFor()
    await other.reload()
    await other.getByLabel('Access token').waitFor()
  })

  walk('a read refused while one signs out is no news, in no tab', async ({ open, watch }) => {
    watch.allow(401, /^\/(v1\/|session\/bearer$)/)
    const page = await open('auditor')
    await atHome(page)
    const other = await newTab(page)
    await atHome(other)
    // No tab hears of it by what it asks for by itself.
    await page.context().route(/\/v1\/(events|summary)\?/, () => undefined)
    const [ended, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/session', async (route) => {
      await endSession(desk, page)
      ended.resolve()
      await seen.promise
      await route.fulfill({ status: 204 })
    })
    await page.getByRole('button', { name: 'Your token' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await ended.promise
    for (const tab of [page, other]) {
      await tab.getByRole('link', { name: 'Items', exact: true }).first().click()
      await tab.getByLabel('Access token').waitFor()
      assert.equal(await tab.getByRole('alert').count(), 0)
    }
    seen.resolve()
  })

  walk('signing in in one tab signs all in, also as somebody else', async ({ visit, watch }) => {
    // A tab's own reads may meet the session that another tab has ended.
    watch.allow(401, /^\/v1\//)
    const page = await visit()
    await page.getByLabel('Access token').waitFor()
    const other = await newTab(page)
    await other.getByLabel('Access token').waitFor()
    await signIn(page, tokens.auditor)
    await atHome(page)
    await atHome(other)
    await other.goto(`${url}/console#token=${tokens.stranger}`)
    const dialog = other.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    for (const tab of [other, page]) await tab.getByText('Harbor & Vale Custody').waitFor()
  })

  walk('a refused bearer is renewed, and the request sent again', async ({ open, watch }) => {
    watch.allow(401, /^\/v1\/inventory-items$/)
    const page = await open('operator')
    const bearers: string[] = []
    await page.route(/\/v1\/inventory-items\?/, async (route) => {
      bearers.push((await route.request().allHeaders()).authorization ?? '')
      if (bearers.length > 1) return await route.continue()
      const problem = { status: 401, code: 'invalid_token', title: 'Refused', detail: 'Old.' }
      await route.fulfill({ status: 401, json: problem })
    })
    await page.getByRole('link', { name: 'Items' }).first().click()
    const rows = page.getByRole('table', { name: 'Items' }).getByRole('row')
    await rows.nth(1).waitFor()
    assert.notEqual(bearers[0], bearers[1])
  })

  walk(
    'a bearer is renewed before its end; no page outlives the session',
    async ({ open, watch }) => {
      watch.allow(401, /^\/v1\//)
      const page = await open('auditor')
      await atHome(page)
      await page.clock.install()
      await page.reload()
      await atHome(page)
      const renewed = page.waitForRequest(/\/session\/bearer$/)
      await page.clock.runFor(9.6 * 60_000)
      assert.deepEqual((await renewed).postDataJSON(), { active: false }, 'nobody used the page')
      await page.keyboard.press('Tab')
      const used = page.waitForRequest(/\/session\/bearer$/)
      await page.clock.runFor(13 * 60_000)
      await page.keyboard.press('Tab')
      assert.deepEqual((await used).postDataJSON(), { active: true })
      await endSession(desk, page)
      await page.clock.runFor(10 * 60_000)
      await page.getByRole('alert').getByText('Your session has ended').waitFor()
      await page.getByLabel('Access token').waitFor()
    },
  )

  walk('a change begun by one is not made for another', async ({ open, context, watch }) => {
    watch.allow(401, /^\/v1\//)
    watch.allow(503, /^\/v1\/events$/)
    // The form's account, which the other organization does not have.
    watch.allow(404, /^\/v1\/fbo-accounts\//)
    const account = await openAccount(desk, 'Change')
    const page = await open('operator', `/items/new?account=${account}`)
    await page.getByLabel('Description').fill('Begun by one')
    await page.getByLabel('Declared value').fill('1')
    await page.getByText('Amount: ').waitFor()
    // The page does not hear of the other tab.
    await page.route('**/v1/events?*', (route) => route.fulfill({ status: 503 }))
    await context.addInitScript(`BroadcastChannel.prototype.postMessage = () => undefined`)
    const other = await newTab(page, `#token=${tokens.stranger}`)
    const dialog = other.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await other.getByText('Harbor & Vale Custody').waitFor()
    const sent: string[] = []
    page.on('request', (request) => {
      const isChange = request.method() === 'POST' && request.url().includes('/v1/')
      if (isChange) sent.push(new URL(request.url()).pathname)
    })
    await page.getByRole('button', { name: 'Take in' }).click()
    await page.getByText('Harbor & Vale Custody').waitFor()
    assert.deepEqual(sent, ['/v1/inventory-items'], 'once, with the bearer of the first')
  })

  walk('a page opened without the service goes on by itself', async ({ open, watch, context }) => {
    watch.allow(503, /^\/session\/bearer$/)
    const page = await open('auditor')
    await context.route('**/session/bearer', (route) => route.fulfill({ status: 503 }))
    await page.reload()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await context.unroute('**/session/bearer')
    await atHome(page)
  })

  walk('the revocation of its token ends it in every tab', async ({ watch, visit }) => {
    watch.allow(401, /^\/v1\//)
    const issued = await send('operator', 'POST /v1/access-tokens', {
      owner: 'journey leaver',
      permissions: ['inventory_items:read', 'events:read'],
    })
    const page = await visit('/items')
    await signIn(page, issued.token)
    await page.getByRole('heading', { name: 'Items', level: 1 }).waitFor()
    const other = await newTab(page, '/items')
    await other.getByRole('heading', { name: 'Items', level: 1 }).waitFor()
    await send('operator', `POST /v1/access-tokens/${issued.id}/revoke`)
    for (const tab of [page, other]) {
      await tab.bringToFront()
      await tab.getByRole('alert').getByText('Your session has ended').waitFor()
    }
  })

  walk('sessions of a token can be ended', async ({ open, another, visit, watch }) => {
    watch.allow(401, /^\/v1\//)
    const page = await open('approver')
    await atHome(page)
    const elsewhere = await visit('', await another())
    await signIn(elsewhere, tokens.approver)
    await atHome(elsewhere)
    await page.getByRole('button', { name: 'Your token' }).click()
    await page.getByRole('button', { name: 'Your sessions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your sessions' })
    await dialog.getByText('This browser').waitFor()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await dialog.getByRole('button', { name: 'Sign out' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await elsewhere.reload()
    await elsewhere.getByLabel('Access token').waitFor()
    await page.reload()
    await atHome(page)
  })

  walk('a browser that keeps no cookie is told so', async ({ context, visit }) => {
    await context.route('**/session', (route) => route.fulfill({ status: 204 }))
    const page = await visit()
    await signIn(page, tokens.auditor)
    await page.getByRole('alert').getByText('Your browser keeps no session here').waitFor()
  })
})

async function atHome(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
}
