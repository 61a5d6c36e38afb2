import { unknownAccount, type Violation } from '../../domain/errors.ts'
import { duplicateItems } from '../items/item-claim.ts'

/** The body of a request for a transfer. */
export interface TransferRequest {
  readonly fromFboAccountId: string
  readonly toFboAccountId: string
  readonly notes?: string
  readonly items: readonly { readonly inventoryItemId: string; readonly reason: string }[]
}

/**
 * Violations that need no look at the database: `same_account`, `duplicate_item`. The body may have
 * any shape, because a violation of the schema must not hide these.
 */
export function requestViolations(body: unknown): Violation[] {
  if (typeof body !== 'object' || body === null) return []
  const { fromFboAccountId, toFboAccountId, items } = body as Partial<TransferRequest>
  return [...sameAccount(fromFboAccountId, toFboAccountId), ...duplicateItems(items)]
}

/**
 * Accounts that the organization does not have: `fbo_account_not_found`.
 * @param accountIds those of the two that it has
 */
export function accountViolations(
  request: TransferRequest,
  accountIds: ReadonlySet<string>,
): Violation[] {
  return (['fromFboAccountId', 'toFboAccountId'] as const).flatMap((member) =>
    accountIds.has(request[member]) ? [] : [unknownAccount(`/${member}`)],
  )
}

function sameAccount(from: unknown, to: unknown): Violation[] {
  if (typeof from !== 'string' || from !== to) return []
  return [
    {
      pointer: '/toFboAccountId',
      code: 'same_account',
      detail: 'toFboAccountId equals fromFboAccountId: name another destination.',
    },
  ]
}
