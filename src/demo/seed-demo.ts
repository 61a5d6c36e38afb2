import { Readable } from 'node:stream'
import type { Change } from '../database/changes/change.ts'
import type { Database } from '../database/database.ts'
import { decideChange } from '../database/decide-change.ts'
import { type Caller, operatorFor } from '../domain/caller.ts'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { newId } from '../domain/ids.ts'
import { TRANSFER_REASONS } from '../domain/transfer-reasons.ts'
import { CREATE_FBO_ACCOUNT } from '../fbo-accounts/create-fbo-account.ts'
import { createImport } from '../imports/create-import.ts'
import { INVENTORY_ITEMS_IMPORT } from '../imports/import-kinds.ts'
import type { ItemVerb } from '../inventory-items/change-item-status.rules.ts'
import { CHANGE_ITEM_STATUS } from '../inventory-items/change-item-status.ts'
import { TAKE_IN_INVENTORY_ITEMS } from '../inventory-items/take-in-inventory-items.ts'
import { createOrganization } from '../organizations/create-organization.store.ts'
import { CREATE_OUTBOUND_SHIPMENT } from '../outbound-shipments/create-outbound-shipment.ts'
import { MOVE_SHIPMENT, type ShipmentMove } from '../outbound-shipments/move-shipment.ts'
import { CREATE_TRANSFER } from '../transfers/create-transfer.ts'
import { DECIDE_TRANSFER } from '../transfers/decide-transfer.ts'
import { demoAccount, demoItem, HOLD_REASONS, TRANSFER_NOTES, textAt } from './demo-texts.ts'
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
      if (round === 0 && this.#hasExamples) await this.#importExample()
      await Promise.all([this.#decideTransfers(round), this.#moveShipments()])
      const owned = this.#owned
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
    for (let number = first; number < first + count; number += 1) {
      this.#accountIds.push((this.#hasExamples && examples[number]) || newId('fbo'))
    }
    const ids = this.#accountIds.slice(first)
    await Promise.all(
      ids.map((id, index) => {
        const account = demoAccount(first + index, this.#organization.name)
        return this.#decide(CREATE_FBO_ACCOUNT, { account: { id, ...account }, profile: null })
      }),
    )
  }

  /** The service makes the ids of items, except where an import brings them. */
  async #importExample(): Promise<void> {
    const { inventoryItem, fboAccount } = EXAMPLE_IDS
    const { description, declaredValueCents } = demoItem(0)
    const header = 'id,fboAccountId,description,declaredValueCents'
    const row = `${inventoryItem},${fboAccount},"${description}",${declaredValueCents}`
    await createImport(this.#caller, this.#database, {
      spec: INVENTORY_ITEMS_IMPORT,
      bytes: Readable.from([Buffer.from(`${header}\n${row}\n`)]),
      limits: { rowsMax: 1, bytesMax: 1_000 },
      key: null,
      preview: false,
      waits: true,
      requestId: null,
      progress: () => undefined,
      signal: new AbortController().signal,
    })
  }

  async #takeItemsIn(round: number): Promise<void> {
    const owners = Array.from({ length: OWNERS * this.#organization.size }, (_, index) => {
      return textAt(this.#accountIds, round * 5 + index * 3 + 1)
    })
    const items = owners.flatMap((fboAccountId, owner) =>
      Array.from({ length: ITEMS_OF_OWNER }, (_, index) => {
        return { fboAccountId, ...demoItem(round * 31 + owner * ITEMS_OF_OWNER + index) }
      }),
    )
    const { items: taken } = await this.#decide(TAKE_IN_INVENTORY_ITEMS, { items })
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
      await this.#decide(CREATE_TRANSFER, {
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
      await this.#decide(CREATE_OUTBOUND_SHIPMENT, { id, fboAccountId: accountId, items: some })
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
    const input = { ifMatch: undefined, tokenId: null }
    await Promise.all(
      ids.map(async (id, index) => {
        const decision = DECISIONS[(round * this.#organization.size + index) % DECISIONS.length]
        if (decision) await this.#decide(DECIDE_TRANSFER, { id, ...input, ...decision })
      }),
    )
  }

  async #moveShipments(): Promise<void> {
    const input = { ifMatch: undefined, tokenId: null }
    await Promise.all(
      this.#shipments.map(async ({ id, moves }) => {
        const move = moves.shift()
        if (move !== undefined) await this.#decide(MOVE_SHIPMENT, { id, ...input, move })
      }),
    )
  }
}

/** Null: the transfer expires. */
const DECISIONS = [
  { verb: 'approve' },
  { verb: 'reject', reason: 'Certificate numbers do not match the items' },
  { verb: 'approve' },
  { verb: 'cancel', reason: 'The buyer withdrew' },
  null,
] as const

/** The moves of a shipment, one for each round. Some are cancelled, and some stay on hold. */
function movesOf(number: number): ShipmentMove[] {
  const hold = { verb: 'hold', reason: 'Address to be confirmed' } as const
  if (number % 13 === 6) return [{ verb: 'inspect' }, { verb: 'cancel', reason: 'Not insured' }]
  return [
    { verb: 'inspect' },
    ...(number % 5 === 4 ? [hold, { verb: 'release' } as const] : []),
    { verb: 'submit' },
    // Not approved while it is on hold.
    ...(number % 11 === 4 ? [hold] : shipped(number)),
  ]
}

/** One of four is still with its carrier. */
function shipped(number: number): ShipmentMove[] {
  const carrier = number % 2 === 0 ? 'Northern Secure Freight' : 'Argent Couriers'
  const trackingNumber = `VX ${1_000 + number} ${9_999 - number * 7}`
  return [
    { verb: 'approve' },
    { verb: 'ship', carrier, service: 'Overnight', trackingNumber },
    ...(number % 4 === 1 ? [] : [{ verb: 'deliver' } as const]),
  ]
}
