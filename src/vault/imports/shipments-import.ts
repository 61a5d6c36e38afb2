import { SHIPMENT_STATUSES, SHIPPED_STATUSES } from '../../domain/shipment-statuses.ts'
import { RECIPIENT_MEMBERS } from '../shipments/recipient.ts'
import { DIRECTION_MEMBERS } from '../shipments/shipment-directions.ts'
import { unknownAccounts } from './file-checks.store.ts'
import type { ColumnViolation, ImportColumn, ImportedRow, ImportSpec } from './import-spec.ts'
import { oneOf, readCents, readId, readMetadata, readMilliseconds, textBy } from './read-cells.ts'
import { writeImportedDirections } from './rows-aside.store.ts'

/** `recipientName` for the member `name`. */
function columnOf(member: string): string {
  return `recipient${member.charAt(0).toUpperCase()}${member.slice(1)}`
}

const RECIPIENT_COLUMNS = Object.entries(RECIPIENT_MEMBERS).map(
  ([member, schema]): ImportColumn => {
    return { name: columnOf(member), read: textBy(schema), isAside: true }
  },
)
const NEEDED = ['name', 'line1', 'city', 'countryCode'].map(columnOf)

/** A recipient has at least its name and an address. Nothing is shipped before it is created. */
function rowViolations(row: ImportedRow): ColumnViolation[] {
  const hasRecipient = RECIPIENT_COLUMNS.some(({ name }) => typeof row[name] === 'string')
  const missing = hasRecipient ? NEEDED.filter((column) => row[column] === null) : []
  const detail = 'is empty: a recipient needs it.'
  const violations: ColumnViolation[] = missing.map((column) => {
    return { column, code: 'required', detail }
  })
  const { createdAt, shippedAt } = row
  if (createdAt !== undefined && shippedAt && (createdAt === null || shippedAt < createdAt)) {
    const early = `must not be before createdAt, ${createdAt ?? 'which is now: give it, too'}.`
    violations.push({ column: 'shippedAt', code: 'invalid_value', detail: early })
  }
  return violations
}

/** Files of outbound shipments: the fields of List Outbound Shipments, and the directions. */
export const OUTBOUND_SHIPMENTS_IMPORT: ImportSpec = {
  name: 'outbound-shipments',
  singular: 'outbound shipment',
  plural: 'outbound shipments',
  table: 'outbound_shipments',
  permission: 'outbound_shipments:create',
  statusPermissions: {
    inspecting: ['outbound_shipments:update'],
    pending_approval: ['outbound_shipments:update'],
    approved: ['outbound_shipments:update', 'outbound_shipments:approve'],
    shipped: ['outbound_shipments:update', 'outbound_shipments:approve'],
    delivered: ['outbound_shipments:update', 'outbound_shipments:approve'],
  },
  idPrefix: 'ship',
  event: 'outbound_shipment.imported',
  creatorColumn: 'created_by_token_id',
  columns: [
    { name: 'fboAccountId', read: readId, required: true },
    { name: 'status', read: oneOf(SHIPMENT_STATUSES), default: 'packing' },
    {
      name: 'shippedAt',
      read: readMilliseconds,
      goesWith: { statuses: SHIPPED_STATUSES, isRequired: true },
    },
    ...RECIPIENT_COLUMNS,
    { name: 'service', read: textBy(DIRECTION_MEMBERS.service), isAside: true },
    { name: 'signatureRequired', read: oneOf(['true', 'false']), isAside: true },
    { name: 'insuredValueCents', read: readCents, isAside: true },
    { name: 'metadata', read: readMetadata, isAside: true },
  ],
  rowViolations,
  fileChecks: [unknownAccounts],
  follow: { tables: ['outbound_shipment_directions'], write: writeImportedDirections },
}
