import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { type Refusal, refusalOf } from '../domain/errors.ts'
import { BY_INVENTORY_ITEM } from '../domain/pagination.ts'
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
        'by page. An account holds an item from its intake, or from the completion of the transfer ' +
        'that brought it, until a transfer takes it away or it leaves the vault.',
      path: '/v1/fbo-accounts/{id}/holdings',
      permission: 'inventory_items:read',
      parameters: Type.Object({ id: FBO_ACCOUNT.properties.id }),
      asOf:
        'What the account held at this moment, not in the future (RFC 3339). Without it: what it ' +
        'holds now.',
      order: BY_INVENTORY_ITEM,
      whatMayChange:
        'All pages are of one moment: `asOf`, or that of the first page. A change that was being ' +
        'committed at that very moment may count from a later page on.',
      entry: HOLDING,
      entries: 'holdings',
      processesDueFirst: true,
      refusals: ['fbo_account_not_found'],
    },
    {
      notFound: fboAccountNotFound,
      find: async ({ caller, database, parameters, request }) => {
        const { asOf } = request
        const found =
          asOf === undefined
            ? await listHoldings(caller, database, parameters.id, request)
            : await listPastHoldings(caller, database, parameters.id, { ...request, asOf })
        if (found === undefined) throw fboAccountNotFound()
        if (found === 'future') throw asOfInFuture()
        return found
      },
      toView: toHolding,
    },
  )
}

/** Judged after the account: only the database's clock can tell. */
function asOfInFuture(): Refusal {
  const violation = {
    pointer: '/asOf',
    in: 'query',
    code: 'invalid_parameter',
    detail: 'asOf lies in the future: send a moment that is over, or leave asOf out for now.',
  } as const
  return refusalOf([violation], 'request')
}
