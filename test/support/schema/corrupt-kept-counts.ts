import type { Sql } from 'postgres'
import { RULES } from '../../../src/summary/kept-counts.rules.ts'
import type { Everything } from '../vault/everything.ts'
import type { Corruption } from './corruption.ts'

/** Of what is kept for summaries: nothing is, until these write something wrong. */
export function ofKeptCounts(sql: Sql, { organizationId, from, to }: Everything): Corruption[] {
  return [
    [
      'kept counts that leave everything out',
      () => [
        sql`
        insert into organization_counts (organization_id, number, rules, counts)
        select ${organizationId}, max(number), ${RULES},
          '{"items":{},"shipments":{},"days":{},"pending":{}}'
        from events where organization_id = ${organizationId}`,
        sql`update inventory_items set declared_value_cents = 7 where fbo_account_id = ${from}`,
      ],
      ['kept_count_differs', organizationId],
      ['kept_exposure_differs', from],
      ['kept_exposure_differs', to],
    ],
  ]
}
