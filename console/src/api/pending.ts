import type { InventoryItem, OutboundShipment } from './schema.ts'

declare module './schema.ts' {
  interface Operations {
    'GET /v1/caller': {
      path: object
      query: object
      response: {
        data: Pick<AccessToken, 'organizationId' | 'owner' | 'permissions' | 'expiresAt'> & {
          organizationName: string
          tokenId: string
        }
      }
    }
    'GET /v1/summary': {
      path: object
      query: object
      response: { data: Summary }
    }
  }
}

export interface Summary {
  organizationId: string
  asOf: string
  itemsByStatus: Record<InventoryItem['status'], number> | null
  shipmentsByStatus: Record<OutboundShipment['status'], number> | null
  heldShipments: number | null
  transfersByDay:
    | {
        date: string
        created: number
        completed: number
        rejected: number
        cancelled: number
        expired: number
      }[]
    | null
  pendingTransfers: {
    count: number
    awaitingMe: number
    oldest: {
      id: string
      fromFboAccountId: string
      toFboAccountId: string
      totalItems: number
      createdAt: string
      expiresAt: string | null
      createdByTokenId: string | null
      review: unknown[]
      mayApprove: boolean
    }[]
  } | null
  accountsNearestToMaximum:
    | {
        fboAccountId: string
        firstName: string | null
        lastName: string | null
        businessName: string | null
        exposureCents: string
        maxInsuredValueCents: string
        headroomCents: string
        isOverMaximum: boolean
      }[]
    | null
}
