import { Type } from 'typebox'
import {
  APPROVAL_CONTENT,
  type ApprovalContent,
  challengeOf,
  hashOfDocument,
  sha256,
} from '../access/passkeys/approval-content.ts'
import { CREDENTIAL_ID } from '../access/passkeys/assertion.ts'
import { ownPasskeys, TRANSPORTS } from '../access/passkeys/passkey.ts'
import { findById } from '../database/record.ts'
import { recordNotFound } from '../domain/errors.ts'
import { namedObject, nullableText, recordId } from '../domain/fields.ts'
import { EXAMPLE_IDS } from '../domain/ids.ts'
import type { Permission } from '../domain/permissions.ts'
import { operation } from '../http/operation.ts'
import { recordResponse } from '../http/operation-contract.ts'
import type { Find } from '../http/read-record.ts'
import { getRevaluation } from './revaluations/read-revaluations.ts'
import { revaluationContent } from './revaluations/revaluation.ts'
import { type ShipmentDetailsRow, shipmentContent } from './shipments/outbound-shipment.ts'
import { type TransferDetailsRow, transferContent } from './transfers/transfer-batch.ts'

const APPROVAL_TO_SIGN = namedObject(
  'ApprovalToSign',
  'What an approval of the record would approve now, and what a passkey signs to prove it.',
  {
    content: APPROVAL_CONTENT,
    contentSha256: sha256('SHA-256 of the canonical form (RFC 8785) of `content`.'),
    challenge: Type.String({
      description: 'The same hash in base64url: the challenge for WebAuthn.',
      examples: ['n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg'],
    }),
    directionsSalt: Type.Optional(
      nullableText({
        description:
          'Of a shipment: the salt in `directionsSha256`; null where it has none, and the hash is not ' +
          'of its recipient.',
        examples: ['q80SJmFh3kzTfQGq2y9n1A'],
      }),
    ),
    passkeys: Type.Array(
      namedObject('SigningPasskey', 'A passkey that may sign.', {
        credentialId: CREDENTIAL_ID,
        transports: TRANSPORTS,
      }),
      { description: 'The passkeys of the person whose token this is; none of a machine.' },
    ),
  },
)

interface Approved {
  readonly content: ApprovalContent
  /** Only a shipment has one; null where its directions have none. */
  readonly salt?: string | null
}

type Valued<Row> = Row & {
  readonly itemIds: readonly string[]
  readonly declaredValueCents: string
}

const findBatch = findById<Valued<TransferDetailsRow>>(`
  select organization_id, id, version, total_items, from_fbo_account_id, to_fbo_account_id,
    item_ids, (
      select coalesce(sum(declared_value_cents), 0)::text
      from inventory_items as item
      where item.organization_id = $1 and item.id = any(item_ids)
    ) as declared_value_cents
  from transfer_batches
  where organization_id = $1 and id = $2`)

// An item of a shipment stays in its list, also behind a cancellation.
const SHIPPED_ITEMS = `
      from outbound_shipment_items as listed
      join inventory_items as item on item.organization_id = $1 and item.id = inventory_item_id
      where listed.organization_id = $1 and outbound_shipment_id = shipment.id`

const findShipment = findById<Valued<ShipmentDetailsRow & { readonly salt: string | null }>>(`
  select shipment.organization_id, shipment.id, version, total_items, shipment.fbo_account_id,
    recipient, coalesce(shipment.service, directions.service) as service,
    coalesce(signature_required, false) as signature_required, insured_value_cents, salt,
    array(select item.id ${SHIPPED_ITEMS}) as item_ids,
    (select coalesce(sum(declared_value_cents), 0)::text ${SHIPPED_ITEMS}) as declared_value_cents
  from outbound_shipments as shipment
  left join outbound_shipment_directions as directions
    on directions.organization_id = $1 and directions.outbound_shipment_id = shipment.id
  where shipment.organization_id = $1 and shipment.id = $2`)

/** The look-up of each type of record, and the permission to approve it. */
const TYPES: readonly (readonly [permission: Permission, find: Find<Approved>])[] = [
  [
    'transfer_batches:approve',
    async (...request) => {
      const batch = await findBatch(...request)
      return batch && { content: transferContent(batch, batch.declaredValueCents) }
    },
  ],
  [
    'outbound_shipments:approve',
    async (...request) => {
      const shipment = await findShipment(...request)
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
  success: recordResponse('What would be approved.', APPROVAL_TO_SIGN),
  expiresTransfersFirst: true,
  handle: async ({ caller, database, parameters: { subjectId } }) => {
    const permitted = TYPES.filter(([permission]) => caller.permissions.has(permission))
    const found = await Promise.all(permitted.map(([, find]) => find(caller, database, subjectId)))
    const approved = found.find((one) => one !== undefined)
    if (approved === undefined) return undefined
    const { content, salt } = approved
    const passkeys = await ownPasskeys(caller, database)
    return {
      data: {
        content,
        contentSha256: hashOfDocument(content),
        challenge: challengeOf(content),
        ...(salt !== undefined && { directionsSalt: salt }),
        passkeys: passkeys.map(({ credentialId, transports }) => ({ credentialId, transports })),
      },
    }
  },
})
