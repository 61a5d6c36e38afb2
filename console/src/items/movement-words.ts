import {
  Ban,
  Check,
  CircleCheck,
  Clock,
  Import,
  Lock,
  LockOpen,
  LogOut,
  type LucideIcon,
  PackageCheck,
  PackageOpen,
  PackagePlus,
  Send,
  Truck,
  Undo2,
  Vault,
} from 'lucide-react'
import type { InventoryMovement } from '../api/schema.ts'

interface Words {
  readonly label: string
  readonly icon: LucideIcon
}

/** The label and icon of each kind of movement. */
export const MOVEMENT_WORDS: Record<InventoryMovement['kind'], Words> = {
  imported: { label: 'Imported from another system', icon: Import },
  taken_in: { label: 'Taken into the vault', icon: Vault },
  transfer_created: { label: 'Transfer requested', icon: Send },
  transfer_completed: { label: 'Transferred to another account', icon: CircleCheck },
  transfer_rejected: { label: 'Transfer rejected', icon: Ban },
  transfer_cancelled: { label: 'Transfer cancelled', icon: Undo2 },
  transfer_expired: { label: 'Transfer expired without a decision', icon: Clock },
  held: { label: 'Put on hold', icon: Lock },
  released: { label: 'Released from hold', icon: LockOpen },
  withdrawn: { label: 'Withdrawn from the vault without a shipment', icon: LogOut },
  shipment_created: { label: 'Added to a shipment, which is being packed', icon: PackagePlus },
  shipment_inspecting: { label: 'Shipment in inspection', icon: PackageOpen },
  shipment_submitted: { label: 'Shipment submitted for approval', icon: Send },
  shipment_approved: { label: 'Shipment approved', icon: Check },
  shipment_approval_withdrawn: { label: 'Shipment approval withdrawn by a change', icon: Undo2 },
  shipment_returned_to_packing: { label: 'Shipment returned to packing', icon: Undo2 },
  shipment_held: { label: 'Shipment put on hold', icon: Lock },
  shipment_released: { label: 'Shipment released from hold', icon: LockOpen },
  shipment_shipped: { label: 'Shipped: left the vault', icon: Truck },
  shipment_delivered: { label: 'Delivered', icon: PackageCheck },
  shipment_cancelled: { label: 'Shipment cancelled', icon: Ban },
}
