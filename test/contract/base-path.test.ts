import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/runtime/config/config.ts'
import { SMALL_CONSOLE, writtenFolder } from '../support/contract/small-console.ts'
import { requestText, sendRaw } from '../support/load/raw-client.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const BASE = '/vault'
const { records, url, sql } = await openOwnVault(
  { BASE_PATH: BASE },
  { consoleFolder: writtenFolder(SMALL_CONSOLE) },
)
const { organizationId, token } = await records.owner()
const from = await records.fboAccount(organizationId)
const to = await records.fboAccount(organizationId)
await records.fboAccount(organizationId)

function send(method: string, path: string, body?: object, more: Record<string, string> = {}) {
  return fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

async function newTransfer(prefix: string, key = crypto.randomUUID(), item?: string) {
  const inventoryItemId = item ?? (await records.inventoryItem(organizationId, from))
  const items = [{ inventoryItemId, reason: 'trade' }]
  const body = { fromFboAccountId: from, toFboAccountId: to, items }
  const response = await send('POST', `${prefix}/v1/transfers`, body, { 'Idempotency-Key': key })
  return { response, key, item: inventoryItemId }
}

for (const prefix of [BASE, '']) {
  const comes = prefix === '' ? 'without the base path' : 'with the base path'

  test(`Location and its target begin with it; the request came ${comes}`, async () => {
    const { response } = await newTransfer(prefix)
    assert.equal(response.status, 201)
    const location = response.headers.get('location') as string
    assert.match(location, /^\/vault\/v1\/transfers\/xfer_\w+$/)
    assert.equal((await send('GET', location)).status, 200)
  })

  test(`The links of a list begin with it, and lead through the list; requests came ${comes}`, async () => {
    let target: string | undefined = `${prefix}/v1/fbo-accounts?limit=1`
    const ids: string[] = []
    while (target !== undefined) {
      const response = await send('GET', target)
      assert.equal(response.status, 200)
      const { data } = (await response.json()) as { data: { id: string }[] }
      ids.push(...data.map(({ id }) => id))
      const links: string = response.headers.get('link') as string
      for (const [, path] of links.matchAll(/<([^?>]*)/g))
        assert.equal(path, '/vault/v1/fbo-accounts')
      target = /<([^>]*)>; rel="next"/.exec(links)?.[1]
    }
    assert.equal(new Set(ids).size, 3)
  })

  test(`A problem names the path with it; the request came ${comes}`, async () => {
    for (const path of ['/v1/fbo-accounts/nobody', '/v1/nothing', '/nothing']) {
      const response = await send('GET', `${prefix}${path}?x=1`)
      const { instance } = (await response.json()) as { instance: string }
      assert.equal(instance, `/vault${path}`)
    }
  })

  test(`Pages, document, keys and health are there; requests came ${comes}`, async () => {
    const found = async (path: string) => {
      const response = await fetch(`${url}${prefix}${path}`, { redirect: 'manual' })
      return { status: response.status, headers: response.headers, text: await response.text() }
    }
    assert.equal((await found('/health/ready')).status, 200)
    assert.equal((await found('/.well-known/vault-keys.json')).status, 200)
    const { servers } = JSON.parse((await found('/openapi.json')).text)
    assert.equal(servers[0].url, BASE)
    const docs = await found('/docs')
    const scripts = [...docs.text.matchAll(/src="([^"]*)"/g)].map(([, script]) => script)
    assert.deepEqual(scripts, ['/vault/docs/js/start.js', '/vault/docs/js/scalar.js'])
    const page = await found('/console/transfers/xfer_1')
    assert.match(page.text, /<meta property="base-path" content="\/vault" \/>/)
    const files = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, file]) => file)
    assert.deepEqual(files, [
      '/vault/console/assets/main-B1cD2eF3.js',
      '/vault/console/assets/main-A1b2C3d4.css',
    ])
    for (const file of files) assert.equal((await fetch(`${url}${file}`)).status, 200)
    assert.equal((await found('/console/assets/main-B1cD2eF3.js')).status, 200)
  })
}

test('A kept response has the base path of the process that repeats it', async () => {
  const first = await newTransfer(BASE)
  const kept = await sql`
    select headers ->> 'Location' as location from idempotency_keys where key = ${first.key}`
  assert.match(kept[0]?.location, /^\/v1\/transfers\//)
  const again = await newTransfer('', first.key, first.item)
  assert.equal(again.response.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.response.headers.get('location'), first.response.headers.get('location'))
})

test('Only the whole base path is taken off, once, in the spelling that is set', async () => {
  for (const path of ['/vaults', '/vaultv1/transfers', '/Vault/v1/caller', '/%76ault/v1/caller']) {
    assert.equal((await send('GET', path)).status, 404, path)
  }
  assert.equal((await send('GET', '/vault/vault/v1/caller')).status, 404)
  for (const path of ['/vault', '/vault/', '/vault?x=1']) {
    assert.equal((await send('GET', path)).status, 404, path)
  }
  const absolute = [`GET http://a.example/vault/v1/caller HTTP/1.1`, 'Host: a.example']
  const response = await sendRaw(url, requestText([...absolute, `Authorization: Bearer ${token}`]))
  assert.equal(response.status, 200)
})

test('A base path is a plain path, and none of the service itself', () => {
  for (const path of ['', '/vault', '/a/b.c/d_e~f-1', '/v1x', '/.well']) {
    assert.equal(readConfig({ BASE_PATH: path }).BASE_PATH, path)
  }
  for (const path of [
    ...['/', 'vault', '/vault/', '//vault', '/a//b', '/a/../b', '/.', '/a b', '/%76', '/é', '/a?b'],
    ...['/v1', '/v1/x', '/docs', '/console', '/health/x', '/.well-known', '/"><script>'],
    'https://example.com/vault',
  ]) {
    assert.throws(() => readConfig({ BASE_PATH: path }), /BASE_PATH must be a path such as/, path)
  }
})
