import assert from 'node:assert/strict'
import type { ApiAnswer, ApiClient } from './api-client.ts'

type Relation = 'first' | 'prev' | 'next'

/** The targets of an answer's `Link` header, by relation. */
export function linksOf(answer: ApiAnswer): Partial<Record<Relation, string>> {
  const header = answer.headers.get('link') ?? ''
  const links = [...header.matchAll(/<([^>]*)>; rel="(\w+)"(?:, |$)/g)]
  assert.equal(links.map(([whole]) => whole).join(''), header, 'the header is links and no more')
  return Object.fromEntries(links.map(([, target, relation]) => [relation, target]))
}

/** What a link says beside the page: `&cursor=...`, of holdings `&asOf=...&cursor=...`. */
export function pagingOf(link: string): string {
  const { searchParams } = new URL(link, 'http://vault')
  return ['asOf', 'cursor']
    .filter((name) => searchParams.has(name))
    .map((name) => `&${name}=${encodeURIComponent(searchParams.get(name) as string)}`)
    .join('')
}

/** Reads a list page by page as its links lead, and does something between a page and the next. */
export async function walk(
  api: ApiClient,
  token: string,
  start: string,
  options: { relation?: Relation; between?: (page: number) => Promise<unknown> } = {},
): Promise<ApiAnswer[]> {
  const { relation = 'next', between } = options
  const answers: ApiAnswer[] = []
  for (let path: string | undefined = start; path !== undefined; ) {
    assert.ok(answers.length < 100, 'the walk comes to an end')
    const answer: ApiAnswer = await api.get(path, { token })
    assert.equal(answer.status, 200, answer.text)
    answers.push(answer)
    const links = linksOf(answer)
    assert.equal(links.next !== undefined, answer.body.pagination.hasMore, 'next where more follow')
    path = links[relation]
    if (path !== undefined) await between?.(answers.length)
  }
  return answers
}

/** What tells the entries of a page apart, whatever list it is of. */
export function entriesOf({ body }: ApiAnswer): (string | number)[] {
  return body.data.map(
    (entry: Record<string, string | number>) => entry.id ?? entry.inventoryItemId ?? entry.number,
  )
}
