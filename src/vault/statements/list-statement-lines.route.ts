import { Type } from 'typebox'
import { listOperation } from '../../http/list-operation.ts'
import { FBO_ACCOUNT_BY_ID } from '../accounts/fbo-account.ts'
import { LINE_KINDS, STATEMENT_LINE, toStatementLine } from './statement-line.ts'
import { STATEMENT_LINE_PAGES } from './statement-lines.store.ts'
import { PERIOD_PARAMETERS, periodViolations } from './statement-period.ts'

export const listStatementLinesRoute = listOperation({
  operationId: 'listStatementLines',
  description:
    'Lists what changed the holdings of an account, or their value, in a period: items that ' +
    'came, left, or got another value, oldest first, page by page. The opening of the ' +
    'statement and all its lines make its closing.',
  path: '/v1/fbo-accounts/{id}/statement/lines',
  permission: 'inventory_items:read',
  ...FBO_ACCOUNT_BY_ID,
  filters: {
    ...PERIOD_PARAMETERS,
    kind: Type.Optional(
      Type.Enum([...LINE_KINDS], {
        description: 'Only lines of this kind: `shipped` finds the shipments of the period.',
        examples: ['shipped'],
      }),
    ),
  },
  whatMayChange: 'In a period that is not over, lines made in the meantime come at the end.',
  entry: STATEMENT_LINE,
  entries: 'lines',
  pages: STATEMENT_LINE_PAGES,
  toView: toStatementLine,
  filterViolations: periodViolations,
})
