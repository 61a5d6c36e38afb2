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
  readonly what: string
  readonly icon: LucideIcon
}

/** What happened to the item. */
export const MOVEMENT_WORDS: Record<InventoryMovement['kind'], Words> = {
  imported: { what: 'Imported from another system', icon: Import },
  taken_in: { what: 'Taken into the vault', icon: Vault },
  transfer_created: { what: 'A transfer was asked for', icon: Send },
  transfer_completed: { what: 'Transferred to another account', icon: CircleCheck },
  transfer_rejected: { what: 'The transfer was rejected', icon: Ban },
  transfer_cancelled: { what: 'The transfer was cancelled', icon: Undo2 },
  transfer_expired: { what: 'The transfer expired without a decision', icon: Clock },
  held: { what: 'Put on hold', icon: Lock },
  released: { what: 'Released from hold', icon: LockOpen },
  withdrawn: { what: 'Withdrawn: left the vault without a shipment', icon: LogOut },
  shipment_created: { what: 'Chosen for a shipment, which is being packed', icon: PackagePlus },
  shipment_inspecting: { what: 'The shipment went to inspection', icon: PackageOpen },
  shipment_submitted: { what: 'The shipment was submitted for approval', icon: Send },
  shipment_approved: { what: 'The shipment was approved', icon: Check },
  shipment_returned_to_packing: { what: 'The shipment went back to packing', icon: Undo2 },
  shipment_held: { what: 'The shipment was put on hold', icon: Lock },
  shipment_released: { what: 'The shipment was released from hold', icon: LockOpen },
  shipment_shipped: { what: 'Shipped: left the vault', icon: Truck },
  shipment_delivered: { what: 'Delivered', icon: PackageCheck },
  shipment_cancelled: { what: 'The shipment was cancelled', icon: Ban },
}
