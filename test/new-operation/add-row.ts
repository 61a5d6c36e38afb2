import { readFileSync, writeFileSync } from 'node:fs'
import type { Room } from './rooms.ts'

interface NewRow {
  readonly kind: 'change' | 'read' | 'list'
  readonly operationId: string
  readonly path: string
}

const FILE = 'test/support/catalogue/states.ts'

/** Adds the row of an operation to the catalogue of the tests; returns the file. */
export function addRow(room: Room, row: NewRow): string {
  const text = readFileSync(FILE, 'utf8')
  const end = text.indexOf('\n}\n', text.indexOf('export const STATES'))
  writeFileSync(FILE, `${text.slice(0, end)}\n  ${rowText(room, row)},${text.slice(end)}`)
  return FILE
}

function rowText({ list }: Room, { kind, operationId, path }: NewRow): string {
  if (kind === 'list') {
    const filled = `...(await lists.${list}.fill(...of)), path: '${path}'`
    const fill = `{ isNewestFirst: true, fill: async (...of) => ({ ${filled} }) }`
    return `${operationId}: { list: ${fill} }`
  }
  // It changes nothing yet; without this member the tests of access ask for a change.
  return `${operationId}: ${kind === 'read' ? '{}' : '{ mayBeThere: true }'}`
}
