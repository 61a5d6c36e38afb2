import Type, { type TSchema } from 'typebox'
import { PAGE_NUMBER_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './limits.ts'

// What every list has in common: its parameters, its answer, and how a page is cut out.

/** The query parameters that every list takes. */
export const PAGE_PARAMETERS = {
  page: Type.Optional(
    Type.Integer({
      description: 'Page number, the first is 1. A page past the end is empty.',
      minimum: 1,
      maximum: PAGE_NUMBER_MAX,
      default: 1,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      description: 'Results per page. A higher number than the maximum is refused.',
      minimum: 1,
      maximum: PAGE_SIZE_MAX,
      default: PAGE_SIZE_DEFAULT,
    }),
  ),
}

/** The query parameters of lists that can be narrowed to a span of time. */
export const CREATED_PARAMETERS = {
  createdFrom: Type.Optional(
    Type.String({
      description: 'Only those created at this moment or later (RFC 3339).',
      format: 'date-time',
      examples: ['2026-11-21T00:00:00.000Z'],
    }),
  ),
  createdBefore: Type.Optional(
    Type.String({
      description: 'Only those created before this moment (RFC 3339).',
      format: 'date-time',
      examples: ['2026-11-22T00:00:00.000Z'],
    }),
  ),
}

const PAGINATION = Type.Object(
  {
    page: Type.Integer({ description: 'The page returned, the first is 1.', examples: [1] }),
    hasMore: Type.Boolean({
      description: 'Whether further pages follow; exact.',
      examples: [true],
    }),
  },
  {
    title: 'Pagination',
    description: 'Where in the list this page is.',
    additionalProperties: false,
  },
)

/** The answer of a list: a page of these. */
export function pageOf<Entry extends TSchema>(entry: Entry) {
  return Type.Object({ data: Type.Array(entry), pagination: PAGINATION })
}

/** A span of time that a list is narrowed to, as sent. */
export interface CreatedSpan {
  readonly createdFrom?: string
  readonly createdBefore?: string
}

/** The page that a request asks for. */
export interface PageRequest {
  /** 1-indexed. */
  readonly page: number
  readonly limit: number
}

export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly hasMore: boolean
}

/** The page of a query, the first 25 unless it says otherwise, and what else the query says. */
export function readPage<Query extends { page?: number; limit?: number }>(
  query: Query,
): PageRequest & Omit<Query, 'page' | 'limit'> {
  const { page = 1, limit = PAGE_SIZE_DEFAULT, ...filters } = query
  return { page, limit, ...filters }
}

/**
 * Rows to skip, and rows to read: one more than the page holds, so that `hasMore` is exact without
 * counting.
 */
export function rowsToRead({ page, limit }: PageRequest): { offset: number; count: number } {
  // An offset past any table is cut: it finds nothing either way, and stays inside a bigint.
  return { offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER), count: limit + 1 }
}

/** The page out of the rows that were read for it. */
export function toPage<Row>(rows: readonly Row[], { limit }: PageRequest): Page<Row> {
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** The answer of a list, out of a page of rows. */
export function pageAnswer<Row, View>(
  { rows, hasMore }: Page<Row>,
  { page }: PageRequest,
  toView: (row: Row) => View,
): { data: View[]; pagination: { page: number; hasMore: boolean } } {
  return { data: rows.map(toView), pagination: { page, hasMore } }
}
