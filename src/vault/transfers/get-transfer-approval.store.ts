import { findById } from '../../database/find-by-id.ts'
import type { ApprovedBatch } from './approved-transfer.ts'

export const getApprovedBatch = findById<ApprovedBatch & { readonly declaredValueCents: string }>(`
  select organization_id, id, version, total_items, from_fbo_account_id, to_fbo_account_id,
    item_ids, (
      select coalesce(sum(declared_value_cents), 0)::text
      from inventory_items as item
      where item.organization_id = $1 and item.id = any(item_ids)
    ) as declared_value_cents
  from transfer_batches
  where organization_id = $1 and id = $2`)
