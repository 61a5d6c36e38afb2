import assert from 'node:assert/strict'
import { code128, drawingSVG, qrcode } from 'bwip-js'
import type { Page } from 'playwright-core'
import { type Desk, journeys } from '../../support/console/desk.ts'
import { openWith } from '../../support/console/records.ts'

const MM = 96 / 25.4

journeys('labels and packing slips', async (desk, walk) => {
  const { send } = desk

  walk('labels of three items, on a sheet of which one label is used up', async ({ open }) => {
    const { account, items } = await openWith(desk, 'Labels', 2)
    const numbered = await takeInNumbered(desk, account, 'SN 4711')
    const all = [numbered, ...items]
    const page = await open('operator', `/labels?items=${all}&size=l7163&start=2`)
    const labels = page.getByRole('article')
    await labels.nth(2).waitFor()
    await labels.first().getByText('Journey Labels').waitFor()
    await labels.first().getByText('Serial SN 4711').waitFor()
    await labels.first().getByText(numbered, { exact: true }).waitFor()

    const near = (to: number[]) => (box: number[]) =>
      box.every((length, index) => Math.abs(length - (to[index] ?? 0)) < 0.05)
    const boxes = await boxesInMm(page, '.sheet, .label')
    for (const to of [
      [0, 0, 210, 297],
      [106.25, 15.15, 99.1, 38.1],
      [4.65, 53.25, 99.1, 38.1],
      [106.25, 53.25, 99.1, 38.1],
    ]) {
      assert.equal(boxes.filter(near(to)).length, 1, `${to} in ${JSON.stringify(boxes)}`)
    }
    // A drawing is exactly that of the package.
    const bars = { bcid: 'code128', text: 'SN 4711', scale: 1, height: 10, paddingwidth: 10 }
    const squares = { bcid: 'qrcode', text: numbered, scale: 1, padding: 8 }
    const [qr, code] = [qrcode(squares, drawingSVG()), code128(bars, drawingSVG())]
    assert.deepEqual(await pathsOf(page, `QR code of ${numbered}`), pathsIn(qr))
    assert.deepEqual(await pathsOf(page, 'Code 128 of SN 4711'), pathsIn(code))

    assert.deepEqual(await pagesInMm(page), [[210, 297]])
    await page.getByLabel('Paper').selectOption('roll62')
    // The ID of an item as bars is too wide for it.
    await page.getByRole('img', { name: `Code 128 of ${items[0]}` }).waitFor({ state: 'hidden' })
    await page.getByRole('img', { name: 'Code 128 of SN 4711' }).waitFor()
    assert.deepEqual(await pagesInMm(page), Array(3).fill([62, 29]))

    await page.getByLabel('QR codes are links to the items').check()
    const link = `${desk.url}/console/items/${numbered}`
    await page.getByRole('img', { name: `QR code of ${link}` }).waitFor()
    await page.evaluate('window.print = () => { document.title = "printed" }')
    await page.getByRole('button', { name: 'Print' }).click()
    assert.equal(await page.title(), 'printed')
  })

  walk('twenty scans, faster than their responses, and three that fail', async ({ open }) => {
    const { account, items } = await openWith(desk, 'Scans', 17)
    const numbered = await takeInNumbered(desk, account, 'SN 4712')
    const linked = await takeInNumbered(desk, account, 'SN 4713')
    const last = await takeInNumbered(desk, account, 'SN 4714')
    const page = await open('operator', '/labels')
    await page.getByLabel('Item IDs or numbers').focus()
    const scans = [
      ...items.map((id, index) => (index % 2 === 0 ? id.toUpperCase() : `  ${id} `)),
      'sn4712',
      'SN 471',
      `${desk.url}/console/items/${linked}`,
      'item_unknown',
      '%',
      'SN 4714',
    ]
    for (const scan of scans) {
      await page.keyboard.insertText(scan)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('article').nth(19).waitFor()
    const { searchParams } = new URL(page.url())
    assert.deepEqual(searchParams.get('items')?.split(','), [...items, numbered, linked, last])
    await page.getByText('has: SN 471, item_unknown, %').waitFor()
    // Back takes the last one away.
    await page.goBack()
    await page.getByRole('article').nth(19).waitFor({ state: 'hidden' })
    assert.equal(await page.getByRole('article').count(), 19)
  })

  walk('too many labels at once, and an item that is not there', async ({ open, watch }) => {
    const many = Array.from({ length: 201 }, (_, number) => `item_${number}`)
    const page = await open('operator', `/labels?items=${many}`)
    await page.getByText('201 items are chosen. At most 200 are').waitFor()
    watch.allow(404, /item_nowhere$/)
    watch.allow(404, /item_nowhere\?/)
    await page.goto(`${desk.url}/console/labels?items=item_nowhere`)
    await page.getByText('item_nowhere: ').waitFor()
    assert.ok(await page.getByRole('button', { name: 'Print' }).isDisabled())
  })

  walk('a packing slip of more items than a page of the list has', async ({ open }) => {
    const { account, items } = await openWith(desk, 'Slip', 101)
    const numbered = await takeInNumbered(desk, account, 'SN 4715')
    const { id } = await send('integrator', 'POST /v1/outbound-shipments', {
      fboAccountId: account,
      items: [...items, numbered].map((inventoryItemId) => ({ inventoryItemId })),
      recipient: {
        name: 'Ada Lindqvist',
        line1: 'Skeppsbron 14',
        city: 'Stockholm',
        postalCode: '111 30',
        countryCode: 'SE',
      },
    })
    const page = await open('operator', `/shipments/${id}`)
    await page.getByRole('link', { name: 'Packing slip' }).click()
    const slip = page.getByRole('article', { name: 'Packing slip' })
    await slip.getByText('102 items').waitFor()
    const address = await slip.getByText('Ship to').innerText()
    assert.equal(address, 'Ship to\nAda Lindqvist\nSkeppsbron 14\n111 30 Stockholm\nSweden')
    await slip.getByRole('cell', { name: 'Serial SN 4715' }).waitFor()
    assert.equal(await slip.getByText('123.45').count(), 0, 'values are not for everybody')
    await page.getByLabel('Show values').check()
    assert.equal(await slip.getByText('123.45 USD', { exact: true }).count(), 102)
    await slip.getByText('102 items, 12,591.90 USD in total').waitFor()
    await page.emulateMedia({ media: 'print' })
    assert.ok(await slip.getByText('Received by, date').isVisible())
    assert.ok(await page.getByRole('heading', { name: 'Packing slip' }).isHidden())
    assert.ok((await pagesInMm(page)).length > 1)
  })
})

async function takeInNumbered(desk: Desk, fboAccountId: string, value: string): Promise<string> {
  const { id } = await desk.send('integrator', 'POST /v1/inventory-items', {
    fboAccountId,
    description: `Watch ${value}`,
    declaredValueCents: '12345',
    identifiers: [{ scheme: 'serial', value }],
  })
  return id
}

/** Left, top, width and height on the sheet of each element. */
async function boxesInMm(page: Page, selector: string): Promise<number[][]> {
  const boxes = (await page.evaluate(`[...document.querySelectorAll('${selector}')].map((one) => {
    const [box, sheet] = [one.getBoundingClientRect(), one.closest('.sheet').getBoundingClientRect()]
    return [box.left - sheet.left, box.top - sheet.top, box.width, box.height]
  })`)) as number[][]
  return boxes.map((box) => box.map((pixels) => pixels / MM))
}

/** Width and height of each page of the print. */
async function pagesInMm(page: Page): Promise<number[][]> {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) =>
      [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
  )
}

function pathsOf(page: Page, name: string): Promise<(string | null)[]> {
  return page
    .getByRole('img', { name, exact: true })
    .locator('path')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('d')))
}

function pathsIn(svg: string): string[] {
  return [...svg.matchAll(/ d="([^"]+)"/g)].map(([, path = '']) => path)
}
