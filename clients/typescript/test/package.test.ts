import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBrowser, whyNoBrowser } from '../../../test/support/console/chromium.ts'
import { openVault } from '../../../test/support/vault/vault.ts'
import { packedClient } from './packed-client.ts'

const { records, url } = await openVault()
const client = await packedClient(after)

test('the package has what is built, with its types, and examples; it depends on nothing', () => {
  const manifest = JSON.parse(readFileSync(join(client.folder, 'package.json'), 'utf8'))
  assert.deepEqual([manifest.dependencies, manifest.license], [undefined, 'Apache-2.0'])
  const modules = ['calls', 'client', 'errors', 'pages', 'problem', 'request', 'send', 'webhooks']
  const generated = ['operations', 'problems', 'schema'].map((name) => `generated/${name}`)
  const built = [...modules, ...generated].flatMap((name) => [
    `dist/${name}.d.ts`,
    `dist/${name}.js`,
  ])
  const texts = ['LICENSE', 'README.md', 'package.json']
  const examples = ['examples/demo-commands.mjs', 'examples/vault-day.mjs']
  assert.deepEqual([...client.files].sort(), [...built, ...texts, ...examples].sort())
})

test('the day of the scenario, from an empty folder with the package alone', async () => {
  const { token } = await records.token(await records.organization())
  const env = { VAULT_URL: url, VAULT_TOKEN: token }
  assert.match(await client.example('vault-day.mjs', env), /the day is over\n$/)
})

test('a page of a browser reads with it', { skip: whyNoBrowser() }, async (t) => {
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  const id = await records.fboAccount(organizationId, { email: 'ada@example.com' })
  await records.inventoryItems(organizationId, id, 5)
  const page = await (await openBrowser()).newPage()
  t.after(() => page.close())
  await page.route(/\/client\//, (route) => {
    const path = join(client.folder, 'dist', new URL(route.request().url()).pathname.slice(8))
    const [contentType, body] = path.endsWith('.js')
      ? ['text/javascript', readFileSync(path, 'utf8')]
      : ['text/html', '<!doctype html>']
    return route.fulfill({ contentType, body })
  })
  await page.goto(`${url}/client/`)
  const read = `(async () => {
    const { createClient, ProblemError } = await import('/client/client.js')
    const vault = createClient({ url: location.origin, token: '${token}' })
    const { data } = await vault.getFboAccount({ id: '${id}' })
    let items = 0
    for await (const _ of vault.listInventoryItems({ limit: 2 })) items += 1
    const error = await vault.getFboAccount({ id: 'none' }).catch((reason) => reason)
    return [data.email, items, error instanceof ProblemError && error.problem.code]
  })()`
  const expected = ['ada@example.com', 5, 'fbo_account_not_found']
  assert.deepEqual(await page.evaluate(read), expected)
})
