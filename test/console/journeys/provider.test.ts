import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { EXAMPLE_IDS } from '../../../src/domain/ids.ts'
import { giveAuthenticator } from '../../support/console/authenticator.ts'
import { journeys, openAs, signIn } from '../../support/console/desk.ts'
import { openAccount, shipment, takeIn, transfer } from '../../support/console/records.ts'
import { assertUsable } from '../../support/console/usable.ts'
import { CLIENT, openRealProvider } from '../../support/identity-provider/real-provider.ts'
import { afterTest } from '../../support/processes/embedded-directory.ts'

const ORGANIZATION = EXAMPLE_IDS.organization
const APPROVE = /^\/v1\/transfers\/\w+\/approve$/

const SETTINGS = {
  IDENTITY_PROVIDER_ALLOW_HTTP: 'on',
  IDENTITY_PROVIDER_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
}

journeys(
  'the sign-in with the provider of a company',
  { settings: SETTINGS, atATime: 1 },
  async (desk, walk, t) => {
    const { url, send } = desk
    const verified = { email_verified: true }
    const provider = await openRealProvider({
      // Its host, an address, is another site than the service, as a company's provider is.
      accounts: {
        ada: { ...verified, email: 'ada@example.com', name: 'Ada' },
        bo: { ...verified, email: 'bo@example.com', name: 'Bo' },
        cy: { ...verified, email: 'cy@example.com', name: 'Cy' },
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
    const [from, to] = [await openAccount(desk, 'From'), await openAccount(desk, 'To')]

    walk('who was invited signs in and out for all tabs', async ({ context, watch }) => {
      watch.allowSite(provider.issuer)
      const invited = { email: 'ada@example.com', name: 'Ada Lindqvist', roles: ['auditor'] }
      await send('operator', 'POST /v1/people', invited)
      const other = await openConsole(context.newPage())
      const page = await openConsole(context.newPage(), `/items?organization=${ORGANIZATION}`)
      await withCompany(page)
      await page.getByRole('button', { name: 'Sign in as ada' }).click()
      await confirm(page)
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
      // The provider would know ada, and the next one at the desk may be somebody else.
      await other.getByRole('button', { name: 'Sign in as ada' }).click()
      await confirm(other)
      await other.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
    })

    walk('a link asks who is to be signed in where, and then does so', async (walker) => {
      const { context, watch } = walker
      watch.allowSite(provider.issuer)
      const page = await context.newPage()
      const link = `${url}/sign-in/${ORGANIZATION}?returnTo=/console/items`
      await page.goto(link)
      await page.getByRole('button', { name: 'Sign in as ada' }).click()
      await page.getByRole('heading', { name: 'Sign in?', level: 1 }).waitFor()
      await page.getByText('Ada Lindqvist (ada@example.com)').waitFor()
      await assertUsable(page)
      await page.getByRole('button', { name: 'Do not sign in' }).click()
      await page.getByLabel('Access token').waitFor()
      await page.goto(link)
      await confirm(page)
      await page.getByRole('heading', { name: 'Items', level: 1 }).waitFor()
    })

    walk('who was not invited is told so, once, and can try again', async ({ context, watch }) => {
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
    })

    walk('an approver with a passkey is suspended in a dialog', async ({ context, watch }) => {
      watch.allowSite(provider.issuer)
      watch.allow(403, APPROVE)
      const invited = { email: 'bo@example.com', name: 'Bo Ek', roles: ['approver'] }
      const person = await send('operator', 'POST /v1/people', invited)
      await send('operator', 'PATCH /v1/organization-policy', { approvalProof: 'passkey' })
      const first = await transfer(desk, await takeIn(desk, from, 1), to)
      const second = await transfer(desk, await takeIn(desk, from, 1), to)
      const start = `/passkeys?organization=${ORGANIZATION}`
      const page = await openConsole(context.newPage(), start)
      await withCompany(page)
      await page.getByRole('button', { name: 'Sign in as bo' }).click()
      await confirm(page)
      await giveAuthenticator(page)
      await page.getByRole('button', { name: 'Register a passkey' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Laptop')
      await dialog.getByRole('button', { name: 'Register' }).click()
      await page.getByRole('row', { name: 'Laptop' }).waitFor()

      const other = await openConsole(context.newPage(), `/transfers/${first}`)
      await other.getByText('Pending', { exact: true }).first().waitFor()
      await page.goto(`${url}/console/transfers/${first}`)
      await page.getByRole('button', { name: 'Approve' }).click()
      await dialog.getByRole('button', { name: 'Approve' }).click()
      for (const tab of [page, other]) await tab.getByText('Completed', { exact: true }).waitFor()

      watch.allow(401, /^\/(v1|session)\//)
      await page.goto(`${url}/console/transfers/${second}`)
      await page.getByRole('button', { name: 'Approve' }).click()
      // The approval is under way when the suspension comes.
      await page.route(/\/approve$/, async (route) => {
        await send('operator', `POST /v1/people/${person.id}/suspend`)
        await route.continue()
      })
      await dialog.getByRole('button', { name: 'Approve' }).click()
      for (const tab of [page, other]) {
        await tab.getByRole('alert').getByText('Your session has ended').waitFor()
        await tab.getByRole('alert').getByText('It was ended, or nobody used it').waitFor()
        assert.equal(await tab.getByRole('dialog').count(), 0)
      }
      assert.equal((await send('auditor', `GET /v1/transfers/${second}`)).status, 'pending')
      await withCompany(page)
      await page.getByRole('alert').getByText('You are suspended.').waitFor()
    })

    // The last one: from then on the policy asks for a recent sign-in before other changes, too.
    walk(
      'signing in again for an approval leads back to it',
      async ({ context, watch, another }) => {
        watch.allowSite(provider.issuer)
        watch.allow(401, /^\/v1\//)
        const invited = { email: 'cy@example.com', name: 'Cy Ahl', roles: ['approver'] }
        await send('operator', 'POST /v1/people', invited)
        await send('operator', 'PATCH /v1/organization-policy', { approvalProof: 'none' })
        const operator = await openAs(desk, await another(), { name: 'Olive Ferrer' })
        await operator.goto(`${url}/console/policy`)
        await operator.getByRole('button', { name: 'Change policy' }).click()
        await operator.getByLabel('Approval after a sign-in within').fill('15')
        await operator.getByRole('button', { name: 'Review changes' }).click()
        await operator.getByRole('button', { name: 'Save this change' }).click()
        await operator.getByText('Version 3').waitFor()

        const id = await transfer(desk, await takeIn(desk, from, 1), to)
        const page = await openConsole(
          context.newPage(),
          `/transfers/${id}?organization=${ORGANIZATION}`,
        )
        await withCompany(page)
        await page.getByRole('button', { name: 'Sign in as cy' }).click()
        await confirm(page)
        const again = page.getByRole('button', { name: 'Sign in again' })
        await again.waitFor()
        assert.equal(await page.getByRole('button', { name: 'Approve' }).count(), 0)
        await assertUsable(page)
        const shipped = await shipment(desk, await takeIn(desk, from, 1))
        const other = await openConsole(context.newPage(), `/shipments/${shipped}`)
        await other.getByText('Sign in again to approve this shipment').waitFor()
        const form = await openConsole(context.newPage(), '/passkeys')
        await form.getByRole('button', { name: 'Register a passkey' }).click()
        await form.getByLabel('Name').fill('Half written')
        await form.getByRole('dialog').getByRole('button', { name: 'Register' }).click()
        await form.getByRole('dialog').getByRole('button', { name: 'Sign in again' }).waitFor()

        // As if there was no provider.
        const caller = /\/v1\/caller\?/
        await page.route(caller, async (route) => {
          const response = await route.fetch()
          const { data } = await response.json()
          await route.fulfill({ response, json: { data: { ...data, hasIdentityProvider: false } } })
        })
        await page.reload()
        const command = page.getByText('vault-inventory person sign-in-code prsn_')
        assert.match((await command.textContent()) ?? '', / --organization org_\w+$/)
        assert.equal(await again.count(), 0)
        await page.unroute(caller)
        await page.reload()

        await again.click()
        await page.getByRole('button', { name: 'Refuse' }).click()
        await page.getByRole('alert').getByText('You were not signed in again').waitFor()
        assert.equal(page.url(), `${url}/console/transfers/${id}`)

        // The provider knows them, and asks nevertheless.
        await again.click()
        await page.getByRole('button', { name: 'Sign in as cy' }).click()
        await page.getByRole('button', { name: 'Approve' }).click()
        assert.equal(page.url(), `${url}/console/transfers/${id}`)
        await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
        await page.getByText('Completed', { exact: true }).waitFor()
        assert.equal((await send('auditor', `GET /v1/transfers/${id}`)).status, 'completed')
        // The same person's other tabs go on where they were.
        await other.getByRole('button', { name: 'Approve' }).waitFor()
        assert.equal(await form.getByLabel('Name').inputValue(), 'Half written')

        const next = await transfer(desk, await takeIn(desk, from, 1), to)
        const machine = await openConsole((await another()).newPage(), `/transfers/${next}`)
        await signIn(machine, desk.tokens.approver)
        await machine.getByText('Only people can sign in again').waitFor()
        assert.equal(await machine.getByRole('button', { name: 'Sign in again' }).count(), 0)
      },
    )

    async function openConsole(opened: Promise<Page>, path = ''): Promise<Page> {
      const page = await opened
      await page.goto(`${url}/console${path}`)
      return page
    }
  },
)

/** Presses the button of the question, which somebody gets who was not signed in here before. */
async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function withCompany(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with your company account' }).click()
}
