import { TransferSetup } from '../vault/transfers.ts'
import type { TestVault } from '../vault/vault.ts'

const ITEMS = '/v1/inventory-items'

/** An organization whose people take in, revalue, move, ship and withdraw items. */
export async function openStatementDesk(vault: TestVault) {
  const { api } = vault
  const setup = await TransferSetup.open(vault)
  const { token } = setup.creator
  const post = async (path: string, body: object = {}, by = token) =>
    (await api.post(path, { token: by, body })).body.data
  return {
    ...setup,
    setup,
    token,
    organizationId: setup.organizationId,
    accounts: [setup.source, setup.destination],
    takeIn: async (fboAccountId: string, declaredValueCents: string): Promise<string> =>
      (await post(ITEMS, { fboAccountId, declaredValueCents, description: 'Watch' }))?.id,
    revalue: (id: string, declaredValueCents: string) =>
      post(`${ITEMS}/${id}/revalue`, { declaredValueCents, reason: 'Appraised' }),
    withdraw: (id: string) => post(`${ITEMS}/${id}/withdraw`, { reason: 'Sold' }),
    move: async (inventoryItemId: string, fromFboAccountId: string, toFboAccountId: string) => {
      const items = [{ inventoryItemId, reason: 'trade' }]
      const batch = await post('/v1/transfers', { fromFboAccountId, toFboAccountId, items })
      if (batch !== undefined) await setup.approve(batch.id)
      return batch?.id
    },
    ship: async (fboAccountId: string, inventoryItemIds: readonly string[]) => {
      const path = '/v1/outbound-shipments'
      const items = inventoryItemIds.map((inventoryItemId) => ({ inventoryItemId }))
      const shipment = await post(path, { fboAccountId, items })
      if (shipment === undefined) return undefined
      await post(`${path}/${shipment.id}/inspect`)
      await post(`${path}/${shipment.id}/submit`)
      await post(`${path}/${shipment.id}/approve`, {}, setup.approver.token)
      await post(`${path}/${shipment.id}/ship`, { carrier: 'Brinks', trackingNumber: 'BX 1' })
      return shipment.id
    },
  }
}

export type StatementDesk = Awaited<ReturnType<typeof openStatementDesk>>
