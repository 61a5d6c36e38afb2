import { Type } from 'typebox'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller } from '../../domain/caller.ts'
import {
  type EventCheckpointRow,
  LAST_CHECKPOINT,
} from '../../history/sealed-log/event-checkpoint.ts'
import { operation } from '../../http/operation.ts'
import { recordResponse } from '../../http/operation-contract.ts'
import { FBO_ACCOUNT_BY_ID } from '../accounts/fbo-account.ts'
import { heldThen, stillHeld } from '../items/held-items.ts'
import { valuedLines } from './list-statement-lines.ts'
import { STATEMENT, type StatementRow, toStatement } from './statement.ts'
import { PERIOD_PARAMETERS, type Period, periodValues, periodViolations } from './statement-line.ts'

/** Events behind the newest checkpoint that are looked at: an hour of a busy organization. */
const UNPROVEN_MAX = 10_000

const balance = (end: string) => {
  const at = { account: '$2', moment: `(${end}::timestamptz - interval '1 millisecond')` }
  return `(
    select count(*)::int as items, coalesce(sum(declared_value_cents), 0)::text as cents
    from (${stillHeld(at)} union all ${heldThen(at)}) as held
  )`
}

const SUMS = `(
    select coalesce(json_agg(json_build_object('kind', kind, 'lines', lines,
      'itemsChange', items_change, 'valueChangeCents', value_change_cents)), '[]') as sums,
      coalesce(sum(shipments), 0)::int as shipments
    from (
      select kind, count(*) as lines, sum(items_change) as items_change,
        sum(value_change_cents)::text as value_change_cents,
        count(distinct outbound_shipment_id) as shipments
      from (${valuedLines('')}) as line
      group by kind
    ) as of_kind
  )`

/**
 * Events are in the order of their commits, and not quite in that of their moments. The event of a
 * checkpoint comes behind it, and changes no holdings.
 */
const BEHIND = `(
    select count(*) as events, count(*) filter (
        where occurred_at < $4::timestamptz and type <> 'event_checkpoint.created'
      ) as unproven
    from (
      select occurred_at, type from events
      where organization_id = $1 and number > checkpoint.sequence
      order by number
      limit ${UNPROVEN_MAX}
    ) as event
  )`

// One statement, so that all is of one moment.
const READ = `
  select account.id as fbo_account_id, currency,
    opening.items as opening_items, opening.cents as opening_cents,
    closing.items as closing_items, closing.cents as closing_cents,
    sums, shipments, checkpoint.*,
    checkpoint.sequence is not null and unproven = 0 and events < ${UNPROVEN_MAX} as is_proven
  from fbo_accounts as account
  join organizations on organizations.id = $1
  cross join lateral ${balance('$3')} as opening
  cross join lateral ${balance('$4')} as closing
  cross join lateral ${SUMS} as change
  left join lateral (${LAST_CHECKPOINT}) as checkpoint on true
  cross join lateral ${BEHIND} as behind
  where account.organization_id = $1 and account.id = $2`

type Row = Omit<StatementRow, 'checkpoint'> & {
  readonly [Name in keyof EventCheckpointRow]: EventCheckpointRow[Name] | null
}

/** The figures of an account in a period; undefined where the organization has no such account. */
export async function getStatement(
  caller: Caller,
  database: Pick<RequestDatabase, 'slow'>,
  fboAccountId: string,
  period: Period,
): Promise<StatementRow | undefined> {
  const parameters = [caller.organizationId, fboAccountId, ...periodValues(period)]
  const [row] = await database.slow(caller, (sql) => sql.query<Row[]>(READ, parameters))
  if (row === undefined) return undefined
  const checkpoint = row.sequence === null ? null : (row as EventCheckpointRow)
  return { ...row, checkpoint }
}

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
