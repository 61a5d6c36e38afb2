import { Type } from 'typebox'
import type { ApprovalContent } from '../access/passkeys/approval-content.ts'
import { recordNotFound } from '../domain/errors.ts'
import { EXAMPLE_IDS } from '../domain/example-ids.ts'
import { recordId } from '../domain/fields.ts'
import type { Permission } from '../domain/permissions.ts'
import { operation } from '../http/operation.ts'
import type { Find } from '../http/read-record.ts'
import { APPROVAL_RESPONSE, approvalToSign } from './approvals/approval-to-sign.ts'
import { revaluationContent } from './revaluations/approved-revaluation.ts'
import { getRevaluation } from './revaluations/read-revaluations.ts'
import { getApprovedShipment, shipmentContent } from './shipments/approved-shipment.ts'
import { getApprovedBatch, transferContent } from './transfers/approved-transfer.ts'

interface Approved {
  readonly content: ApprovalContent
  readonly salt?: string | null
}

/** The look-up of each type of record, and the permission to approve it. */
const TYPES: readonly (readonly [permission: Permission, find: Find<Approved>])[] = [
  [
    'transfer_batches:approve',
    async (...request) => {
      const batch = await getApprovedBatch(...request)
      return batch && { content: transferContent(batch, batch.declaredValueCents) }
    },
  ],
  [
    'outbound_shipments:approve',
    async (...request) => {
      const shipment = await getApprovedShipment(...request)
      return shipment && { content: shipmentContent(shipment, shipment), salt: shipment.salt }
    },
  ],
  [
    'revaluations:approve',
    async (...request) => {
      const revaluation = await getRevaluation(...request)
      return revaluation && { content: revaluationContent(revaluation) }
    },
  ],
]

export const getApprovalRoute = operation({
  operationId: 'getApproval',
  description:
    'Reads what an approval of a transfer batch, a shipment or a revaluation would approve now: its ' +
    'items and their value; of a shipment also a hash of its directions. A passkey signs the ' +
    'challenge, and the approval takes the signature as `proof`. Only records that the token may ' +
    'approve are found; the operation needs no permission of its own.',
  path: '/v1/approvals/{subjectId}',
  permission: null,
  parameters: Type.Object({
    subjectId: recordId('Identifier of the record.', EXAMPLE_IDS.transferBatch),
  }),
  notFound: recordNotFound,
  success: APPROVAL_RESPONSE,
  expiresTransfersFirst: true,
  handle: async ({ caller, database, parameters: { subjectId } }) => {
    const permitted = TYPES.filter(([permission]) => caller.permissions.has(permission))
    const found = await Promise.all(permitted.map(([, find]) => find(caller, database, subjectId)))
    const approved = found.find((one) => one !== undefined)
    return approved && { data: await approvalToSign({ caller, database }, approved) }
  },
})
