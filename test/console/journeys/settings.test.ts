import assert from 'node:assert/strict'
import { journeys } from '../../support/console/desk.ts'
import { assertUsable } from '../../support/console/usable.ts'

journeys('settings of the organization', { atATime: 1 }, async (desk, walk) => {
  const { send } = desk

  walk('rules name accounts, and times are read as people write', async ({ open }) => {
    const name = 'Ruled Account'
    const account = await send('operator', 'POST /v1/fbo-accounts', {
      ...{ firstName: 'Ruled', lastName: 'Account', maxInsuredValueCents: '100' },
    })
    const page = await open('operator', '/policy')
    await page.getByRole('button', { name: 'Change policy' }).click()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const [first, rule] = ['Rule 1', 'Rule 2'].map((each) =>
      page.getByRole('group', { name: each }),
    )
    await first?.getByLabel('Items above').fill('7')
    await rule?.getByLabel('Items above').fill('many')
    await rule?.getByText('Enter a whole number from 1 to 1,000').waitFor()
    const review = page.getByRole('button', { name: 'Review changes' })
    assert.equal(await review.isDisabled(), true)
    await rule?.getByLabel('Items above').fill('5')
    await rule?.getByRole('combobox', { name: 'Account' }).fill(name)
    await page.getByRole('option', { name }).first().click()
    await page.getByRole('button', { name: 'Remove rule 1' }).click()
    // A number alone would be of seconds, where a person means days.
    for (const bad of ['a while', '30']) {
      await page.getByLabel('Pending transfers expire after').fill(bad)
      await page.getByText('Enter a time such as “2 days 12 hours”').waitFor()
      await page.getByLabel('Pending transfers expire after').fill('1 day 12 h')
      await page.getByText('Enter a time such as').waitFor({ state: 'hidden' })
    }
    await page.getByLabel('Sign out after no use for').fill('45')
    // A limit that must be set has no words for none.
    assert.equal(await page.getByText('false', { exact: true }).count(), 0)
    await assertUsable(page)
    await review.click()
    const changes = page.getByRole('dialog', { name: 'Review changes' })
    await changes.getByText(`2 people, above 5 items, for the account ${name}`).waitFor()
    await changes.getByText('1 day 12 hours').waitFor()
    await changes.getByText('45 minutes').waitFor()
    await assertUsable(page)
    await changes.getByRole('button', { name: 'Save 3 changes' }).click()
    await page.getByText(`for the account ${name}. Its creator does not count.`).waitFor()
    const policy = await send('auditor', 'GET /v1/organization-policy')
    assert.deepEqual(policy.approvalRules, [
      { approvals: 2, aboveItems: 5, fboAccountId: account.id },
    ])
    assert.deepEqual([policy.transferExpirySeconds, policy.sessionIdleMinutes], [129_600, 45])
  })

  walk('events to send again are counted, with a warning', async ({ open }) => {
    const [receiver] = await send('operator', 'GET /v1/webhook-endpoints')
    const endpoint = await send('operator', 'POST /v1/webhook-endpoints', {
      url: `${receiver.url}?replay`,
      types: ['role.created'],
    })
    await send('operator', 'POST /v1/roles', {
      name: 'Counted',
      permissions: ['inventory_items:read'],
    })
    const page = await open('operator', `/webhooks/${endpoint.id}`)
    const deliveries = page.getByRole('table', { name: 'Deliveries' })
    // The demo's receiver has the secret of its own endpoint alone.
    await deliveries.getByText('Rejected (HTTP 400)').first().click()
    await deliveries.getByText(/\d ms/).first().waitFor()
    await page.getByText('The last attempt failed').waitFor()
    await page.getByRole('button', { name: 'Send events again' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Count the events' }).click()
    await dialog.getByText('1 event to send again').waitFor()
    await dialog.getByText('The last attempt at this endpoint failed').waitFor()
    await assertUsable(page)
    await dialog.getByText('After an event').click()
    await dialog.getByRole('button', { name: 'Count the events' }).waitFor()
    await dialog.getByText('By time').click()
    await dialog.getByRole('button', { name: 'Send 1 event again' }).click()
    await page.getByText('1 event sent again').waitFor()
    await dialog.waitFor({ state: 'hidden' })
  })

  walk('a role says who has it before it is deleted', async ({ open }) => {
    const permissions = ['inventory_items:read']
    const role = await send('operator', 'POST /v1/roles', { name: 'Held', permissions })
    const email = 'holder@example.com'
    await send('operator', 'POST /v1/people', { name: 'Hilde Moe', email, roles: [role.id] })
    await send('operator', 'POST /v1/access-tokens', { owner: 'robot', role: role.id })
    const page = await open('operator', '/roles')
    await page.getByRole('button', { name: 'Delete role Held' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'the token of robot' }).waitFor()
    await dialog.getByRole('link', { name: 'Hilde Moe' }).click()
    await page.getByRole('heading', { name: 'People', level: 1 }).waitFor()
  })
})
