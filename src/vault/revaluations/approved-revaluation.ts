import {
  APPROVAL_FORMAT,
  type ApprovalContent,
  hashOfDocument,
  itemsSha256,
} from '../../access/passkeys/approval-content.ts'
import { type RevaluationDetailsRow, revaluedItems } from './revaluation.ts'

export function revaluationContent(revaluation: RevaluationDetailsRow): ApprovalContent {
  const { organizationId, id, version, totalItems, itemIds } = revaluation
  const values = revaluedItems(revaluation)
  const byItem = values.toSorted((one, other) =>
    one.inventoryItemId < other.inventoryItemId ? -1 : 1,
  )
  const total = values.reduce((sum, { toValueCents }) => sum + BigInt(toValueCents), 0n)
  return {
    format: APPROVAL_FORMAT,
    ...{ organizationId, type: 'revaluation', id, version, totalItems },
    itemsSha256: itemsSha256(itemIds),
    declaredValueCents: String(total),
    valuesSha256: hashOfDocument(byItem),
  }
}
