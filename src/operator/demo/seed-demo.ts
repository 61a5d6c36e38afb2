import { Readable } from 'node:stream'
import { createOrganization } from '../../access/organizations/organization.ts'
import type { Change } from '../../database/changes/change.ts'
import { type Database, decideChange } from '../../database/database.ts'
import { type Caller, operatorFor } from '../../domain/caller.ts'
import { EXAMPLE_IDS, newId } from '../../domain/ids.ts'
import { createFboAccountRoute } from '../../vault/accounts/create-fbo-account.ts'
import { createImport, UNWATCHED } from '../../vault/imports/create-import.ts'
import { INVENTORY_ITEMS_IMPORT } from '../../vault/imports/import-kinds.ts'
import { changeItemStatusRoutes, type ItemVerb } from '../../vault/items/change-item-status.ts'
import { takeInInventoryItemsRoute } from '../../vault/items/take-in-inventory-items.ts'
import { revalueInventoryItemsRoute } from '../../vault/revaluations/revalue-inventory-items.ts'
import { createOutboundShipmentRoute } from '../../vault/shipments/create-outbound-shipment.ts'
import { moveShipmentRoutes } from '../../vault/shipments/move-shipment.route.ts'
import { NO_DIRECTIONS } from '../../vault/shipments/shipment-directions.ts'
import { createTransferRoute } from '../../vault/transfers/create-transfer.ts'
import { decideTransferRoutes } from '../../vault/transfers/decide-transfer.ts'
import { fillOnce, shiftDates } from './demo-dates.store.ts'
import {
  at,
  DECISIONS,
  demoAccount,
  demoDirections,
  demoItem,
  demoTransfer,
  movesOf,
} from './demo-records.ts'

interface DemoOrganization {
  readonly id: string
  readonly name: string
  readonly size: number
}

/** Its size is the number of stories, of a transfer and a shipment each, in a round. */
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
const PENDING_ROUNDS = 4
const ITEMS_OF_OWNER = 10
/** Items that are appraised again and again. */
const APPRAISED_MAX = 60

/**
 * Fills an empty vault by the service's own operations, as the owner of the database. A full vault
 * stays as it is.
 */
export async function seedDemo(database: Database): Promise<void> {
  const organizations = [NORTHLIGHT, HARBOR]
  await fillOnce(database.sql, organizations.length, () =>
    Promise.all(organizations.map((organization) => new History(database, organization).make())),
  )
}

/** The history of an organization, in rounds of as many stories as its size says. */
class History {
  readonly #database: Database
  readonly #organization: DemoOrganization
  readonly #caller: Caller
  readonly #accountIds: string[] = []
  readonly #appraised: { readonly inventoryItemId: string; declaredValueCents: string }[] = []

  constructor(database: Database, organization: DemoOrganization) {
    this.#database = database
    this.#organization = organization
    this.#caller = operatorFor(organization.id)
  }

