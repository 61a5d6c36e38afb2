import type { Holding, Statement, StatementLine } from '../api/schema.ts'
import { csvOf } from '../display/csv.ts'
import { knownName } from '../display/names.ts'
import { provenWords, verificationLine } from './proven-words.ts'

export interface WholeStatement {
  readonly statement: Statement
  readonly lines: readonly StatementLine[]
  readonly held: readonly Holding[]
}

/**
 * The statement as CSV: `itemsChange` and `valueChange` of the opening and of all lines add up to
 * those of the closing.
 */
export function statementCsv({ statement, lines, held }: WholeStatement): string {
  const { fboAccountId, currency, from, to, opening, closing } = statement
  const none = { at: null, kind: null, inventoryItemId: null, description: null }
  const balance = (section: string, at: string | null, { items, valueCents }: typeof opening) => {
    return { section, ...none, at, itemsChange: items, valueChangeCents: valueCents }
  }
  const told = (section: string, kind: string, description: string) => {
    return { section, ...none, kind, description }
  }
  const line = verificationLine(statement)
  const rows = [
    balance('opening', from, opening),
    ...lines.map((line) => ({ section: 'line', ...line })),
    balance('closing', to, closing),
    ...held.map(({ inventoryItemId, status, description, declaredValueCents }) => {
      const section = 'closing holding'
      return {
        section,
        at: to,
        kind: status,
        inventoryItemId,
        description,
        valueCents: declaredValueCents,
      }
    }),
    told('statement', 'account', fboAccountId),
    told('statement', 'currency', currency),
    told('verification', 'proves', provenWords(statement)),
    ...(line === undefined ? [] : [told('verification', 'checkpoint', line)]),
  ]
  return csvOf(rows, knownName)
}
