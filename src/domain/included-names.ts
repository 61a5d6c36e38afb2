import { type Static, type TSchema, Type } from 'typebox'
import type { Caller } from './caller.ts'
import { nullableText } from './fields.ts'
import type { Permission } from './permissions.ts'
import { accountName, itemName, type NamedAccount, type NamedItem } from './record-names.ts'

// `include=names`: the names of the records whose ids a response has.

const NAMED_TYPES = [
  'fbo_account',
  'inventory_item',
  'access_token',
  'person',
  'transfer_batch',
  'outbound_shipment',
  'revaluation',
] as const

export type NamedType = (typeof NAMED_TYPES)[number]

/** A token that has one of these may read the names of the type. */
const READERS: Readonly<Record<NamedType, readonly Permission[]>> = {
  fbo_account: ['fbo_accounts:read'],
  inventory_item: ['inventory_items:read'],
  // The feed names the owners of tokens, too.
  access_token: ['access_tokens:manage', 'events:read'],
  person: ['people:manage', 'events:read'],
  transfer_batch: ['transfer_batches:read'],
  outbound_shipment: ['outbound_shipments:read'],
  revaluation: ['inventory_items:read'],
}

/** The types of records whose names the caller may read. */
export function typesNamedTo({ permissions }: Pick<Caller, 'permissions'>): NamedType[] {
  return NAMED_TYPES.filter((type) =>
    READERS[type].some((permission) => permissions.has(permission)),
  )
}

type NamedIds = ReadonlyMap<NamedType, ReadonlySet<string>>

export const INCLUDE_PARAMETER = {
  include: Type.Optional(
    Type.Enum(['names'], {
      description:
        '`names` adds `included` to the response: the names of the accounts, items, people, tokens, ' +
        'transfers, shipments and revaluations whose ids it has.',
      examples: ['names'],
    }),
  ),
}

const INCLUDED_NAME = Type.Object(
  {
    type: Type.Enum([...NAMED_TYPES], {
      description: 'The type of the record.',
      examples: ['fbo_account'],
    }),
    name: nullableText({
      description:
        'Of an account, its business name, else its first and last name, else its email address; ' +
        'of an item, its description and its first identifier; of a token, the person that it belongs to, else its owner; of a person, the name; ' +
        'of a transfer, the number of its items and its accounts; of a shipment, the number of its ' +
        'items, and its recipient, else its account; of a revaluation, its first item. A record that ' +
        'the token may not read is left out of a name. Null if none of them is recorded.',
      examples: ['Ada Lindqvist'],
    }),
  },
  { title: 'IncludedName', description: 'The name of a record, as it is now.' },
)

export type Included = Readonly<Record<string, Static<typeof INCLUDED_NAME>>>

/** The member of every response with `data` that a read can have. */
export const INCLUDED = {
  included: Type.Optional(
    Type.Unsafe<Included>({
      type: 'object',
      title: 'IncludedNames',
      additionalProperties: INCLUDED_NAME,
      description:
        'Only with `include=names`: names by id. It leaves out what the token may not read.',
    }),
  ),
}

/** Members that hold ids of records with names, by how they end. */
const MEMBERS: readonly (readonly [RegExp, NamedType])[] = [
  [/fboAccountIds?$/i, 'fbo_account'],
  [/inventoryItemIds?$/i, 'inventory_item'],
  [/tokenIds?$/i, 'access_token'],
  [/personIds?$/i, 'person'],
  [/transfer(Batch)?Ids?$/i, 'transfer_batch'],
  [/shipmentIds?$/i, 'outbound_shipment'],
  [/revaluationIds?$/i, 'revaluation'],
]

/** Members that hold records with names, by how they end. */
const HOLDERS: readonly (readonly [RegExp, NamedType])[] = [
  [/^person$/, 'person'],
  [/Transfers$/, 'transfer_batch'],
  [/Shipments$/, 'outbound_shipment'],
  [/Revaluations$/, 'revaluation'],
]

