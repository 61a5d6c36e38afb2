import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import type { SyntheticVault } from './synthetic/vault.ts'

/**
 * The same vault with the ids of the published examples: an item in the vault, its account, another
 * account, a pending transfer and a shipment that is packed. The API reference's requests then work
 * as they are shown.
 */
export function withPublishedExamples(vault: SyntheticVault): SyntheticVault {
  const [primary] = vault.accounts
  const item = vault.items.find(
    ({ status, fboAccountId }) => status === 'in_vault' && fboAccountId !== primary?.id,
  )
  const other = vault.accounts.findLast(({ id }) => id !== item?.fboAccountId)
  const batch = vault.batches.find(({ status }) => status === 'pending')
  const shipment = vault.shipments.find(({ status }) => status === 'packing')
  const published = new Map<unknown, string>([
    [item?.id, EXAMPLE_IDS.inventoryItem],
    [item?.fboAccountId, EXAMPLE_IDS.fboAccount],
    [other?.id, EXAMPLE_IDS.otherFboAccount],
    [batch?.id, EXAMPLE_IDS.transferBatch],
    [shipment?.id, EXAMPLE_IDS.outboundShipment],
  ])
  return renamed(vault, published) as SyntheticVault
}

/** The same records, with other values for some texts at any depth. */
function renamed(value: unknown, names: ReadonlyMap<unknown, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => renamed(each, names))
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    return names.get(value) ?? value
  }
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([name, each]) => [name, renamed(each, names)]))
}
