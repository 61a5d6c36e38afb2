import type { TokenHolder } from '../../access/tokens/access-token.ts'
import { TOKEN_HOLDER_COLUMNS, TOKEN_HOLDERS } from '../../access/tokens/token-columns.store.ts'
import { rowsOf } from '../../database/changes/row-of.ts'

/** The holder of a token that revalued an item of a batch. */
export interface Revaluer extends TokenHolder {
  readonly batchId: string
}

/** The people who revalued items of batches to be reviewed, in the days that the policy names. */
export const recentRevaluers = rowsOf<Revaluer, [batchIds: readonly string[]]>(`
  with policy as (
    select revaluation_review_days as days
    from organization_policies
    where organization_id = $1
    order by version desc
    limit 1
  ),
  revalued as (
    select distinct batch.id as batch_id, token_id
    from transfer_batches as batch
    cross join lateral unnest(item_ids) as line (item_id)
    join inventory_valuations as valuation on valuation.organization_id = $1
      and valuation.inventory_item_id = line.item_id
    where batch.organization_id = $1 and batch.id = any($2::text[])
      and batch.system_review = 'due' and (select days from policy) is not null
      and valuation.at > statement_timestamp() - make_interval(days => (select days from policy))
  )
  select batch_id, ${TOKEN_HOLDER_COLUMNS}
  from ${TOKEN_HOLDERS}
  join revalued on revalued.token_id = token.id
  where organization_id = $1`)
