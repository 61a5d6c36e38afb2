import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const FOLDER = 'deploy/systemd'
const UNITS = ['vault-inventory.service', 'vault-inventory-migrate.service']

/** As of systemd 252; docs/OPERATING.md says the same. 10 is a unit that guards nothing. */
const EXPOSURE_MAX = 1.1

const isSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
const skip = isSystemd ? false : 'it takes systemd-analyze'

test('systemd finds no fault in the units', { skip }, () => {
  const units = UNITS.map((unit) => `${FOLDER}/${unit}`)
  // The program that they start may not be on this machine.
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' })
  const faults = stderr.split('\n').filter((line) => !/^$|is not executable/.test(line))
  assert.deepEqual(faults, [])
})

for (const unit of UNITS) {
  test(`${unit} exposes as little as the documents say`, { skip }, () => {
    const report = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', '--no-pager', `${FOLDER}/${unit}`],
      { encoding: 'utf8' },
    )
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(report) ?? []
    assert.ok(Number(exposure) <= EXPOSURE_MAX, report)
    const documented = readFileSync('docs/OPERATING.md', 'utf8')
    assert.ok(documented.includes(`Overall exposure level for ${unit}: ${exposure} OK`))
  })
}

test('both units guard alike, and each has the secrets that it needs and no others', () => {
  const texts = UNITS.map((unit) => readFileSync(`${FOLDER}/${unit}`, 'utf8'))
  const guards = texts.map((text) => text.slice(text.indexOf('StateDirectory=')).split('\n\n[')[0])
  assert.equal(guards[0]?.trim(), guards[1]?.trim())
  const credentials = texts.map((text) =>
    [...text.matchAll(/^LoadCredential=(\S+):/gm)].map(([, name]) => name),
  )
  assert.deepEqual(credentials, [['service-url', 'secrets-key'], ['owner-url']])
  for (const text of texts) {
    const files = [...text.matchAll(/%d\/([\w-]+)/g)].map(([, name]) => name)
    const loaded = [...text.matchAll(/^LoadCredential=(\S+):\/etc\/vault-inventory\/(\S+)$/gm)]
    assert.deepEqual(
      loaded.map(([, name]) => name),
      files,
    )
    for (const [, name, file] of loaded) assert.equal(name, file)
  }
  const modes = readFileSync(`${FOLDER}/tmpfiles.d/vault-inventory.conf`, 'utf8')
  for (const name of credentials.flat())
    assert.ok(modes.includes(`z /etc/vault-inventory/${name} 0600 root root\n`), name)
})
