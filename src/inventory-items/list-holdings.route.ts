import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { Caller, SettleClaims } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { type Refusal, refusalOf } from '../errors.ts'
import { FBO_ACCOUNT, fboAccountNotFound } from '../fbo-accounts/fbo-account.ts'
import { addOperation } from '../http/operation.ts'
import { PAGE_PARAMETERS, type PageRequest, pageAnswer, pageOf, readPage } from '../pages.ts'
import { HOLDING, toHolding } from './holding.ts'
import { listHoldings as findHoldings, listPastHoldings } from './list-holdings.store.ts'

const QUERY = Type.Object(
  {
    ...PAGE_PARAMETERS,
    asOf: Type.Optional(
      Type.String({
        description:
          'What the account held at this moment, not in the future (RFC 3339). Without it: what it ' +
          'holds now.',
        format: 'date-time',
        examples: ['2026-11-21T09:15:00.000Z'],
      }),
    ),
  },
  { additionalProperties: false },
)

export function listHoldings(app: FastifyInstance, database: Database, settle: SettleClaims): void {
  addOperation(
    app,
    {
      operationId: 'listHoldings',
      tag: 'Inventory items',
      summary: 'List Holdings',
      description:
        'Lists the items that an account holds, now or as of a moment in the past, by item id, page ' +
        'by page. An item is held from its intake or the completion of the transfer that brought it, ' +
        'until a transfer that takes it away is completed, or until it leaves the vault. ' +
        'Give `asOf` to read several pages of one and the same moment.',
      method: 'GET',
      path: '/v1/fbo-accounts/{id}/holdings',
      permission: 'inventory_items:read',
      parameters: Type.Object({ id: FBO_ACCOUNT.properties.id }),
      query: QUERY,
      success: { status: 200, description: 'One page of holdings.', body: pageOf(HOLDING) },
      refusals: ['invalid_parameter', 'invalid_request', 'fbo_account_not_found'],
    },
    {
      notFound: fboAccountNotFound,
      handle: async ({ caller, parameters, query }) => {
        await settle(caller)
        const request = readPage(query)
        const found = await find(caller, database, parameters.id, request)
        if (found === undefined) throw fboAccountNotFound()
        // The request alone cannot tell: the account is judged first, as for every such rule.
        if (found === 'future') throw notYet()
        return pageAnswer(found, request, toHolding)
      },
    },
  )
}

function find(
  caller: Caller,
  database: Database,
  fboAccountId: string,
  { asOf, ...page }: PageRequest & { readonly asOf?: string },
) {
  if (asOf === undefined) return findHoldings(caller, database, fboAccountId, page)
  return listPastHoldings(caller, database, fboAccountId, { ...page, asOf })
}

/** What the account will hold, nobody knows: `invalid_parameter`. */
function notYet(): Refusal {
  const fault = {
    pointer: '/asOf',
    in: 'query',
    code: 'invalid_parameter',
    detail: 'asOf lies in the future: send a moment that is over, or leave asOf out for now.',
  } as const
  return refusalOf([fault], 'request')
}
