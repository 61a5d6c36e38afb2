import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

test('every documented start command has the same Node options', () => {
  const optionsIn = (path: string) => {
    const found = readFileSync(path, 'utf8').match(/--max-(?:semi|old)-space-size=\d+/g) ?? []
    return [...new Set(found)]
  }
  const paths = ['package.json', 'Dockerfile', 'bin/vault-inventory.js', 'docs/OPERATIONS.md']
  paths.push(...globSync('deploy/systemd/*.service'))
  const wanted = optionsIn('package.json')
  assert.equal(wanted.length, 2)
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const option of wanted)
    assert.ok(scripts.start?.includes(option) && scripts.demo?.includes(option))
  for (const path of paths) assert.deepEqual(optionsIn(path), wanted, path)
})

test('npm passes signals on to what its scripts start, and not to a shell between', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  for (const name of ['start', 'demo']) assert.match(scripts[name] as string, /^exec node /)
})
