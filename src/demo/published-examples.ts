import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import type { DemoVault } from './demo-vault.ts'

/**
 * The same vault in which an item that lies in the vault, its account, another account, a pending
 * transfer and a shipment that is packed bear the ids of the published examples: what the API
 * reference shows can be sent as it is.
 */
export function withPublishedExamples(vault: DemoVault): DemoVault {
  const item = vault.items.find(({ status, fboAccountId }) => {
    const account = vault.accounts.find(({ id }) => id === fboAccountId)
    return status === 'in_vault' && account?.isPrimary === false
  })
  const other = vault.accounts.findLast(({ id }) => id !== item?.fboAccountId)
  const batch = vault.batches.find(({ status }) => status === 'pending')
  const shipment = vault.shipments.find(({ status }) => status === 'packing')
  if (item === undefined || other === undefined) return vault
  const renamed = new Map<unknown, string>([
    [item.id, EXAMPLE_IDS.inventoryItem],
    [item.fboAccountId, EXAMPLE_IDS.fboAccount],
    [other.id, EXAMPLE_IDS.otherFboAccount],
    [batch?.id, EXAMPLE_IDS.transferBatch],
    [shipment?.id, EXAMPLE_IDS.outboundShipment],
  ])
  const rename = <T extends object>(record: T): T =>
    Object.fromEntries(
      Object.entries(record).map(([member, value]) => [member, renamed.get(value) ?? value]),
    ) as T
  return {
    accounts: vault.accounts.map(rename),
    batches: vault.batches.map((batch) => ({
      ...rename(batch),
      itemIds: batch.itemIds.map((id) => renamed.get(id) ?? id),
    })),
    shipments: vault.shipments.map(rename),
    items: vault.items.map(rename),
    movements: vault.movements.map(rename),
    shipmentItems: vault.shipmentItems.map(rename),
  }
}
