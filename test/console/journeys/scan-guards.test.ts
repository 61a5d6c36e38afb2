import assert from 'node:assert/strict'
import { journeys } from '../../support/console/desk.ts'
import { settled } from '../../support/console/pages.ts'
import { transferOfOne } from '../../support/console/records.ts'
import { eventually } from '../../support/processes/embedded-directory.ts'

// A person's keys in a form, which pass what guards it against scanners.

journeys('Enter in a form', async (desk, walk) => {
  walk('Enter 200 ms after a dialog has opened confirms nothing', async ({ open }) => {
    const id = await transferOfOne(desk)
    const page = await open('approver', `/transfers/${id}`)
    await settled(page)
    await page.evaluate(`{
      new MutationObserver((_, seen) => {
        const confirm = document.querySelector('[role=dialog] [type=submit]')
        if (confirm === null) return
        seen.disconnect()
        setTimeout(() => {
          confirm.focus()
          const init = { key: 'Enter', bubbles: true, cancelable: true }
          confirm.dispatchEvent(new KeyboardEvent('keydown', init))
          document.title = 'pressed'
        }, 200)
      }).observe(document.body, { childList: true, subtree: true })
    }`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await eventually(async () => (await page.title()) === 'pressed', 'the Enter')
    await page.waitForTimeout(1_000)
    const { status } = await desk.send('auditor', `GET /v1/transfers/${id}`)
    assert.equal(status, 'pending')
  })

  walk('Enter in an open list of choices chooses, and sends no form', async ({ open }) => {
    const page = await open('operator', '/policy')
    await settled(page)
    await page.getByRole('button', { name: 'Change policy' }).click()
    await page.getByRole('button', { name: 'Add a rule' }).click()
    const people = page.getByRole('group', { name: 'Rule 1' }).getByLabel('People')
    await people.click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForTimeout(500)
    assert.equal(await people.inputValue(), '3')
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  walk('Enter in a box presses the button of its form, unless it is disabled', async ({ open }) => {
    const page = await open('operator', '/roles')
    await settled(page)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
    })
    await page.getByRole('button', { name: 'Create role' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create role' })
    await dialog.getByLabel('Name').fill('Scans')
    const box = dialog.getByRole('checkbox').last()
    await box.focus()
    await page.keyboard.press('Enter')
    await page.waitForTimeout(500)
    assert.deepEqual(sent, [])
    await box.press('Space')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    assert.deepEqual(sent, ['/v1/roles'])
  })
})
