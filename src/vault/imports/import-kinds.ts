import { NOT_BLANK } from '../../domain/fields.ts'
import { tidiedId } from '../../domain/folding.ts'
import { ITEM_DESCRIPTION_LENGTH_MAX, REASON_LENGTH_MAX } from '../../domain/limits.ts'
import { SHIPMENT_STATUSES, SHIPPED_STATUSES } from '../../domain/state-transitions.ts'
import { plain } from '../../runtime/csv/file-columns.ts'
import { UPDATABLE_FIELDS } from '../accounts/fbo-account.ts'
import { EXTERNAL_ID_FORM } from '../accounts/fbo-account-profile.ts'
import { ITEM_STATUSES, type ItemStatus, storedStatus } from '../items/inventory-item.ts'
import { RECIPIENT_MEMBERS } from '../shipments/recipient.ts'
import { DIRECTION_MEMBERS } from '../shipments/shipment-directions.ts'
import { secondPrimaries, unknownAccounts, unusableShipments } from './file-checks.store.ts'
import type {
  ColumnViolation,
  ImportColumn,
  ImportedRow,
  ImportSpec,
  ReadCell,
} from './import-spec.ts'
import {
  invalidValue,
  oneOf,
  readCents,
  readId,
  readIdentifiers,
  readMetadata,
  readMilliseconds,
  textBy,
} from './read-cells.ts'
import {
  doubledIdentifiers,
  STAGED_IDENTIFIERS,
  STAGED_METADATA,
  takenExternalIds,
  takenIdentifiers,
  writeImportedDirections,
  writeImportedItems,
  writeImportedProfiles,
} from './rows-aside.store.ts'

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

/** Files of FBO accounts: the columns are the fields of Get FBO Account and of its profile. */
const FBO_ACCOUNTS_IMPORT: ImportSpec = {
  name: 'fbo-accounts',
  singular: 'FBO account',
  plural: 'FBO accounts',
  table: 'fbo_accounts',
  permission: 'fbo_accounts:create',
  idPrefix: 'fbo',
  event: 'fbo_account.imported',
  amount: 'maxInsuredValueCents',
  columns: [
    ...Object.entries(UPDATABLE_FIELDS).map(([name, schema]) => ({ name, read: textBy(schema) })),
    { name: 'maxInsuredValueCents', read: readCents, default: '0' },
    { name: 'isPrimary', read: oneOf(['true', 'false']), default: 'false' },
    {
      name: 'externalId',
      read: textBy(EXTERNAL_ID_FORM),
      storedAs: tidiedId,
      isFolded: true,
      isAside: true,
    },
    { name: 'metadata', read: readMetadata, isAside: true },
  ],
  fileChecks: [secondPrimaries, takenExternalIds],
  follow: { tables: ['fbo_account_profiles'], write: writeImportedProfiles },
}

const readKnownStatus = oneOf(ITEM_STATUSES.filter((status) => status !== 'transfer_pending'))

const readStatus: ReadCell = (cell) =>
  plain(cell) === 'transferpending'
    ? invalidValue(
        'cannot be transfer_pending: import the item as in_vault and create the transfer through the API.',
      )
    : readKnownStatus(cell)

export const INVENTORY_ITEMS_IMPORT: ImportSpec = {
  name: 'inventory-items',
  singular: 'inventory item',
  plural: 'inventory items',
  table: 'inventory_items',
  permission: 'inventory_items:create',
  statusPermissions: {
    on_hold: ['inventory_items:update'],
    withdrawn: ['inventory_items:update'],
    shipment_pending: ['outbound_shipments:create'],
    shipped: ['outbound_shipments:update', 'outbound_shipments:approve'],
    delivered: ['outbound_shipments:update', 'outbound_shipments:approve'],
  },
  idPrefix: 'item',
  event: 'inventory_item.imported',
  amount: 'declaredValueCents',
  momentColumn: 'changed_at',
  columns: [
    { name: 'fboAccountId', read: readId, required: true },
    {
      name: 'status',
      read: readStatus,
      default: 'in_vault',
      storedAs: (status) => storedStatus(status as ItemStatus),
    },
    {
      name: 'description',
      read: textBy({ ...NOT_BLANK, maxLength: ITEM_DESCRIPTION_LENGTH_MAX }),
    },
    { name: 'declaredValueCents', read: readCents, default: '0' },
    {
      name: 'activeShipmentId',
      read: readId,
      goesWith: { statuses: ['shipment_pending'], isRequired: true },
    },
    {
      // Not required: older books may not say why an item is on hold.
      name: 'holdReason',
      read: textBy({ ...NOT_BLANK, maxLength: REASON_LENGTH_MAX }),
      goesWith: { statuses: ['on_hold'], isRequired: false },
    },
    { name: 'identifiers', read: readIdentifiers, insertedAs: STAGED_IDENTIFIERS },
    { name: 'metadata', read: readMetadata, insertedAs: STAGED_METADATA },
  ],
  fileChecks: [unknownAccounts, unusableShipments, doubledIdentifiers, takenIdentifiers],
  follow: {
    tables: ['inventory_movements', 'outbound_shipment_items', 'inventory_item_identifiers'],
    write: writeImportedItems,
  },
}

/** In the order of a move: accounts, their shipments, the items of both. */
export const IMPORT_KINDS = [
  FBO_ACCOUNTS_IMPORT,
  OUTBOUND_SHIPMENTS_IMPORT,
  INVENTORY_ITEMS_IMPORT,
] as const
