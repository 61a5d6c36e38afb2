import { PAGE_NUMBER_MAX } from '../limits.ts'
import type { Page, PageRequest } from '../pages.ts'
import { type LinkedPage, writeWalkToken } from './walk-token.ts'

/** A list as a client asked for it, whatever page of it. */
export interface AskedList {
  readonly path: string
  /** Its filters as they were sent, in the order in which they are published. */
  readonly filters: readonly (readonly [name: string, value: string])[]
  /** Worked out where a link needs it. */
  readonly digest: () => string
}

/**
 * The `Link` header of a page (RFC 8288): `first` always, `prev` past the first page, `next` where
 * more follows. Their targets are paths, as in `Location`, to be resolved against the request: the
 * service does not know which scheme and host its clients see.
 */
export function pageLinks(list: AskedList, request: PageRequest, found: Page<unknown>): string {
  const { page, limit } = request
  const { ends, moment = request.moment } = found
  // Where rows lie before the page, its first one is not the walk's, and the walk has no pin.
  const beginsHere = page === 1 && !found.hasEarlier
  const pin = request.pin ?? (beginsHere ? ends?.first : undefined)
  const walk = { limit, pin, moment }
  const first = { ...walk, page: 1 }
  const links = [link(list, 'first', first)]
  if (page > 1 || found.hasEarlier) {
    const previous = { ...walk, page: Math.max(1, page - 1), before: ends?.first }
    links.push(link(list, 'prev', previous))
  }
  if (found.hasMore && page < PAGE_NUMBER_MAX) {
    // Rows follow an empty page only where none is left before them: they are the first.
    const next = ends === undefined ? first : { ...walk, page: page + 1, after: ends.last }
    links.push(link(list, 'next', next))
  }
  return links.join(', ')
}

function link({ path, filters, digest }: AskedList, relation: string, target: LinkedPage): string {
  const { page, limit, after, before, pin, moment } = target
  // By hand: URLSearchParams would take as long as everything else that is done for the header.
  let query = `page=${page}&limit=${limit}`
  for (const [name, value] of filters) query += `&${name}=${encodeURIComponent(value)}`
  if ((after ?? before ?? pin ?? moment) !== undefined) {
    query += `&asOf=${writeWalkToken(digest(), target)}`
  }
  return `<${path}?${query}>; rel="${relation}"`
}
