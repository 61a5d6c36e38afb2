import { Refusal } from '../../domain/errors.ts'

interface Records {
  /** The first by id, at most `ACCOUNT_USES_LISTED_MAX`. */
  readonly ids: readonly string[]
  readonly total: number
}

/** Records that need to know whose an account is. */
export interface AccountUse {
  /** Items of the account that are in the vault. */
  readonly items: Records
  /** Pending transfers from the account or to it. */
  readonly transfers: Records
  /** Shipments of the account that are neither delivered nor cancelled. */
  readonly shipments: Records
}

/** Why the account cannot be erased yet: `fbo_account_in_use`; undefined if it can. */
export function useRefusal({ items, transfers, shipments }: AccountUse): Refusal | undefined {
  const uses = [
    ...counted(items.total, 'item in the vault', 'items in the vault'),
    ...counted(transfers.total, 'pending transfer', 'pending transfers'),
    ...counted(shipments.total, 'open shipment', 'open shipments'),
  ]
  if (uses.length === 0) return undefined
  return new Refusal('fbo_account_in_use', {
    detail:
      `The account has ${uses.join(', ')}: move, ship or withdraw the items, decide the ` +
      'transfers, deliver or cancel the shipments, then erase the account.',
    members: {
      inventoryItemIds: [...items.ids],
      inventoryItemsTotal: items.total,
      transferIds: [...transfers.ids],
      transfersTotal: transfers.total,
      outboundShipmentIds: [...shipments.ids],
      outboundShipmentsTotal: shipments.total,
    },
  })
}

function counted(total: number, one: string, many: string): string[] {
  return total === 0 ? [] : [`${total} ${total === 1 ? one : many}`]
}
