import {
  APPROVAL_FORMAT,
  type ApprovalContent,
  itemsSha256,
} from '../../access/passkeys/approval-content.ts'
import { findById } from '../../database/find-by-id.ts'
import type { TransferDetailsRow } from './transfer-batch.ts'

export interface ApprovedBatch
  extends Pick<
    TransferDetailsRow,
    'organizationId' | 'id' | 'version' | 'totalItems' | 'fromFboAccountId' | 'toFboAccountId'
  > {
  readonly itemIds: readonly string[]
}

/** The content of an approval of the batch, whose items have this value now. */
export function transferContent(
  { itemIds, ...batch }: ApprovedBatch,
  declaredValueCents: string,
): ApprovalContent {
  const { organizationId, id, version, totalItems, fromFboAccountId, toFboAccountId } = batch
  return {
    format: APPROVAL_FORMAT,
    ...{ organizationId, type: 'transfer', id, version, totalItems },
    itemsSha256: itemsSha256(itemIds),
    declaredValueCents,
    fromFboAccountId,
    toFboAccountId,
  }
}

export const getApprovedBatch = findById<ApprovedBatch & { readonly declaredValueCents: string }>(`
  select organization_id, id, version, total_items, from_fbo_account_id, to_fbo_account_id,
    item_ids, (
      select coalesce(sum(declared_value_cents), 0)::text
      from inventory_items as item
      where item.organization_id = $1 and item.id = any(item_ids)
    ) as declared_value_cents
  from transfer_batches
  where organization_id = $1 and id = $2`)
