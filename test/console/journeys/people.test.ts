import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { journey, openDesk } from '../../support/console/desk.ts'
import { runCommand } from '../../support/processes/command.ts'

test('people: invited, signed in, suspended', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk(t)
  const { url, demo, send } = desk
  const { organizationId } = await send('operator', 'GET /v1/caller')

  /** The address that signs the person in once. */
  async function linkFor(personId: string): Promise<string> {
    const env = { DATA_DIR: (/^Data: (\S+)/m.exec(demo.banner) as RegExpExecArray)[1] as string }
    const args = ['person', 'sign-in-code', personId, '--organization', organizationId, '--json']
    const { document, stderr } = await runCommand(args, env)
    assert.equal(stderr, '')
    return `${url}/console/transfers#code=${document.code}`
  }

  await t.test(
    'a person is invited, signs in with a code, and is suspended in the middle of a dialog',
    journey(desk, async ({ open, another, watch }) => {
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
    }),
  )
})
