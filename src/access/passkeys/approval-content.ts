import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { IN_MINOR_UNITS, namedObject, recordId } from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { CENTS_SUM_PATTERN } from '../../domain/limits.ts'
import { canonical } from '../../domain/text.ts'

/** Every approved content names its format, so that no other signature can pass for one. */
export const APPROVAL_FORMAT = 'vault-inventory-approval-1'

const EXAMPLE_SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** SHA-256 in hexadecimal digits. */
export function sha256(description: string) {
  return Type.String({ description, pattern: '^[0-9a-f]{64}$', examples: [EXAMPLE_SHA256] })
}

/** The record as it is approved: a proof signs the hash of this. */
export const APPROVAL_CONTENT = namedObject(
  'ApprovalContent',
  'What an approval approves. Its canonical form (RFC 8785) is what a passkey signs.',
  {
    format: Type.Enum([APPROVAL_FORMAT], {
      description: 'The format of the content.',
      examples: [APPROVAL_FORMAT],
    }),
    organizationId: recordId('The organization.', EXAMPLE_IDS.organization),
    type: Type.Enum(['transfer', 'outbound_shipment', 'revaluation'], {
      description: 'The type of the record.',
      examples: ['transfer'],
    }),
    id: recordId('The record.', EXAMPLE_IDS.transferBatch),
    version: Type.Integer({
      description: 'The version of the record that is approved: the approval makes the next one.',
      minimum: 1,
      examples: [1],
    }),
    totalItems: Type.Integer({ description: 'How many items it has.', examples: [2] }),
    itemsSha256: sha256(
      'SHA-256 of the canonical form of the array of the ids of its items, sorted as text.',
    ),
    declaredValueCents: Type.String({
      description:
        'Sum of the declared values of its items, of a revaluation the new ones. ' +
        `${IN_MINOR_UNITS}: a decimal whole number, as a string.`,
      pattern: CENTS_SUM_PATTERN,
      examples: ['5000000'],
    }),
    fromFboAccountId: Type.Optional(
      recordId('The source account of a transfer.', EXAMPLE_IDS.fboAccount),
    ),
    toFboAccountId: Type.Optional(
      recordId('The destination account of a transfer.', EXAMPLE_IDS.otherFboAccount),
    ),
    fboAccountId: Type.Optional(recordId('The account of a shipment.', EXAMPLE_IDS.fboAccount)),
    directionsSha256: Type.Optional(
      sha256(
        'SHA-256 of the canonical form of the directions of a shipment: `salt` (`directionsSalt`), ' +
          '`recipient` (null without a salt), `service`, `signatureRequired`, `insuredValueCents`.',
      ),
    ),
    valuesSha256: Type.Optional(
      sha256(
        'SHA-256 of the canonical form of the array of the changes of a revaluation, sorted by item: ' +
          'each with `inventoryItemId`, `fromValueCents` and `toValueCents`.',
      ),
    ),
  },
)

export type ApprovalContent = Static<typeof APPROVAL_CONTENT>

type Common = 'organizationId' | 'id' | 'version' | 'totalItems'

/** The content of an approval of a record with these items. */
export function approvalContent(
  type: ApprovalContent['type'],
  { organizationId, id, version, totalItems }: Pick<ApprovalContent, Common>,
  {
    itemIds,
    ...own
  }: Omit<ApprovalContent, Common | 'format' | 'type' | 'itemsSha256'> & {
    readonly itemIds: readonly string[]
  },
): ApprovalContent {
  return {
    format: APPROVAL_FORMAT,
    ...{ organizationId, type, id, version, totalItems },
    itemsSha256: itemsSha256(itemIds),
    ...own,
  }
}

/** The hash of a document in its canonical form, in hexadecimal digits. */
export function hashOfDocument(document: object): string {
  return digestOf(document).toString('hex')
}

/** The hash of the items of a record, whatever order they are in. */
export function itemsSha256(itemIds: readonly string[]): string {
  return hashOfDocument([...itemIds].sort())
}

/** The challenge that a passkey signs to approve this content, in base64url. */
export function challengeOf(content: ApprovalContent): string {
  return digestOf(content).toString('base64url')
}

function digestOf(document: object): Buffer {
  return createHash('sha256').update(canonical(document)).digest()
}
