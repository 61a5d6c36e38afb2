import { correctionsOf } from '../corrections/correction.ts'
import { writeCorrections } from '../corrections/corrections.store.ts'
import { type ChangeRequest, type DecisionTime, unbatched } from '../database/changes/change.ts'
import { refusalOf } from '../domain/errors.ts'
import { type MetadataPatch, mergedMetadata, metadataViolations } from '../domain/metadata.ts'
import { type IfMatch, versionRefusal } from '../domain/versions.ts'
import { type TransferDetailsRow, transferBatchNotFound } from './transfer-batch.ts'
import { updatedEvent } from './transfer-event.ts'
import { lockBatch, type UpdatedTransfer, writeMetadata } from './update-transfer.store.ts'

interface TransferUpdate {
  readonly id: string
  /** The versions of the batch that may be changed. */
  readonly ifMatch: IfMatch
  readonly metadata: MetadataPatch
}

type Locked = TransferDetailsRow | undefined

/** Changes the metadata of a batch, whatever its status. Values that it has change nothing. */
export const UPDATE_TRANSFER = unbatched<TransferUpdate, Locked, UpdatedTransfer>({
  name: 'update_transfer',
  lock: (tx, { id }) => lockBatch(tx, id),
  judge: judgeUpdateTransfer,
  write: (tx, { caller, result: { batch, corrected, at } }) => {
    if (corrected.length === 0) return
    writeMetadata(tx, batch)
    const subject = { subjectType: 'transfer_batch', subjectId: batch.id } as const
    const made = { at, reason: null, tokenId: caller.tokenId }
    writeCorrections(tx, [{ ...subject, ...made, corrected }])
  },
  events: (one) => (one.result.corrected.length === 0 ? [] : updatedEvent(one)),
})

function judgeUpdateTransfer(
  { input: { ifMatch, metadata: patch } }: ChangeRequest<TransferUpdate>,
  batch: Locked,
  { nowMs }: DecisionTime,
) {
  if (batch === undefined) return transferBatchNotFound()
  const { version } = batch
  const stale = versionRefusal('transfer', { version, ifMatch })
  if (stale !== undefined) return stale
  const metadata = mergedMetadata(batch.metadata, patch)
  const tooMany = metadataViolations(metadata)
  if (tooMany.length > 0) return refusalOf(tooMany, 'request')
  const corrected = correctionsOf(batch, { ...batch, metadata }, ['metadata'])
  const after = corrected.length === 0 ? batch : { ...batch, metadata, version: version + 1 }
  return { batch: after, corrected, at: new Date(nowMs) }
}
