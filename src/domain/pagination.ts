import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { namedObject } from './fields.ts'
import { EXAMPLE_IDS, ID_PATTERN } from './ids.ts'
import { INCLUDED } from './included-names.ts'
import { PAGE_NUMBER_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './limits.ts'

// All lists share these query parameters, this response, and the way rows become a page.

export const PAGE_PARAMETERS = {
  page: Type.Optional(
    Type.Integer({
      description: 'Page number; the first page is 1. A page past the end is empty.',
      minimum: 1,
      maximum: PAGE_NUMBER_MAX,
      default: 1,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      description: 'Results per page. A number above the maximum is refused.',
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_DEFAULT,
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      description:
        'Opaque value from a link of the `Link` header. It limits the pages to the records that the ' +
        'list had when its first page was read. Send it with the filters of the same link. Without ' +
        'it, a page shows the list as it is now.',
    }),
  ),
}

/** A query parameter that is an instant. Only its form is checked. */
export function instantParameter(description: string, example: string) {
  return Type.Optional(Type.String({ description, format: 'date-time', examples: [example] }))
}

/** The query parameters of lists that can be filtered by creation time. */
export const CREATED_PARAMETERS = {
  createdFrom: instantParameter(
    'Only records created at or after this instant (RFC 3339).',
    '2026-11-21T00:00:00.000Z',
  ),
  createdBefore: instantParameter(
    'Only records created before this instant (RFC 3339).',
    '2026-11-22T00:00:00.000Z',
  ),
}

/** Whether the moment is past is for the database to say: its clock counts. */
export function asOfParameter(description: string) {
  return instantParameter(description, '2026-11-21T09:15:00.000Z')
}

/** The query parameter of lists that can show the records of one account. */
export function accountParameter(description: string) {
  const examples = [EXAMPLE_IDS.fboAccount]
  return Type.Optional(Type.String({ description, pattern: ID_PATTERN, examples }))
}

/** The query parameter of lists that can show the records that have something, or the others. */
export function yesOrNoParameter(description: string, more: object = {}) {
  return Type.Optional(Type.Enum(['true', 'false'], { description, ...more }))
}

const PAGINATION = namedObject('Pagination', 'The position of this page in the list.', {
  page: Type.Integer({
    description: 'Number of the returned page; the first page is 1.',
    examples: [1],
  }),
  hasMore: Type.Boolean({
    description: 'Whether further pages follow.',
    examples: [true],
  }),
})

/** The response of a list. */
export function pageOf<Entry extends TSchema>(entry: Entry) {
  const { title } = entry as { readonly title?: string }
  const members = { data: Type.Array(entry), pagination: PAGINATION, ...INCLUDED }
  return Type.Object(members, { title: `${title}Page` })
}

/** The values of the filters of a list for which its statement has conditions. */
export type FiltersOf<Parameters extends TProperties> = Readonly<
  Omit<Static<TObject<Parameters>>, 'q' | 'sort'>
>

/** The position of a row in its list: its values of the columns that order the list. */
export type RowKey = readonly (string | number)[]

/**
 * The order of a list. It must be total, and no key of a row may ever change: otherwise paging
 * could miss a row or return it twice. An order by value says so where it is published.
 */
export interface ListOrder {
  readonly direction: 'ascending' | 'descending'
  /** Fields of a row, named like the columns. Instants are RFC 3339 in milliseconds. */
  readonly key: readonly {
    readonly name: string
    readonly type: 'instant' | 'id' | 'number' | 'cents'
  }[]
}

/** By creation time, ties broken by id (Spec choice N24). */
export const NEWEST_FIRST: ListOrder = {
  direction: 'descending',
  key: [
    { name: 'createdAt', type: 'instant' },
    { name: 'id', type: 'id' },
  ],
}

/** The orders of a list that can be sorted, by the value of `sort`. */
export type Sorts = Readonly<Record<string, ListOrder>>

/** An index that has the newest first is read backward for the oldest. */
export const SORTS_BY_CREATION = {
  createdAt: { ...NEWEST_FIRST, direction: 'ascending' },
  '-createdAt': NEWEST_FIRST,
} as const

/** The order of a request. Its `sort` may be of any kind: a bad cursor is found beside a bad sort. */
export function orderOf(
  { order, sorts = {} }: { readonly order: ListOrder; readonly sorts?: Sorts | undefined },
  sort: unknown,
): ListOrder {
  const chosen = typeof sort === 'string' && Object.hasOwn(sorts, sort) ? sorts[sort] : undefined
  return chosen ?? order
}

export function sortParameter<Name extends string>(
  sorts: Readonly<Record<Name, ListOrder>>,
  note = '',
) {
  return Type.Optional(
    Type.Enum(Object.keys(sorts) as Name[], {
      description:
        'What the list is sorted by, ties by id; descending with a leading `-`. Sorted by `createdAt`, ' +
        `what is created in the meantime comes at the end. ${note}`.trim(),
      default: '-createdAt',
      examples: ['createdAt'],
    }),
  )
}

/** The query parameter of a list that shows records with any of several states. */
export function oneOrMoreOf(values: readonly [string, string, ...string[]], description: string) {
  const one = `(${values.join('|')})`
  return Type.Optional(
    Type.String({
      description: `${description} Several are separated by commas.`,
      pattern: `^${one}(,${one})*$`,
      'x-violation-hint': `Send one or more of ${values.join(', ')}, separated by commas.`,
      examples: [`${values[0]},${values[1]}`],
    }),
  )
}

/** The requested page. `after`, `before` and `anchor` come from the cursor of a link. */
export interface PageRequest {
  /** From 1 on. Without `after` and `before` it decides how many rows to skip. */
  readonly page: number
  readonly limit: number
  /** The page has the rows after this one. */
  readonly after?: RowKey | undefined
  /** The page has the rows right before this one. */
  readonly before?: RowKey | undefined
  /** The first row of page 1 when that was read: rows before it are newer, and on no page. */
  readonly anchor?: RowKey | undefined
  /** The instant whose state a list of holdings shows: RFC 3339. */
  readonly asOf?: string | undefined
  /** One of the list's orders. */
  readonly sort?: string | undefined
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
  /** Whether rows precede the page. Always false unless the request has `before`. */
  readonly hasEarlier: boolean
  /** The positions of the first and the last row; absent on an empty page. */
  readonly ends?: { readonly first: RowKey; readonly last: RowKey }
  /** The instant whose state a list of holdings shows. */
  readonly asOf?: string
}

/** Rows to skip before a page that is requested by its number alone. */
export function rowsBefore({ page, limit, after, before }: PageRequest): number {
  if (after !== undefined || before !== undefined) return 0
  // The bound exceeds the length of any table, and stays inside a bigint.
  return Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER)
}

