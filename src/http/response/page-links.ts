import { hash } from 'node:crypto'
import { PAGE_NUMBER_MAX } from '../../domain/limits.ts'
import type { Page, PageRequest } from '../../domain/pagination.ts'
import { type LinkedPage, writeCursor } from './cursor.ts'

/** A list with the filters of a request, without regard to the page. */
export interface RequestedList {
  readonly organizationId: string
  readonly path: string
  /** As sent, in the order of the contract, then `include` and `asOf`. */
  readonly filters: readonly (readonly [name: string, value: string])[]
}

/**
 * Binds a cursor to its list: the path, the filters and the organization (Spec choice N74). So a
 * cursor of another organization is refused and does not begin in the middle of this one's list.
 */
export function digestOf({ organizationId, path, filters }: RequestedList): string {
  return hash('sha256', JSON.stringify([organizationId, path, filters]), 'base64url').slice(0, 12)
}

/**
 * The `Link` header of a page (RFC 8288): always `first`, `prev` after the first page, `next` if
 * more follow. Targets are relative, as in `Location`: the service does not know which scheme and
 * host its clients see. The digest leaves the base path out: cursors outlive a change of it.
 */
export function pageLinks(
  requested: RequestedList,
  request: PageRequest,
  found: Page<unknown>,
  basePath: string,
): string {
  const { page, limit } = request
  const { ends } = found
  const list = asOfPage(requested, request, found)
  const digest = digestOf(list)
  const link = linkMaker(basePath, list, digest)
  // If rows lie before the page, its first row is not the first of the list: there is no anchor.
  const beginsHere = page === 1 && !found.hasEarlier
  const anchor = request.anchor ?? (beginsHere ? ends?.first : undefined)
  const first = { limit, anchor, page: 1 }
  let links = link('first', first)
  if (page > 1 || found.hasEarlier) {
    const previous = { limit, anchor, page: Math.max(1, page - 1), before: ends?.first }
    links += `, ${link('prev', previous)}`
  }
  if (found.hasMore && page < PAGE_NUMBER_MAX) {
    // An empty page with rows after it has none before it: the next page is the first.
    const next = ends === undefined ? first : { limit, anchor, page: page + 1, after: ends.last }
    links += `, ${link('next', next)}`
  }
  return links
}

/** Carries the instant of the first page to all others, on lists that show one instant. */
function asOfPage(
  list: RequestedList,
  request: PageRequest,
  { asOf }: Page<unknown>,
): RequestedList {
  if (asOf === undefined || request.asOf !== undefined) return list
  return { ...list, filters: [...list.filters, ['asOf', asOf]] }
}

function linkMaker(basePath: string, { path, filters }: RequestedList, digest: string) {
  return (relation: string, target: LinkedPage): string => {
    const { page, limit, after, before, anchor } = target
    // URLSearchParams would take as long as all the rest of the header.
    let query = `page=${page}&limit=${limit}`
    for (const [name, value] of filters) query += `&${name}=${encodeURIComponent(value)}`
    if ((after ?? before ?? anchor) !== undefined) query += `&cursor=${writeCursor(digest, target)}`
    return `<${basePath}${path}?${query}>; rel="${relation}"`
  }
}
