import type { Dice } from '../../../model/dice.ts'
import type { World } from '../../catalogue/world.ts'
import type { Records } from '../../vault/records.ts'

/** The kinds of records that ids name. */
export type RecordType = 'account' | 'item' | 'transfer' | 'shipment' | 'token'

const TYPE_OF_PREFIX: Readonly<Record<string, RecordType>> = {
  fbo: 'account',
  item: 'item',
  xfer: 'transfer',
  ship: 'shipment',
  tok: 'token',
}
/** The number of ids kept of each kind: new ones replace old ones. */
const KEPT_MAX = 300

/** The records that generated requests are about: some of each kind, and what they create. */
export class Pool {
  readonly #own: Record<RecordType, string[]>
  readonly #foreign: Record<RecordType, string[]>
  /** Items by the account that they were taken into. */
  readonly #items = new Map<string, string[]>()

  constructor(own: Record<RecordType, string[]>, foreign: Record<RecordType, string[]>) {
    this.#own = own
    this.#foreign = foreign
  }

  static async fill(world: World, organizationId: string, otherId: string): Promise<Pool> {
    const fillOne = async (owner: string): Promise<Record<RecordType, string[]>> => ({
      account: [await world.account(owner), await world.otherAccount(owner)],
      item: [await world.item(owner), await world.item(owner), await world.item(owner, 'on_hold')],
      transfer: [await world.pendingTransfer(owner), await world.pendingTransfer(owner)],
      shipment: [
        await world.shipment(owner, 'packing'),
        await world.shipment(owner, 'approved'),
        await world.shipment(owner, 'on hold'),
      ],
      token: [await world.token(owner)],
    })
    return new Pool(await fillOne(organizationId), await fillOne(otherId))
  }

  /** Mostly of an own record, sometimes a foreign or an unknown id. */
  id(dice: Dice, recordType: RecordType): string {
    if (dice.chance(0.03)) return dice.one(this.#foreign[recordType])
    if (dice.chance(0.03)) return `${recordType}_nobody`
    return dice.one(this.#own[recordType])
  }

  /** An account, and different items that were taken into it. */
  accountWithItems(dice: Dice): { account: string; items: string[] } | undefined {
    if (this.#items.size === 0) return undefined
    const [account, items] = dice.one([...this.#items])
    return { account, items: dice.some(items, 1 + dice.upTo(2)) }
  }

  /** Remembers the records of a response. */
  learn(data: unknown): void {
    for (const record of [data].flat()) {
      const { id, fboAccountId } = (record ?? {}) as { id?: unknown; fboAccountId?: string }
      if (typeof id !== 'string') continue
      const recordType = TYPE_OF_PREFIX[id.split('_', 1)[0] as string]
      if (recordType === undefined || this.#own[recordType].includes(id)) continue
      keep(this.#own[recordType], id)
      if (recordType !== 'item' || fboAccountId === undefined) continue
      const items = this.#items.get(fboAccountId) ?? []
      keep(items, id)
      this.#items.set(fboAccountId, items)
    }
  }
}

function keep(ids: string[], id: string): void {
  ids.push(id)
  if (ids.length > KEPT_MAX) ids.shift()
}

/** Tokens that requests are sent with. */
export interface Callers {
  readonly good: readonly string[]
  /** Tokens of the right form, or nearly, that are never accepted. */
  readonly bad: readonly string[]
  readonly reader: string
}

export async function makeCallers(records: Records, organizationId: string): Promise<Callers> {
  const good = [await records.token(organizationId), await records.token(organizationId)]
  const expired = await records.token(organizationId)
  const revoked = await records.token(organizationId)
  await records.expireToken(expired.id)
  await records.revokeToken(revoked.id)
  const reader = await records.token(organizationId, ['fbo_accounts:read', 'inventory_items:read'])
  return {
    good: good.map(({ token }) => token),
    bad: [expired.token, revoked.token, 'vis_Bad', `${good[0]?.token}x`],
    reader: reader.token,
  }
}
