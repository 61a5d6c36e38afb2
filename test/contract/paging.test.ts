import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LISTS } from '../support/catalogue/catalogue.ts'
import { BETWEEN, fillList } from '../support/catalogue/list-case.ts'
import type { ApiResponse } from '../support/vault/api-client.ts'
import { begun, entriesOf, followLinks, linksOf, pagingOf } from '../support/vault/links.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, app, sql } = vault

/** The entries of a page without the members that change. */
const shown = (response: ApiResponse) => ({ ...response.body, data: entriesOf(response) })
const rowsOf = (responses: readonly ApiResponse[]) => responses.flatMap(entriesOf)

/** Fails unless the newest records come first, those of one moment by their ids. */
function assertNewestFirst({ body }: ApiResponse): void {
  const places = body.data.map(
    ({ createdAt, at, id = '' }: Record<string, string>) => `${createdAt ?? at} ${id}`,
  )
  assert.deepEqual(places, places.toSorted().toReversed())
}

test('Every list says in its row how to fill it', () => {
  for (const { operationId, query } of app.operations) {
    const isList = query !== undefined && 'page' in query.properties
    const remedy = `${operationId}: give its row in test/support/catalogue/states.ts a \`list\``
    assert.equal(operationId in LISTS, isList, remedy)
  }
})

for (const [operationId, list] of Object.entries(LISTS)) {
  const { filter, showsNew: isAtEnd = false } = list
  const queries = ['', ...(filter === undefined ? [] : [`&${filter}`])]

  for (const query of queries) {
    test(`${operationId}${query}: following the links returns each record of the first page's time once, forth and back`, async () => {
      const { path, token, create, remove } = await fillList(vault, list)
      const whole = await api.get(`${begun(path)}limit=100${query}`, { token })
      const existing = entriesOf(whole)
      assert.ok(existing.length >= 7)
      if (list.isNewestFirst === true) assertNewestFirst(whole)
      const forward = await followLinks(api, token, `${begun(path)}limit=2${query}`, {
        // New records at the end stop at some point, or paging would not end.
        between: async (page) => {
          if (isAtEnd && page > 2) return
          await create?.()
          if (page < 3) await remove?.()
        },
      })
      const met = rowsOf(forward)
      assert.deepEqual(met.slice(0, existing.length), existing)
      assert.equal(met.length > existing.length, isAtEnd)
      assert.equal(new Set(met).size, met.length, 'nothing is met twice')
      const pages = forward.map(({ body }) => body.pagination.page)
      assert.deepEqual(
        pages,
        forward.map((_, index) => index + 1),
      )

      const last = linksOf(forward.at(-2) as ApiResponse).next as string
      const back = await followLinks(api, token, last, {
        relation: 'prev',
        between: async () => create?.(),
      })
      assert.deepEqual(back.slice(1).map(shown), forward.toReversed().slice(1).map(shown))
      assert.equal(linksOf(forward[0] as ApiResponse).prev, undefined)
    })

    test(`${operationId}${query}: a page of any number and size is a slice of the same rows`, async () => {
      const { path, token, create, remove } = await fillList(vault, list)
      const response = await api.get(`${begun(path)}limit=2${query}`, { token })
      const existing = entriesOf(await api.get(`${begun(path)}limit=100${query}`, { token }))
      await create?.()
      await remove?.()
      const { first, next } = linksOf(response)
      assert.ok(first !== undefined && next !== undefined)
      assert.equal((await api.get(first, { token })).text, response.text)
      const cursor = pagingOf(next)
      for (const [page, limit] of [
        [1, 2],
        [2, 3],
        [3, 2],
        [1, 5],
        [50, 2],
      ] as const) {
        const start = (page - 1) * limit
        const jump = await api.get(`${begun(path)}page=${page}&limit=${limit}${query}${cursor}`, {
          token,
        })
        assert.equal(jump.status, 200, jump.text)
        assert.deepEqual(entriesOf(jump), existing.slice(start, start + limit), `${page}, ${limit}`)
        assert.equal(jump.body.pagination.page, page)
      }
      // Following the links works from any page.
      const jumped = `${begun(path)}page=2&limit=3${query}${cursor}`
      const rest = rowsOf(await followLinks(api, token, jumped))
      assert.deepEqual(rest.slice(0, existing.length - 3), existing.slice(3))
    })
  }

  test(`${operationId}: paging may begin on a later page`, async () => {
    const { path, token, create } = await fillList(vault, list)
    const existing = entriesOf(await api.get(`${begun(path)}limit=100`, { token }))
    const responses = await followLinks(api, token, `${begun(path)}page=2&limit=2`, {
      between: isAtEnd ? async () => undefined : async () => create?.(),
    })
    assert.deepEqual(rowsOf(responses), existing.slice(2))
    const { first, prev } = linksOf(responses[0] as ApiResponse)
    assert.equal(new URL(first as string, vault.url).pathname, path.split('?')[0])
    assert.deepEqual(entriesOf(await api.get(prev as string, { token })), existing.slice(0, 2))
  })

  test(`${operationId}: paging back from a later page ends at the beginning of the list at that time`, async () => {
    const { path, token, create } = await fillList(vault, list)
    const later = await api.get(`${begun(path)}page=2&limit=2`, { token })
    if (!isAtEnd) for (let made = 0; made < 3; made += 1) await create?.()
    const back = await followLinks(api, token, linksOf(later).prev as string, { relation: 'prev' })
    const now = entriesOf(await api.get(`${begun(path)}limit=100`, { token }))
    const earlier = now.slice(0, now.indexOf(entriesOf(later)[0] as string))
    assert.ok(earlier.length >= 2)
    assert.deepEqual(rowsOf(back.toReversed()), earlier)
  })

  test(`${operationId}: a page past the end, and an empty list, have no next`, async () => {
    const { path, token } = await fillList(vault, list)
    const past = await api.get(`${begun(path)}page=99&limit=2`, { token })
    assert.deepEqual(past.body, { data: [], pagination: { page: 99, hasMore: false } })
    assert.deepEqual(Object.keys(linksOf(past)), ['first', 'prev'])
    const all = await api.get(`${begun(path)}limit=100`, { token })
    assert.deepEqual(Object.keys(linksOf(all)), ['first'])
    const { length } = all.body.data
    for (const [limit, hasMore] of [
      [length, false],
      [length - 1, true],
    ] as const) {
      const { body } = await api.get(`${begun(path)}limit=${limit}`, { token })
      assert.deepEqual(body.pagination, { page: 1, hasMore })
    }
  })
}

for (const [operationId, list] of Object.entries(LISTS)) {
  if (list.isNewestFirst !== true) continue
  test(`${operationId}: a record committed late with an earlier time shifts no page`, async () => {
    const { path, token, createIn } = await fillList(vault, list)
    const existing = entriesOf(await api.get(`${begun(path)}limit=100`, { token }))
    // Created before page 1 is read, and visible only after that page was read.
    const writer = await sql.reserve()
    await writer`begin`
    for (const createdAt of [new Date(), BETWEEN]) await createIn?.(writer, createdAt)
    const responses = await followLinks(api, token, `${begun(path)}limit=2`, {
      between: async (page) => page === 1 && (await writer`commit`),
    })
    writer.release()
    const met = rowsOf(responses)
    assert.deepEqual(
      met.filter((id) => existing.includes(id)),
      existing,
    )
    assert.equal(new Set(met).size, met.length, 'nothing is met twice')
    const now = entriesOf(await api.get(`${begun(path)}limit=100`, { token }))
    assert.equal(now.length, existing.length + 2)
  })
}
