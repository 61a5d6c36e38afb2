import type { EntryOf, Listing, OperationId, Reply } from './calls.ts'

type Page = Reply<{ readonly data: readonly unknown[] }>

/**
 * Adds the ways through all pages to the promise of the first.
 * @param read the page at a URL
 */
export function listing<Id extends OperationId>(
  first: Promise<unknown>,
  url: string,
  read: (url: string) => Promise<unknown>,
): Listing<Id> {
  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let page = (await first) as Page
    for (let at: string | undefined = url; ; page = (await read(at)) as Page) {
      yield page
      at = nextOf(page, at)
      if (at === undefined) return
    }
  }
  async function* entries() {
    for await (const { data } of pages()) yield* data as EntryOf<Id>[]
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: entries }) as never
}

/** The target of `rel="next"`. The token is sent to no other server. */
function nextOf({ headers }: Page, url: string): string | undefined {
  const target = /<([^>]*)>;\s*rel="?next"?/.exec(headers.get('link') ?? '')?.[1]
  if (target === undefined) return undefined
  const next = new URL(target, url)
  if (next.origin !== new URL(url).origin) throw new Error(`The next page is elsewhere: ${next}`)
  return next.href
}
