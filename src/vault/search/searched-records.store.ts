import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { ITEM_STATUS } from '../items/inventory-item.ts'
import { RESULT_TYPES, type ResultType } from './search-result.ts'
import type { SearchedRow } from './searched-types.ts'

const EXTERNAL_ID = `(
    select external_id from fbo_account_profiles as profile
    where profile.organization_id = $1 and fbo_account_id = record.id)`

const IDENTIFIERS = `(
    select string_agg(concat(one ->> 'scheme', ':', one ->> 'value'), chr(10)) from jsonb_array_elements(identifiers) as one)`

const recipient = (text: string) => `(
    select ${text} from outbound_shipment_directions as direction
    where direction.organization_id = $1 and outbound_shipment_id = record.id)`

const NAMES_OF_RECIPIENT =
  "concat_ws(chr(10), recipient ->> 'name', recipient ->> 'company', recipient ->> 'city')"

const STATUS = ITEM_STATUS.replaceAll('item.', 'record.')

/** The tables of the records, which statements call `record`, and what they read of them. */
export const SEARCHED_RECORDS: Readonly<Record<ResultType, { table: string; columns: string }>> = {
  fbo_account: {
    table: 'fbo_accounts',
    columns: `id, first_name, last_name, email, phone, business_name,
      ${EXTERNAL_ID} as external_id`,
  },
  inventory_item: {
    table: 'inventory_items',
    columns: `id, description, fbo_account_id, ${IDENTIFIERS} as identifiers, ${STATUS} as status`,
  },
  transfer_batch: {
    table: 'transfer_batches',
    columns: 'id, notes, from_fbo_account_id, to_fbo_account_id, status',
  },
  outbound_shipment: {
    table: 'outbound_shipments',
    columns: `id, tracking_number, notes, fbo_account_id, status,
      ${recipient(NAMES_OF_RECIPIENT)} as recipient,
      ${recipient("recipient ->> 'postalCode'")} as postal_code`,
  },
}

export const textsOf = (make: (type: ResultType) => string) =>
  Object.fromEntries(RESULT_TYPES.map((type) => [type, make(type)])) as Record<ResultType, string>

/** SQL of the records of a type of which that is so. */
export const recordsWhere = (type: ResultType, condition: string) => `
  select ${SEARCHED_RECORDS[type].columns}
  from ${SEARCHED_RECORDS[type].table} as record
  where organization_id = $1 and ${condition}`

const BY_ID = textsOf((type) => recordsWhere(type, 'id = any($2::text[])'))

export async function findRecords(
  tx: OrganizationTransaction,
  type: ResultType,
  ids: readonly string[],
): Promise<SearchedRow[]> {
  return await tx.run<SearchedRow>(BY_ID[type], [ids])
}
