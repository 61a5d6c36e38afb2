import type { TransferStatus } from '../../transfers/transfer-batch.ts'
import { type AgeDays, accountOlderThan, momentAgo, type Scene } from './accounts.ts'
import type { LogStep } from './item-log.ts'
import { DAY_MS } from './random.ts'

/** The default policy's time for a decision. */
const EXPIRY_MS = 14 * DAY_MS

/** A pending batch is younger than that, an expired one older. */
const AGE: Record<TransferStatus, AgeDays> = {
  pending: { least: 0.05, most: 6 },
  completed: { least: 10, most: 300 },
  rejected: { least: 10, most: 300 },
  cancelled: { least: 10, most: 300 },
  expired: { least: 20, most: 300 },
}

/** A row of `transfer_batches` of 1 to 6 items, and what happened to each of them. */
export function generateTransfer(scene: Scene, status: TransferStatus) {
  const { random } = scene
  const createdAt = momentAgo(scene, AGE[status])
  const from = accountOlderThan(createdAt, scene)
  let to = from
  while (to === from) to = accountOlderThan(createdAt, scene)
  const id = random.id('xfer', createdAt)
  const expiresAt = new Date(createdAt.getTime() + EXPIRY_MS)
  const decided = random.moment({
    from: createdAt,
    until: new Date(createdAt.getTime() + 3 * DAY_MS),
  })
  const end = status === 'expired' ? expiresAt : decided
  const reasons = status === 'rejected' || status === 'cancelled' ? REASONS[status] : null
  const decisionReason = reasons && random.pick(reasons)
  const approvedBySystem = status === 'completed' && random.chance(0.7)
  const steps: LogStep[] = [{ kind: 'transfer_created', at: createdAt, transferBatchId: id }]
  if (status !== 'pending') {
    steps.push({
      kind: `transfer_${status}`,
      at: end,
      transferBatchId: id,
      reason: decisionReason,
      ...(status === 'completed' && { toFboAccountId: to.id }),
    })
  }
  return {
    batch: {
      id,
      fromFboAccountId: from.id,
      toFboAccountId: to.id,
      status,
      totalItems: random.whole(1, 6),
      approvedBySystem,
      systemReview: approvedBySystem ? 'passed' : 'off',
      notes: random.chance(0.25) ? null : random.pick(NOTES),
      createdAt,
      expiresAt,
      decidedAt: status === 'pending' ? null : end,
      decisionReason,
    },
    steps,
  }
}

const NOTES = [
  'Spring rebalancing',
  'Trade agreed on the show floor',
  'Requested by phone, call logged',
  'Estate distribution, second part',
  'Moved to the family account',
  'Consignment returned unsold',
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