  async make(): Promise<void> {
    const { size } = this.#organization
    const rounds: Date[] = []
    await createOrganization(this.#database, this.#organization)
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(new Date())
      await this.#openAccounts(round === 0 ? 12 : 2 * size)
      if (round === 0 && this.#hasExamples) await this.#importExample()
      if (round % 3 === 2) await this.#appraise(round)
      const stories = Array.from({ length: size }, (_, index) => this.#tell(round * size + index))
      await Promise.all(stories)
    }
    rounds.push(new Date())
    await shiftDates(this.#caller, this.#database.sql, { rounds, days: DAYS })
  }

  /** Whether it has the records that the published examples name. */
  get #hasExamples(): boolean {
    return this.#organization === NORTHLIGHT
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

  /** The item of the published examples: only an imported one keeps an id of our choice. */
  async #importExample(): Promise<void> {
    const { inventoryItem, fboAccount } = EXAMPLE_IDS
    const { description, declaredValueCents } = demoItem(0)
    const header = 'id,fboAccountId,description,declaredValueCents'
    const row = `${inventoryItem},${fboAccount},"${description}",${declaredValueCents}`
    await createImport(this.#caller, this.#database, {
      spec: INVENTORY_ITEMS_IMPORT,
      bytes: Readable.from([Buffer.from(`${header}\n${row}\n`)]),
      limits: { rowsMax: 1, bytesMax: 1_000, timeoutMs: 60_000 },
      key: null,
      preview: false,
      requestId: null,
      ...UNWATCHED,
    })
  }

  /** Items are worth some more or less than before. */
  async #appraise(round: number): Promise<void> {
    for (const [index, item] of this.#appraised.entries()) {
      const percent = BigInt(98 + ((round + index * 5) % 9))
      item.declaredValueCents = `${(BigInt(item.declaredValueCents) * percent) / 100n}`
    }
    const reason = 'Quarterly appraisal by the house'
    const body = { items: this.#appraised, reason }
    await this.#decide(revalueInventoryItemsRoute.change, { ifMatch: undefined, body })
  }

  /** Four owners bring items: one transfers some, one has some shipped, one may have one held. */
  async #tell(number: number): Promise<void> {
    const owners = [0, 1, 2, 3].map((owner) => at(this.#accountIds, number * 5 + owner * 3 + 1))
    const items = Array.from({ length: 4 * ITEMS_OF_OWNER }, (_, index) => {
      const fboAccountId = owners[Math.floor(index / ITEMS_OF_OWNER)] as string
      return { fboAccountId, ...demoItem(1 + number * 4 * ITEMS_OF_OWNER + index) }
    })
    const intake = { ifMatch: undefined, body: { items } }
    const { items: taken } = await this.#decide(takeInInventoryItemsRoute.change, intake)
    const claim = (owner: number): Claim => {
      const first = owner * ITEMS_OF_OWNER
      const some = taken.slice(first, first + 1 + (number % 4))
      const items = some.map(({ id }) => ({ inventoryItemId: id }))
      return { fboAccountId: owners[owner] as string, items }
    }
    if (this.#appraised.length < APPRAISED_MAX) {
      for (const { id: inventoryItemId, declaredValueCents } of taken.slice(-ITEMS_OF_OWNER)) {
        this.#appraised.push({ inventoryItemId, declaredValueCents })
      }
    }
    await Promise.all([
      this.#transfer(number, claim(0)),
      this.#send(number, claim(1)),
      this.#holdAndWithdraw(number, taken.slice(2 * ITEMS_OF_OWNER)),
    ])
  }

  async #transfer(number: number, { fboAccountId, items }: Claim): Promise<void> {
    const id = this.#isExample(number) ? EXAMPLE_IDS.transferBatch : newId('xfer')
    const others = this.#accountIds.filter((other) => other !== fboAccountId)
    const { notes, reason } = demoTransfer(number)
    await this.#decide(createTransferRoute.change, {
      id,
      fromFboAccountId: fboAccountId,
      toFboAccountId: at(others, number * 7),
      notes,
      items: items.map((item) => ({ ...item, reason })),
      idempotencyKey: null,
    })
    const decision = this.#roundsAfter(number) >= PENDING_ROUNDS && at(DECISIONS, number)
    if (!decision) return
    const { change } = decideTransferRoutes[decision.verb]
    await this.#decide(change, { id, ifMatch: undefined, ...decision })
  }

  async #send(number: number, claim: Claim): Promise<void> {
    const id = this.#isExample(number) ? EXAMPLE_IDS.outboundShipment : newId('ship')
    const directions = { ...NO_DIRECTIONS, ...demoDirections(number) }
    await this.#decide(createOutboundShipmentRoute.change, { id, ...claim, directions })
    // Those of the last rounds are on their way.
    for (const move of movesOf(number).slice(0, this.#roundsAfter(number))) {
      const { change } = moveShipmentRoutes[move.verb]
      await this.#decide(change, { id, ifMatch: undefined, ...move })
    }
  }

  async #holdAndWithdraw(number: number, [held, withdrawn]: readonly { readonly id: string }[]) {
    if (number % 2 > 0) return
    const change = (item: typeof held, verb: ItemVerb, reason?: string) => {
      const sent = { id: item?.id as string, ifMatch: undefined, body: reason ? { reason } : {} }
      return this.#decide(changeItemStatusRoutes[verb].change, sent)
    }
    await change(withdrawn, 'withdraw', 'Collected by the owner in person')
    await change(held, 'hold', at(['Ownership disputed', 'Pledged as collateral'], number))
    if (number % 3 > 0) await change(held, 'release')
  }

  #roundsAfter(number: number): number {
    return ROUNDS - 1 - Math.floor(number / this.#organization.size)
  }

  /** Whether its transfer and its shipment are those of the published examples. */
  #isExample(number: number): boolean {
    return this.#hasExamples && number === (ROUNDS - 1) * this.#organization.size
  }
}

interface Claim {
  readonly fboAccountId: string
  readonly items: readonly { readonly inventoryItemId: string }[]
}
