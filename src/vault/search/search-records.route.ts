import { Type } from 'typebox'
import type { Violation } from '../../domain/errors.ts'
import { SEARCH_LIMIT_DEFAULT, SEARCH_LIMIT_MAX } from '../../domain/limits.ts'
import { pageOf } from '../../domain/pagination.ts'
import { searchText } from '../../domain/search-text.ts'
import { operation } from '../../http/operation.ts'
import { searchRecords } from './search-records.ts'
import { RESULT_TYPES, type ResultType, SEARCH_RESULT } from './search-result.ts'

const QUERY = Type.Object(
  {
    q: searchText('The text to find.'),
    types: Type.Optional(
      Type.String({
        description: `Only records of these types, separated by commas, of: \`${RESULT_TYPES.join('`, `')}\`.`,
        examples: ['fbo_account,inventory_item'],
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: 'Results at most. A number above the maximum is refused.',
        minimum: 1,
        maximum: SEARCH_LIMIT_MAX,
        default: SEARCH_LIMIT_DEFAULT,
      }),
    ),
  },
  { additionalProperties: false },
)

export const searchRecordsRoute = operation({
  operationId: 'searchRecords',
  description:
    'Finds accounts, items, transfers and shipments by what people know of them: an id, its ' +
    'beginning or its end; the name, business, email, phone number or external id of an account; ' +
    'the identifiers and the description of an item, also with the words of the scheme, as in PSA ' +
    'certificate No. 42118903; the tracking number of a shipment, with or without blanks; notes. ' +
    'A shipment is found by whole words of the name, the company, the city or the postal code of ' +
    'its recipient, and shows none of them. ' +
    'Where no record has all of the words, items are found that have some of them, in accounts ' +
    'that have the others, if the token may read accounts: the newest thousand items of each of ' +
    'the twenty accounts that have most of the words. ' +
    'Where nothing has the words, records with similar ones are found.\n\n' +
    'The best result is first, and the others of its type follow it: a whole id, then a whole ' +
    'identifier, external id, email, phone or tracking number, then ' +
    'what has its words whole, then what begins with the text, then what has it, then what is similar. Only records of types that the token may read are found; the operation ' +
    'needs no permission of its own.\n\n' +
    'Ids and whole identifiers are found at once, all else within a second or two of its change; while the service is ' +
    'very busy, or a large import was just made, later.',
  path: '/v1/search',
  permission: null,
  query: QUERY,
  success: {
    status: 200,
    description: 'The results.',
    body: pageOf(SEARCH_RESULT),
  },
  refusals: ['invalid_parameter'],
  expiresTransfersFirst: true,
  queryViolations: ({ query }) => typeViolations(query.types),
  handle: async ({ caller, database, query }) => {
    const { q, types, limit = SEARCH_LIMIT_DEFAULT } = query
    const request = { text: q.trim(), types: typesOf(types), limit }
    const { results, hasMore } = await searchRecords(caller, database, request)
    return { data: results, pagination: { page: 1, hasMore } }
  },
})

function typesOf(types: string | undefined): readonly ResultType[] {
  return types === undefined ? RESULT_TYPES : (types.split(',') as ResultType[])
}

/** The schema refuses a parameter that is repeated. */
function typeViolations(types: unknown): Violation[] {
  if (typeof types !== 'string') return []
  const sent = types.split(',')
  const isKnown = (type: string) => RESULT_TYPES.some((known) => known === type)
  if (sent.every(isKnown) && new Set(sent).size === sent.length) return []
  const detail = `types must be some of ${RESULT_TYPES.join(', ')}, each once, separated by commas.`
  return [{ pointer: '/types', in: 'query', code: 'invalid_parameter', detail }]
}
