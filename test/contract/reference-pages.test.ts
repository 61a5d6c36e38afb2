import assert from 'node:assert/strict'
import { test } from 'node:test'
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
