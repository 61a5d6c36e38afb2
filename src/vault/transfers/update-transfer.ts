import { recordType } from '../../database/record.ts'
import { changesOf } from '../../domain/fields.ts'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { METADATA_PATCH, mergedMetadata, metadataRefusal } from '../../domain/metadata.ts'
import { recordChange } from '../../http/record-change.ts'
import {
  TRANSFER_BY_ID,
  TRANSFER_DETAILS,
  TRANSFER_DETAILS_COLUMNS,
  type TransferDetailsRow,
  toTransferDetails,
  transferEventData,
} from './transfer-batch.ts'

/** A trigger counts versions. Of a change and a decision, the second keeps what the first wrote. */
const TRANSFER = recordType<TransferDetailsRow>(
  {
    table: 'transfer_batches',
    noun: 'transfer',
    subject: 'transfer',
    correctedAs: 'transfer_batch',
    ...TRANSFER_BY_ID,
  },
  TRANSFER_DETAILS_COLUMNS,
)

export const updateTransferRoute = recordChange(TRANSFER, {
  operationId: 'updateTransfer',
  description:
    'Changes the metadata of a transfer batch, whatever its status: only the pairs in the ' +
    'body. Each change is a correction on record. A change that changes no value is none.',
  path: '/v1/transfers/{id}',
  permission: 'transfer_batches:create',
  body: changesOf(
    'TransferUpdate',
    'The metadata to change. Accounts, items and notes cannot be changed.',
    { metadata: METADATA_PATCH },
    { metadata: { deal: 'D-2041', region: null } },
  ),
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  response: ['The batch after the change.', TRANSFER_DETAILS],
  toView: toTransferDetails,
  expiresTransfersFirst: true,
  refusals: ['no_updatable_fields', 'version_conflict'],
  lock: (tx, { id }) => ({ before: TRANSFER.lock(tx, id) }),
  values: (batch, { metadata: patch = {} }) => {
    const metadata = mergedMetadata(batch.metadata, patch)
    return metadataRefusal(metadata) ?? { metadata }
  },
  event: 'transfer.updated',
  eventData: ({ row }) => transferEventData(row),
})
