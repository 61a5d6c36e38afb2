import { knownName } from './names.ts'

/** A spreadsheet reads UTF-8 by the mark at its beginning. */
export function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

const NAMED = [
  [/fboaccountid$/i, 'fbo_account'],
  [/inventoryitemid$/i, 'inventory_item'],
  [/tokenid$/i, 'access_token'],
] as const

/**
 * CSV of records as the service has them: amounts are plain decimals, instants RFC 3339; the name
 * of an account, item or token has a column behind its id.
 */
export function csvOf(rows: readonly object[]): string {
  const lines = rows.map((row) => new Map(Object.entries(row).flatMap(cellsOf)))
  const headers = [...new Set(lines.flatMap((line) => [...line.keys()]))]
  const text = [headers, ...lines.map((line) => headers.map((header) => line.get(header) ?? ''))]
  return text.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

function cellsOf([name, value]: [string, unknown]): [string, string][] {
  const text = typeof value === 'object' ? JSON.stringify(value ?? '') : String(value)
  const plain = value === null ? '' : text
  if (name.endsWith('Cents')) return [[name.slice(0, -5), decimal(plain)]]
  if (name === 'shippedAt' && typeof value === 'number') {
    return [[name, new Date(value).toISOString()]]
  }
  const type = NAMED.find(([pattern]) => pattern.test(name))?.[1]
  if (type === undefined) return [[name, plain]]
  return [
    [name, plain],
    [name.replace(/Id$/, 'Name'), knownName(type, plain) ?? ''],
  ]
}

/** "1234.50" of "123450", "-0.05" of "-5". */
function decimal(cents: string): string {
  const sign = cents.startsWith('-') ? '-' : ''
  const digits = cents.slice(sign.length).padStart(3, '0')
  return cents === '' ? '' : `${sign}${digits.replace(/(\d\d)$/, '.$1')}`
}

const NUMBER = /^-?\d+(\.\d+)?$/

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function quoted(cell: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
