import assert from 'node:assert/strict'
import type { ApiClient, ApiResponse } from './api-client.ts'

type Relation = 'first' | 'prev' | 'next'

/** The targets of a response's `Link` header, by relation. */
export function linksOf(response: ApiResponse): Partial<Record<Relation, string>> {
  const header = response.headers.get('link') ?? ''
  const links = [...header.matchAll(/<([^>]*)>; rel="(\w+)"(?:, |$)/g)]
  assert.equal(links.map(([whole]) => whole).join(''), header, 'the header is links and no more')
  return Object.fromEntries(links.map(([, target, relation]) => [relation, target]))
}

/** The parameters of a link besides page and limit: `&cursor=...`, for holdings `&asOf=...` too. */
export function pagingOf(link: string): string {
  const { searchParams } = new URL(link, 'http://vault')
  return ['asOf', 'cursor']
    .filter((name) => searchParams.has(name))
    .map((name) => `&${name}=${encodeURIComponent(searchParams.get(name) as string)}`)
    .join('')
}

/** Reads a list page by page by its links; `between` runs between a page and the next. */
export async function followLinks(
  api: ApiClient,
  token: string,
  start: string,
  options: { relation?: Relation; between?: (page: number) => Promise<unknown> } = {},
): Promise<ApiResponse[]> {
  const { relation = 'next', between } = options
  const responses: ApiResponse[] = []
  for (let path: string | undefined = start; path !== undefined; ) {
    assert.ok(responses.length < 100, 'paging comes to an end')
    const response: ApiResponse = await api.get(path, { token })
    assert.equal(response.status, 200, response.text)
    responses.push(response)
    const links = linksOf(response)
    assert.equal(
      links.next !== undefined,
      response.body.pagination.hasMore,
      'next where more follow',
    )
    path = links[relation]
    if (path !== undefined) await between?.(responses.length)
  }
  return responses
}

/** The member that tells entries of a list apart: a new list may need one more here. */
export function entriesOf({ body }: ApiResponse): (string | number)[] {
  return body.data.map(
    ({ id, inventoryItemId, number, signature }: Record<string, string | number>) =>
      id ?? inventoryItemId ?? number ?? signature,
  )
}

/** The path up to where further parameters follow. */
export function begun(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}`
}
