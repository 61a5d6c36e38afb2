import { createOrganization } from '../../access/organizations/create-organization.store.ts'
import type { Change } from '../../database/changes/change.ts'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import { type Caller, operatorFor } from '../../domain/caller.ts'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { newId } from '../../domain/ids.ts'
import { TRANSFER_REASONS } from '../../domain/transfer-reasons.ts'
import { createFboAccountRoute } from '../../vault/accounts/create-fbo-account.ts'
import { CHANGE_ITEM_STATUS, type ItemVerb } from '../../vault/items/change-item-status.ts'
import { TAKE_IN_INVENTORY_ITEMS } from '../../vault/items/take-in-inventory-items.ts'
import { REVALUE_INVENTORY_ITEMS } from '../../vault/revaluations/revalue-inventory-items.ts'
import { CREATE_OUTBOUND_SHIPMENT } from '../../vault/shipments/create-outbound-shipment.ts'
import { MOVE_SHIPMENT, type ShipmentMove } from '../../vault/shipments/move-shipment.ts'
import { NO_DIRECTIONS } from '../../vault/shipments/shipment-directions.ts'
import { createTransferRoute } from '../../vault/transfers/create-transfer.ts'
import { DECIDE_TRANSFER } from '../../vault/transfers/decide-transfer.ts'
import { DECISIONS, movesOf } from './demo-courses.ts'
import {
  demoAccount,
  demoDirections,
  demoItem,
  HOLD_REASONS,
  TRANSFER_NOTES,
  textAt,
} from './demo-texts.ts'
import { importExample } from './import-example.ts'
import { deleteUnfinished, shiftDates, whileOthersWait } from './shift-dates.store.ts'

export interface DemoOrganization {
  readonly id: string
  readonly name: string
  /** The number of transfers and shipments that each round creates. */
  readonly size: number
}

export const NORTHLIGHT: DemoOrganization = {
  id: EXAMPLE_IDS.organization,
  name: 'Northlight Collectibles',
  size: 3,
}
export const HARBOR: DemoOrganization = {
  id: 'org_demo_harbor',
  name: 'Harbor & Vale Custody',
  size: 1,
}

const ROUNDS = 20
/** Days that the rounds are spread over, the last ones the least. */
const DAYS = 550
/** Transfers of the last rounds, which are less than a week old, stay pending. */
const DECIDED_ROUNDS = ROUNDS - 4
/** For each transfer or shipment of a round, as many accounts get as many items. */
const OWNERS = 4
const ITEMS_OF_OWNER = 10
/** Items that are appraised again and again. */
const APPRAISED_MAX = 60

/**
 * Fills an empty vault by the service's own operations, as the owner of the database. A full vault
 * stays as it is; one that a stopped demo left is filled from the start.
 */
export async function seedDemo(database: Database): Promise<void> {
  const organizations = [NORTHLIGHT, HARBOR]
  await whileOthersWait(database.sql, async () => {
    if (await deleteUnfinished(database.sql, organizations.length)) return
    await Promise.all(
      organizations.map((organization) => new History(database, organization).make()),
    )
  })
}

interface OwnedItems {
  readonly accountId: string
  readonly itemIds: readonly string[]
}

/** The history of an organization: in each round, records come in and earlier ones go on. */
class History {
  readonly #database: Database
  readonly #organization: DemoOrganization
  readonly #caller: Caller
  readonly #accountIds: string[] = []
  /** The items of the round before. */
  #owned: OwnedItems[] = []
  #pendingIds: string[] = []
  #itemCount = 1
  /** The values of some items, by id. */
  readonly #appraised = new Map<string, string>()
  readonly #shipments: { readonly id: string; readonly moves: ShipmentMove[] }[] = []

  constructor(database: Database, organization: DemoOrganization) {
    this.#database = database
    this.#organization = organization
    this.#caller = operatorFor(organization.id)
  }

