import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { inMajorUnits, minorDigits } from '../../domain/minor-units.ts'
import type { HoldingRow } from '../../inventory-items/holding.ts'
import type { Statement } from '../statement.ts'
import type { NamedLine, StatementContent } from '../statement-file.store.ts'
import { HOW_TO_VERIFY, provenBy, verificationLine } from '../verification-line.ts'
import { PdfPages } from './pdf-table.ts'
import { PdfText } from './pdf-text.ts'

/**
 * Writes the statement as PDF, A4 across. It is laid out twice, first to count its pages: no more
 * than a page is held in memory.
 */
export async function writeStatementPdf(content: StatementContent, to: Writable): Promise<void> {
  const { statement, organizationName } = content
  const account = content.accountName ?? statement.fboAccountId
  const checkpoint = verificationLine(statement)
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `Statement of ${account}`,
      Author: organizationName,
      // As text in the file, so that `events verify` finds it there.
      ...(checkpoint !== undefined && { Keywords: checkpoint }),
    },
  })
  const written = pipeline(doc, to)
  // A failure to write is noticed at the end, and is no unhandled one until then.
  written.catch(() => undefined)
  try {
    const text = new PdfText(doc)
    const foot = `${account}, ${periodOf(content)}`
    const counted = new PdfPages(doc, text, { text: foot, of: undefined })
    await write(content, counted)
    await write(content, new PdfPages(doc, text, { text: foot, of: counted.count }))
    doc.end()
  } catch (error) {
    doc.destroy(error as Error)
    await written.catch(() => undefined)
    throw error
  }
  await written
}

async function write(content: StatementContent, pages: PdfPages): Promise<void> {
  const { statement, organizationName, accountName } = content
  const { fboAccountId, currency } = statement
  pages.title(`Statement of ${accountName ?? fboAccountId}`)
  pages.paragraph(`Account ${fboAccountId}, held by ${organizationName}`)
  pages.paragraph(`Period: ${periodOf(content)}. The end is not part of it. All times are UTC.`)
  pages.paragraph(`All amounts are declared values in ${currency}.`)
  pages.gap()
  writeSums(content, pages)
  await writeLines(content, pages)
  await writeShipments(content, pages)
  await writeHoldings(content, 'Holdings at the beginning', content.opening(), pages)
  await writeHoldings(content, 'Holdings at the end', content.closing(), pages)
  pages.title('Verification', 11)
  pages.paragraph(provenBy(statement))
  const checkpoint = verificationLine(statement)
  if (checkpoint !== undefined) {
    pages.paragraph(checkpoint)
    pages.paragraph(HOW_TO_VERIFY)
  }
}

function periodOf({ statement: { from, to } }: StatementContent): string {
  return `${from ?? 'the beginning'} up to ${to ?? 'now'}`
}

const RIGHT = { right: true } as const

function writeSums({ statement }: StatementContent, pages: PdfPages): void {
  const row = pages.table([
    { title: 'Summary', width: 180 },
    { title: 'Lines', width: 80, ...RIGHT },
    { title: 'Items', width: 80, ...RIGHT },
    { title: 'Value', width: 150, ...RIGHT },
  ])
  const { opening, changes, closing } = statement
  row(['Opening', '', `${opening.items}`, money(statement, opening.valueCents)], true)
  for (const { kind, lines, itemsChange, valueChangeCents } of changes) {
    if (lines > 0)
      row([KINDS[kind], `${lines}`, signed(itemsChange), money(statement, valueChangeCents)])
  }
  row(['Closing', '', `${closing.items}`, money(statement, closing.valueCents)], true)
  pages.gap()
}

const KINDS: Readonly<Record<NamedLine['kind'], string>> = {
  imported: 'Imported',
  taken_in: 'Taken in',
  transferred_in: 'Transferred in',
  transferred_out: 'Transferred out',
  shipped: 'Shipped',
  withdrawn: 'Withdrawn',
  revalued: 'Revalued',
}