/**
 * Makes a page of the rows that `KeysetPages` read for it. They are one more than a page has, so
 * `hasMore` needs no count.
 */
export function toPage<Row>(
  rows: readonly Row[],
  { limit, before }: PageRequest,
  order: ListOrder,
): Page<Row> {
  if (before === undefined) {
    return {
      ...withEnds(rows.slice(0, limit), order),
      hasMore: rows.length > limit,
      hasEarlier: false,
    }
  }
  const sorted = rows.toSorted((one, other) =>
    compare(keyOf(one, order), keyOf(other, order), order),
  )
  const earlier = sorted.filter((row) => compare(keyOf(row, order), before, order) < 0)
  return {
    ...withEnds(earlier.slice(-limit), order),
    hasMore: sorted.length > earlier.length,
    hasEarlier: earlier.length > limit,
  }
}

function withEnds<Row>(rows: readonly Row[], order: ListOrder): Pick<Page<Row>, 'rows' | 'ends'> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return { rows }
  return { rows, ends: { first: keyOf(first, order), last: keyOf(last, order) } }
}

function keyOf(row: unknown, { key }: ListOrder): RowKey {
  return key.map(({ name }) => {
    const value = (row as Readonly<Record<string, string | number | Date>>)[name]
    return value instanceof Date ? value.toISOString() : (value as string | number)
  })
}

/** Negative if `one` comes first. PostgreSQL orders ids alike: they are ASCII, collate "C". */
function compare(one: RowKey, other: RowKey, { direction, key }: ListOrder): number {
  const place = one.findIndex((value, index) => value !== other[index])
  if (place === -1) return 0
  const [left, right] = [one[place] as string | number, other[place] as string | number]
  const isLess = key[place]?.type === 'cents' ? BigInt(left) < BigInt(right) : left < right
  return isLess === (direction === 'ascending') ? -1 : 1
}
