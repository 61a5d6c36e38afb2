import { isId } from '../../domain/ids.ts'
import { CENTS_MAX, CENTS_PATTERN } from '../../domain/limits.ts'
import type { ListOrder, PageRequest, RowKey } from '../../domain/pagination.ts'
import { isInstant } from '../../domain/text.ts'

// The opaque `cursor` of the links: where in which list a page begins. It holds all state of the
// paging; the service keeps none. It is neither secret nor trusted: every statement names the
// caller's organization, so a forged cursor shows no more than turning pages does.

export type LinkedPage = Pick<PageRequest, 'page' | 'limit' | 'after' | 'before' | 'anchor'>

type CursorViolation = 'malformed' | 'of_another_list'

const VERSION = 1
/** The largest `integer` of PostgreSQL: no position or number of a row is greater. */
const INTEGER_MAX = 2_147_483_647

export function writeCursor(
  list: string,
  { page, limit, after, before, anchor }: LinkedPage,
): string {
  const side = after !== undefined ? 'after' : before !== undefined ? 'before' : null
  const content = [VERSION, list, page, limit, side, after ?? before ?? null, anchor ?? null]
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

/** Reads a cursor. Each part of the page has the form that the statements expect. */
export function readCursor(
  text: string,
  list: string,
  order: ListOrder,
): LinkedPage | CursorViolation {
  const content = parsed(text)
  if (!Array.isArray(content) || content.length !== 7) return 'malformed'
  const [version, digest, page, limit, side, key, anchor] = content as unknown[]
  if (version !== VERSION || typeof digest !== 'string') return 'malformed'
  // Before the keys: those of another list have another form.
  if (digest !== list) return 'of_another_list'
  const isWhole =
    typeof page === 'number' &&
    typeof limit === 'number' &&
    (side === null ? key === null : ['after', 'before'].includes(side as string)) &&
    (side === null || isKey(key, order)) &&
    (anchor === null || isKey(anchor, order))
  if (!isWhole) return 'malformed'
  return {
    page,
    limit,
    ...(side !== null && { [side as 'after' | 'before']: key as RowKey }),
    ...(anchor !== null && { anchor: anchor as RowKey }),
  }
}

function parsed(text: string): unknown {
  if (!/^[\w-]+$/.test(text)) return undefined
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

function isKey(value: unknown, { key }: ListOrder): value is RowKey {
  return (
    Array.isArray(value) &&
    value.length === key.length &&
    key.every(({ type }, index) => FITS[type](value[index]))
  )
}

const CENTS = new RegExp(CENTS_PATTERN)

const FITS = {
  instant: (value: unknown) => typeof value === 'string' && isInstant(value),
  id: (value: unknown) => typeof value === 'string' && isId(value),
  number: (value: unknown) =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= INTEGER_MAX,
  cents: (value: unknown) =>
    typeof value === 'string' && CENTS.test(value) && BigInt(value) <= CENTS_MAX,
}
