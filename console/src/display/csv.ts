import type { IncludedName } from '../api/schema.ts'
import { inMajorUnits } from './amounts.ts'

const NAMED = [
  [/fboaccountid$/i, 'fbo_account'],
  [/inventoryitemid$/i, 'inventory_item'],
  [/tokenid$/i, 'access_token'],
] as const

/** The name of a record, if it is known. */
type NameOf = (type: IncludedName['type'], id: string) => string | undefined

/**
 * CSV of records as the service has them: amounts are plain decimals, instants RFC 3339; the name
 * of an account, item or token has a column behind its id. Their organization has none, so that
 * the accounts of one can be imported into another.
 */
export function csvOf(rows: readonly object[], nameOf: NameOf): string {
  const cells = (member: [string, unknown]) => cellsOf(member, nameOf)
  const lines = rows.map((row) => new Map(Object.entries(row).flatMap(cells)))
  const headers = [...new Set(lines.flatMap((line) => [...line.keys()]))]
  const text = [headers, ...lines.map((line) => headers.map((header) => line.get(header) ?? ''))]
  return text.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

function cellsOf([name, value]: [string, unknown], nameOf: NameOf): [string, string][] {
  const text = typeof value === 'object' ? JSON.stringify(value ?? '') : String(value)
  const plain = value === null ? '' : text
  if (name.endsWith('Cents')) return [[name.slice(0, -5), plain === '' ? '' : inMajorUnits(plain)]]
  if (name === 'shippedAt' && typeof value === 'number') {
    return [[name, new Date(value).toISOString()]]
  }
  if (name === 'organizationId') return []
  const type = NAMED.find(([pattern]) => pattern.test(name))?.[1]
  if (type === undefined) return [[name, plain]]
  return [
    [name, plain],
    [name.replace(/Id$/, 'Name'), nameOf(type, plain) ?? ''],
  ]
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** Cells that a spreadsheet takes for formulas, also behind blanks and in full width. */
const FORMULA = /^(?:[\t\r\n]|[\s\u00ad\u200b-\u200f\u2060-\u206f]*[=+\-@＝＋－＠])/

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function quoted(cell: string): string {
  const safe = FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return /[",;'\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
