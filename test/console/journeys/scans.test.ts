import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { EXAMPLE_IDS } from '../../../src/domain/ids.ts'
import { type Desk, journeys } from '../../support/console/desk.ts'
import { settled, shownPages } from '../../support/console/pages.ts'
import { NOTED_MS, openWith, shipment, transferOfOne } from '../../support/console/records.ts'
import { typeAsScanner } from '../../support/console/scanner.ts'
import { eventually } from '../../support/processes/embedded-directory.ts'
import { Random } from '../../support/vault/random.ts'

const SCANS = 500
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
/** Their own field takes what is scanned. */
const TAKES_SCANS = /^\/(labels|transfers\/new|shipments\/new)/

journeys('what a scanner types', async (desk, walk) => {
  const { inventoryItem } = EXAMPLE_IDS
  const random = new Random(11)

  walk('never decides anything, and opens the item, on every page', async ({ open, watch }) => {
    watch.allow(404, /^\/v1\//)
    watch.allow(403, /^\/v1\/(passkeys|.*\/approve)$/)
    const [transfer, waiting] = [await transferOfOne(desk), await shipmentOfOne(desk)]
    const pages = [
      ...(await shownPages(desk)).filter(({ role }) => role === 'operator'),
      { role: 'approver', path: `/transfers/${transfer}` },
      { role: 'approver', path: `/shipments/${waiting}` },
      { role: 'approver', path: '/queue' },
    ] as const
    for (const { role, path } of pages) {
      const page = await open(role, path)
      await settled(page)
      const sent: string[] = []
      page.on('request', (request) => {
        const isRead =
          request.method() === 'GET' || /validateOnly=true|\/session\//.test(request.url())
        if (!isRead) sent.push(`${path}: ${request.method()} ${request.url()}`)
      })
      const codes = Array.from({ length: Math.ceil(SCANS / pages.length) }, () => codeOf(random))
      await typed(page, [...codes, inventoryItem], { focus: random.next() })
      if (!TAKES_SCANS.test(path)) await page.waitForURL(new RegExp(`/items/${inventoryItem}$`))
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      assert.deepEqual(sent, [])
      await page.close()
    }
    const { send } = desk
    assert.equal((await send('auditor', `GET /v1/transfers/${transfer}`)).status, 'pending')
    const shipped = await send('auditor', `GET /v1/outbound-shipments/${waiting}`)
    assert.equal(shipped.status, 'pending_approval')
  })

  for (const [title, code, more = {}] of [
    ['in upper case', inventoryItem.toUpperCase()],
    ['without Enter', inventoryItem, { end: [] }],
    ['with Tab', inventoryItem, { end: ['Tab'] }],
    ['with a line feed after Enter', inventoryItem, { end: ['Enter', 'Enter'] }],
    ['as a link', `${desk.url}/console/items/${inventoryItem}`],
    ['behind the kind of its bars', `]Q3${inventoryItem}`],
    ['a number, with digits of a French keyboard', '47110815', { digits: 'à&é"\'(-è_ç' }],
    ['a number, with Arabic digits', '47110816', { digits: '٠١٢٣٤٥٦٧٨٩' }],
    ['while a dialog is open', inventoryItem, { button: 'Put on hold' }],
  ] as const) {
    walk(`a code ${title} opens the item`, async ({ open }) => {
      const wanted = /^\d/.test(code) ? await numbered(desk, code) : inventoryItem
      const { items } = await openWith(desk, 'Scanned', 1)
      const page = await open('operator', `/items/${items[0]}`)
      await settled(page)
      if ('button' in more) await page.getByRole('button', { name: more.button }).click()
      await typed(page, [code], more)
      await page.waitForURL(`**/items/${wanted}`)
    })
  }

  const code = '47110815'
  const alt = [...'0052 0055 0049'].map((sign) => (sign === ' ' ? 'up' : `Numpad${sign}`))
  // Each scanner: its keys and waits, and the milliseconds between them. `dialog`: one is open.
  for (const [title, keys, { everyMs = 5, dialog = true } = {}] of [
    ['slow', [...'7a31c09k', 'Enter'], { everyMs: 90, dialog: false }],
    ['slower', [...'7a31c09k', 'Enter'], { everyMs: 300, dialog: false }],
    ['slow, with a number', [...'4711', 'Enter'], { everyMs: 90 }],
    ['that types by numbers', [...alt, 'up', 'Enter']],
    ['that begins with a blank', [' ', ...code, 'Enter']],
    ['that begins with Enter', ['Enter', ...code]],
    ['that sends Enter late', [...code, 350, 'Enter']],
    ['that sends Enter late, behind a touch', [...code, 'touch', 350, 'Enter']],
    ['with a short code and Enter late', [...'471', 80, 'Enter']],
    ['with a short code and Enter later', [...'471', 200, 'Enter']],
    ['of one sign', ['7', 'Enter']],
    ['whose Enter is held', [...code, 'down', 'down', 'Enter']],
  ] as const) {
    walk(`a scanner ${title} confirms nothing`, async ({ open, watch }) => {
      watch.allow(404, /^\/v1\//)
      const id = await transferOfOne(desk)
      const page = await open('approver', `/transfers/${id}`)
      await settled(page)
      if (dialog) {
        await page.getByRole('button', { name: 'Approve' }).click()
        await page.locator('[role=dialog] [type=submit]:focus').waitFor()
      }
      await typeAsScanner(page, keys, everyMs)
      await page.waitForTimeout(300)
      const { status } = await desk.send('auditor', `GET /v1/transfers/${id}`)
      assert.equal(status, 'pending')
    })
  }

  walk('a person’s Enter confirms, under the clock of the scanners too', async ({ open }) => {
    const id = await transferOfOne(desk)
    const page = await open('approver', `/transfers/${id}`)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.locator('[role=dialog] [type=submit]:focus').waitFor()
    await typeAsScanner(page, ['Enter'])
    const isApproved = async () =>
      (await desk.send('auditor', `GET /v1/transfers/${id}`)).status === 'completed'
    await eventually(isApproved, 'the approval')
  })

  for (const [title, keys] of [
    ['Enter twice', ['Enter', 400, 'Enter']],
    ['Enter late', [400, 'Enter']],
  ] as const) {
    walk(`a code in a field of a dialog, with ${title}, sends no form`, async ({ open }) => {
      const id = await transferOfOne(desk)
      const page = await open('approver', `/transfers/${id}`)
      await settled(page)
      await page.getByRole('button', { name: 'Reject' }).click()
      await page.getByRole('dialog').getByRole('textbox').first().focus()
      await typeAsScanner(page, [...code, ...keys])
      await page.waitForTimeout(300)
      const { status } = await desk.send('auditor', `GET /v1/transfers/${id}`)
      assert.equal(status, 'pending')
    })
  }

  for (const path of ['/items?view=scan', '/labels', '/transfers/new', '/shipments/new']) {
    walk(`${path} takes scans, wherever the focus is`, async ({ open }) => {
      const page = await open('operator', path)
      await settled(page)
      await typed(page, [inventoryItem], { focus: 0 })
      const taken = page.getByText('1 selected').or(page.getByRole('article'))
      await taken.or(page.getByRole('heading', { name: '1 item in this' })).waitFor()
      assert.ok(page.url().includes(path))
    })
  }

  walk('what no item has is said; an entry is not left for an item', async ({ open }) => {
    const page = await open('operator', '/policy')
    await settled(page)
    await typed(page, ['nobody-7'])
    await page.getByRole('alert').getByText('No item, or more than one, has “nobody-7”').waitFor()
    await page.getByRole('button', { name: 'Change policy' }).click()
    await page.getByLabel('Pending transfers expire after').fill('9 h')
    await typed(page, [inventoryItem])
    const scanned = page.getByRole('alert').filter({ hasText: 'Scanned' })
    await scanned.getByRole('link').waitFor()
    assert.equal(await page.getByLabel('Pending transfers expire after').inputValue(), '9 h')
  })

  walk('keys of a person do what they did; no Enter at once confirms', async ({ open }) => {
    const page = await open('approver', `/transfers/${await transferOfOne(desk)}`)
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await page.evaluate(`{
      new MutationObserver((_, seen) => {
        const confirm = document.querySelector('[role=dialog] [type=submit]')
        if (confirm === null) return
        seen.disconnect()
        const init = { key: 'Enter', bubbles: true, cancelable: true }
        document.title = confirm.dispatchEvent(new KeyboardEvent('keydown', init))
      }).observe(document.body, { childList: true, subtree: true })
    }`)
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Approve' }).waitFor()
    await eventually(async () => (await page.title()) === 'false', 'the Enter, which did nothing')
  })
})

function codeOf(random: Random): string {
  const signs = (of: string, length: number) =>
    Array.from({ length }, () => random.pick([...of])).join('')
  const id = `item_01${signs(SIGNS, 24)}`
  return random.pick([id, id.toUpperCase(), signs(SIGNS, 10), signs(SIGNS.slice(0, 10), 8)])
}

/**
 * Types codes as a scanner does, with nothing in focus, or with a button or a link of the page.
 * Nothing of it may reach the page.
 */
async function typed(
  page: Page,
  codes: readonly string[],
  more: {
    readonly focus?: number
    readonly end?: readonly string[]
    readonly digits?: string
  } = {},
): Promise<void> {
  const { focus, end = ['Enter'], digits = '0123456789' } = more
  const swallowed = await page.evaluate(`(() => {
    document.activeElement?.blur()
    const controls = [...document.querySelectorAll('main :is(a[href], button:enabled)')]
    controls[Math.floor(controls.length * ${focus ?? 2})]?.focus()
    const sent = []
    for (const code of ${JSON.stringify(codes)}) {
      const keys = [...code, ...${JSON.stringify(end)}]
      for (const [place, sign] of keys.entries()) {
        const isDigit = /^\\d$/.test(sign)
        const init = {
          key: isDigit ? ${JSON.stringify([...digits])}[sign] : sign,
          code: isDigit ? 'Digit' + sign : '',
          bubbles: true,
          cancelable: true,
        }
        const went = document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init))
        // The first keys may move the person: to a row, a page or the search.
        if (place > 1) sent.push(went)
      }
    }
    return sent.every((went) => !went)
  })()`)
  assert.equal(swallowed, true)
}

async function shipmentOfOne(desk: Desk): Promise<string> {
  return await shipment(desk, await openWith(desk, 'Scanned', 1))
}

/** Takes in an item with a number, which is found a moment later. */
async function numbered({ send }: Desk, value: string): Promise<string> {
  const { id } = await send('integrator', 'POST /v1/inventory-items', {
    fboAccountId: EXAMPLE_IDS.fboAccount,
    declaredValueCents: '1',
    identifiers: [{ scheme: 'psa_cert', value }],
  })
  const found = async () => (await send('auditor', `GET /v1/search?q=${value}`)).length === 1
  await eventually(found, 'the number of the item', NOTED_MS)
  return id
}
