import { SHIPMENT_STATUSES } from '../../src/domain/state-transitions.ts'
import { Random } from '../../test/support/vault/random.ts'
import {
  accountOf,
  type DatasetSize,
  freshTransfer,
  ORGANIZATIONS,
  refusedTransfer,
  type TransferRequest,
  type TransferSize,
  transfersInStock,
} from './dataset.ts'

/** One request of a load, by an organization. */
export type BenchRequest = { readonly organization: number } & (
  | { readonly operation: 'getFboAccount'; readonly fboAccountId: string }
  | {
      readonly operation: 'updateFboAccount'
      readonly fboAccountId: string
      readonly changes: { readonly email: string; readonly phone: string }
    }
  | { readonly operation: 'listOutboundShipments'; readonly page: number; readonly status?: string }
  | {
      readonly operation: 'createTransfer'
      readonly transfer: TransferRequest
      readonly refused: boolean
    }
)

export const PAGE_SIZE = 25
/** A list asks for different pages: one text that is asked again and again flatters caches. */
const FIRST_PAGES = 12

type Kind =
  | 'get'
  | 'update'
  | 'list'
  | 'status'
  | 'deep'
  | `${'create' | 'refused'}-${TransferSize}`

interface Load {
  /** Description for the reader of the table. */
  readonly means: string
  /** The requests that it repeats. */
  readonly kinds: readonly Kind[]
  /** Whether each of its rounds begins with transfer tables that were vacuumed while empty. */
  readonly begins?: 'empty'
}

export const LOADS = {
  get: { means: 'Get FBO Account', kinds: ['get'] },
  update: { means: 'Update FBO Account, email and phone', kinds: ['update'] },
  list: { means: 'List Outbound Shipments, one of the first 12 pages of 25', kinds: ['list'] },
  'list-status': { means: 'the same, of one of the six statuses', kinds: ['status'] },
  'list-deep': { means: 'the same, a page of the middle half', kinds: ['deep'] },
  'create-5': { means: 'Create Transfer of 5 items', kinds: ['create-5'] },
  'create-5-empty': {
    means: 'the same, on tables vacuumed while empty',
    kinds: ['create-5'],
    begins: 'empty',
  },
  'create-100': { means: 'Create Transfer of 100 items', kinds: ['create-100'] },
  'half-refused-5': {
    means: 'Create Transfer of 5 items, every second refused',
    kinds: ['create-5', 'refused-5'],
  },
  mix: {
    means: 'of 20 requests 9 get, 3 update, 3 list, 1 list-status, 3 create-5, 1 refused',
    kinds: [
      ...(['get', 'get', 'list', 'get', 'update', 'get', 'create-5', 'get', 'status'] as const),
      ...(['get', 'update', 'get', 'list', 'get', 'create-5', 'get', 'update'] as const),
      ...(['refused-5', 'list', 'create-5'] as const),
    ],
  },
} as const satisfies Record<string, Load>

export type LoadName = keyof typeof LOADS

/** The next number of a transfer of each size. */
export type Stock = Record<TransferSize, number>

export function loadOf(name: LoadName): Load {
  return LOADS[name]
}

/** The sizes of the transfers that a load creates. */
export function transferSizes(name: LoadName): TransferSize[] {
  return ([5, 100] as const).filter((items) => loadOf(name).kinds.includes(`create-${items}`))
}

/** The requests of one round. It takes fresh transfers out of the stock that it is given. */
export class RequestStream {
  readonly #size: DatasetSize
  readonly #kinds: readonly Kind[]
  readonly #organizations: number
  readonly #stock: Stock
  readonly #random: Random
  #sent: number

  /** @param seed rounds with another seed name other accounts and pages */
  constructor(
    load: LoadName,
    options: { size: DatasetSize; stock: Stock; seed: number; organizations?: number },
  ) {
    this.#kinds = loadOf(load).kinds
    this.#size = options.size
    this.#stock = options.stock
    this.#organizations = options.organizations ?? ORGANIZATIONS
    this.#sent = options.seed * this.#kinds.length
    this.#random = new Random(options.seed)
  }

  /** Undefined where no item is left. */
  next(): BenchRequest | undefined {
    const kind = this.#kinds[this.#sent % this.#kinds.length] as Kind
    this.#sent += 1
    const organization = this.#below(this.#organizations)
    const list = { organization, operation: 'listOutboundShipments' } as const
    switch (kind) {
      case 'get':
        return { organization, operation: 'getFboAccount', ...this.#anyAccount(organization) }
      case 'update':
        return {
          organization,
          operation: 'updateFboAccount',
          ...this.#anyAccount(organization),
          changes: { email: `holder.${this.#sent}@example.com`, phone: `+46 8 ${this.#sent}` },
        }
      case 'list':
        return { ...list, page: this.#aFirstPage(this.#size.shipments) }
      case 'status': {
        const status = this.#random.pick(SHIPMENT_STATUSES)
        const shipments = Math.floor(this.#size.shipments / SHIPMENT_STATUSES.length)
        return { ...list, page: this.#aFirstPage(shipments), status }
      }
      case 'deep': {
        const quarter = Math.floor(this.#size.shipments / PAGE_SIZE / 4)
        return { ...list, page: quarter + this.#below(2 * quarter) }
      }
      case 'create-5':
        return this.#fresh(5)
      case 'create-100':
        return this.#fresh(100)
      default: {
        const chosen = { items: kind === 'refused-5' ? 5 : 100, n: this.#below(1_000) } as const
        const transfer = refusedTransfer(this.#size, organization, chosen)
        return { organization, operation: 'createTransfer', transfer, refused: true }
      }
    }
  }

  #fresh(items: TransferSize): BenchRequest | undefined {
    const taken = this.#stock[items]
    const [organization, n] = [taken % this.#organizations, Math.floor(taken / this.#organizations)]
    if (n >= transfersInStock(this.#size, items)) return undefined
    this.#stock[items] += 1
    const transfer = freshTransfer(this.#size, organization, { items, n })
    return { organization, operation: 'createTransfer', transfer, refused: false }
  }

  /** Any page among the first that others follow. */
  #aFirstPage(shipments: number): number {
    return 1 + this.#below(Math.min(FIRST_PAGES, Math.floor((shipments - 1) / PAGE_SIZE)))
  }

  #anyAccount(organization: number): { fboAccountId: string } {
    return { fboAccountId: accountOf(organization, this.#below(this.#size.accounts)) }
  }

  #below(limit: number): number {
    return this.#random.whole(0, limit - 1)
  }
}
