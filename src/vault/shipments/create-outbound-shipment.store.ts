import {
  ORGANIZATION,
  type OrganizationTransaction,
} from '../../database/changes/organization-transaction.ts'
import { changeItems, type LockedItem, lockItems } from '../items/item-changes.store.ts'
import type { ShipmentFacts, ShipmentRequest } from './create-outbound-shipment.rules.ts'
import type { ShipmentDetailsRow } from './outbound-shipment.ts'
import { writeDirections } from './shipment-directions.store.ts'
import { correctedDirections, isPersonal, NO_DIRECTIONS } from './shipment-directions.ts'

export interface NewShipment extends ShipmentRequest {
  readonly id: string
}

export interface LockedForShipment extends ShipmentFacts {
  readonly accountErased: boolean
  readonly itemsById: ReadonlyMap<string, LockedItem>
}

const ACCOUNT = `
  select erased_at is not null as is_erased
  from fbo_accounts
  where organization_id = $1 and id = $2`

// An erasure waits, and then finds the personal data that this transaction writes. Both lock the
// account before anything else.
const LOCKED_ACCOUNT = `${ACCOUNT}
  for share`

/** Locks the items, and the account where its owner's personal data is written. */
export async function lockForShipment(
  tx: OrganizationTransaction,
  { fboAccountId, items, directions = NO_DIRECTIONS }: NewShipment,
): Promise<LockedForShipment> {
  const itemIds = items.map(({ inventoryItemId }) => inventoryItemId)
  const account = isPersonal(directions) ? LOCKED_ACCOUNT : ACCOUNT
  const [[found], itemsById] = await Promise.all([
    tx.run<{ isErased: boolean }>(account, [fboAccountId]),
    lockItems(tx, itemIds),
  ])
  return { accountFound: found !== undefined, accountErased: found?.isErased === true, itemsById }
}

const INSERT = `
  insert into outbound_shipments (organization_id, id, fbo_account_id, total_items, notes,
    created_by_token_id, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`

const LIST = `
  insert into outbound_shipment_items (organization_id, outbound_shipment_id, position,
    inventory_item_id)
  select organization_id, $2, position, id
  from ${ORGANIZATION}
  cross join unnest($3::text[]) with ordinality as listed (id, position)`

export function insertShipment(
  tx: OrganizationTransaction,
  shipment: ShipmentDetailsRow,
  itemIds: readonly string[],
): void {
  const { id, fboAccountId, totalItems, notes, createdByTokenId, createdAt } = shipment
  void tx.run(INSERT, [
    id,
    fboAccountId,
    totalItems,
    notes,
    createdByTokenId,
    createdAt.toISOString(),
  ])
  void tx.run(LIST, [id, itemIds])
  if (correctedDirections(NO_DIRECTIONS, shipment).length > 0) writeDirections(tx, id, shipment)
  changeItems(tx, {
    itemIds,
    kind: 'shipment_created',
    atMs: createdAt.getTime(),
    fromStatus: 'in_vault',
    toStatus: 'shipment_pending',
    outboundShipmentId: id,
    tokenId: createdByTokenId,
    reason: null,
  })
}
