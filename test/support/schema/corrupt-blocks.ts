import type { Sql } from 'postgres'
import type { Everything } from '../vault/everything.ts'
import type { Corruption } from './corruption.ts'

/** Corruptions of the counts that find pages of shipments. */
export function ofBlocks(sql: Sql, org: Everything): Corruption[] {
  const oldest = org.shipments.packing as string
  const block = (level: 1 | 2, packing: number) => sql`
    insert into outbound_shipment_blocks
    select organization_id, '', ${level}::smallint, created_at, id, ${packing}, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from outbound_shipments where id = ${oldest}`
  return [
    [
      'a block that counts a shipment twice',
      () => [block(1, 2)],
      ['shipment_block_differs', oldest],
    ],
    [
      'a block that sums more than its blocks count',
      () => [block(1, 1), block(2, 2)],
      ['shipment_block_differs', oldest],
    ],
    [
      'a change to the counts of a block that there is not',
      () => [
        sql`
        insert into outbound_shipment_block_changes
          (organization_id, fbo_account_id, created_at, id, status, cancelled, shipments)
        values (${org.organizationId}, '', now(), ${oldest}, 'packing', false, 1)`,
      ],
      ['shipment_block_change_lost', oldest],
    ],
  ]
}
