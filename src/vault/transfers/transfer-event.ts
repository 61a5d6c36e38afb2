import type { Accepted, ChangeRequest } from '../../database/changes/change.ts'
import { type EventData, type EventType, eventOf, type NewEvent } from '../../domain/events.ts'
import { approvalEvents } from '../approvals/approval.ts'
import type { DecidedTransfer } from './decide-transfer.store.ts'
import type { TransferBatch } from './transfer-batch.ts'

export function createdEvent(request: ChangeRequest<unknown>, batch: TransferBatch): NewEvent {
  return transferEvent(request, batch, {
    type: 'transfer.created',
    occurredAt: new Date(batch.createdAt),
    data: { version: 1, statusAfter: 'pending' },
  })
}

/** The events of a batch that was approved or ended, or that the policy left to a person. */
export function decisionEvents(one: Accepted<unknown, DecidedTransfer>): NewEvent[] {
  return [...approvalEvent(one), ...endEvent(one)]
}

function approvalEvent(one: Accepted<unknown, DecidedTransfer>): NewEvent[] {
  const { batch, approval } = one.result
  return approvalEvents(approval, ({ occurredAt, data: given }) => {
    const data = { version: batch.version, ...given }
    return transferEvent(one, batch, { type: 'transfer.approval_given', occurredAt, data })
  })
}

function endEvent(one: Accepted<unknown, DecidedTransfer>): NewEvent[] {
  const { batch, isWritten, at: occurredAt, approval } = one.result
  const { status, version, approvedBySystem, review } = batch
  if (!isWritten) return []
  const states = { version, statusBefore: 'pending', statusAfter: status }
  if (status === 'pending') {
    if (approval !== undefined || batch.systemReview === 'off') return []
    const type = 'transfer.system_approval_declined'
    const data = { ...states, reviewReasons: [...review] }
    return [{ ...transferEvent(one, batch, { type, occurredAt, data }), system: 'policy' }]
  }
  const data = { ...states, ...(status === 'completed' && { approvedBySystem }) }
  const event = transferEvent(one, batch, { type: `transfer.${status}`, occurredAt, data })
  return [{ ...event, system: status === 'expired' ? 'expiry' : 'policy' }]
}

/** An event of a batch, with `transferEventData`. */
export function transferEvent(
  request: ChangeRequest<unknown>,
  batch: Pick<TransferBatch, 'id' | 'fromFboAccountId' | 'toFboAccountId' | 'totalItems'>,
  { type, occurredAt, data }: { type: EventType; occurredAt: Date; data: EventData },
): NewEvent {
  const subject = { type: 'transfer', id: batch.id } as const
  return eventOf(request, type, {
    occurredAt,
    subject,
    data: { ...data, ...transferEventData(batch) },
  })
}

/** Data that all events of a batch have. */
export function transferEventData({
  id,
  fromFboAccountId,
  toFboAccountId,
  totalItems,
}: Pick<TransferBatch, 'id' | 'fromFboAccountId' | 'toFboAccountId' | 'totalItems'>): EventData {
  return { fromFboAccountId, toFboAccountId, totalItems, itemsPath: `/v1/transfers/${id}/items` }
}
