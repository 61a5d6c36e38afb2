import { type Static, Type } from 'typebox'
import {
  columnsOf,
  instant,
  namedObject,
  nullableId,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { ITEM_STATUSES } from './inventory-item.ts'

/**
 * The kinds of movement; `inventory_movements_kind_fits` says what each does to its status.
 */
export const MOVEMENT_KINDS = [
  'imported',
  'taken_in',
  'transfer_created',
  'transfer_completed',
  'transfer_rejected',
  'transfer_cancelled',
  'transfer_expired',
  'held',
  'released',
  'withdrawn',
  'shipment_created',
  'shipment_inspecting',
  'shipment_submitted',
  'shipment_approved',
  'shipment_approval_withdrawn',
  'shipment_returned_to_packing',
  'shipment_held',
  'shipment_released',
  'shipment_shipped',
  'shipment_delivered',
  'shipment_cancelled',
] as const

export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export const INVENTORY_MOVEMENT = namedObject(
  'InventoryMovement',
  'One change of one item. Movements are never changed or deleted.',
  {
    number: Type.Integer({
      description: "Position in the item's log, from 1 on and without gaps.",
      examples: [2],
    }),
    at: instant('it happened', '2026-11-21T09:15:00.000Z'),
    kind: Type.Enum([...MOVEMENT_KINDS], {
      description: 'What happened to the item.',
      examples: ['transfer_created'],
    }),
    fromFboAccountId: nullableId(
      'The account before the movement; null for the first movement.',
      EXAMPLE_IDS.fboAccount,
    ),
    toFboAccountId: recordId('The account after the movement.', EXAMPLE_IDS.fboAccount),
    fromStatus: Type.Unsafe<(typeof ITEM_STATUSES)[number] | null>({
      type: ['string', 'null'],
      enum: [...ITEM_STATUSES, null],
      description: 'The status before the movement; null for the first movement.',
      examples: ['in_vault'],
    }),
    toStatus: Type.Enum([...ITEM_STATUSES], {
      description: 'The status after the movement.',
      examples: ['transfer_pending'],
    }),
    transferBatchId: nullableId(
      'The transfer batch that moved the item; null if none did.',
      EXAMPLE_IDS.transferBatch,
    ),
    outboundShipmentId: nullableId(
      'The outbound shipment that moved the item; null if none did.',
      EXAMPLE_IDS.outboundShipment,
    ),
    tokenId: nullableId(
      'The access token of the request; null if the system or the operator of the vault made ' +
        'the change.',
      EXAMPLE_IDS.accessToken,
    ),
    reason: nullableText({
      description: 'The reason; null if none was given.',
      examples: ['Ownership disputed'],
    }),
  },
)

export type InventoryMovementRow = RowOf<Static<typeof INVENTORY_MOVEMENT>>

export const INVENTORY_MOVEMENT_COLUMNS = columnsOf(INVENTORY_MOVEMENT)

export const toInventoryMovement = responseMaker(INVENTORY_MOVEMENT)
