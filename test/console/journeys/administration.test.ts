import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { chooseRole, journeys } from '../../support/console/desk.ts'
import { holdBack, ofRecord } from '../../support/console/records.ts'

journeys('tokens, policy, events and webhooks', async (desk, walk) => {
  const { send } = desk

  walk(
    'who holds a token is soon out once it is revoked',
    async ({ open, another, watch, visit }) => {
      const page = await open('operator', '/tokens')
      await page.getByRole('button', { name: 'Issue token' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Owner').fill('journey holder')
      await chooseRole(page, 'Auditor')
      let asked = 0
      page.on('request', (request) => {
        if (/^POST .*\?validateOnly/.test(`${request.method()} ${request.url()}`)) asked += 1
      })
      await dialog.locator('form').evaluate((each: unknown) => {
        const form = each as { requestSubmit(): void }
        form.requestSubmit()
        form.requestSubmit()
      })
      const secret = dialog.getByRole('textbox', { name: 'Access token of journey holder' })
      const token = await secret.inputValue()
      assert.match(token, /^vis_\w{20,}$/)
      assert.equal(asked, 1, 'it is sent once, however fast the button is pressed')
      await page.keyboard.press('Escape')
      assert.equal(await secret.isVisible(), true, 'it does not close by accident')
      await dialog.getByRole('button', { name: 'I have saved it' }).click()
      await dialog.waitFor({ state: 'hidden' })
      assert.equal((await page.content()).includes(token), false, 'it is gone')

      const holder = await visit('/items', await another())
      await holder.getByLabel('Access token').fill(token)
      await holder.keyboard.press('Enter')
      await holder.getByRole('heading', { name: 'Items', level: 1 }).waitFor()

      watch.allow(401, /^\/v1\//)
      await page.getByRole('button', { name: 'Revoke token journey holder' }).click()
      const revokedAt = Date.now()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
      await holder.getByRole('alert').getByText('Your session has ended').waitFor()
      assert.ok(Date.now() - revokedAt < 12_000)
      const kept = (await holder.evaluate('JSON.stringify(sessionStorage)')) as string
      assert.doesNotMatch(kept, /vis_/)
      await holder.getByLabel('Access token').waitFor()
    },
  )

  walk('the dialog of a new token waits for the service, twice', async ({ open }) => {
    const page = await open('operator', '/tokens')
    const dialog = page.getByRole('dialog')
    const back = dialog.getByRole('button', { name: 'Go back', disabled: true })
    for (const path of [/access-tokens\?validateOnly/, /access-tokens$/]) {
      const { asked, letGo } = await holdBack(page, path)
      await issue(page, `seen after ${path}`)
      await asked
      await back.waitFor()
      await page.keyboard.press('Escape')
      letGo()
      await dialog.getByRole('button', { name: 'I have saved it' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    const tokens = await send('operator', 'GET /v1/access-tokens')
    const owners = tokens.map(({ owner }: { owner: string | null }) => owner ?? '')
    assert.equal(owners.filter((owner: string) => owner.startsWith('seen after')).length, 2)
  })

  walk('a secret stays through keys and Back, and waits for no list', async ({ open }) => {
    const page = await open('operator')
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByRole('table', { name: 'Access tokens' }).waitFor()
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/access-tokens(\?limit.*)?$/, async (route) => {
      // The list, read again after the change, is never answered.
      if (route.request().method() !== 'POST') return
      asked.resolve()
      await answered.promise
      await route.continue()
    })
    const dialog = await issue(page, 'keys')
    await asked.promise
    await page.locator('[role=dialog]:focus, [role=dialog] :focus').waitFor()
    await page.keyboard.press('c')
    answered.resolve()
    const secret = dialog.getByRole('textbox', { name: 'Access token of keys' })
    await secret.and(page.locator(':focus')).waitFor()
    await secret.blur()
    for (const key of ['c', 'g', 'h']) await page.keyboard.press(key)
    const back = page.waitForEvent('dialog')
    await page.evaluate('setTimeout(() => history.back())')
    const question = await back
    assert.match(question.message(), /secret/)
    await question.dismiss()
    assert.match(await secret.inputValue(), /^vis_/)
    const left = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    await (await left).dismiss()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })

  walk('a late secret is asked for again with the same key', async ({ open, context, watch }) => {
    watch.allow(0, /access-tokens$/)
    await context.addInitScript(`AbortSignal.timeout = (ms) => {
    const limit = new AbortController()
    globalThis.expire = () => (limit.abort(), ms)
    return limit.signal
  }`)
    const page = await open('operator', '/tokens')
    const keys: (string | undefined)[] = []
    await page.route(/access-tokens$/, async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) await route.continue()
    })
    const [dialog] = await Promise.all([issue(page, 'time'), page.waitForRequest(/access-tokens$/)])
    assert.equal(await page.evaluate('expire()'), 60_000)
    await dialog.getByRole('alert').getByText('No response').waitFor()
    await dialog.getByText('We cannot tell whether this went through').waitFor()
    await dialog.locator('button:focus', { hasText: 'Issue token' }).press('Enter')
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
  })

  walk('the policy changes after what changes was shown', async ({ open }) => {
    const page = await open('operator', '/policy')
    await page.getByRole('button', { name: 'Change policy' }).click()
    await page.getByRole('radio', { name: /^Block until/ }).check()
    await page.getByRole('button', { name: 'Review changes' }).click()
    const changes = page.getByRole('dialog', { name: 'Review changes' })
    const row = changes.getByRole('row').nth(1)
    await row.getByText('An approver must decide').waitFor()
    await row.getByText('Block until there is room again').waitFor()
    assert.equal((await send('auditor', 'GET /v1/organization-policy')).version, 0)
    await changes.getByRole('button', { name: 'Save this change' }).click()
    await changes.waitFor({ state: 'hidden' })
    await page.getByText('Version 1').waitFor()
    const policy = await send('auditor', 'GET /v1/organization-policy')
    assert.deepEqual([policy.version, policy.insuredExposure], [1, 'block'])
  })

  walk('an event appears by itself, opens, and leads to its record', async ({ open }) => {
    const page = await open('auditor', '/events')
    await page.getByText(/newest first/).waitFor()
    const account = await send('operator', 'POST /v1/fbo-accounts', {
      ...{ firstName: 'Seen', lastName: 'InTheFeed', maxInsuredValueCents: '100' },
    })
    await ofRecord(page.getByRole('row'), account.id).getByRole('link').first().click()
    const drawer = page.getByRole('dialog', { name: 'Event' })
    await drawer.getByRole('link', { name: 'Seen InTheFeed' }).click()
    await page.getByRole('heading', { name: 'Seen InTheFeed' }).waitFor()
  })

  walk('a webhook endpoint is created, and tested', async ({ open }) => {
    const [receiver] = await send('operator', 'GET /v1/webhook-endpoints')
    const page = await open('operator', '/webhooks')
    await page.getByRole('button', { name: 'Create endpoint' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('URL').fill(`${receiver.url}?journey`)
    await dialog.getByRole('button', { name: 'Create endpoint' }).click()
    assert.match(await dialog.getByLabel('Signing secret').inputValue(), /^whsec_/)
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await page.getByRole('heading', { name: `${receiver.url}?journey`, level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Send test' }).click()
    const deliveries = page.getByRole('table', { name: 'Deliveries' })
    // The demo's receiver has the secret of its own endpoint alone: it refuses, and that is shown.
    await deliveries.getByText('Rejected (HTTP 400)').first().waitFor()

    // A change of it has no secret to wait for.
    const { asked, letGo } = await holdBack(page, /webhook-endpoints\/\w+$/, 'PATCH')
    await page.getByRole('button', { name: 'Change endpoint' }).click()
    await dialog.getByLabel('URL').fill(`${receiver.url}?changed`)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await asked
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await dialog.waitFor({ state: 'hidden' })
    letGo()
    await page.getByRole('heading', { name: `${receiver.url}?changed`, level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    assert.equal((await send('operator', 'GET /v1/webhook-endpoints')).length, 1)
  })
})

/** Asks for a token; its dialog. */
async function issue(page: Page, owner: string): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Issue token' }).click()
  await dialog.getByLabel('Owner').fill(owner)
  await chooseRole(page, 'Auditor')
  await dialog.getByRole('button', { name: 'Issue token' }).click()
  return dialog
}
