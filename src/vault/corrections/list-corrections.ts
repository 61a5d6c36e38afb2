import { type Static, Type } from 'typebox'
import { SUBJECT_TABLES } from '../../database/changes/corrections.ts'
import { KeysetPages, type ListPages } from '../../database/keyset-page.ts'
import { recordNotFound } from '../../domain/errors.ts'
import {
  instant,
  namedObject,
  nullableId,
  nullableText,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import type { Permission } from '../../domain/permissions.ts'
import { listOperation } from '../../http/list-operation.ts'

/** Any JSON value: that of the member. */
function memberValue(description: string, example: unknown) {
  return Type.Unsafe<unknown>({ description, examples: [example] })
}

const CORRECTION = namedObject('Correction', 'A member of a record that was given another value.', {
  number: Type.Integer({
    description: "Position in the record's corrections, from 1 on and without gaps.",
    examples: [1],
  }),
  at: instant('it was corrected', '2026-11-23T09:00:00.000Z'),
  member: Type.String({
    description: 'The member of the record.',
    examples: ['maxInsuredValueCents'],
  }),
  from: memberValue(
    'The value before; null if there was none. Personal values of an erased account are null.',
    '25000000',
  ),
  to: memberValue(
    'The value after; null if there is none. Personal values of an erased account are null.',
    '40000000',
  ),
  reason: nullableText({
    description: 'The reason; null if none was given.',
    examples: ['Policy raised on renewal'],
  }),
  tokenId: nullableId(
    'The access token of the request; null if the operator of the vault or the service itself ' +
      'made the change.',
    EXAMPLE_IDS.accessToken,
  ),
  revaluationId: nullableId(
    'The revaluation of an item that a second person approved; null of all else.',
    EXAMPLE_IDS.revaluation,
  ),
})

type CorrectionRow = RowOf<Static<typeof CORRECTION>>

const toCorrection = responseMaker(CORRECTION)

type CorrectedType = keyof typeof SUBJECT_TABLES

const corrections = (subjectType: CorrectedType) => `
      select number, at, member, from_value, to_value, reason, token_id, null as revaluation_id
      from corrections
      where organization_id = $1 and subject_type = '${subjectType}' and subject_id = $2`

// Values of items have a log of their own. What one item has is little, and is counted each time.
const OF_ITEM = `
      select row_number() over (order by at, source, number)::integer as number, at, member,
        from_value, to_value, reason, token_id, revaluation_id
      from (
        select *, 'correction' as source from (${corrections('inventory_item')}) as corrected
        union all
        select number, at, 'declaredValueCents', to_jsonb(from_value_cents::text),
          to_jsonb(to_value_cents::text), reason, token_id, revaluation_id, 'valuation'
        from inventory_valuations
        where organization_id = $1 and inventory_item_id = $2
      ) as changed`

const ORDER = { direction: 'ascending', key: [{ name: 'number', type: 'number' }] } as const

function pagesOf(
  type: CorrectedType,
  permission: Permission,
  entries = corrections(type),
): { readonly type: CorrectedType; permission: Permission; pages: KeysetPages<CorrectionRow> } {
  const pages = new KeysetPages<CorrectionRow>({
    order: ORDER,
    conditions: {},
    select: ({ where, rows }) => `
    select number, at, member, from_value as from, to_value as to, reason, token_id, revaluation_id
    from (${entries}) as entry
    where true ${where}
    ${rows}`,
    recordTable: SUBJECT_TABLES[type],
  })
  return { type, permission, pages }
}

const SUBJECTS = [
  pagesOf('fbo_account', 'fbo_accounts:read'),
  pagesOf('inventory_item', 'inventory_items:read', OF_ITEM),
  pagesOf('outbound_shipment', 'outbound_shipments:read'),
  pagesOf('transfer_batch', 'transfer_batches:read'),
]

interface CorrectionFilters {
  readonly subjectId: string
  readonly subjectType?: CorrectedType
}

/** The corrections of one record that the caller may read, oldest first. */
export const CORRECTION_PAGES: ListPages<CorrectionRow, CorrectionFilters> = {
  order: ORDER,
  find: async (caller, database, { subjectType, ...request }, subjectId) => {
    const permitted = SUBJECTS.filter(
      ({ type, permission }) =>
        (subjectType ?? type) === type && caller.permissions.has(permission),
    )
    const found = await Promise.all(
      permitted.map(({ pages }) => pages.find(caller, database, request, subjectId)),
    )
    return found.find((page) => page !== undefined)
  },
}

export const listCorrectionsRoute = listOperation({
  operationId: 'listCorrections',
  description:
    'Lists what was put right in one account, item, shipment or transfer batch, and every change ' +
    'of the declared value of an item, oldest first, page by page: when, which member, from what to ' +
    'what, why and by whom. Only records that the token may read are found; the operation needs no ' +
    'permission of its own.',
  path: '/v1/corrections',
  permission: null,
  filters: {
    subjectId: recordId('The record.', EXAMPLE_IDS.inventoryItem),
    subjectType: Type.Optional(
      Type.Enum(Object.keys(SUBJECT_TABLES) as CorrectedType[], {
        description: 'The type of the record, where records of several types may have the id.',
        examples: ['inventory_item'],
      }),
    ),
  },
  recordFilter: 'subjectId',
  notFound: recordNotFound,
  whatMayChange: 'Corrections made in the meantime come at the end.',
  entry: CORRECTION,
  entries: 'corrections',
  pages: CORRECTION_PAGES,
  toView: toCorrection,
})
