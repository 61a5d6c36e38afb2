import type { FastifyInstance } from 'fastify'
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { Refusal, Violation } from '../domain/errors.ts'
import { PAGE_SIZE_DEFAULT } from '../domain/limits.ts'
import {
  type ListOrder,
  PAGE_PARAMETERS,
  type Page,
  type PageRequest,
  pageOf,
} from '../domain/pagination.ts'
import { addOperation, SerializedResponse } from './operation.ts'
import type { OperationContract } from './operation-contract.ts'
import { type LinkedPage, readCursor } from './response/cursor.ts'
import { digestOf, pageLinks, type RequestedList } from './response/page-links.ts'

/** All that is published of a list beyond what every list has. */
export interface ListContract<
  Parameters extends TObject = TObject,
  Filters extends TProperties = TProperties,
  Entry extends TSchema = TSchema,
> extends Omit<
    OperationContract<Parameters>,
    'method' | 'query' | 'body' | 'bodyIsOptional' | 'success'
  > {
  /** The query parameters that narrow it. */
  readonly filters?: Filters
  readonly order: ListOrder
  /** What following the links may miss or return of what changes meanwhile; a sentence. */
  readonly whatMayChange?: string
  /** What `asOf` means, where the list is of an instant: all its pages are of the same one. */
  readonly asOf?: string
  readonly entry: Entry
  /** What the entries are called: "One page of accounts." */
  readonly entries: string
}

/** A request for a page that holds. */
export interface ListRequest<Parameters extends TObject, Filters extends TProperties> {
  readonly caller: Caller
  readonly database: RequestDatabase
  readonly parameters: Static<Parameters>
  readonly request: PageRequest & Static<TObject<Filters>>
}

export interface ListBehaviour<
  Parameters extends TObject,
  Filters extends TProperties,
  Entry extends TSchema,
  Found,
> {
  readonly notFound?: () => Refusal
  /** @throws {Refusal} where there is no list */
  readonly find: (request: ListRequest<Parameters, Filters>) => Promise<Page<Found>>
  readonly toView: (row: Found) => Static<Entry>
}

const PAGING =
  'Following `next` in the `Link` header from page 1 returns every record that was in the list when ' +
  'page 1 was read, each exactly once, even while records are created.'

const LINK = Type.String({
  description:
    'Further pages (RFC 8288): `first`, `prev` past the first page, `next` where more follow. The ' +
    'targets are paths, to be resolved against the address of the request.',
  examples: [
    '</v1/fbo-accounts?page=1&limit=25&cursor=WzEs>; rel="first", ' +
      '</v1/fbo-accounts?page=2&limit=25&cursor=WzIs>; rel="next"',
  ],
})

/** Registers a list: an operation that responds page by page, with links from each to the next. */
export function addList<
  Parameters extends TObject,
  Filters extends TProperties,
  Entry extends TSchema,
  Found,
>(
  app: FastifyInstance,
  contract: ListContract<Parameters, Filters, Entry>,
  behaviour: ListBehaviour<Parameters, Filters, Entry, Found>,
): void {
  const { filters, order: _, asOf, entry, entries, whatMayChange, ...operation } = contract
  // As statements are named in the metrics.
  const kind = contract.operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  addOperation(
    app,
    {
      ...operation,
      description: [`${contract.description}\n\n${PAGING}`, whatMayChange ?? []].flat().join(' '),
      method: 'GET',
      query: Type.Object(
        { ...PAGE_PARAMETERS, ...asOfParameter(asOf), ...filters },
        { additionalProperties: false },
      ),
      success: {
        status: 200,
        description: `One page of ${entries}.`,
        body: pageOf(entry),
        headers: { Link: LINK },
      },
      refusals: ['invalid_parameter', 'invalid_request', ...contract.refusals],
    },
    {
      ...(behaviour.notFound !== undefined && { notFound: behaviour.notFound }),
      queryViolations: (sent) => cursorViolations(contract, sent as Sent),
      handle: async (sent, head) => {
        const { caller, database, parameters } = sent
        const list = requestedList(contract, sent as Sent)
        const request = readRequest(contract, sent as Sent, list)
        const { organizationId } = caller
        // Not the reply itself, which may be refused while others still wait for the page.
        const serialize = head.serializer()
        const key = JSON.stringify([organizationId, list.path, request])
        const page = await app.database.share(key, kind, async () => {
          const wanted = request as PageRequest & Static<TObject<Filters>>
          const found = await behaviour.find({ caller, database, parameters, request: wanted })
          return {
            text: serialize({
              data: found.rows.map(behaviour.toView),
              pagination: { page: request.page, hasMore: found.hasMore },
            }),
            link: pageLinks(list, request, found),
          }
        })
        head.header('Link', page.link)
        return new SerializedResponse(page.text)
      },
    },
  )
}

/** The instant is judged like any parameter; whether it is over, only the database knows. */
function asOfParameter(description: string | undefined): TProperties {
  if (description === undefined) return {}
  const asOf = Type.String({
    description,
    format: 'date-time',
    examples: ['2026-11-21T09:15:00.000Z'],
  })
  return { asOf: Type.Optional(asOf) }
}

interface Sent {
  readonly caller: Caller
  readonly parameters: Readonly<Record<string, string>>
  readonly query: {
    readonly page?: number
    readonly limit?: number
    readonly asOf?: string
    readonly cursor?: string
    readonly [filter: string]: unknown
  }
}

function requestedList(contract: ListContract, { caller, parameters, query }: Sent): RequestedList {
  const filters: [string, string][] = []
  for (const name in contract.filters) {
    if (query[name] !== undefined) filters.push([name, query[name] as string])
  }
  if (query.asOf !== undefined) filters.push(['asOf', query.asOf])
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] as string),
  )
  return { organizationId: caller.organizationId, path, filters }
}

function cursorViolations(contract: ListContract, sent: Sent): Violation[] {
  const { cursor } = sent.query
  // Given more than once it is refused as every parameter is.
  if (typeof cursor !== 'string') return []
  const read = readCursor(cursor, digestOf(requestedList(contract, sent)), contract.order)
  if (typeof read !== 'string') return []
  return [{ pointer: '/cursor', in: 'query', code: 'invalid_parameter', detail: WRONG[read] }]
}

const WRONG = {
  malformed:
    'cursor must be what a link carries: follow the links, or leave cursor out to start over.',
  of_another_list:
    'cursor was made for another list or for other filters: follow the links of this one, or leave ' +
    'cursor out to start over.',
}

function readRequest(contract: ListContract, sent: Sent, list: RequestedList): PageRequest {
  const { page = 1, limit = PAGE_SIZE_DEFAULT, cursor, ...filters } = sent.query
  if (cursor === undefined) return { ...filters, page, limit }
  const linked = readCursor(cursor, digestOf(list), contract.order) as LinkedPage
  const { after, before, anchor } = linked
  // Another page than the link led to: found by its number, from the anchor on.
  const isLinked = linked.page === page && linked.limit === limit
  return { ...filters, anchor, ...(isLinked && { after, before }), page, limit }
}
