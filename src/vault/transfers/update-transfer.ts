import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { type MetadataPatch, mergedMetadata, metadataRefusal } from '../../domain/metadata.ts'
import { type RecordToChange, versionRefusal } from '../../domain/versions.ts'
import { correctionsOf } from '../corrections/correction.ts'
import { writeCorrections } from '../corrections/corrections.store.ts'
import { transferBatchNotFound } from './transfer-batch.ts'
import { transferEvent } from './transfer-event.ts'
import { lockBatch, writeMetadata } from './update-transfer.store.ts'

interface TransferUpdate extends RecordToChange {
  readonly metadata: MetadataPatch
}

/** Changes the metadata of a batch, whatever its status. Values that it has change nothing. */
export const UPDATE_TRANSFER = unbatchedChange({
  name: 'update_transfer',
  lock: (tx, { id }: TransferUpdate) => ({ batch: lockBatch(tx, id) }),
  judge: ({ input: { ifMatch, metadata: patch } }, { batch }, { nowMs }) => {
    if (batch === undefined) return transferBatchNotFound()
    const { version } = batch
    const metadata = mergedMetadata(batch.metadata, patch)
    const refusal = versionRefusal('transfer', { version, ifMatch }) ?? metadataRefusal(metadata)
    if (refusal !== undefined) return refusal
    const corrected = correctionsOf(batch, { ...batch, metadata }, ['metadata'])
    // If no value changes, the version stays, and nothing is written.
    const after = corrected.length === 0 ? batch : { ...batch, metadata, version: version + 1 }
    return { batch: after, corrected, at: new Date(nowMs) }
  },
  write: (tx, { caller, result: { batch, corrected, at } }) => {
    if (corrected.length === 0) return
    writeMetadata(tx, batch)
    const subject = { subjectType: 'transfer_batch', subjectId: batch.id } as const
    const made = { at, reason: null, tokenId: caller.tokenId }
    writeCorrections(tx, [{ ...subject, ...made, corrected }])
  },
  events: ({ result, ...request }) => {
    const { batch, corrected, at: occurredAt } = result
    if (corrected.length === 0) return []
    const changedMembers = corrected.map(({ member }) => member)
    const data = { version: batch.version, changedMembers }
    return transferEvent(request, batch, { type: 'transfer.updated', occurredAt, data })
  },
})
