import { Type } from 'typebox'
import { LIST_BODY_BYTES_MAX } from '../../domain/limits.ts'
import { METADATA_PATCH } from '../../domain/metadata.ts'
import { changeOperation, recordReply } from '../../http/change-operation.ts'
import { versionedResponse } from '../../http/operation-contract.ts'
import { TRANSFER_BY_ID, TRANSFER_DETAILS, toTransferDetails } from './transfer-batch.ts'
import { UPDATE_TRANSFER } from './update-transfer.ts'

const UPDATE = Type.Object(
  { metadata: Type.Optional(METADATA_PATCH) },
  {
    title: 'TransferUpdate',
    description: 'The metadata to change. Accounts, items and notes cannot be changed.',
    examples: [{ metadata: { deal: 'D-2041', region: null } }],
    additionalProperties: false,
    minProperties: 1,
    'x-violation-code': { minProperties: 'no_updatable_fields' },
    'x-violation-hint': 'Send metadata.',
  },
)

export const updateTransferRoute = changeOperation({
  operationId: 'updateTransfer',
  description:
    'Changes the metadata of a transfer batch, whatever its status: only the pairs in the ' +
    'body. Each change is a correction on record. A change that changes no value is none.',
  method: 'PATCH',
  path: '/v1/transfers/{id}',
  permission: 'transfer_batches:create',
  ...TRANSFER_BY_ID,
  body: UPDATE,
  bodyBytesMax: LIST_BODY_BYTES_MAX,
  success: versionedResponse('The batch after the change.', TRANSFER_DETAILS),
  expiresTransfersFirst: true,
  refusals: ['no_updatable_fields', 'version_conflict'],
  change: UPDATE_TRANSFER,
  input: ({ parameters, body, ifMatch }) => ({
    ...parameters,
    ifMatch,
    metadata: body.metadata ?? {},
  }),
  respond: ({ batch }) => recordReply(toTransferDetails(batch), batch),
})
