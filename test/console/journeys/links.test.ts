import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { journeys } from '../../support/console/desk.ts'

// A link with a token can come from anybody: whoever follows it unasked works in another's vault.

journeys('a link with an access token', { atATime: 1 }, async (desk, walk) => {
  const { url, tokens, demo } = desk
  const links = demo.banner.match(/\S+\/console#token=\S+/g) ?? []

  walk('of the demo asks once, in a new tab, and then signs in', async ({ context }) => {
    const page = await context.newPage()
    await page.goto(links[3] as string)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Northlight Collectibles').waitFor()
    await dialog.getByText('demo auditor').waitFor()
    assert.equal(page.url(), `${url}/console`)
    await assertNothingKept(page)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Your token' }).click()
    await page.getByText('demo auditor').waitFor()
  })

  walk('that is refused in a new tab leaves it as it was, reloaded', async ({ visit }) => {
    const page = await visit(`/import?kind=items#token=${tokens.stranger}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Harbor & Vale Custody').first().waitFor()
    await dialog.getByRole('button', { name: 'Do not sign in' }).click()
    await dialog.waitFor({ state: 'hidden' })
    for (const _ of ['now', 'reloaded']) {
      await page.getByLabel('Access token').waitFor()
      assert.equal(page.url(), `${url}/console/import?kind=items`)
      await assertNothingKept(page)
      await page.reload()
    }
  })

  walk('is not taken by keys meant for something else, nor a click at once', async ({ visit }) => {
    const page = await visit(`#token=${tokens.stranger}`)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    const signIn = dialog.getByRole('button', { name: 'Sign in', exact: true })
    for (let press = 0; press < 30; press += 1) await page.keyboard.press('Enter')
    await dialog.getByText('Harbor & Vale Custody').first().waitFor()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await signIn.and(page.locator(':enabled')).waitFor()
    // The window comes to the front again, as after a click elsewhere: the next click waits.
    await page.evaluate(`dispatchEvent(new Event('focus'))`)
    assert.equal(await signIn.isDisabled(), true)
    await signIn.and(page.locator(':enabled')).waitFor()
    await page.keyboard.press('Enter')
    await assertNothingKept(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByLabel('Access token').waitFor()
  })

  walk('of another organization changes a signed-in tab only when asked', async ({ open }) => {
    const page = await open('operator', '/items/new')
    await page.getByLabel('Description').fill('Half written')
    const dialog = page.getByRole('dialog')
    await page.goto(`${url}/console/items/new#token=${tokens.stranger}`)
    await dialog.getByText('Harbor & Vale Custody').first().waitFor()
    await dialog
      .getByText('already signed in here as demo operator of Northlight Collectibles')
      .waitFor()
    await dialog.getByRole('button', { name: 'Do not sign in' }).click()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await page.getByLabel('Description').inputValue(), 'Half written')
    await page.getByRole('button', { name: 'Your token' }).click()
    await page.getByText('demo operator').waitFor()
    await page.keyboard.press('Escape')

    await page.goto(`${url}/console/items/new#token=${tokens.stranger}`)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Harbor & Vale Custody').first().waitFor()
  })

  walk('behind another one shows whose it is, and that one signs in', async ({ visit }) => {
    const page = await visit(`#token=${tokens.auditor}`)
    const dialog = page.getByRole('dialog')
    const signIn = dialog.getByRole('button', { name: 'Sign in', exact: true })
    await dialog.getByText('demo auditor').waitFor()
    await signIn.and(page.locator(':enabled')).waitFor()
    await page.evaluate((token) => {
      Object.assign(globalThis, { location: `#token=${token}` })
    }, tokens.approver)
    await dialog.getByText('demo auditor').waitFor({ state: 'hidden' })
    assert.equal(await signIn.isDisabled(), true)
    await dialog.getByText('demo approver').waitFor()
    await signIn.click()
    await page.getByRole('button', { name: 'Your token' }).click()
    await page.getByText('demo approver').waitFor()
  })

  walk('sends no row of a waiting import with the new token', async ({ open, watch }) => {
    watch.allow(503, /^\/v1\/imports$/)
    watch.allow(404, /^\/v1\/imports\//)
    const page = await open('operator', '/import')
    const used = new Set<string>()
    await page.route(/\/v1\/imports\?type=fbo_accounts$/, async (route) => {
      used.add((await route.request().allHeaders()).authorization ?? '')
      const problem = { status: 503, code: 'temporarily_unavailable', title: 'Away', detail: '' }
      await route.fulfill({ status: 503, json: problem })
    })
    const rows = ['Ada', 'Grace'].map((name) => `${name},Import,${name}@example.org`)
    await page
      .getByLabel('Or paste the rows')
      .fill(['firstName,lastName,email', ...rows].join('\n'))
    await page.getByRole('button', { name: 'Check these rows' }).click()
    await page.getByRole('button', { name: 'Import 2 accounts' }).click()
    await page.getByRole('button', { name: 'Send the file again' }).waitFor()
    await page.clock.install()
    await page.evaluate((token) => {
      Object.assign(globalThis, { location: `#token=${token}` })
    }, tokens.stranger)
    const dialog = page.getByRole('dialog')
    await page.clock.runFor(1_000)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Harbor & Vale Custody').first().waitFor()
    // Every attempt that waits would be due.
    for (let round = 0; round < 5; round += 1) await page.clock.runFor(5_000)
    assert.equal(used.size, 1)
    assert.match([...used][0] ?? '', /^Bearer vis_\w{49}\.org_/)
    assert.equal(await page.getByRole('button', { name: 'Send the file again' }).count(), 0)
  })

  walk('that has a code instead asks first, and leaves the address', async ({ context, watch }) => {
    watch.allow(401, /^\/session\/code$/)
    const sent: unknown[] = []
    const data = { organizationName: 'Northlight Collectibles', personName: 'Ada Lindqvist' }
    await context.route('**/session/code', (route) => route.fulfill({ json: { data } }))
    await context.route('**/session', async (route) => {
      sent.push(route.request().postDataJSON())
      await route.continue({ postData: JSON.stringify({ token: tokens.auditor }) })
    })
    const page = await context.newPage()
    const code = `org_demo.${'x'.repeat(43)}`
    await page.goto(`${url}/console#code=${code}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Ada Lindqvist').waitFor()
    assert.equal(page.url(), `${url}/console`)
    assert.deepEqual(sent, [], 'nothing signs in by itself')
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    assert.deepEqual(sent, [{ code }])
    await context.unroute('**/session/code')
    await page.goto(`${url}/console#code=${code}`)
    await dialog.getByText('The one-time code in this link does not work').waitFor()
  })

  for (const [what, token] of [
    ['is not valid', `vis_${'x'.repeat(43)}`],
    ['can be none', 'vis_ä'],
  ] as const) {
    walk(`whose token ${what} says so, and ends no session`, async ({ open, another, watch }) => {
      watch.allow(401, /^\/v1\/caller$/)
      const pages = [await open('auditor'), await (await another()).newPage()]
      for (const page of pages) {
        await page.goto(`${url}/console#token=${encodeURIComponent(token)}`)
        const dialog = page.getByRole('dialog')
        await dialog.getByText('does not work').waitFor()
        assert.equal(page.url(), `${url}/console`)
        assert.equal(await dialog.getByRole('button', { name: 'Sign in', exact: true }).count(), 0)
        await dialog.getByRole('button', { name: 'Close' }).last().click()
        await dialog.waitFor({ state: 'hidden' })
      }
      await pages[0]?.getByRole('button', { name: 'Your token' }).click()
      await pages[0]?.getByText('demo auditor').waitFor()
      await pages[1]?.getByLabel('Access token').waitFor()
    })
  }
})

async function assertNothingKept(page: Page): Promise<void> {
  const kept = await page.evaluate('JSON.stringify([sessionStorage, localStorage, history.state])')
  assert.doesNotMatch(kept as string, /vis_/)
}
