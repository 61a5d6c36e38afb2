import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { EXAMPLE_IDS } from '../../../src/domain/example-ids.ts'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { journey, openDesk } from '../../support/console/desk.ts'
import { CLIENT, openRealProvider } from '../../support/identity-provider/real-provider.ts'
import { afterTest } from '../../support/processes/embedded-directory.ts'

const ORGANIZATION = EXAMPLE_IDS.organization

test('the sign-in with the provider of a company', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk(t, {
    IDENTITY_PROVIDER_ALLOW_HTTP: 'on',
    IDENTITY_PROVIDER_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
  })
  const { url, send } = desk
  const verified = { email_verified: true }
  const provider = await openRealProvider({
    // Its host, an address, is another site than the service, as a company's provider is.
    accounts: {
      ada: { ...verified, email: 'ada@example.com', name: 'Ada' },
      eve: { ...verified, email: 'eve@example.com', name: 'Eve' },
    },
    redirectsTo: (uri) => uri === `${url}/sign-in/${ORGANIZATION}/callback`,
  })
  afterTest(t, provider.close)
  await send('operator', 'PUT /v1/identity-provider', {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
  })

  await t.test(
    'an invited person signs in for all tabs, goes on where they were, and out of all',
    journey(desk, async ({ context, watch }) => {
      watch.allowSite(provider.issuer)
      const invited = { email: 'ada@example.com', name: 'Ada Lindqvist', roles: ['auditor'] }
      await send('operator', 'POST /v1/people', invited)
      const other = await openConsole(context.newPage())
      const page = await openConsole(context.newPage(), `/items?organization=${ORGANIZATION}`)
      await withCompany(page)
      await page.getByRole('button', { name: 'Sign in as ada' }).click()
      await page.getByRole('heading', { name: 'Items', level: 1 }).waitFor()
      await other.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Your token' }).click()
      await page.getByText('Ada Lindqvist').first().waitFor()
      const third = await openConsole(context.newPage())
      await third.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
      await page.getByRole('button', { name: 'Sign out' }).click()
      for (const tab of [page, other, third]) await tab.getByLabel('Access token').waitFor()
      await other.reload()
      await withCompany(other)
      await other.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    }),
  )

  await t.test(
    'somebody who was not invited is told so, once, and can try again',
    journey(desk, async ({ context, watch }) => {
      watch.allowSite(provider.issuer)
      const page = await openConsole(context.newPage())
      await page.getByLabel('Organization ID').fill('../elsewhere')
      await withCompany(page)
      await page.getByText('This is no ID of an organization').waitFor()
      await page.getByLabel('Organization ID').fill(ORGANIZATION)
      await withCompany(page)
      await page.getByRole('button', { name: 'Sign in as eve' }).click()
      const alert = page.getByRole('alert')
      await alert.getByText('Nobody with your e-mail address was invited.').waitFor()
      await page.reload()
      await page.getByLabel('Organization ID').waitFor()
      await alert.waitFor({ state: 'hidden' })
      await withCompany(page)
      await alert.getByText('Nobody with your e-mail address was invited.').waitFor()
    }),
  )

  async function openConsole(opened: Promise<Page>, path = ''): Promise<Page> {
    const page = await opened
    await page.goto(`${url}/console${path}`)
    return page
  }
})

async function withCompany(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with your company account' }).click()
}