  async make(): Promise<void> {
    const rounds: Date[] = []
    await createOrganization(this.#database, this.#organization)
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(new Date())
      await this.#openAccounts(round === 0 ? 12 : 2 * this.#organization.size)
      if (round === 0 && this.#hasExamples) await importExample(this.#caller, this.#database)
      await Promise.all([this.#decideTransfers(round), this.#moveShipments()])
      const owned = this.#owned
      await this.#appraise(round)
      await this.#takeItemsIn(round)
      await Promise.all(owned.map((items, index) => this.#claim(items, round, index)))
    }
    rounds.push(new Date())
    await shiftDates(this.#caller, this.#database.sql, { rounds, days: DAYS })
  }

  /** Whether it has the records that the published examples name. */
  get #hasExamples(): boolean {
    return this.#organization.id === EXAMPLE_IDS.organization
  }

  #decide<Input, Facts, Result>(change: Change<Input, Facts, Result>, input: Input) {
    return decideChange(this.#caller, this.#database, change, input)
  }

  async #openAccounts(count: number): Promise<void> {
    const first = this.#accountIds.length
    const examples = [undefined, EXAMPLE_IDS.fboAccount, EXAMPLE_IDS.otherFboAccount]
    const opened = Array.from({ length: count }, (_, index) => {
      const number = first + index
      const id = (this.#hasExamples && examples[number]) || newId('fbo')
      this.#accountIds.push(id)
      const account = { id, ...demoAccount(number, this.#organization.name) }
      // The id of the account in the books of the house.
      const profile = { externalId: `client-${1_000 + number}`, metadata: {} }
      return this.#decide(createFboAccountRoute.change, { account, profile })
    })
    await Promise.all(opened)
  }

  /** A third of the items that are appraised are worth some more or less than before. */
  async #appraise(round: number): Promise<void> {
    const some = [...this.#appraised].filter((_, index) => index % 3 === round % 3)
    if (some.length === 0) return
    const values = some.map(([inventoryItemId, cents], index) => {
      const percent = 98 + ((round + index * 5) % 9)
      const declaredValueCents = `${(BigInt(cents) * BigInt(percent)) / 100n}`
      this.#appraised.set(inventoryItemId, declaredValueCents)
      return { inventoryItemId, declaredValueCents }
    })
    const reason = 'Quarterly appraisal by the house'
    await this.#decide(REVALUE_INVENTORY_ITEMS, { values, reason })
  }

  async #takeItemsIn(round: number): Promise<void> {
    const owners = Array.from({ length: OWNERS * this.#organization.size }, (_, index) => {
      return textAt(this.#accountIds, round * 5 + index * 3 + 1)
    })
    const items = owners.flatMap((fboAccountId) =>
      Array.from({ length: ITEMS_OF_OWNER }, () => {
        return { fboAccountId, ...demoItem(this.#itemCount++) }
      }),
    )
    const { items: taken } = await this.#decide(TAKE_IN_INVENTORY_ITEMS, { items })
    for (const { id, declaredValueCents } of taken.slice(-ITEMS_OF_OWNER)) {
      // Those of the last owner are not claimed.
      if (this.#appraised.size < APPRAISED_MAX) this.#appraised.set(id, declaredValueCents)
    }
    this.#owned = owners.map((accountId, owner) => {
      const from = owner * ITEMS_OF_OWNER
      return { accountId, itemIds: taken.slice(from, from + ITEMS_OF_OWNER).map(({ id }) => id) }
    })
  }

  /** One of four owners transfers items, one has items shipped, and one has items held. */
  async #claim({ accountId, itemIds }: OwnedItems, round: number, index: number): Promise<void> {
    const { size } = this.#organization
    const number = round * size + Math.floor(index / OWNERS)
    const isExample = this.#hasExamples && number === (ROUNDS - 1) * size
    const some = itemIds.slice(0, 1 + (number % 4)).map((id) => ({ inventoryItemId: id }))
    const kind = index % OWNERS
    if (kind === 0) {
      const id = isExample ? EXAMPLE_IDS.transferBatch : newId('xfer')
      const others = this.#accountIds.filter((other) => other !== accountId)
      this.#pendingIds.push(id)
      await this.#decide(createTransferRoute.change, {
        id,
        fromFboAccountId: accountId,
        toFboAccountId: textAt(others, number * 7),
        notes: textAt(TRANSFER_NOTES, number),
        items: some.map((item) => ({ ...item, reason: textAt(TRANSFER_REASONS, number) })),
        idempotencyKey: null,
      })
    } else if (kind === 1) {
      const id = isExample ? EXAMPLE_IDS.outboundShipment : newId('ship')
      this.#shipments.push({ id, moves: movesOf(number) })
      const directions = { ...NO_DIRECTIONS, ...demoDirections(number) }
      const shipment = { id, fboAccountId: accountId, items: some, directions }
      await this.#decide(CREATE_OUTBOUND_SHIPMENT, shipment)
    } else if (kind === 2) await this.#holdAndWithdraw(itemIds, number)
  }

  async #holdAndWithdraw([held = '', withdrawn = '']: readonly string[], number: number) {
    const change = (inventoryItemId: string, verb: ItemVerb, reason: string | null) =>
      this.#decide(CHANGE_ITEM_STATUS, { inventoryItemId, verb, reason })
    await change(withdrawn, 'withdraw', 'Collected by the owner in person')
    await change(held, 'hold', textAt(HOLD_REASONS, number))
    if (number % 3 > 0) await change(held, 'release', null)
  }

  async #decideTransfers(round: number): Promise<void> {
    if (round >= DECIDED_ROUNDS) return
    const ids = this.#pendingIds
    this.#pendingIds = []
    const input = { ifMatch: undefined }
    await Promise.all(
      ids.map(async (id, index) => {
        const decision = DECISIONS[(round * this.#organization.size + index) % DECISIONS.length]
        if (decision) await this.#decide(DECIDE_TRANSFER, { id, ...input, ...decision })
      }),
    )
  }

  async #moveShipments(): Promise<void> {
    const input = { ifMatch: undefined }
    await Promise.all(
      this.#shipments.map(async ({ id, moves }) => {
        const move = moves.shift()
        if (move !== undefined) await this.#decide(MOVE_SHIPMENT, { id, ...input, move })
      }),
    )
  }
}
