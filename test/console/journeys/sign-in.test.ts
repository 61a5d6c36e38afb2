import assert from 'node:assert/strict'
import { EXAMPLE_IDS } from '../../../src/domain/ids.ts'
import { journeys } from '../../support/console/desk.ts'
import { settled } from '../../support/console/pages.ts'

journeys('signing in, and the ways through the console', async (desk, walk) => {
  const { url, tokens, send } = desk

  walk('by typing: a wrong token gets the words of the problem', async ({ watch, visit }) => {
    watch.allow(401, /^\/session$/)
    const page = await visit()
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
  })

  walk('leads to a provider, and says why that signed nobody in', async ({ context, visit }) => {
    const asked: string[] = []
    await context.route('**/sign-in/**', (route) => {
      asked.push(route.request().url().replace(url, ''))
      const location = `${url}/console#signInFailure=not_invited`
      return route.fulfill({ status: 303, headers: { location } })
    })
    const page = await visit('/items?status=on_hold&organization=org_demo')
    const organization = page.getByLabel('Organization ID')
    await organization.and(page.locator('[value="org_demo"]')).waitFor()
    await page.getByRole('button', { name: 'Sign in with your company account' }).click()
    await page.getByRole('alert').getByText('Nobody with your e-mail address was invited').waitFor()
    const returnTo = encodeURIComponent('/console/items?status=on_hold')
    assert.deepEqual(asked, [`/sign-in/org_demo?returnTo=${returnTo}`])
    assert.equal(await organization.inputValue(), 'org_demo', 'it is remembered')
    // A link can come from anybody: where nobody signed in is not remembered for other tabs.
    const other = await context.newPage()
    await other.goto(`${url}/console`)
    assert.equal(await other.getByLabel('Organization ID').inputValue(), '')
    await organization.fill('org demo')
    await page.getByRole('button', { name: 'Sign in with your company account' }).click()
    await page.getByText('This is no ID of an organization').waitFor()
  })

  walk('a text that cannot be a token is refused, and stored nowhere', async ({ visit }) => {
    const page = await visit()
    await page.getByLabel('Access token').fill('vis_abc…')
    await page.keyboard.press('Enter')
    await page.getByText('This is not a token').waitFor()
    await page.getByLabel('Access token').fill(`Bearer ${tokens.auditor}`)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  })

  walk('files that cannot be loaded lose no form', async ({ open, watch, context }) => {
    watch.allow(503, /PolicyPage/)
    watch.allowError(/The files of this page could not be loaded/)
    await context.route('**/PolicyPage*', (route) => route.fulfill({ status: 503 }))
    const page = await open('operator', '/items/new')
    await page.getByLabel('Description').fill('Half written')
    await page.getByRole('link', { name: 'Policy' }).hover()
    await page.waitForResponse(/PolicyPage/)
    assert.equal(await page.getByLabel('Description').inputValue(), 'Half written')
    page.once('dialog', (question) => question.accept())
    await page.getByRole('link', { name: 'Policy' }).click()
    await page.getByRole('button', { name: 'Reload' }).waitFor()
  })

  walk('without the service, the page says it is out of date', async ({ open, watch, context }) => {
    watch.allow(503, /^\/v1\//)
    const page = await open('approver')
    await settled(page)
    await context.route('**/v1/**', (route) => route.fulfill({ status: 503 }))
    await page.getByText('The service is not responding').first().waitFor()
    await context.unroute('**/v1/**')
    await page.getByText('The service is not responding').first().waitFor({ state: 'hidden' })
  })

  walk('a deep link is kept through signing in', async ({ visit }) => {
    const page = await visit('/items?status=on_hold')
    await page.getByLabel('Access token').fill(tokens.auditor)
    await page.keyboard.press('Enter')
    const rows = page.getByRole('table', { name: 'Items' }).getByRole('row')
    await rows.nth(1).getByText('On hold').waitFor()
    assert.equal(page.url(), `${url}/console/items?status=on_hold`)
  })

  walk('search finds a record of any type by its id, from everywhere', async ({ open }) => {
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
  })

  walk('by keyboard: to a page, its rows, into one, to the keys', async ({ open }) => {
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
  })

  walk('what an auditor may not do is not offered, and says why', async ({ open }) => {
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
      assert.equal(await offers.or(page.locator('input[type=file]')).count(), 0, `${path}`)
    }
    const locked = page.getByRole('link', { name: 'Tokens' }).getByRole('img')
    assert.equal(await locked.getAttribute('aria-label'), 'requires access_tokens:manage')
  })
})
