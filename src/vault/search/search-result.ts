import { type Static, Type } from 'typebox'
import { EXAMPLE_IDS } from '../../domain/example-ids.ts'
import { namedObject, nullableText, recordId } from '../../domain/fields.ts'

/** The types of records that a search finds. */
export const RESULT_TYPES = [
  'fbo_account',
  'inventory_item',
  'transfer_batch',
  'outbound_shipment',
] as const

export type ResultType = (typeof RESULT_TYPES)[number]

/** Members that a record is found by. */
export const MATCHES = [
  'id',
  'identifier',
  'externalId',
  'trackingNumber',
  'email',
  'phone',
  'name',
  'businessName',
  'description',
  'notes',
  'recipient',
] as const

export type Match = (typeof MATCHES)[number]

export const SEARCH_RESULT = namedObject('SearchResult', 'A record that a search found.', {
  type: Type.Enum([...RESULT_TYPES], {
    description: 'The type of the record.',
    examples: ['inventory_item'],
  }),
  id: recordId('Identifier of the record.', EXAMPLE_IDS.inventoryItem),
  title: Type.String({
    description:
      'A line that names the record for people: the name of an account, the description of an ' +
      'item and its first identifier, the accounts of a transfer, the account of a shipment. The ' +
      'id if it has no name.',
    examples: ['1952 Topps #311, PSA 8'],
  }),
  detail: nullableText({
    description:
      'A second line: the person or the email of an account, the account of an item, the notes ' +
      'of a transfer, the tracking number of a shipment; null if there is none. Accounts are named ' +
      'by their ids if the token may not read accounts.',
    examples: ['Ada Lindqvist'],
  }),
  status: nullableText({
    description: 'The status of the record; null for an account, which has none.',
    examples: ['in_vault'],
  }),
  match: Type.Enum([...MATCHES], {
    description: 'The member of the record that the text was found in.',
    examples: ['description'],
  }),
})

export type SearchResult = Static<typeof SEARCH_RESULT>
