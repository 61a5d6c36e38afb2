import {
  TRANSFER_STATUSES,
  type TransferDetailsRow,
  type TransferStatus,
} from '../transfers/transfer-batch.ts'
import { accountOlderThan, momentAgo, type Scene } from './demo-scene.ts'
import { DAY_MS } from './random.ts'

/** How long a pending batch has by the default policy. */
const EXPIRY_MS = 14 * DAY_MS

/** How long ago a batch was created, in days: a pending one is young, an expired one old enough. */
const AGE_DAYS: Record<TransferStatus, { least: number; most: number }> = {
  pending: { least: 0.05, most: 6 },
  completed: { least: 10, most: 300 },
  rejected: { least: 10, most: 300 },
  cancelled: { least: 10, most: 300 },
  expired: { least: 20, most: 300 },
}

/** Transfer batches in every state. `totalItems` is 1 to 6. */
export function generateTransfers(
  scene: Scene,
  counts: Readonly<Record<TransferStatus, number>>,
): TransferDetailsRow[] {
  return TRANSFER_STATUSES.flatMap((status) =>
    Array.from({ length: counts[status] }, () => generateTransfer(scene, status)),
  )
}

function generateTransfer(scene: Scene, status: TransferStatus): TransferDetailsRow {
  const { random } = scene
  const createdAt = momentAgo(scene, AGE_DAYS[status])
  const from = accountOlderThan(createdAt, scene)
  let to = from
  while (to === from) to = accountOlderThan(createdAt, scene)
  const expiresAt = new Date(createdAt.getTime() + EXPIRY_MS)
  return {
    id: random.id('xfer', createdAt),
    fromFboAccountId: from.id,
    toFboAccountId: to.id,
    organizationId: from.organizationId,
    status,
    totalItems: random.whole(1, 6),
    approvedBySystem: status === 'completed' && random.chance(0.7),
    notes: random.chance(0.25) ? null : random.pick(NOTES),
    createdAt,
    idempotencyKey: null,
    createdByTokenId: null,
    expiresAt,
    review: [],
    decidedAt: decidedAt(),
    decidedByTokenId: null,
    decisionReason:
      status === 'rejected' || status === 'cancelled' ? random.pick(REASONS[status]) : null,
    approvedOverInsuredMaximum: false,
    version: 1,
  }

  function decidedAt(): Date | null {
    if (status === 'pending') return null
    if (status === 'expired') return expiresAt
    const until = new Date(createdAt.getTime() + 3 * DAY_MS)
    return random.moment({ from: createdAt, until })
  }
}

const NOTES = [
  'Spring rebalancing',
  'Trade settled on the show floor',
  'Requested by phone, call logged',
  'Estate distribution, second part',
  'Moved to the family account',
  'Consignment returned unsold',
  'Swap agreed between both holders',
  'Quarter-end rebalancing',
  'Collateral released by the lender',
]

const REASONS = {
  rejected: [
    'The receiving account is not verified yet',
    'Certificate numbers do not match the items',
    'Declared values are out of date',
  ],
  cancelled: ['The buyer withdrew', 'Created twice by mistake', 'Wrong destination account'],
}