/** The type of the records that a member names; undefined if they have no names. */
export function namedTypeOf(member: string): NamedType | undefined {
  return MEMBERS.find(([ending]) => ending.test(member))?.[1]
}

function heldIn(member: string): NamedType | undefined {
  return HOLDERS.find(([ending]) => ending.test(member))?.[1]
}

const RECORDS: Readonly<Record<string, NamedType>> = {
  FboAccount: 'fbo_account',
  InventoryItem: 'inventory_item',
  ListedInventoryItem: 'inventory_item',
  AccessToken: 'access_token',
  Person: 'person',
  TransferDetails: 'transfer_batch',
  ApprovedTransfer: 'transfer_batch',
  OutboundShipment: 'outbound_shipment',
  OutboundShipmentDetails: 'outbound_shipment',
  ApprovedOutboundShipment: 'outbound_shipment',
  Revaluation: 'revaluation',
  ApprovedRevaluation: 'revaluation',
}

/** The type of the records that are the entries of this schema; undefined if they have no names. */
export function recordTypeOf(entry?: TSchema): NamedType | undefined {
  return RECORDS[(entry as { readonly title?: string } | undefined)?.title ?? '']
}

/** A record with names as a response or a row of the database has it. */
type NamedRecord = NamedAccount &
  NamedItem & {
    readonly owner?: string | null | undefined
    readonly name?: string | null | undefined
  }

function nameOf(type: NamedType, record: NamedRecord): string | null {
  if (type === 'fbo_account') return accountName(record)
  if (type === 'inventory_item') return itemName(record)
  return (type === 'access_token' ? record.owner : record.name) ?? null
}

/** Records whose names have those of others in them: a response never has all of it. */
const COMPOSED: readonly NamedType[] = ['transfer_batch', 'outbound_shipment', 'revaluation']

/** The records with names in a response. */
export interface NamesIn {
  /** Those that it has whole: nothing more is read for them. */
  readonly known: Included
  /** Those that it has only the ids of. */
  readonly unknown: NamedIds
}

/** @param own the type of the records themselves, whose member is `id` */
export function namesIn(data: unknown, own?: NamedType): NamesIn {
  // An id such as `__proto__` would set the prototype of another object.
  const known: Record<string, Included[string]> = Object.create(null)
  const unknown = new Map(NAMED_TYPES.map((type) => [type, new Set<string>()] as const))
  const types = new Map<string, NamedType | undefined>()
  const typeOf = (member: string) => {
    if (!types.has(member)) types.set(member, namedTypeOf(member))
    return types.get(member)
  }
  const look = (value: unknown, idsAre: NamedType | undefined, holds?: NamedType): void => {
    if (typeof value === 'string') unknown.get(idsAre as NamedType)?.add(value)
    else if (Array.isArray(value)) for (const one of value) look(one, idsAre, holds)
    else if (typeof value === 'object' && value !== null) lookInto(value, undefined, holds)
  }
  const lookInto = (record: object, ownType?: NamedType, holds?: NamedType) => {
    // The subject of an event, and what an approval signs, say their type.
    const { type } = record as { readonly type?: unknown }
    const named = type === 'transfer' ? 'transfer_batch' : type
    const idIs = NAMED_TYPES.find((one) => one === named) ?? holds
    for (const member in record) {
      const held = (record as Readonly<Record<string, unknown>>)[member]
      if (member !== 'id') look(held, typeOf(member), heldIn(member) ?? holds)
      else if (ownType === undefined || COMPOSED.includes(ownType)) look(held, ownType ?? idIs)
      else known[held as string] = { type: ownType, name: nameOf(ownType, record) }
    }
  }
  for (const record of Array.isArray(data) ? data : [data]) lookInto(record as object, own)
  for (const id in known) unknown.get(own as NamedType)?.delete(id)
  return { known, unknown }
}
