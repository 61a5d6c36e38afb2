import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { soakFiles } from '../support/chaos/soak-files.ts'

const workflow = readFileSync('.github/workflows/ci.yml', 'utf8')

test('the workflow pins actions by commit hash and names their version', () => {
  const uses = [...workflow.matchAll(/\buses:.*$/gm)].map(([line]) => line)
  assert.ok(uses.length > 0)
  for (const line of uses) {
    assert.match(line, /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  }
})

test('the workflow may read the code and nothing else', () => {
  const permissions = [...workflow.matchAll(/^( *)permissions:\n((?:\1 +.*\n)+)/gm)]
  assert.deepEqual(
    permissions.map(([, , lines]) => lines),
    ['  contents: read\n'],
  )
  const checkouts = workflow.match(/uses: actions\/checkout@/g) ?? []
  const forgotten = workflow.match(/persist-credentials: false/g) ?? []
  assert.equal(forgotten.length, checkouts.length)
})

test('the workflow runs scripts of package.json, and every soak test', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const run = [...workflow.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, name]) => name as string)
  for (const name of ['check', 'check:dependencies', 'test:full', 'test:soak']) {
    assert.ok(run.includes(name), name)
  }
  for (const name of run) assert.ok(name === 'ci' || name in scripts, name)
  const listed = workflow.match(/ test:\n((?: +- [\w-]+\n)+)/)?.[1]?.match(/[a-z][\w-]*/g)
  const names = new Set(soakFiles().map((file) => basename(file).replace(/\..*/, '')))
  assert.deepEqual(listed, [...names].sort())
})
