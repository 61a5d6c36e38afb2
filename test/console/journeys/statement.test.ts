import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { whyNoBrowser } from '../../support/console/chromium.ts'
import { journey, openDesk } from '../../support/console/desk.ts'
import { openAccount, takeIn } from '../../support/console/records.ts'

test('statements', { skip: whyNoBrowser() }, async (t) => {
  const desk = await openDesk()

  await t.test(
    'an account is stated for a period, saved, and printed with numbered pages',
    journey(desk, async ({ open }) => {
      const account = await openAccount(desk, 'Statement')
      const { items } = await takeIn(desk, account, 2)
      await desk.send('operator', `POST /v1/inventory-items/${items[0]}/revalue`, {
        declaredValueCents: '5',
        reason: '=cheaper',
      })
      const page = await open('auditor', `/accounts/${account}`)
      await page.getByRole('link', { name: 'Statement', exact: true }).click()
      const statement = page.getByRole('article', { name: 'Statement' })
      await statement.getByRole('heading', { name: 'Statement of Journey Statement' }).waitFor()
      const row = (text: string) => statement.getByRole('row').filter({ hasText: text }).first()
      assert.match(await row('Opening').innerText(), /0\s+0\.00 USD/)
      assert.match(await row('Revalued').innerText(), /1\s+0\s+−123\.40 USD/)
      assert.match(await row('Closing').innerText(), /2\s+123\.50 USD/)

      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save as CSV' }).click()
      const text = readFileSync(await (await download).path(), 'utf8')
      const lines = text.replace('\ufeff', '').trimEnd().split('\r\n')
      assert.equal(lines.filter((line) => line.startsWith('line,')).length, 3)
      assert.match(text, /line,[^\n]*,revalued,[^\n]*,0,-123\.40,0\.05,[^\n]*'=cheaper/)
      assert.match(text, /closing,[^\n]*,2,123\.50/)

      await page.evaluate('window.print = () => { document.title = "printed" }')
      await page.getByRole('button', { name: 'Print or save as PDF' }).click()
      assert.equal(await page.title(), 'printed')
      const pdf = await page.pdf({ preferCSSPageSize: true })
      assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1)

      // A period before the account has nothing in it.
      await page.getByLabel('First day').fill('2026-01-01')
      await page.getByLabel('Last day').fill('2026-01-31')
      await page.waitForURL(/to=2026-01-31/)
      await statement.getByText('None.').first().waitFor()
    }),
  )
})
