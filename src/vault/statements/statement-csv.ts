import { inMajorUnits, minorDigits } from '../../domain/minor-units.ts'
import { csvLine } from '../../runtime/csv/csv-line.ts'
import type { HoldingRow } from '../items/holding.ts'
import type { StatementContent } from './statement-file.store.ts'
import { HOW_TO_VERIFY, provenBy, verificationLine } from './verification-line.ts'

const COLUMNS = [
  'section',
  'at',
  'kind',
  'inventoryItemId',
  'description',
  'itemsChange',
  'valueChange',
  'value',
  'otherFboAccountId',
  'otherFboAccountName',
  'transferBatchId',
  'outboundShipmentId',
  'carrier',
  'trackingNumber',
  'deliveredAt',
  'revaluationId',
  'reason',
] as const

type Cells = Partial<Record<(typeof COLUMNS)[number], string | number | Date | null>>

/**
 * The statement as CSV for a spreadsheet, line by line. `itemsChange` and `valueChange` of the
 * opening and of all lines add up to those of the closing.
 */
export async function* statementCsv(content: StatementContent): AsyncGenerator<string> {
  const { statement } = content
  const { fboAccountId, currency, from, to, opening, closing } = statement
  const decimal: Decimal = (cents) => inMajorUnits(cents, minorDigits(currency))
  // A spreadsheet reads UTF-8 by the mark at its beginning.
  yield `\ufeff${csvLine(COLUMNS)}`
  const about = {
    organization: content.organizationName,
    account: fboAccountId,
    accountName: content.accountName,
    currency,
    from: from ?? 'the beginning',
    to: to ?? 'now',
  }
  for (const [kind, description] of Object.entries(about)) {
    yield row({ section: 'statement', kind, description })
  }
  const balance = (section: string, at: string | null, { items, valueCents }: typeof opening) =>
    row({ section, at, itemsChange: items, valueChange: decimal(valueCents) })
  yield balance('opening', from, opening)
  yield* holdings('opening holding', content.opening(), decimal)
  for await (const line of content.lines()) {
    const { valueChangeCents, valueCents, otherName, ...cells } = line
    yield row({
      ...cells,
      section: 'line',
      valueChange: decimal(valueChangeCents),
      value: decimal(valueCents),
      otherFboAccountName: otherName,
    })
  }
  for (const { id, shippedAt, items, valueCents, ...cells } of await content.shipments()) {
    yield row({
      ...cells,
      section: 'shipment',
      at: shippedAt,
      outboundShipmentId: id,
      description: items === 1 ? '1 item' : `${items} items`,
      value: decimal(`${valueCents}`),
    })
  }
  yield balance('closing', to, closing)
  yield* holdings('closing holding', content.closing(), decimal)
  yield row({ section: 'verification', kind: 'proves', description: provenBy(statement) })
  const line = verificationLine(statement)
  if (line === undefined) return
  yield row({ section: 'verification', kind: 'checkpoint', description: line })
  yield row({ section: 'verification', kind: 'how', description: HOW_TO_VERIFY })
}

type Decimal = (cents: string) => string

async function* holdings(
  section: string,
  rows: AsyncGenerator<HoldingRow>,
  decimal: Decimal,
): AsyncGenerator<string> {
  for await (const { inventoryItemId, status, description, declaredValueCents } of rows) {
    const value = decimal(declaredValueCents)
    yield row({ section, kind: status, inventoryItemId, description, value })
  }
}

function row(cells: Cells): string {
  return csvLine(
    COLUMNS.map((name) => {
      const value = cells[name] ?? ''
      return value instanceof Date ? value.toISOString() : String(value)
    }),
  )
}
