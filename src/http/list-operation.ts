import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { ListPages } from '../database/keyset-page.ts'
import type { Caller } from '../domain/caller.ts'
import type { Violation } from '../domain/errors.ts'
import { namesIn, recordTypeOf, typesNamedTo } from '../domain/included-names.ts'
import { PAGE_SIZE_DEFAULT } from '../domain/limits.ts'
import {
  asOfParameter,
  orderOf,
  PAGE_PARAMETERS,
  type PageRequest,
  pageOf,
} from '../domain/pagination.ts'
import { snakeCase } from '../domain/text.ts'
import { operation, type Route, wantsNames } from './operation.ts'
import type { OperationContract } from './operation-contract.ts'
import { type LinkedPage, readCursor } from './response/cursor.ts'
import { digestOf, pageLinks, type RequestedList } from './response/page-links.ts'

/** A list: what is published about it beyond what all lists have in common, and its pages. */
interface List<
  Parameters extends TObject,
  Filters extends TProperties,
  Entry extends TSchema,
  Found,
> extends Omit<
    OperationContract<Parameters>,
    'method' | 'query' | 'body' | 'bodyBytesMax' | 'bodyIsOptional' | 'success'
  > {
  /** Query parameters that narrow the list. */
  readonly filters?: Filters
  /** The filter that names the record of the list, where the path does not. */
  readonly recordFilter?: keyof Filters & string
  /** A sentence: what paging may miss or return of records that change meanwhile. */
  readonly whatMayChange?: string
  /** Describes `asOf`, on lists that show one instant; all pages show the same one. */
  readonly asOf?: string
  readonly entry: Entry
  /** Names the entries: "One page of accounts." */
  readonly entries: string
  readonly pages: ListPages<Found, Static<TObject<Filters>>>
  readonly toView: (row: Found) => Static<Entry>
  /** Violations of several filters together. Each of them may also violate its own rule. */
  readonly filterViolations?: (filters: Static<TObject<Filters>>) => Violation[]
}

const PAGING = 'Follow `next` in the `Link` header to read the whole list.'

const LINK = Type.String({
  description:
    'Links to other pages (RFC 8288): always `first`, `prev` after the first page, `next` if there ' +
    'are more. The targets are relative: resolve them against the URL of the request.\n\n' +
    'Following `next` from page 1 on returns every record that was in the ' +
    'list when page 1 was read, each exactly once. It holds even while records are created.',
  examples: [
    '</v1/fbo-accounts?page=1&limit=25&cursor=WzEs>; rel="first", ' +
      '</v1/fbo-accounts?page=2&limit=25&cursor=WzIs>; rel="next"',
  ],
})

/** Declares a list: an operation that returns pages with links between them. */
export function listOperation<
  Parameters extends TObject,
  Filters extends TProperties,
  Entry extends TSchema,
  Found,
>(list: List<Parameters, Filters, Entry, Found>): Route {
  const { filters, asOf, entry, entries, whatMayChange, recordFilter, ...own } = list
  const { pages, toView, filterViolations = () => [], ...contract } = own
  const ownType = recordTypeOf(entry)
  // Names of statements in the metrics are in snake case.
  const kind = snakeCase(contract.operationId)
  return operation({
    ...contract,
    description: [`${contract.description}\n\n${PAGING}`, whatMayChange ?? []].flat().join(' '),
    query: Type.Object(
      {
        ...PAGE_PARAMETERS,
        ...(asOf !== undefined && { asOf: asOfParameter(asOf) }),
        ...filters,
      },
      { additionalProperties: false },
    ),
    success: {
      status: 200,
      description: `One page of ${entries}.`,
      body: pageOf(entry),
      headers: { Link: LINK },
    },
    queryViolations: (sent) => [
      ...filterViolations(sent.query as Static<TObject<Filters>>),
      ...cursorViolations(list, sent as Sent),
    ],
    handle: async (sent, head, { server: app }) => {
      const { caller, database, parameters } = sent
      const requested = requestedList(list, sent as Sent)
      const request = readRequest(sent as Sent, requested, pages)
      // Not the reply: this request may be refused while others still wait for the page.
      const serialize = head.serializer()
      const withNames = wantsNames(sent)
      const types = withNames ? typesNamedTo(caller) : null
      // Pages of a list without a permission may show what the permissions of its caller allow.
      const powers = contract.permission === null ? [...caller.permissions] : null
      const key = JSON.stringify([caller.organizationId, requested.path, request, types, powers])
      const page = await app.database.singleFlight(key, kind, async () => {
        const wanted = request as PageRequest & Static<TObject<Filters>>
        const named = recordFilter === undefined ? parameters : sent.query
        const recordId = (named as Readonly<Record<string, string>>)[recordFilter ?? 'id']
        const found = await pages.find(caller, database, wanted, recordId)
        if (found === undefined) throw contract.notFound?.()
        const data = found.rows.map(toView)
        return {
          text: serialize({
            data,
            pagination: { page: request.page, hasMore: found.hasMore },
            ...(withNames && { included: await app.findNames(caller, namesIn(data, ownType)) }),
          }),
          link: pageLinks(requested, request, found, app.basePath),
        }
      })
      head.header('Link', page.link)
      return page.text
    },
  })
}

type Orders = Parameters<typeof orderOf>[0]

interface Sent {
  readonly caller: Caller
  readonly parameters: Readonly<Record<string, string>>
  readonly query: {
    readonly page?: number
    readonly limit?: number
    readonly asOf?: string
    readonly include?: string
    readonly sort?: string
    readonly cursor?: string
    readonly [filter: string]: unknown
  }
}

interface PagedList {
  readonly path: string
  readonly filters?: object
  readonly pages: Orders
}

function requestedList(list: PagedList, { caller, parameters, query }: Sent): RequestedList {
  const filters: [string, string][] = []
  for (const name in list.filters) {
    if (query[name] !== undefined) filters.push([name, query[name] as string])
  }
  if (query.include !== undefined) filters.push(['include', query.include])
  if (query.asOf !== undefined) filters.push(['asOf', query.asOf])
  const path = list.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] as string),
  )
  return { organizationId: caller.organizationId, path, filters }
}

function cursorViolations(list: PagedList, sent: Sent): Violation[] {
  const { cursor, sort } = sent.query
  // The schema refuses a repeated parameter.
  if (typeof cursor !== 'string') return []
  const read = readCursor(cursor, digestOf(requestedList(list, sent)), orderOf(list.pages, sort))
  if (typeof read !== 'string') return []
  return [{ pointer: '/cursor', in: 'query', code: 'invalid_parameter', detail: WRONG[read] }]
}

const WRONG = {
  malformed:
    'cursor must come from a link of this list: follow the links, or leave cursor out to start over.',
  of_another_list:
    'cursor belongs to another list or to other filters: follow the links of this list, or leave ' +
    'cursor out to start over.',
}

function readRequest(sent: Sent, list: RequestedList, pages: Orders): PageRequest {
  const { page = 1, limit = PAGE_SIZE_DEFAULT, cursor, include: _, ...filters } = sent.query
  if (cursor === undefined) return { ...filters, page, limit }
  const linked = readCursor(cursor, digestOf(list), orderOf(pages, filters.sort)) as LinkedPage
  const { after, before, anchor } = linked
  // A page that the link does not lead to is found by its number, counted from the anchor.
  const isLinked = linked.page === page && linked.limit === limit
  return { ...filters, anchor, ...(isLinked && { after, before }), page, limit }
}
