import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import type { SettleClaims } from '../caller.ts'
import type { Database } from '../database/database.ts'
import { addOperation } from '../http/operation.ts'
import { ID_PATTERN } from '../ids.ts'
import { CREATED_PARAMETERS, PAGE_PARAMETERS, pageAnswer, pageOf, readPage } from '../pages.ts'
import { INVENTORY_ITEM, ITEM_STATUSES, toInventoryItem } from './inventory-item.ts'
import { listInventoryItems as findInventoryItems } from './list-inventory-items.store.ts'

const QUERY = Type.Object(
  {
    ...PAGE_PARAMETERS,
    status: Type.Optional(
      Type.Enum([...ITEM_STATUSES], { description: 'Only items that stand here.' }),
    ),
    fboAccountId: Type.Optional(
      Type.String({
        description: 'Only items that belong to this FBO account; an unknown one has none.',
        pattern: ID_PATTERN,
      }),
    ),
    ...CREATED_PARAMETERS,
  },
  { additionalProperties: false },
)

export function listInventoryItems(
  app: FastifyInstance,
  database: Database,
  settle: SettleClaims,
): void {
  addOperation(
    app,
    {
      operationId: 'listInventoryItems',
      tag: 'Inventory items',
      summary: 'List Inventory Items',
      description:
        'Lists items of the organization, newest first, page by page: also those that have left ' +
        'the vault.',
      method: 'GET',
      path: '/v1/inventory-items',
      permission: 'inventory_items:read',
      query: QUERY,
      success: { status: 200, description: 'One page of items.', body: pageOf(INVENTORY_ITEM) },
      refusals: ['invalid_parameter', 'invalid_request'],
    },
    {
      handle: async ({ caller, query }) => {
        await settle(caller)
        const request = readPage(query)
        const found = await findInventoryItems(caller, database, request)
        return pageAnswer(found, request, toInventoryItem)
      },
    },
  )
}
