import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readSources } from '../support/conventions/sources.ts'

const sources = new Map(readSources().map((source) => [source.path, source]))
const document = readFileSync('docs/ARCHITECTURE.md', 'utf8')
const section = document.split('\n## ').find((text) => text.startsWith('Traces\n')) ?? ''
const traces = [...section.matchAll(/^\| ([^|]+) \| (`src\/[^|]+`) \|$/gm)].map(
  ([, request = '', files = '']) => ({ request, files: files.slice(1, -1).split('` → `') }),
)

test('ARCHITECTURE traces the operations of the issue, a deep page and an import', () => {
  const requests = traces.map(({ request }) => request.replace(/,.*/, ''))
  for (const name of [
    ...['Create Transfer', 'Approve Transfer', 'Update FBO Account', 'Get FBO Account'],
    ...['List Outbound Shipments', 'Import of inventory items'],
  ]) {
    assert.ok(requests.includes(name), name)
  }
})

for (const { request, files } of traces) {
  test(`${request} reaches its SQL in at most five files, each of which imports the next`, () => {
    assert.ok(files.length <= 5, `${files.length} files`)
    files.forEach((path, index) => {
      const source = sources.get(path)
      assert.ok(source !== undefined, `${path} does not exist: correct docs/ARCHITECTURE.md`)
      const next = files[index + 1]
      if (next === undefined) return
      const imported = source.imports.map(({ name }) => name)
      assert.ok(imported.includes(next), `${path} does not import ${next}`)
    })
    const last = sources.get(files.at(-1) as string)
    assert.match(last?.text ?? '', /\b(select|insert into|update|limit)\b/, 'it ends where SQL is')
  })
}
