import assert from 'node:assert/strict'
import type { CorrectedType } from '../../../src/corrections/correction.ts'
import type { Records } from '../vault/records.ts'
import { HOURS, type ListCase } from './lists.ts'

/** Corrections of one record, as operations write them. */
export function correctionsOf(subjectType: CorrectedType): ListCase {
  return {
    showsNew: true,
    fill: async ({ records, sql }, { organizationId, account }) => {
      const [path, make] = CORRECTED[subjectType]
      const subjectId = await make(records, organizationId, account)
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

type MakeSubject = (records: Records, organizationId: string, account: string) => Promise<string>

const CORRECTED: Readonly<Record<CorrectedType, readonly [path: string, make: MakeSubject]>> = {
  fbo_account: ['fbo-accounts', async (_, __, account) => account],
  inventory_item: ['inventory-items', (records, ...owner) => records.inventoryItem(...owner)],
  outbound_shipment: [
    'outbound-shipments',
    (records, ...owner) => records.outboundShipment(...owner),
  ],
  transfer_batch: ['transfers', () => assert.fail('no list yet')],
}
