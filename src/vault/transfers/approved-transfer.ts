import {
  APPROVAL_FORMAT,
  type ApprovalContent,
  itemsSha256,
} from '../../access/passkeys/approval-content.ts'
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
