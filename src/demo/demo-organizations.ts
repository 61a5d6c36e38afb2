import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import type { VaultPlan } from './synthetic/vault.ts'

export const NORTHLIGHT: VaultPlan = {
  id: EXAMPLE_IDS.organization,
  name: 'Northlight Collectibles',
  seed: 1,
  accounts: 300,
  items: 5_000,
  itemsOnHold: 40,
  itemsWithdrawn: 150,
  shipments: {
    packing: 28,
    inspecting: 22,
    pending_approval: 18,
    approved: 20,
    shipped: 42,
    delivered: 170,
  },
  transfers: { pending: 12, completed: 16, rejected: 5, cancelled: 3, expired: 2 },
}

export const HARBOR: VaultPlan = {
  id: 'org_demo_harbor',
  name: 'Harbor & Vale Custody',
  seed: 2,
  accounts: 100,
  items: 1_500,
  itemsOnHold: 12,
  itemsWithdrawn: 45,
  shipments: {
    packing: 9,
    inspecting: 7,
    pending_approval: 6,
    approved: 7,
    shipped: 14,
    delivered: 57,
  },
  transfers: { pending: 4, completed: 6, rejected: 2, cancelled: 1, expired: 1 },
}
