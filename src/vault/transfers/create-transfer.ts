import { type Static, Type } from 'typebox'
import { currentPolicy } from '../../access/organizations/organization-policy.ts'
import { BLOCKED_BY_EXPIRED } from '../../database/changes/change.ts'
import { ORGANIZATION, overSentRows } from '../../database/changes/organization-transaction.ts'
import { rowsOf } from '../../database/changes/row-of.ts'
import { refusalOf, type Violation } from '../../domain/errors.ts'
import { freeText, namedObject, TRANSFER_REASONS } from '../../domain/fields.ts'
import { EXAMPLE_IDS, newId } from '../../domain/ids.ts'
import {
  ITEMS_PER_TRANSFER_MAX,
  LIST_BODY_BYTES_MAX,
  NOTES_LENGTH_MAX,
} from '../../domain/limits.ts'
import { unknownAccount } from '../../domain/state-transitions.ts'
import { change, newRecordReply } from '../../http/change.ts'
import { newRecordResponse } from '../../http/operation-contract.ts'
import { type LockedItem, lockItems, momentOf } from '../items/item-changes.store.ts'
import {
  CLAIM_REFUSALS,
  CLAIMED_ITEM_ID,
  claimedItems,
  claimViolations,
  duplicateItems,
} from '../items/item-claim.ts'
import { createdEvent, TRANSFER_BATCH, type TransferBatch } from './transfer-batch.ts'

const { fromFboAccountId, toFboAccountId } = TRANSFER_BATCH.properties

const TRANSFER_ITEM = namedObject(
  'TransferItem',
  'An item to move, and the reason.',
  {
    inventoryItemId: CLAIMED_ITEM_ID,
    reason: Type.Enum([...TRANSFER_REASONS], {
      description: 'Reason for moving the item.',
      examples: ['rebalance'],
    }),
  },
  { 'x-violation-code': 'invalid_item' },
)

/** The body of Create Transfer. */
export const NEW_TRANSFER = namedObject(
  'NewTransfer',
  'A transfer of items from one FBO account to another.',
  {
    fromFboAccountId,
    toFboAccountId: Type.String({
      ...toFboAccountId,
      description: 'Destination FBO account; must differ from the source.',
    }),
    notes: Type.Optional(
      Type.String({
        ...freeText('Free-text note.', NOTES_LENGTH_MAX, 'Spring rebalancing'),
        minLength: 0,
        // Spec choice N14.
        'x-violation-hint': 'Leave notes out if there is no note.',
      }),
    ),
    items: claimedItems(TRANSFER_ITEM, {
      description: 'The items to move. The transfer claims all of them or none.',
      maxItems: ITEMS_PER_TRANSFER_MAX,
    }),
  },
  {
    examples: [
      {
        fromFboAccountId: EXAMPLE_IDS.fboAccount,
        toFboAccountId: EXAMPLE_IDS.otherFboAccount,
        notes: 'Spring rebalancing',
        items: [{ inventoryItemId: EXAMPLE_IDS.inventoryItem, reason: 'rebalance' }],
      },
    ],
  },
)

export interface NewTransfer extends Static<typeof NEW_TRANSFER> {
  readonly id: string
  readonly idempotencyKey: string | null
}

// Accounts need no lock, because they are never deleted.
const accountsOf = rowsOf<{ readonly id: string }, [ids: readonly string[]]>(`
  select id
  from fbo_accounts
  where organization_id = $1 and id = any($2::text[]) and erased_at is null`)

const insert = overSentRows(
  [
    ...['id', 'from_id', 'to_id', 'notes', 'key', 'token_id', 'created_at', 'expires_at'],
    ...['review', 'cents', 'item_ids[]', 'reasons[]'],
  ],
  (sent) => `
  insert into transfer_batches (organization_id, id, from_fbo_account_id, to_fbo_account_id, notes,
    idempotency_key, created_by_token_id, created_at, expires_at, system_review,
    total_declared_value_cents, item_ids, reasons, total_items)
  select organization_id, id, from_id, to_id, notes, key, token_id, created_at::timestamptz,
    expires_at::timestamptz, review, cents::numeric, item_ids, reasons, cardinality(item_ids)
  from ${ORGANIZATION}
  cross join ${sent}`,
)

const claim = overSentRows(
  ['id', 'at', 'item_ids[]'],
  (sent) => `
  update inventory_items as item
  set active_transfer_id = sent.id, movement_count = movement_count + 1,
    changed_at = sent.at::timestamptz
  from ${sent}
  where item.organization_id = $1 and item.id = any(sent.item_ids)`,
)

const log = overSentRows(
  ['id', 'token_id', 'item_ids[]'],
  (sent) => `
  insert into inventory_movements (organization_id, inventory_item_id, number, at, kind,
    from_fbo_account_id, from_status, to_fbo_account_id, to_status, transfer_batch_id, token_id)
  select organization_id, item.id, movement_count, changed_at, 'transfer_created', fbo_account_id,
    'in_vault', fbo_account_id, 'transfer_pending', sent.id, sent.token_id
  from ${sent}
  join inventory_items as item on organization_id = $1 and item.id = any(sent.item_ids)`,
)

