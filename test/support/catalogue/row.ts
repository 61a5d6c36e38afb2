import type { Permission } from '../../../src/domain/permissions.ts'
import {
  codesOf,
  idPositions,
  leastOf,
  type PublishedOperation,
} from '../contract/published-operations.ts'
import type { ListCase } from './list-case.ts'
import { type IdPlace, type Make, PATH_ID, placeOf } from './places.ts'

/** State that a success of an operation needs: the document does not tell it. */
export interface State {
  /** Makes the record that the path names, where not any one does. */
  readonly record?: Make
  readonly query?: string
  /** Further members, or a CSV file; another each time, so that every change is visible. */
  readonly body?: (id: (position: string) => string, tested: string) => object | string
  /** Permissions that the record type asks for beside it; the document names them in words. */
  readonly alsoNeeds?: readonly Permission[]
  /** Callers without this permission do not find the record: it needs none of its own. */
  readonly findsBy?: Permission
  /** A success may change nothing: what it asks for may be there already. */
  readonly mayBeThere?: true
  /** Fills the list; for a list only. */
  readonly list?: ListCase
}

export interface CatalogueRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** A text is a CSV file. */
  readonly body?: object | string
}

/** An operation: a request that succeeds, for the ids of the records that it names. */
export interface Row extends Omit<State, 'record' | 'query' | 'body'> {
  /** Null where any live token may. */
  readonly permission: Permission | null
  readonly success: 200 | 201
  /** Codes of its 404, in published order. */
  readonly notFound: readonly string[]
  /** Live organizations do not have it. */
  readonly testOnly: boolean
  /** A token of no person is refused, whatever it asks for. */
  readonly forPeople: boolean
  /** Positions of ids in the request, as the OpenAPI document has them. */
  readonly ids: Readonly<Record<string, IdPlace>>
  /** The request with these ids; `tested` is the position whose id is tried. */
  readonly request: (id: (position: string) => string, tested: string) => CatalogueRequest
}

/** The position of the record that the path or the query must name; undefined where none is. */
export function pathPosition({ ids }: Pick<Row, 'ids'>): string | undefined {
  return Object.keys(ids).find((position) => /^(path|required) /.test(position))
}

/** The row of an operation: what the document says, and the state that it does not tell. */
export function rowOf(operation: PublishedOperation, state: State): Row {
  const { record, query: _, body: __, ...rest } = state
  const notFound = codesOf(operation, 404)
  const places = idPositions(operation).map((position) => {
    const place = placeOf(operation.path, position)
    const make = position === PATH_ID ? record : undefined
    return [position, { ...place, ...(make !== undefined && { make }) }] as const
  })
  return {
    ...rest,
    permission: operation['x-permission'] as Permission | null,
    success: 201 in operation.responses ? 201 : 200,
    notFound,
    testOnly: notFound.includes('test_organization_required'),
    forPeople: codesOf(operation, 403).includes('person_required'),
    ids: Object.fromEntries(places),
    request: (id, tested) => requestOf(operation, state, { id, tested }),
  }
}

function requestOf(
  { method, path, parameters = [], requestBody }: PublishedOperation,
  state: State,
  { id, tested }: { id: (position: string) => string; tested: string },
): CatalogueRequest {
  const required = parameters
    .filter((each) => each.in === 'query' && each.required === true)
    .filter((each) => state.query?.startsWith(`${each.name}=`) !== true)
    .map(({ name, example }) => {
      const isId = idPositions({ parameters }).includes(`required ${name}`)
      return `${name}=${isId ? id(`required ${name}`) : example}`
    })
  const filter = tested.startsWith('query ') ? [tested.replace('query ', '')] : []
  const query = [
    ...required,
    ...(state.query === undefined ? [] : [state.query]),
    ...filter.map((name) => `${name}=${id(tested)}`),
  ].join('&')
  const named = path.replaceAll(/\{(\w+)\}/g, (_, name) => id(`path ${name}`))
  const schema = requestBody?.content['application/json']?.schema
  const own = state.body?.(id, tested)
  const least = schema && requestBody?.required ? leastOf(schema, { id, tested }) : undefined
  const body = typeof own === 'object' ? { ...(least as object), ...own } : (own ?? least)
  return {
    method: method as CatalogueRequest['method'],
    path: query === '' ? named : `${named}?${query}`,
    ...(body !== undefined && { body: body as object | string }),
  }
}
