import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { eventually } from '../support/embedded-directory.ts'
import { openVault } from '../support/vault.ts'

const { url } = await openVault()

const PAGES = [
  ['/docs', 301, undefined],
  ['/docs/', 200, 'text/html; charset=utf-8'],
  ['/docs/js/scalar.js', 200, 'application/javascript; charset=utf-8'],
] as const

for (const [path, status, contentType] of PAGES) {
  test(`GET ${path} needs no token and reaches nothing beyond this origin`, async () => {
    const answer = await fetch(`${url}${path}`, { redirect: 'manual' })
    const text = await answer.text()
    assert.equal(answer.status, status)
    if (status === 301) assert.equal(answer.headers.get('location'), '/docs/')
    else assert.equal(answer.headers.get('content-type'), contentType)
    assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'self'; /)
    assert.equal(Number(answer.headers.get('content-length')), Buffer.byteLength(text))
    if (path === '/docs/') {
      assert.match(text, /src="js\/scalar\.js"/)
      assert.match(text, /\/openapi\.json/)
    }
  })
}

test('what is not a page of the reference is answered like any other unknown path', async () => {
  const answer = await fetch(`${url}/docs/no-such-page`)
  assert.equal(answer.status, 401)
})

test('who reads it slowly is one of a few, and makes room by leaving', async (t) => {
  const script = `${url}/docs/js/scalar.js`
  const { hostname, port } = new URL(url)
  const readers = Array.from({ length: 16 }, () => connect(Number(port), hostname))
  t.after(() => readers.map((reader) => reader.destroy()))
  for (const reader of readers) {
    // Two in a row: the one that waits is over together with the first.
    reader.write('GET /docs/js/scalar.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2))
    await once(reader, 'readable')
  }
  const refused = await fetch(script)
  const { code } = (await refused.json()) as { code: string }
  assert.deepEqual([refused.status, code], [503, 'temporarily_unavailable'])
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal((await fetch(`${url}/openapi.json`)).status, 200)

  readers[0]?.destroy()
  await eventually(async () => {
    const answer = await fetch(script)
    await answer.arrayBuffer()
    return answer.status === 200
  }, 'room for another reader')
})
