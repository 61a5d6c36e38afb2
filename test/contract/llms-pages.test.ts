import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REFUSALS } from '../../src/domain/errors.ts'
import { titleOf } from '../../src/http/openapi/openapi-texts.ts'
import { openOwnVault, openVault } from '../support/vault/vault.ts'

const { url, app } = await openVault()

async function read(path: string, base = url): Promise<string> {
  const response = await fetch(`${base}${path}`)
  assert.equal(response.status, 200, path)
  return await response.text()
}

const LINK = /^- \[(.+?)\]\((.+?)\): (.+)$/

test('/llms.txt has the form of llmstxt.org: a title, a summary, lists of links', async () => {
  const response = await fetch(`${url}/llms.txt`)
  assert.equal(response.headers.get('content-type'), 'text/markdown; charset=utf-8')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  const lines = (await response.text()).trimEnd().split('\n')
  assert.equal(lines[0], '# Vault Inventory Service')
  assert.match(lines[2] as string, /^> .+\.$/)
  const titles = lines.filter((line) => line.startsWith('#'))
  const sections = ['Operations', 'Problems', 'Documents', 'Optional']
  assert.deepEqual(
    titles.slice(1),
    sections.map((name) => `## ${name}`),
  )
  const below = lines.slice(lines.indexOf('## Operations')).filter((line) => line !== '')
  for (const line of below.filter((each) => !each.startsWith('#'))) assert.match(line, LINK)
})

test('every link of /llms.txt is there, and together they have every operation and problem', async () => {
  const links = (await read('/llms.txt')).split('\n').flatMap((line) => LINK.exec(line)?.[2] ?? [])
  assert.ok(links.length > 15)
  const pages = await Promise.all(links.map((path) => read(path)))
  const markdown = pages.filter((_, at) => links[at]?.endsWith('.md'))
  for (const { operationId, method, path } of app.operations) {
    const found = markdown.filter((page) => page.includes(`\n## ${titleOf(operationId)}\n`))
    assert.equal(found.length, 1, operationId)
    assert.ok(found[0]?.includes(`\`${method} ${path}\` (\`${operationId}\`)`), operationId)
  }
  for (const [code, { status }] of Object.entries(REFUSALS)) {
    assert.ok(
      markdown.some((page) => page.includes(`| \`${code}\` | ${status} | `)),
      code,
    )
  }
  const whole = await read('/llms-full.txt')
  for (const page of markdown) assert.ok(whole.includes(page.trimEnd()))
  assert.doesNotMatch(whole, /undefined|\[object/)
})

test('a page has the arguments of an operation, which are required, and an example', async () => {
  const page = await read('/llms/transfers.md')
  const create = page.split('\n## ').find((part) => part.startsWith('Create Transfer\n')) ?? ''
  assert.match(create, /permission `transfer_batches:create`/)
  assert.match(create, /\n- `items` \(required\): /)
  assert.match(create, /\n- `notes`: /)
  assert.match(create, /\n- `validateOnly`: .*\n/)
  assert.match(create, /\n- `Idempotency-Key`: /)
  assert.match(create, /```json\n\{"fromFboAccountId":/)
  assert.match(create, /Refused with: .*`item_not_in_vault`/)
  assert.match(await read('/llms/imports.md'), /```csv\n/)
})

test('a page that is not there is 404, and the links follow BASE_PATH and DOCS', async () => {
  assert.equal((await fetch(`${url}/llms/nothing.md`)).status, 404)
  const other = await openOwnVault({ BASE_PATH: '/vault', DOCS: false })
  const text = await read('/vault/llms.txt', other.url)
  assert.match(text, /\(\/vault\/llms\/transfers\.md\)/)
  assert.match(text, /\(\/vault\/openapi\.json\)/)
  assert.doesNotMatch(text, /\/docs\)/)
})
