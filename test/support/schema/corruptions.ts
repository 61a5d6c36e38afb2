import { eventId } from '../../../src/history/events/event.ts'
import type { FullVault } from '../vault/full-vault.ts'
import { CORRUPTED_RECORDS } from './corrupted-records.ts'
import { CORRUPTED_REFERENCES } from './corrupted-references.ts'

/** The event that a checkpoint names: all events are sealed. */
export const SIGNED_EVENT = 7

/**
 * Statements that corrupt a vault, and the violations that must be found: check and record. At
 * least one for every check of `verify`; most concern one check only. In a table, a line from
 * the margin says what is corrupted. Statements are indented, and their later lines further; lines
 * with `=>` are what is found. Names in braces are of the vault: `{held}` is an item.
 */
export function corruptions(vault: FullVault) {
  const texts = [CORRUPTED_RECORDS, CORRUPTED_REFERENCES].flatMap((table) =>
    withNames(table, vault)
      .trim()
      .split(/\n+(?=\S)/),
  )
  return texts.map((text) => {
    const [what, ...parts] = text.split(/\n {2}(?=\S)/) as [string, ...string[]]
    const statements = parts.filter((part) => !part.startsWith('=> '))
    const found = parts.flatMap((part) => (part.startsWith('=> ') ? part.slice(3).split(', ') : []))
    return { what, statements, found }
  })
}

function withNames(table: string, { items, transfers, shipments, ...others }: FullVault): string {
  const names: Record<string, unknown> = { ...items, ...others }
  for (const [name, id] of Object.entries(transfers)) names[`transfer ${name}`] = id
  for (const [name, id] of Object.entries(shipments)) names[`shipment ${name}`] = id
  for (let number = 5; number <= 8; number += 1) {
    names[`event ${number}`] = eventId(others.organizationId, number)
  }
  return table.replace(/\{([a-zA-Z]+( \w+)?)\}/g, (_, name: string) => {
    if (names[name] === undefined) throw new Error(`no ${name} in the vault`)
    return String(names[name])
  })
}
