import type { RefusalCode } from '../../../src/domain/errors.ts'
import type { Permission } from '../../../src/domain/permissions.ts'
import type { ListCase } from './lists.ts'
import type { World } from './world.ts'

/** A place of a request that takes an id: what the id names, and how to make one that fits. */
export interface IdPlace {
  readonly names:
    | 'account'
    | 'item'
    | 'transfer'
    | 'revaluation'
    | 'shipment'
    | 'token'
    | 'role'
    | 'event'
    | 'webhook'
    | 'import'
    | 'passkey'
    | 'session'
    | 'person'
  readonly make: (world: World, organizationId: string) => Promise<string>
  /** An item that is looked up by its id alone, not claimed from an account. */
  readonly isFound?: true
  /** One that names nothing, where the id has a form of its own. */
  readonly unknown?: string
}

/** The code where an id of the path names no record of the organization, and the record's name. */
export const NOT_FOUND: Readonly<Record<IdPlace['names'], readonly [RefusalCode, string]>> = {
  account: ['fbo_account_not_found', 'FBO account'],
  item: ['inventory_item_not_found', 'inventory item'],
  transfer: ['transfer_batch_not_found', 'transfer batch'],
  revaluation: ['revaluation_not_found', 'revaluation'],
  shipment: ['outbound_shipment_not_found', 'outbound shipment'],
  token: ['access_token_not_found', 'access token'],
  role: ['role_not_found', 'role'],
  event: ['event_not_found', 'event'],
  webhook: ['webhook_endpoint_not_found', 'webhook endpoint'],
  import: ['import_not_found', 'import'],
  passkey: ['passkey_not_found', 'passkey'],
  session: ['session_not_found', 'session of this person'],
  person: ['person_not_found', 'person'],
}

export interface CatalogueRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** A text is a CSV file. */
  readonly body?: object | string
}

/** An operation: a request that succeeds, for the ids of the records that it names. */
export interface Row {
  /** Null where any live token may. */
  readonly permission: Permission | null
  readonly success: 200 | 201
  /** Live organizations do not have it. */
  readonly testOnly?: true
  /** Members that the record type asks for beside it; the document names them in words. */
  readonly alsoNeeds?: readonly Permission[]
  /** A token of no person is refused, whatever it asks for. */
  readonly forPeople?: true
  /** A success may change nothing: what it asks for may be there already. */
  readonly mayBeThere?: true
  /** Fills the list; for a list only. */
  readonly list?: ListCase
  /** Positions of ids in the request, as the OpenAPI document has them. */
  readonly ids: Readonly<Record<string, IdPlace>>
  /** The request with these ids; `tested` is the position whose id is tried. */
  readonly request: (id: (position: string) => string, tested: string) => CatalogueRequest
}

export type Rows = Readonly<Record<string, Row>>

export const ACCOUNT: IdPlace = { names: 'account', make: (world, owner) => world.account(owner) }
export const OTHER_ACCOUNT: IdPlace = {
  names: 'account',
  make: (world, owner) => world.otherAccount(owner),
}

/** An account of its own, which holds nothing. */
export const EMPTY_ACCOUNT: IdPlace = {
  names: 'account',
  make: (world, owner) => world.emptyAccount(owner),
}

export function item(status = 'in_vault'): IdPlace {
  return { names: 'item', make: (world, owner) => world.item(owner, status) }
}

/** Common part of the ids of one large intake, as if this item were of one. */
export const INTAKE: IdPlace = {
  names: 'item',
  make: async (world, owner) => (await world.item(owner, 'in_vault')).slice(0, -2),
  unknown: `item_${'0'.repeat(24)}`,
}

export const PATH_ID = 'path id'

/** The position of the record that the path names; undefined where it names none. */
export function pathPosition({ ids }: Pick<Row, 'ids'>): string | undefined {
  return Object.keys(ids).find((position) => position.startsWith('path '))
}

/** A row of an operation on one record: a read, or a verb with its body. */
export function ofOne(
  place: IdPlace,
  [method, path]: readonly [CatalogueRequest['method'], string],
  more: { permission: Permission | null; success?: 201; body?: object; list?: ListCase },
): Row {
  const { permission, success = 200, body, list } = more
  const name = /\{(\w+)\}/.exec(path)?.[1]
  const position = `path ${name}`
  return {
    permission,
    success,
    ...(list !== undefined && { list }),
    ids: { [position]: place },
    request: (id) => ({
      method,
      path: path.replace(`{${name}}`, id(position)),
      ...(body === undefined ? {} : { body }),
    }),
  }
}

/** A row of a read that any live token may make. */
export function anyToken(path: string): Row {
  return { permission: null, success: 200, ids: {}, request: () => ({ method: 'GET', path }) }
}

/** A row of a list, requested with one id in the query at a time. */
export function listOf(
  path: string,
  permission: Permission | null,
  { list, ids = {} }: Pick<Row, 'list'> & Partial<Pick<Row, 'ids'>>,
): Row {
  return {
    permission,
    success: 200,
    ...(list !== undefined && { list }),
    ids,
    request: (id, tested) => ({
      method: 'GET',
      path: tested in ids ? `${path}?${tested.replace('query ', '')}=${id(tested)}` : path,
    }),
  }
}
