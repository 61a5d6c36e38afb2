import assert from 'node:assert/strict'
import { chooseRole, journeys, openAs, signIn } from '../../support/console/desk.ts'
import { assertUsable } from '../../support/console/usable.ts'
import { runCommand } from '../../support/processes/command.ts'

const ISSUER = 'https://login.example.com/realms/vault'
const SECRET = 'the-secret-of-the-client'

journeys('people, their roles, and their provider', { atATime: 1 }, async (desk, walk) => {
  const { url, demo, send } = desk
  const { organizationId } = await send('operator', 'GET /v1/caller')

  /** The address that signs the person in once. */
  async function linkFor(personId: string): Promise<string> {
    const args = ['person', 'sign-in-code', personId, '--organization', organizationId, '--json']
    const { document, stderr } = await runCommand(args, demo.env)
    assert.equal(stderr, '')
    return `${url}/console/transfers#code=${document.code}`
  }

  walk(
    'a person is invited, signs in, and is suspended meanwhile',
    async ({ open, another, watch }) => {
      const page = await open('operator', '/people')
      await page.getByRole('button', { name: 'Invite person' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('Eva Holm')
      await dialog.getByLabel('Email').fill('Eva.Holm@example.com')
      await dialog.getByRole('combobox', { name: 'Roles' }).click()
      await page.getByRole('option', { name: 'Integrator' }).click()
      await page.keyboard.press('Escape')
      await dialog.getByRole('button', { name: 'Invite person' }).click()
      await dialog.waitFor({ state: 'hidden' })
      const row = page.getByRole('row').filter({ hasText: 'Eva Holm' })
      await row.getByText('eva.holm@example.com').waitFor()
      await row.getByText('Invited').waitFor()

      const [person] = await send('operator', 'GET /v1/people?email=eva.holm@example.com')
      const own = await (await another()).newPage()
      await own.goto(await linkFor(person.id))
      await own.getByRole('dialog').getByText('Eva Holm').waitFor()
      await own.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
      await own.getByRole('heading', { name: 'Transfers', level: 1 }).waitFor()
      await own.getByRole('button', { name: 'Your token' }).click()
      await own.getByText('Eva Holm').first().waitFor()
      await own.keyboard.press('Escape')
      const tab = await own.context().newPage()
      await tab.goto(`${url}/console/items`)
      await tab.getByRole('heading', { name: 'Items', level: 1 }).waitFor()

      await row.getByText('Active').waitFor()
      await row.getByRole('button', { name: 'Sessions of Eva Holm' }).click()
      await dialog.getByRole('button', { name: 'Sign out' }).waitFor()
      await assertUsable(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      const [account] = await send('operator', 'GET /v1/fbo-accounts?limit=1')
      await tab.goto(`${url}/console/items/new?account=${account.id}`)
      await tab.getByLabel('Description').fill('Half written')
      watch.allow(401, /^\/(v1|session)\b/)
      await row.getByRole('button', { name: 'Suspend Eva Holm' }).click()
      await dialog.getByRole('button', { name: 'Suspend person' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await row.getByText('Suspended').waitFor()
      await tab.getByRole('alert').getByText('Your session has ended').waitFor()
      await own.getByRole('alert').getByText('Your session has ended').waitFor()

      await row.getByRole('button', { name: 'Resume Eva Holm' }).click()
      await dialog.getByRole('button', { name: 'Resume person' }).click()
      await row.getByText('Active').waitFor()
    },
  )

  walk('a role is given, changed by two, and deleted once free', async ({ open, watch }) => {
    const page = await open('operator', '/roles')
    const dialog = page.getByRole('dialog')
    const builtIn = page.getByRole('row').filter({ hasText: 'Auditor' })
    await builtIn.waitFor()
    assert.equal(await builtIn.getByRole('button', { name: /role/ }).count(), 0)
    await page.getByText('Built-in roles cannot be changed.').waitFor()
    await page.getByRole('button', { name: 'Create role' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('auditor')
    await dialog.getByRole('combobox', { name: 'Start from' }).click()
    await page.getByRole('option', { name: 'Auditor' }).click()
    await dialog.getByRole('checkbox', { name: 'take in' }).check()
    await assertUsable(page)
    watch.allow(409, /^\/v1\/roles/)
    await dialog.getByRole('button', { name: 'Create role' }).click()
    await dialog.getByText('Another role has this name').first().waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Night shift')
    await dialog.getByRole('button', { name: 'Create role' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const row = page.getByRole('row').filter({ hasText: 'Night shift' })
    await row.getByText('Items: read, take in').waitFor()

    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByRole('button', { name: 'Issue token' }).click()
    await dialog.getByLabel('Owner').fill('night scanner')
    await chooseRole(page, 'Night shift')
    await dialog.getByText('Items: read, take in').waitFor()
    await assertUsable(page)
    await dialog.getByRole('button', { name: 'Issue token' }).click()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    const tokenRow = page.getByRole('row').filter({ hasText: 'night scanner' })
    await tokenRow.getByText('Night shift').waitFor()

    await page.getByRole('link', { name: 'Roles' }).click()
    watch.allow(412, /^\/v1\/roles/)
    await row.getByRole('button', { name: 'Change role Night shift' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Day shift')
    const roles = await send('operator', 'GET /v1/roles')
    const { id } = roles.find(({ name }: { name: string }) => name === 'Night shift')
    await send('operator', `PATCH /v1/roles/${id}`, { name: 'Late shift' })
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.getByText('Somebody else changed this role').waitFor()
    await dialog.getByText('It is now called Late shift').waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()

    await page.getByRole('button', { name: 'Delete role Late shift' }).click()
    await dialog.getByRole('button', { name: 'Delete role' }).click()
    await dialog.getByText('Valid tokens: 1, people: 0.').waitFor()
    const [token] = await send('operator', 'GET /v1/access-tokens?limit=1')
    assert.equal(token.roleId, id)
    await send('operator', `POST /v1/access-tokens/${token.id}/revoke`, {})
    await dialog.getByRole('button', { name: 'Delete role' }).click()
    await page.getByText('Late shift').first().waitFor({ state: 'hidden' })
  })

  walk('nobody can give permissions that they lack', async ({ context }) => {
    const permissions = ['roles:manage', 'access_tokens:manage', 'inventory_items:read']
    const limited = { owner: 'limited', permissions }
    const { token } = await send('operator', 'POST /v1/access-tokens', limited)
    const page = await context.newPage()
    const dialog = page.getByRole('dialog')
    await page.goto(`${url}/console/roles`)
    await signIn(page, token)
    await page.getByRole('button', { name: 'Create role' }).click()
    const lacking = dialog.getByRole('group', { name: 'Transfers' }).getByLabel('read')
    assert.equal(await lacking.isDisabled(), true)
    await dialog.getByText('You do not have this permission').first().waitFor()
    assert.equal(await dialog.getByLabel('manage').isEnabled(), false)
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await page.getByRole('link', { name: 'Tokens' }).click()
    await page.getByRole('button', { name: 'Issue token' }).click()
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    const option = page.getByRole('option', { name: 'Auditor (has permissions you do not have)' })
    assert.equal(await option.getAttribute('data-combobox-disabled'), 'true')
  })

  walk('the provider is set, with faults at fields, by one at a time', async ({ open, watch }) => {
    const page = await open('operator', '/identity-provider')
    const dialog = page.getByRole('dialog')
    await page.getByText(`${url}/sign-in/${organizationId}/callback`).waitFor()
    await page.getByText('No provider is set').waitFor()
    await page.getByRole('button', { name: 'Set provider' }).click()
    const issuer = dialog.getByRole('textbox', { name: 'Issuer' })
    await issuer.fill(`${ISSUER}?realm`)
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill('vault')
    await dialog.getByLabel('Client secret').fill(SECRET)
    await dialog.getByRole('textbox', { name: 'Roles claim' }).fill('groups')
    await dialog.getByRole('button', { name: 'Add a value' }).click()
    await dialog.getByRole('textbox', { name: 'Value' }).fill('/vault/approvers')
    await dialog.getByRole('combobox', { name: 'Roles', exact: true }).click()
    await page.getByRole('option', { name: 'Approver' }).click()
    await page.keyboard.press('Escape')
    await assertUsable(page)
    watch.allow(400, /^\/v1\/identity-provider/)
    await dialog.getByRole('button', { name: 'Set provider' }).click()
    await dialog.getByText('issuer must not have a query').first().waitFor()
    assert.equal(await issuer.getAttribute('aria-invalid'), 'true')
    await issuer.fill(ISSUER)
    await dialog.getByRole('button', { name: 'Set provider' }).click()
    await page.getByText('/vault/approvers: Approver').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    assert.equal((await page.content()).includes(SECRET), false)

    await page.getByRole('button', { name: 'Change settings' }).click()
    await dialog.getByRole('textbox', { name: 'Roles claim' }).fill('teams')
    // Without a claim, and with the secret that is stored.
    const settings = { issuer: ISSUER, clientId: 'vault' }
    await send('operator', 'PUT /v1/identity-provider', settings)
    await dialog.getByRole('button', { name: 'Save settings' }).click()
    await dialog.getByText('Somebody else changed the provider').waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await page.getByText('None: people give roles').waitFor()
    assert.equal((await send('operator', 'GET /v1/identity-provider')).version, 2)
  })

  walk('only who issued a token is offered to rotate it', async ({ open, another }) => {
    const own = await openAs(desk, await another(), { name: 'Olive Ferrer' })
    const dialog = own.getByRole('dialog')
    await own.getByRole('link', { name: 'Tokens' }).click()
    await own.getByRole('button', { name: 'Issue token' }).click()
    await dialog.getByText('The token is yours, whatever its owner').waitFor()
    await dialog.getByLabel('Owner').fill('scanner')
    await chooseRole(own, 'Auditor')
    await dialog.getByRole('button', { name: 'Issue token' }).click()
    await dialog.getByRole('button', { name: 'I have saved it' }).click()
    await own.getByRole('button', { name: 'Rotate token scanner' }).waitFor()
    const page = await open('operator', '/tokens')
    await page.getByRole('button', { name: 'Revoke token scanner' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Rotate token scanner' }).count(), 0)
  })
})