/** Creates a batch and claims its items: all of them, or none. */
export const createTransferRoute = change({
  operationId: 'createTransfer',
  description:
    'Creates a transfer batch and claims its items. Each becomes `transfer_pending` and ' +
    'stays in its account until the batch is decided. One response reports all invalid ' +
    'items.',
  path: '/v1/transfers',
  permission: 'transfer_batches:create',
  body: NEW_TRANSFER,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: newRecordResponse('The batch, `pending`.', TRANSFER_BATCH, 'Path of the batch.'),
  refusals: ['same_account', ...CLAIM_REFUSALS],
  bodyViolations: requestViolations,
  seesExpired: true,
  input: ({ body, idempotencyKey }): NewTransfer => ({
    ...body,
    id: newId('xfer'),
    idempotencyKey,
  }),
  sharing: { weightOf: (one) => one.items.length, keysOf: (one) => itemIdsOf(one) },
  lockAll: (tx, transfers) => ({
    // In the order of their ids: no two transactions wait in a circle.
    itemsById: lockItems(
      tx,
      transfers.flatMap((one) => itemIdsOf(one)),
    ),
    accounts: accountsOf(tx, [...new Set(transfers.flatMap((one) => accountIdsOf(one)))]),
    policy: currentPolicy(tx),
  }),
  judge: ({ caller, input }, { itemsById, accounts, policy }, { nowMs, hasExpired }) => {
    const unknown = accountViolations(input, new Set(accounts.map(({ id }) => id)))
    if (unknown.length > 0) return refusalOf(unknown, 'state')
    const violations = claimViolations(input.items, input.fromFboAccountId, itemsById)
    const items = itemIdsOf(input).map((id) => itemsById.get(id) as LockedItem)
    if (violations.length > 0) {
      const isPending = items.some((item) => item?.status === 'transfer_pending')
      return hasExpired && isPending ? BLOCKED_BY_EXPIRED : refusalOf(violations, 'state')
    }
    const atMs = momentOf(nowMs, items)
    const { id, fromFboAccountId, toFboAccountId, notes = null } = input
    const { transferExpirySeconds: seconds, systemApproval } = policy
    const batch: TransferBatch = {
      id,
      fromFboAccountId,
      toFboAccountId,
      organizationId: caller.organizationId,
      status: 'pending',
      totalItems: items.length,
      approvedBySystem: false,
      notes,
      createdAt: new Date(atMs).toISOString(),
    }
    return {
      batch,
      expiresAt: seconds === null ? null : new Date(atMs + seconds * 1_000).toISOString(),
      systemReview: systemApproval === 'off' ? 'off' : 'due',
      declaredCents: items.reduce((sum, item) => sum + BigInt(item.declaredValueCents), 0n),
    }
  },
  write: (tx, { caller: { tokenId }, input, result }) => {
    const { id, fromFboAccountId, toFboAccountId, notes, createdAt } = result.batch
    const itemIds = itemIdsOf(input)
    const reasons = input.items.map(({ reason }) => reason)
    void insert(tx, [
      [
        ...[id, fromFboAccountId, toFboAccountId, notes, input.idempotencyKey, tokenId, createdAt],
        ...[result.expiresAt, result.systemReview, String(result.declaredCents)],
        ...[itemIds, reasons],
      ],
    ])
    void claim(tx, [[id, createdAt, itemIds]])
    void log(tx, [[id, tokenId, itemIds]])
  },
  events: (one) => createdEvent(one, one.result.batch),
  respond: ({ batch }) => newRecordReply('/v1/transfers', batch, { id: batch.id, version: 1 }),
  // A review that fails does not fail the request: the next request of the organization that
  // expires transfers reviews the batch.
  committed: async (caller, { systemReview }, app) => {
    if (systemReview === 'due') await app.endAndReviewTransfers(caller).catch(() => undefined)
  },
})

function itemIdsOf({ items }: NewTransfer): string[] {
  return items.map(({ inventoryItemId }) => inventoryItemId)
}

function accountIdsOf({ fromFboAccountId, toFboAccountId }: NewTransfer): string[] {
  return [fromFboAccountId, toFboAccountId]
}

/**
 * Violations that need no look at the database: `same_account`, `duplicate_item`. The body may have
 * any shape, because a violation of the schema must not hide these.
 */
export function requestViolations(body: unknown): Violation[] {
  if (typeof body !== 'object' || body === null) return []
  const { fromFboAccountId, toFboAccountId, items } = body as Partial<NewTransfer>
  return [...sameAccount(fromFboAccountId, toFboAccountId), ...duplicateItems(items)]
}

/** `fbo_account_not_found` for accounts that are not among those that the organization has. */
function accountViolations(request: NewTransfer, accountIds: ReadonlySet<string>): Violation[] {
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
