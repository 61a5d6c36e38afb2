import { PAGE_NUMBER_MAX } from '../../domain/limits.ts'
import type { Page, PageRequest } from '../../domain/pagination.ts'
import { type LinkedPage, listDigest, writeCursor } from './cursor.ts'

/** A list as a client asked for it, whatever page of it. */
export interface RequestedList {
  readonly organizationId: string
  readonly path: string
  /** Its filters as they were sent, in the order in which they are published, then `asOf`. */
  readonly filters: readonly (readonly [name: string, value: string])[]
}

/**
 * What the cursors of a list have in common. Spec choice N74: one is of one organization too, so
 * that one that strays is refused, and does not begin in the middle of another one's list.
 */
export function digestOf({ organizationId, path, filters }: RequestedList): string {
  return listDigest([organizationId, path, filters])
}

/**
 * The `Link` header of a page (RFC 8288): `first` always, `prev` past the first page, `next` where
 * more follows. Their targets are paths, as in `Location`, to be resolved against the request: the
 * service does not know which scheme and host its clients see.
 */
export function pageLinks(
  requested: RequestedList,
  request: PageRequest,
  found: Page<unknown>,
): string {
  const { page, limit } = request
  const { ends } = found
  const list = asOfPage(requested, request, found)
  const digest = digestOf(list)
  // Where rows lie before the page, its first one is not that of the list: there is no anchor.
  const beginsHere = page === 1 && !found.hasEarlier
  const anchor = request.anchor ?? (beginsHere ? ends?.first : undefined)
  const first = { limit, anchor, page: 1 }
  let links = link(list, digest, 'first', first)
  if (page > 1 || found.hasEarlier) {
    const previous = { limit, anchor, page: Math.max(1, page - 1), before: ends?.first }
    links += `, ${link(list, digest, 'prev', previous)}`
  }
  if (found.hasMore && page < PAGE_NUMBER_MAX) {
    // Rows follow an empty page only where none is left before them: they are the first.
    const next = ends === undefined ? first : { limit, anchor, page: page + 1, after: ends.last }
    links += `, ${link(list, digest, 'next', next)}`
  }
  return links
}

/** All pages are of the instant of the first one, on lists that are of an instant. */
function asOfPage(
  list: RequestedList,
  request: PageRequest,
  { asOf }: Page<unknown>,
): RequestedList {
  if (asOf === undefined || request.asOf !== undefined) return list
  return { ...list, filters: [...list.filters, ['asOf', asOf]] }
}

function link(
  { path, filters }: RequestedList,
  digest: string,
  relation: string,
  target: LinkedPage,
): string {
  const { page, limit, after, before, anchor } = target
  // By hand: URLSearchParams would take as long as everything else that is done for the header.
  let query = `page=${page}&limit=${limit}`
  for (const [name, value] of filters) query += `&${name}=${encodeURIComponent(value)}`
  if ((after ?? before ?? anchor) !== undefined) query += `&cursor=${writeCursor(digest, target)}`
  return `<${path}?${query}>; rel="${relation}"`
}
