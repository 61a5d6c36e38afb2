import {
  SHIPMENT_STATUSES,
  type ShipmentStatus,
} from '../../src/outbound-shipments/outbound-shipment.ts'
import type { TransferRequest } from '../../src/transfers/create-transfer.rules.ts'
import { accountId } from '../made-up-records.ts'
import {
  freshTransfer,
  refusedTransfer,
  type TransferSize,
  type VaultSize,
} from './made-up-vault.ts'

/** One request of a load, for whoever answers it: over HTTP, or the stores. */
export type BenchRequest =
  | { readonly operation: 'getFboAccount'; readonly fboAccountId: string }
  | {
      readonly operation: 'updateFboAccount'
      readonly fboAccountId: string
      readonly changes: { readonly email: string; readonly phone: string }
    }
  | {
      readonly operation: 'listOutboundShipments'
      readonly page: number
      readonly status?: ShipmentStatus
    }
  | {
      readonly operation: 'createTransfer'
      readonly transfer: TransferRequest
      readonly refused: boolean
    }

type Kind =
  | 'get'
  | 'update'
  | 'list'
  | 'status'
  | 'deep'
  | `${'create' | 'refused'}-${TransferSize}`

export const PAGE_SIZE = 25

/** Each load, and the requests that it repeats. */
export const LOADS = {
  get: ['get'],
  update: ['update'],
  list: ['list'],
  'list-status': ['status'],
  'list-deep': ['deep'],
  'create-5': ['create-5'],
  'create-100': ['create-100'],
  'half-refused-5': ['create-5', 'refused-5'],
  'half-refused-100': ['create-100', 'refused-100'],
  mix: [
    ...['get', 'get', 'list', 'get', 'update', 'get', 'create-5', 'get', 'status', 'get'],
    ...['update', 'get', 'list', 'get', 'create-5', 'get', 'update', 'get', 'refused-5', 'list'],
  ] as Kind[],
} as const satisfies Record<string, readonly Kind[]>

export type LoadName = keyof typeof LOADS

/** What each load is, for the reader of the table. */
export const LOADS_EXPLAINED: Record<LoadName, string> = {
  get: 'Get FBO Account, any of them',
  update: 'Update FBO Account, email and phone of any of them',
  list: 'List Outbound Shipments, page 1 of 25',
  'list-status': 'List Outbound Shipments, page 1 of 25 of one status',
  'list-deep': 'List Outbound Shipments, a page of 25 in the middle of the list',
  'create-5': 'Create Transfer of 5 items',
  'create-100': 'Create Transfer of 100 items',
  'half-refused-5': 'Create Transfer of 5 items, every second refused for a claimed item',
  'half-refused-100': 'Create Transfer of 100 items, every second refused for a claimed item',
  mix: 'of 20 requests 9 get, 3 update, 3 list, 1 list-status, 3 create-5 (1 refused)',
}

/** The next number of a transfer of each size, and where its stock ends. */
export type Stock = Record<
  TransferSize,
  {
    next: number
    readonly end: number
    /** Whether it may be handed out again: to who takes nothing. */
    readonly isEndless: boolean
  }
>

/** The requests of one round. It takes fresh transfers out of the stock that it is given. */
export class RequestStream {
  readonly #size: VaultSize
  readonly #kinds: readonly Kind[]
  readonly #stock: Stock
  #sent: number
  #random: number

  /** @param seed rounds with another seed name other accounts and pages */
  constructor(load: LoadName, size: VaultSize, stock: Stock, seed: number) {
    this.#kinds = LOADS[load]
    this.#size = size
    this.#stock = stock
    this.#sent = seed * this.#kinds.length
    this.#random = seed
  }

  next(): BenchRequest {
    const kind = this.#kinds[this.#sent % this.#kinds.length] as Kind
    this.#sent += 1
    switch (kind) {
      case 'get':
        return { operation: 'getFboAccount', fboAccountId: this.#anyAccount() }
      case 'update':
        return {
          operation: 'updateFboAccount',
          fboAccountId: this.#anyAccount(),
          changes: { email: `holder.${this.#sent}@example.com`, phone: `+46 8 ${this.#sent}` },
        }
      case 'list':
        return { operation: 'listOutboundShipments', page: 1 }
      case 'status': {
        const status = SHIPMENT_STATUSES[this.#below(SHIPMENT_STATUSES.length)] as ShipmentStatus
        return { operation: 'listOutboundShipments', page: 1, status }
      }
      case 'deep': {
        const middle = Math.floor(this.#size.shipments / PAGE_SIZE / 2)
        return { operation: 'listOutboundShipments', page: middle - this.#below(10) }
      }
      case 'refused-5':
        return this.#refused(5)
      case 'refused-100':
        return this.#refused(100)
      case 'create-5':
        return this.#fresh(5)
      case 'create-100':
        return this.#fresh(100)
    }
  }

  #fresh(items: TransferSize): BenchRequest {
    const stock = this.#stock[items]
    if (stock.next >= stock.end) {
      if (!stock.isEndless) throw new Error(`out of items for transfers of ${items}`)
      stock.next = 0
    }
    const transfer = freshTransfer(this.#size, items, stock.next)
    stock.next += 1
    return { operation: 'createTransfer', transfer, refused: false }
  }

  #refused(items: TransferSize): BenchRequest {
    const transfer = refusedTransfer(this.#size, items, this.#sent)
    return { operation: 'createTransfer', transfer, refused: true }
  }

  #anyAccount(): string {
    return accountId(this.#below(this.#size.accounts))
  }

  /** Any whole number below, by the generator "mulberry32": the same ones for the same seed. */
  #below(limit: number): number {
    this.#random = (this.#random + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#random ^ (this.#random >>> 15), 1 | this.#random)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}
