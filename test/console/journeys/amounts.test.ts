import assert from 'node:assert/strict'
import { EXAMPLE_IDS } from '../../../src/domain/ids.ts'
import { journeys } from '../../support/console/desk.ts'
import { openAccount } from '../../support/console/records.ts'

journeys('amounts, as people write them', async (desk, walk) => {
  const { send } = desk

  for (const [locale, wrong, right, printed, cents] of [
    ['de-DE', '1250.50', '1250,50', '1.250,50', '125050'],
    ['en-US', '12,50', '12.50', '12.50', '1250'],
  ] as const) {
    walk(
      `${locale}: an item is taken in for what was typed, and its receipt opens it`,
      { locale },
      async ({ open }) => {
        const account = await openAccount(desk, locale)
        const page = await open('operator', `/items/new?account=${account}`)
        const description = 'W'.repeat(400)
        await page.getByLabel('Description').fill(description)
        const amount = page.getByLabel('Declared value')
        const takeIn = page.getByRole('button', { name: 'Take in' })
        await amount.fill(wrong)
        await page.getByText('Enter an amount like').waitFor()
        assert.equal(await takeIn.isDisabled(), true)
        await amount.fill('99999999999999999')
        await page.getByText('The maximum is').waitFor()
        // An amount that the console prints can be typed into it.
        for (const typed of [printed, right]) {
          await amount.fill(typed)
          await page.getByText(`Amount: ${printed} USD`, { exact: true }).waitFor()
        }
        await takeIn.click()
        const receipt = page.getByRole('status').filter({ hasText: 'Taken in' })
        await receipt.getByText(description).waitFor()
        await receipt.getByText(`${printed} USD`, { exact: true }).waitFor()
        const [item] = await send('auditor', `GET /v1/inventory-items?fboAccountId=${account}`)
        assert.equal(item.declaredValueCents, cents)
        await receipt.getByRole('link', { name: 'Open' }).click()
        await page.getByRole('heading', { name: description, level: 1 }).waitFor()
      },
    )
  }

  walk('in German: an account and the policy', { locale: 'de-DE' }, async ({ open }) => {
    const page = await open('operator', '/accounts/new')
    await page.getByLabel('First name').fill('Betrag')
    await page.getByLabel('Insured maximum').fill('5.000,5')
    await page.getByRole('button', { name: 'Open account' }).click()
    await page.getByText('5.000,50 USD', { exact: true }).first().waitFor()
    const policies = await open('operator', '/policy')
    await policies.getByRole('button', { name: 'Change policy' }).click()
    await policies.getByRole('switch', { name: /^Automatically approve/ }).check({ force: true })
    await policies.getByLabel('Maximum declared value per transfer').fill('5,5')
    await policies.getByText('Amount: 5,50 USD', { exact: true }).waitFor()
    await policies.getByLabel('Maximum items per transfer').fill('1.000')
    await policies.getByLabel('Pending transfers expire after').fill('1.0 h')
    await policies.getByText('Enter a time such as').waitFor()
    await policies.getByLabel('Pending transfers expire after').fill('9 h')
    await policies.getByRole('button', { name: 'Review changes' }).click()
    const changes = policies.getByRole('dialog', { name: 'Review changes' })
    await changes.getByText('→ 5,50 USD', { exact: true }).waitFor()
    await changes.getByText('→ 1.000', { exact: true }).waitFor()
  })

  walk('a file to import shows the sum of its amounts', async ({ open, watch }) => {
    watch.allow(404, /^\/v1\/imports\//)
    const { fboAccount } = EXAMPLE_IDS
    const page = await open('operator', '/import')
    await page
      .getByLabel('Or paste the rows')
      .fill(`fboAccountId,declaredValueCents\n${fboAccount},125000\n${fboAccount},50\n`)
    await page.getByRole('button', { name: 'Check these rows' }).click()
    await page.getByText('Total declared value: 1,250.50').waitFor()
    await page.getByText('= 1,250.00').waitFor()
    await page.getByRole('button', { name: 'Import 2 items' }).click()
    const result = page.getByRole('status').filter({ hasText: '2 items imported' })
    await result.getByText('Total declared value: 1,250.50').waitFor()
  })
})
