import type { FastifyInstance } from 'fastify'
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { Caller } from '../caller.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Fault, Refusal } from '../errors.ts'
import { PAGE_SIZE_DEFAULT } from '../limits.ts'
import { type ListOrder, PAGE_PARAMETERS, type Page, type PageRequest, pageOf } from '../pages.ts'
import { isInstant } from '../text.ts'
import { addOperation, WrittenAnswer } from './operation.ts'
import type { OperationContract } from './operation-contract.ts'
import { type AskedList, pageLinks } from './page-links.ts'
import { type LinkedPage, listDigest, readWalkToken, type TokenFault } from './walk-token.ts'

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
  /** What a walk by the links may miss or meet, beyond what is created meanwhile; a sentence. */
  readonly whatMayChange?: string
  /** What an instant means as `asOf`, where the list takes one: its walks are pinned by it. */
  readonly asOfMoment?: string
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
  /** What is to be done before the list is read, for as long as it takes. */
  readonly prepare?: (caller: Caller) => Promise<void>
  /** @throws {Refusal} where there is no list */
  readonly find: (request: ListRequest<Parameters, Filters>) => Promise<Page<Found>>
  readonly toView: (row: Found) => Static<Entry>
}

const WALK =
  'Who follows `next` in the `Link` header from page 1 on meets everything that the list held when ' +
  'page 1 was read exactly once, whatever is created meanwhile; nothing is met twice.'

const LINK = Type.String({
  description:
    'Further pages (RFC 8288): `first`, `prev` past the first page, `next` where more follow. The ' +
    'targets are paths, to be resolved against the address of the request.',
  examples: [
    '</v1/fbo-accounts?page=1&limit=25&asOf=WzEs>; rel="first", ' +
      '</v1/fbo-accounts?page=2&limit=25&asOf=WzIs>; rel="next"',
  ],
})

/** Registers a list: an operation that answers page by page, with links from each to the next. */
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
  const { filters, order: _, asOfMoment, entry, entries, whatMayChange, ...operation } = contract
  // As statements are named in the metrics.
  const kind = contract.operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  addOperation(
    app,
    {
      ...operation,
      description: [`${contract.description}\n\n${WALK}`, whatMayChange ?? []].flat().join(' '),
      method: 'GET',
      query: Type.Object(
        { ...PAGE_PARAMETERS, ...momentParameter(asOfMoment), ...filters },
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
      queryFaults: (sent) => asOfFaults(contract, sent as Sent),
      handle: async (sent, head) => {
        const { caller, database, parameters } = sent
        const list = askedList(contract, sent as Sent)
        const request = readRequest(contract, sent as Sent, list)
        const { organizationId } = caller
        // Not the reply itself, which may be refused while others still wait for the page.
        const serialize = head.serializer()
        const key = JSON.stringify([organizationId, list.path, request])
        const page = await app.database.share(key, kind, async () => {
          await behaviour.prepare?.(caller)
          const wanted = request as PageRequest & Static<TObject<Filters>>
          const found = await behaviour.find({ caller, database, parameters, request: wanted })
          const pagination = { page: request.page, hasMore: found.hasMore }
          const answer = { data: found.rows.map(behaviour.toView), pagination }
          return {
            text: serialize(answer),
            link: pageLinks(list, request, found),
          }
        })
        head.header('Link', page.link)
        return new WrittenAnswer(page.text)
      },
    },
  )
}

function momentParameter(asOfMoment: string | undefined): TProperties {
  if (asOfMoment === undefined) return {}
  return {
    asOf: Type.Optional(
      Type.String({
        description: `${asOfMoment} Or what a link of the \`Link\` header carries here.`,
        examples: ['2026-11-21T09:15:00.000Z'],
      }),
    ),
  }
}

interface Sent {
  readonly caller: Caller
  readonly parameters: Readonly<Record<string, string>>
  readonly query: {
    readonly page?: number
    readonly limit?: number
    readonly asOf?: string | undefined
    readonly [filter: string]: unknown
  }
}

function askedList(contract: ListContract, { caller, parameters, query }: Sent): AskedList {
  const filters = Object.keys(contract.filters ?? {}).flatMap((name) =>
    query[name] === undefined ? [] : [[name, query[name] as string] as const],
  )
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] as string),
  )
  return {
    path,
    filters,
    // Spec choice N74: a token is of one organization too, so that one that strays is refused, and
    // does not begin somewhere in the middle of another organization's list.
    digest: () => listDigest([caller.organizationId, path, filters]),
  }
}

/** What `asOf` says: nothing, an instant, the page of a link, or a text that it cannot be. */
function readAsOf(
  { order, asOfMoment }: ListContract,
  asOf: string | undefined,
  list: AskedList,
): Partial<LinkedPage> | TokenFault {
  if (asOf === undefined) return {}
  const hasMoment = asOfMoment !== undefined
  if (hasMoment && isInstant(asOf)) return { moment: asOf }
  return readWalkToken(asOf, list.digest(), { order, hasMoment })
}

function asOfFaults(contract: ListContract, sent: Sent): Fault[] {
  const { asOf } = sent.query
  // Given more than once it is refused as every parameter is.
  if (typeof asOf !== 'string') return []
  const read = readAsOf(contract, asOf, askedList(contract, sent))
  if (typeof read !== 'string') return []
  const detail = contract.asOfMoment !== undefined && read === 'malformed' ? NO_MOMENT : WRONG[read]
  return [{ pointer: '/asOf', in: 'query', code: 'invalid_parameter', detail }]
}

const WRONG = {
  malformed:
    'asOf must be what a link carries: follow the links, or leave asOf out and begin anew.',
  of_another_list:
    'asOf was made for another list or for other filters: follow the links of this one, or leave ' +
    'asOf out and begin anew.',
}
const NO_MOMENT =
  'asOf must be a date and time of RFC 3339 such as 2026-11-21T09:15:00.000Z, or what a link carries.'

function readRequest(contract: ListContract, sent: Sent, list: AskedList): PageRequest {
  const { page = 1, limit = PAGE_SIZE_DEFAULT, asOf, ...filters } = sent.query
  const { after, before, ...walk } = readAsOf(contract, asOf, list) as Partial<LinkedPage>
  // Another page than the link led to: found by its number, among the rows of the walk.
  const isLinked = walk.page === page && walk.limit === limit
  return { ...filters, ...walk, ...(isLinked && { after, before }), page, limit }
}
