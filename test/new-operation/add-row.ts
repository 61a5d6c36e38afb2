import { readFileSync, writeFileSync } from 'node:fs'
import type { Room } from './rooms.ts'

interface NewRow {
  readonly kind: 'change' | 'read' | 'list'
  readonly operationId: string
  readonly path: string
  readonly permission: string | undefined
}

/** Adds the row of an operation to the catalogue of the tests; returns the file. */
export function addRow(room: Room, row: NewRow): string {
  const file = `test/support/catalogue/${room.rows}`
  const text = readFileSync(file, 'utf8')
  const end = text.indexOf('\n}\n', text.search(/^export const ROWS_OF_\w+: Rows = \{/m))
  writeFileSync(file, `${text.slice(0, end)}\n  ${rowText(room, row)},${text.slice(end)}`)
  return file
}

function rowText({ place, list }: Room, { kind, operationId, path, permission }: NewRow): string {
  if (kind === 'list') {
    const filled = `...(await ${list}.fill(...of)), path: '${path}'`
    const fill = `{ isNewestFirst: true, fill: async (...of) => ({ ${filled} }) }`
    return `${operationId}: listOf('${path}', '${permission}', { list: ${fill} })`
  }
  const one = `ofOne(${place}, ['${kind === 'read' ? 'GET' : 'POST'}', '${path}'], { permission: '${permission}' })`
  // It changes nothing yet; without this member the tests of access ask for a change.
  return `${operationId}: ${kind === 'read' ? one : `{ ...${one}, mayBeThere: true }`}`
}
