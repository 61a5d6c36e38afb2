import assert from 'node:assert/strict'
import type { ApiClient } from '../vault/api-client.ts'
import { entriesOf, followLinks, linksOf } from '../vault/links.ts'

/** The response that a read must have: to the byte, or the entries that its pages must have. */
export type Shown = { readonly path: string; readonly token?: string } & (
  | { readonly data: unknown; readonly etag?: string }
  | { readonly page: readonly unknown[] }
  | { readonly ids: readonly (string | number)[] }
)

export async function assertShown(api: ApiClient, shown: Shown & { token: string }): Promise<void> {
  const { path, token } = shown
  if ('ids' in shown) return await assertPages(api, token, path, shown.ids)
  const response = await api.get(path, { token })
  assert.equal(response.status, 200, `${path}: ${response.text}`)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const pagination = { page: 1, hasMore: false }
  const body = 'page' in shown ? { data: shown.page, pagination } : { data: shown.data }
  assert.equal(response.text, JSON.stringify(body), path)
  if (!('etag' in shown)) return
  assert.equal(response.headers.get('etag'), shown.etag)
  const again = await api.get(path, { token, headers: { 'If-None-Match': `${shown.etag}` } })
  assert.deepEqual([again.status, again.text], [304, ''])
}

/**
 * Fails unless the pages of a list have these entries, each once: forth and back by the links, and
 * by number.
 */
export async function assertPages(
  api: ApiClient,
  token: string,
  path: string,
  expected: readonly (string | number)[],
): Promise<void> {
  const limit = Math.ceil(expected.length / 3) || 1
  const start = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}`
  const forward = await followLinks(api, token, start)
  assert.deepEqual(forward.flatMap(entriesOf), expected, path)
  const { next } = linksOf(forward.at(-2) ?? forward.at(-1)!)
  if (next === undefined) return
  const back = await followLinks(api, token, next, { relation: 'prev' })
  assert.deepEqual(back.toReversed().flatMap(entriesOf), expected, `back: ${path}`)
  // By its number, alone and counted from the first page that was read.
  const cursor = new URL(next, 'http://vault').searchParams.get('cursor')
  for (const from of ['', `&cursor=${cursor}`]) {
    const second = await api.get(`${start}&page=2${from}`, { token })
    assert.deepEqual(entriesOf(second), expected.slice(limit, 2 * limit), `${start}&page=2${from}`)
  }
}
