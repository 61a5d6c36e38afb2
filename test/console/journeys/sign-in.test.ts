import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXAMPLE_IDS } from '../../../src/domain/example-ids.ts'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { journey, openDesk } from '../../support/console/desk.ts'
import { settled } from '../../support/console/pages.ts'

test('signing in, and the ways through the console', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk()
  const { url, tokens, send } = desk

  await t.test(
    'by typing: a wrong token gets the words of the problem',
    journey(desk, async ({ context, watch }) => {
      watch.allow(401, /^\/session$/)
      const page = await context.newPage()
      await page.goto(`${url}/console`)
      await page.getByLabel('Access token').fill('vis_wrong')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      const alert = page.getByRole('alert')
      await alert.getByText('This token was not accepted').waitFor()
      const { detail } = (await (
        await fetch(`${url}/v1/caller`, { headers: { authorization: 'Bearer vis_wrong' } })
      ).json()) as { detail: string }
      await alert.getByText(detail).waitFor()
      await page.getByLabel('Access token').fill(tokens.operator)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      await page.getByText('Northlight Collectibles').first().waitFor()
    }),
  )

  await t.test(
    'the page leads to the provider of an organization, and says why that signed nobody in',
    journey(desk, async ({ context }) => {
      const asked: string[] = []
      await context.route('**/sign-in/**', (route) => {
        asked.push(route.request().url().replace(url, ''))
        const location = `${url}/console#signInFailure=not_invited`
        return route.fulfill({ status: 303, headers: { location } })
      })
      const page = await context.newPage()
      await page.goto(`${url}/console/items?status=on_hold&organization=org_demo`)
      const organization = page.getByLabel('Organization ID')
      await organization.and(page.locator('[value="org_demo"]')).waitFor()
      await page.getByRole('button', { name: 'Sign in with your company account' }).click()
      await page
        .getByRole('alert')
        .getByText('Nobody with your e-mail address was invited')
        .waitFor()
      const returnTo = encodeURIComponent('/console/items?status=on_hold')
      assert.deepEqual(asked, [`/sign-in/org_demo?returnTo=${returnTo}`])
      assert.equal(await organization.inputValue(), 'org_demo', 'it is remembered')
      await organization.fill('org demo')
      await page.getByRole('button', { name: 'Sign in with your company account' }).click()
      await page.getByText('This is no ID of an organization').waitFor()
    }),
  )

  await t.test(
    'a text that cannot be a token is refused, and stored nowhere',
    journey(desk, async ({ context }) => {
      const page = await context.newPage()
      await page.goto(`${url}/console`)
      await page.getByLabel('Access token').fill('vis_abc…')
      await page.keyboard.press('Enter')
      await page.getByText('This is not a token').waitFor()
      await page.getByLabel('Access token').fill(`Bearer ${tokens.auditor}`)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    }),
  )

  await t.test(
    'files of a page that cannot be loaded lose no form; the page says so',
    journey(desk, async ({ open, watch, context }) => {
      watch.allow(503, /PolicyPage/)
      watch.allowError(/The files of this page could not be loaded/)
      await context.route('**/PolicyPage*', (route) => route.fulfill({ status: 503 }))
      const page = await open('operator', '/items/new')
      await page.getByLabel('Description').fill('Half written')
      await page.getByRole('link', { name: 'Policy' }).hover()
      await page.waitForResponse(/PolicyPage/)
      assert.equal(await page.getByLabel('Description').inputValue(), 'Half written')
      await page.getByRole('link', { name: 'Policy' }).click()
      await page.getByRole('button', { name: 'Reload' }).waitFor()
    }),
  )

  await t.test(
    'while the service does not respond, the page says that it is out of date',
    journey(desk, async ({ open, watch, context }) => {
      watch.allow(503, /^\/v1\//)
      const page = await open('approver')
      await settled(page)
      await context.route('**/v1/**', (route) => route.fulfill({ status: 503 }))
      await page.getByText('The service is not responding').first().waitFor()
      await context.unroute('**/v1/**')
      await page.getByText('The service is not responding').first().waitFor({ state: 'hidden' })
    }),
  )

  await t.test(
    'a deep link is kept through signing in',
    journey(desk, async ({ context }) => {
      const page = await context.newPage()
      await page.goto(`${url}/console/items?status=on_hold`)
      await page.getByLabel('Access token').fill(tokens.auditor)
      await page.keyboard.press('Enter')
      const rows = page.getByRole('table', { name: 'Items' }).getByRole('row')
      await rows.nth(1).getByText('On hold').waitFor()
      assert.equal(page.url(), `${url}/console/items?status=on_hold`)
    }),
  )

  await t.test(
    'search finds a record of any type by its id, from everywhere',
    journey(desk, async ({ open }) => {
      const [event] = await send('auditor', 'GET /v1/events?limit=1')
      const page = await open('operator', '/tokens')
      const { transferBatch, inventoryItem, fboAccount, outboundShipment } = EXAMPLE_IDS
      for (const [id, place] of [
        [transferBatch, `/transfers/${transferBatch}`],
        [inventoryItem, `/items/${inventoryItem}`],
        [fboAccount, `/accounts/${fboAccount}`],
        [outboundShipment, `/shipments/${outboundShipment}`],
        [event.id, `/events?id=${event.id}`],
      ] as const) {
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.keyboard.press('/')
        await page.getByRole('combobox', { name: 'Search' }).and(page.locator(':focus')).waitFor()
        await page.keyboard.type(id)
        await page.keyboard.press('Enter')
        await page.waitForURL(`${url}/console${place}`)
        // A dialog has the keys until it is closed.
        if (place.startsWith('/events')) await page.getByRole('dialog').waitFor()
      }
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('combobox', { name: 'Search' }).fill('unknown_id')
      await page.getByText('Nothing that you can see matches').waitFor()
    }),
  )

  await t.test(
    'by keyboard: to a page, along its rows, into one, and to the list of keys',
    journey(desk, async ({ open }) => {
      const page = await open('auditor')
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      await page.keyboard.press('g')
      await page.keyboard.press('t')
      const links = page.getByRole('table', { name: 'Transfers' }).getByRole('row')
      await links.nth(2).waitFor()
      await settled(page)
      for (const [key, row] of [
        ['j', 1],
        ['j', 2],
        ['k', 1],
        ['j', 2],
      ] as const) {
        await page.keyboard.press(key)
        await links.nth(row).locator('a:focus').waitFor()
      }
      const href = await links.nth(2).getByRole('link').first().getAttribute('href')
      await page.keyboard.press('Enter')
      await page.waitForURL(`${url}${href}`)
      await page.getByRole('heading', { name: /\d items?, .* to /, level: 1 }).waitFor()
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await page.keyboard.press('g')
      await page.keyboard.press('h')
      await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    }),
  )

  await t.test(
    'what an auditor may not do is not offered, and says why',
    journey(desk, async ({ open }) => {
      const { transferBatch, inventoryItem, fboAccount, outboundShipment } = EXAMPLE_IDS
      const page = await open('auditor', `/transfers/${transferBatch}`)
      const offers = page.getByRole('main').getByRole('button', {
        name: /^(approve|reject|cancel|edit|erase|put on hold|release|withdraw|hold|start|change)/i,
      })
      for (const [path, why] of [
        [`/transfers/${transferBatch}`, 'transfer_batches:approve'],
        [`/items/${inventoryItem}`, 'inventory_items:update'],
        [`/accounts/${fboAccount}`, 'fbo_accounts:update'],
        [`/shipments/${outboundShipment}`, 'outbound_shipments:update'],
        ['/policy', 'organization_policies:update'],
        ['/transfers', 'transfer_batches:create'],
        ['/transfers/new', 'transfer_batches:create'],
        ['/shipments', 'outbound_shipments:create'],
        ['/import', 'imports:create'],
        ['/people', 'people:manage'],
        ['/roles', 'roles:manage'],
        ['/tokens', 'access_tokens:manage'],
        ['/identity-provider', 'identity_provider:manage'],
        ['/webhooks', 'webhooks:manage'],
      ]) {
        await page.goto(`${url}/console${path}`)
        await page
          .getByRole('main')
          .getByText(why as string)
          .first()
          .waitFor()
        assert.equal(await offers.count(), 0, `${path}`)
      }
      const locked = page.getByRole('link', { name: 'Tokens' }).getByRole('img')
      assert.equal(await locked.getAttribute('aria-label'), 'requires access_tokens:manage')
    }),
  )
})
