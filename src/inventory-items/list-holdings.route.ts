import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import { type Refusal, refusalOf } from '../domain/errors.ts'
import { BY_INVENTORY_ITEM, type PageRequest } from '../domain/pagination.ts'
import { FBO_ACCOUNT, fboAccountNotFound } from '../fbo-accounts/fbo-account.ts'
import { addList } from '../http/list-operation.ts'
import { HOLDING, toHolding } from './holding.ts'
import { listHoldings, listPastHoldings } from './list-holdings.store.ts'

export function listHoldingsRoute(app: FastifyInstance): void {
  addList(
    app,
    {
      operationId: 'listHoldings',
      tag: 'Inventory items',
      summary: 'List Holdings',
      description:
        'Lists the items that an account holds, now or as of a moment in the past, by item id, page ' +
        'by page. An item is held from its intake or the completion of the transfer that brought it, ' +
        'until a transfer that takes it away is completed, or until it leaves the vault.',
      path: '/v1/fbo-accounts/{id}/holdings',
      permission: 'inventory_items:read',
      parameters: Type.Object({ id: FBO_ACCOUNT.properties.id }),
      asOf:
        'What the account held at this moment, not in the future (RFC 3339). Without it: what it ' +
        'holds now.',
      order: BY_INVENTORY_ITEM,
      whatMayChange:
        'All its pages are of one moment: `asOf`, or that of its first page. A change that was ' +
        'being made at that very moment, and was not visible yet, may count from a later page on.',
      entry: HOLDING,
      entries: 'holdings',
      processesDueFirst: true,
      refusals: ['fbo_account_not_found'],
    },
    {
      notFound: fboAccountNotFound,
      find: async ({ caller, database, parameters, request }) => {
        const found = await find(caller, database, parameters.id, request)
        if (found === undefined) throw fboAccountNotFound()
        // The request alone cannot tell: the account is judged first, as for every such rule.
        if (found === 'future') throw notYet()
        return found
      },
      toView: toHolding,
    },
  )
}

function find(caller: Caller, database: RequestDatabase, id: string, request: PageRequest) {
  const { asOf } = request
  if (asOf === undefined) return listHoldings(caller, database, id, request)
  return listPastHoldings(caller, database, id, { ...request, asOf })
}

/** What the account will hold, nobody knows: `invalid_parameter`. */
function notYet(): Refusal {
  const violation = {
    pointer: '/asOf',
    in: 'query',
    code: 'invalid_parameter',
    detail: 'asOf lies in the future: send a moment that is over, or leave asOf out for now.',
  } as const
  return refusalOf([violation], 'request')
}
