import type { CorrectedType } from '../../../src/corrections/correction.ts'
import { HOURS, type ListCase, TRANSFER_ITEMS } from './lists.ts'

/** Corrections of one record, as operations write them. */
export function correctionsOf(subjectType: CorrectedType): ListCase {
  return {
    showsNew: true,
    fill: async (vault, owner) => {
      const { sql } = vault
      const { organizationId } = owner
      const [path, make] = CORRECTED[subjectType]
      const subjectId = await make(vault, owner)
      let number = 0
      const create = () => {
        number += 1
        const row = { organizationId, subjectType, subjectId, number, at: new Date(), member: 'x' }
        return sql`insert into corrections ${sql(row)}`
      }
      for (const _ of HOURS) await create()
      return { path: `/v1/${path}/${subjectId}/corrections`, create }
    },
  }
}

type MakeSubject = (...vault: Parameters<ListCase['fill']>) => Promise<string>

const CORRECTED: Readonly<Record<CorrectedType, readonly [path: string, make: MakeSubject]>> = {
  fbo_account: ['fbo-accounts', async (_, { account }) => account],
  inventory_item: [
    'inventory-items',
    ({ records }, { organizationId, account }) => records.inventoryItem(organizationId, account),
  ],
  outbound_shipment: [
    'outbound-shipments',
    ({ records }, { organizationId, account }) => records.outboundShipment(organizationId, account),
  ],
  transfer_batch: [
    'transfers',
    async (vault, owner) => {
      const { path } = await TRANSFER_ITEMS.fill(vault, owner)
      return path.split('/')[3] as string
    },
  ],
}