async function writeLines(content: StatementContent, pages: PdfPages): Promise<void> {
  const { statement } = content
  pages.title('Movements and revaluations', 11)
  const row = pages.table([
    { title: 'Time (UTC)', width: 108 },
    { title: 'What', width: 72 },
    { title: 'Item', width: 232 },
    { title: 'Details', width: 184 },
    { title: 'Items', width: 34, ...RIGHT },
    { title: 'Item value', width: 70, ...RIGHT },
    { title: 'Change', width: 70, ...RIGHT },
  ])
  for await (const line of content.lines()) {
    row([
      timeOf(line.at),
      KINDS[line.kind],
      itemOf(line),
      detailsOf(line),
      line.itemsChange === 0 ? '' : signed(line.itemsChange),
      money(statement, line.valueCents),
      money(statement, line.valueChangeCents),
    ])
  }
  pages.gap()
}

/** The other account of a transfer, and the reason. */
function detailsOf(line: NamedLine): string {
  const other = line.otherFboAccountId
  const from = line.kind === 'transferred_in' ? 'from' : 'to'
  return [
    other && `${from} ${line.otherName === null ? other : `${line.otherName} (${other})`}`,
    line.outboundShipmentId ?? line.transferBatchId ?? line.revaluationId,
    line.reason,
  ]
    .filter(Boolean)
    .join(', ')
}

async function writeShipments(content: StatementContent, pages: PdfPages): Promise<void> {
  const { statement } = content
  const shipments = await content.shipments()
  if (shipments.length === 0) return
  pages.title('Shipments', 11)
  const row = pages.table([
    { title: 'Shipped (UTC)', width: 110 },
    { title: 'Shipment', width: 220 },
    { title: 'Carrier and tracking number', width: 210 },
    { title: 'Delivered (UTC)', width: 110 },
    { title: 'Items', width: 40, ...RIGHT },
    { title: 'Value', width: 78, ...RIGHT },
  ])
  for (const shipment of shipments) {
    const { id, carrier, trackingNumber, shippedAt, deliveredAt, items, valueCents } = shipment
    row([
      shippedAt === null ? '' : timeOf(shippedAt),
      id,
      [carrier, trackingNumber].filter(Boolean).join(' '),
      deliveredAt === null ? '' : timeOf(deliveredAt),
      `${items}`,
      money(statement, `${valueCents}`),
    ])
  }
  pages.gap()
}

async function writeHoldings(
  { statement }: StatementContent,
  title: string,
  holdings: AsyncGenerator<HoldingRow>,
  pages: PdfPages,
): Promise<void> {
  pages.title(title, 11)
  const row = pages.table([
    { title: 'Item', width: 560 },
    { title: 'Status', width: 110 },
    { title: 'Value', width: 98, ...RIGHT },
  ])
  let items = 0
  let cents = 0n
  for await (const holding of holdings) {
    items += 1
    cents += BigInt(holding.declaredValueCents)
    const status = holding.status.replaceAll('_', ' ')
    row([itemOf(holding), status, money(statement, holding.declaredValueCents)])
  }
  const counted = items === 1 ? '1 item' : `${grouped(`${items}`)} items`
  row([`Total: ${counted}`, '', money(statement, `${cents}`)], true)
  pages.gap()
}

function itemOf(item: Pick<HoldingRow, 'description' | 'inventoryItemId'>): string {
  const { description, inventoryItemId } = item
  return description === null ? inventoryItemId : `${description} (${inventoryItemId})`
}

function timeOf(at: Date): string {
  return at.toISOString().replace('T', ' ').replace('Z', '')
}

function signed(count: number): string {
  return count > 0 ? `+${count}` : `${count}`
}

/** "1,234.50" of "123450". */
function money({ currency }: Pick<Statement, 'currency'>, cents: string): string {
  const [whole, ...part] = inMajorUnits(cents, minorDigits(currency)).split('.')
  return [grouped(whole as string), ...part].join('.')
}

function grouped(number: string): string {
  return number.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}
