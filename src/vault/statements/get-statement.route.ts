import { Type } from 'typebox'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { FBO_ACCOUNT_BY_ID } from '../accounts/fbo-account.ts'
import { getStatement } from './get-statement.store.ts'
import { STATEMENT, toStatement } from './statement.ts'
import { PERIOD_PARAMETERS, periodViolations } from './statement-period.ts'

export const getStatementRoute = operation({
  operationId: 'getStatement',
  description:
    'Reads the statement of an account over a period: the number and the value of the items ' +
    'that it held before and after, and the sums of what changed between. List Statement Lines ' +
    'has each change; List Holdings has the items, with an `asOf` one millisecond before ' +
    '`from` or `to`.\n\n' +
    'The newest checkpoint of the sealed log is with it. With `isProven`, an export of events ' +
    'that `vault-inventory events verify` accepts with this checkpoint has every change of the period.',
  path: '/v1/fbo-accounts/{id}/statement',
  permission: 'inventory_items:read',
  ...FBO_ACCOUNT_BY_ID,
  query: Type.Object(PERIOD_PARAMETERS, { additionalProperties: false }),
  success: recordResponse('The statement.', STATEMENT),
  queryViolations: ({ query }) => periodViolations(query),
  handle: async ({ caller, database, parameters: { id }, query }) => {
    const row = await getStatement(caller, database, id, query)
    if (row === undefined) return undefined
    const statement = toStatement(row, query)
    const seesEvents = caller.permissions.has('events:read')
    return { data: seesEvents ? statement : { ...statement, checkpoint: null } }
  },
})
