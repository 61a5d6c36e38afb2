import Type, { type Static, type TSchema } from 'typebox'
import { nullableText } from './fields.ts'

// `include=names`: the names of the records whose ids a response has.

/** The records that have names. */
export const NAMED_TYPES = ['fbo_account', 'inventory_item', 'access_token'] as const

export type NamedType = (typeof NAMED_TYPES)[number]

/** Ids by the type of their records. */
export type NamedIds = ReadonlyMap<NamedType, ReadonlySet<string>>

export const INCLUDE_PARAMETER = {
  include: Type.Optional(
    Type.Enum(['names'], {
      description:
        '`names` adds `included` to the response: the names of the accounts, items and tokens ' +
        'whose ids it has.',
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
        'of an item, its description and its first identifier; of a token, its owner. Null if none of them is recorded.',
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
]

/** The type of the records that a member names; undefined if they have no names. */
export function namedTypeOf(member: string): NamedType | undefined {
  return MEMBERS.find(([ending]) => ending.test(member))?.[1]
}

const RECORDS: Readonly<Record<string, NamedType>> = {
  FboAccount: 'fbo_account',
  InventoryItem: 'inventory_item',
  ListedInventoryItem: 'inventory_item',
  AccessToken: 'access_token',
}

/** The type of the records that are the entries of this schema; undefined if they have no names. */
export function recordTypeOf(entry?: TSchema): NamedType | undefined {
  return RECORDS[(entry as { readonly title?: string } | undefined)?.title ?? '']
}

/**
 * The ids in a response of records that have names.
 * @param own the type of the records themselves, whose member is `id`
 */
export function idsIn(data: unknown, own?: NamedType): NamedIds {
  const found = new Map(NAMED_TYPES.map((type) => [type, new Set<string>()] as const))
  const types = new Map<string, NamedType | undefined>()
  const typeOf = (member: string) => {
    if (!types.has(member)) types.set(member, namedTypeOf(member))
    return types.get(member)
  }
  const look = (value: unknown, idsAre: NamedType | undefined, ownType?: NamedType): void => {
    if (typeof value === 'string') found.get(idsAre as NamedType)?.add(value)
    else if (Array.isArray(value)) for (const one of value) look(one, idsAre, ownType)
    else if (typeof value === 'object' && value !== null) {
      // The subject of an event says its type.
      const { type } = value as { readonly type?: unknown }
      const idIs = ownType ?? NAMED_TYPES.find((one) => one === type)
      for (const [member, held] of Object.entries(value)) {
        look(held, member === 'id' ? idIs : typeOf(member))
      }
    }
  }
  look(data, undefined, own)
  return found
}
