import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { journeys } from '../../support/console/desk.ts'
import { openAccount, openWith, takeIn } from '../../support/console/records.ts'

const DAY = 86_400_000

// The forms of numbers differ, and a person types what their browser shows.
journeys('the pages of records', (desk, walk) => {
  const { send } = desk
  for (const { locale, maximum, shown, value, serial } of [
    {
      locale: 'en-US',
      maximum: '2,500.50',
      shown: '2,500.50',
      value: '123.45',
      serial: '73274787',
    },
    {
      locale: 'de-DE',
      maximum: '2.500,50',
      shown: '2.500,50',
      value: '123,45',
      serial: '73274788',
    },
  ]) {
    walk(`${locale}: an account, its activity and exposure`, { locale }, async ({ open }) => {
      const id = await openAccount(desk, 'Hub')
      await takeIn(desk, id, 1)
      const page = await open('operator', `/accounts/${id}`)
      await page.getByRole('heading', { name: 'Journey Hub', level: 1 }).waitFor()
      assert.equal((await page.title()).replace(/^\(\d+\) /, ''), 'Journey Hub · Vault console')
      const dialog = await opened(page, 'Change insured maximum')
      await dialog.getByLabel('Reason').fill('Policy renewed')
      const confirm = dialog.getByRole('button', { name: 'Change insured maximum' })
      assert.equal(await confirm.isDisabled(), true, 'without an amount')
      await dialog.getByLabel('Insured maximum').fill(maximum)
      await confirm.click()
      await dialog.waitFor({ state: 'hidden' })
      const { maxInsuredValueCents } = await send('auditor', `GET /v1/fbo-accounts/${id}`)
      assert.equal(maxInsuredValueCents, '250050')
      await page.getByText(`of ${shown}`).waitFor()

      await page.getByRole('tab', { name: 'Activity' }).click()
      await page.waitForURL(/tab=activity/)
      const first = page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first()
      await first.getByText('Insured maximum changed').waitFor()
      await first.getByText(`→ ${shown}`).waitFor()
      await first.getByText('Reason: Policy renewed').waitFor()
      await first.getByText('demo operator').waitFor()

      const day = new Date(Date.now() - 3 * DAY).toISOString().slice(0, 10)
      await page.goto(`${desk.url}/console/accounts/${id}?day=${day}`)
      const exposure = page.getByRole('region', { name: /Insured exposure at the end of/ })
      await exposure
        .getByText(locale === 'de-DE' ? '0,00 USD' : '0.00 USD', { exact: true })
        .first()
        .waitFor()
    })

    walk(`${locale}: an item, its value and evidence`, { locale }, async ({ open }) => {
      const { items } = await openWith(desk, 'Evidence', 1)
      const path = `/v1/inventory-items/${items[0]}`
      const page = await open('operator', `/items/${items[0]}`)
      await page.getByRole('heading', { name: 'Journey 1', level: 1 }).waitFor()
      await page.getByText(`${value} USD`).waitFor()
      const edit = await opened(page, 'Edit item')
      await edit.getByLabel('Description').fill('A watch')
      await edit.getByLabel('Identifiers').fill(`serial: ${serial}`)
      await edit.getByLabel('Attributes').fill('grade: 8\nbox: yes')
      await edit.getByLabel('Reason').fill('Read again')
      await edit.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: `A watch, ${serial}`, level: 1 }).waitFor()
      await page.getByText('Serial', { exact: true }).waitFor()
      const { identifiers, metadata } = await send('auditor', `GET ${path}`)
      assert.deepEqual(identifiers, [{ scheme: 'serial', value: serial }])
      assert.deepEqual(metadata, { grade: '8', box: 'yes' })
      const activity = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
      await activity.getByText('Description: Journey 1 → A watch').waitFor()

      const revalue = await opened(page, 'Revalue')
      await revalue.getByLabel('Declared value').fill(maximum)
      await revalue.getByLabel('Reason').fill('Appraised')
      await revalue.getByRole('button', { name: 'Revalue' }).click()
      await page.getByText(`Declared value: ${value} USD → ${shown} USD`).waitFor()

      const [photo, other] = [Buffer.from(PIXEL, 'base64'), Buffer.from('another file')]
      const add = await opened(page, 'Add evidence')
      await choose(add, photo)
      await add.getByRole('button', { name: 'Add evidence' }).click()
      const file = page.getByRole('group', { name: 'Photo' })
      await file.waitFor()
      const { evidence } = await send('auditor', `GET ${path}`)
      assert.equal(evidence[0].sha256, createHash('sha256').update(photo).digest('hex'))
      await file.getByRole('button', { name: 'Check a file against it' }).waitFor()
      await choose(file, other)
      await file.getByText('This is another file').waitFor()
      assert.equal(await file.getByRole('img').count(), 0)
      await choose(file, photo)
      await file.getByText('This is the file').waitFor()
      await file.getByRole('img', { name: 'Photo' }).waitFor()
    })

    walk(`${locale}: a shipment, its recipient and value`, { locale }, async ({ open }) => {
      const { account, items } = await openWith(desk, 'Sender', 1)
      const { id } = await send('operator', 'POST /v1/outbound-shipments', {
        fboAccountId: account,
        items: items.map((inventoryItemId) => ({ inventoryItemId })),
      })
      const page = await open('operator', `/shipments/${id}`)
      const edit = await opened(page, 'Edit recipient and delivery')
      const address = {
        Recipient: 'Kenji Sato',
        Address: '1 Main Street',
        City: 'Kyoto',
        'Country code': 'jp',
        'Insured value': maximum,
      }
      for (const [label, text] of Object.entries(address)) {
        await edit.getByLabel(label, { exact: true }).fill(text)
      }
      await edit.getByLabel('Ask for a signature').check()
      await edit.getByRole('button', { name: 'Save' }).click()
      const title = { name: '1 item to Kenji Sato', exact: true, level: 1 } as const
      await page.getByRole('heading', title).waitFor()
      await page.getByText(`Insured for ${shown} USD`).waitFor()
      const activity = page.getByRole('region', { name: 'Activity' })
      await activity.getByText('Recipient changed').waitFor()
      const stored = await send('auditor', `GET /v1/outbound-shipments/${id}`)
      assert.equal(stored.recipient.countryCode, 'JP')
      assert.equal(stored.insuredValueCents, '250050')
      assert.equal(stored.signatureRequired, true)
    })
  }
})

/** A picture of one point. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function opened(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click()
  return page.getByRole('dialog', { name })
}

async function choose(place: Locator, buffer: Buffer) {
  const file = { name: 'front.png', mimeType: 'image/png', buffer }
  await place.locator('input[type=file]').setInputFiles(file)
}
