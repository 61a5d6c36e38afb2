import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { licenceViolations, lockedDependencies } from '../support/contract/dependencies.ts'
import { buildConsole, builtIn, differences } from '../support/contract/kept-build.ts'
import { writtenFolder } from '../support/contract/small-console.ts'

const KEPT = 'console/dist'

/** Packages that state MIT and contain no text of it; our list names them with their licence. */
const WITHOUT_TEXT = ['react-remove-scroll-bar']

test('the kept build is that of the sources: run npm run build:console', async () => {
  assert.ok(existsSync('console/vite.config.ts'), 'the console is configured there')
  const made = writtenFolder({})
  await buildConsole('console', made)
  assert.deepEqual(differences(KEPT, made), [])
})

test('every package that is built in has an allowed licence, and its notice goes along', () => {
  const packages = builtIn(readFileSync(join(KEPT, 'LICENSES.txt'), 'utf8'))
  for (const name of ['react', 'react-dom', '@mantine/core', '@tanstack/react-query']) {
    assert.ok(
      packages.some((one) => one.name === name),
      `${name} is not listed`,
    )
  }
  assert.deepEqual(licenceViolations(packages), [])
  const locked = lockedDependencies().map(({ name, version }) => `${name} ${version}`)
  for (const { name, version, notice } of packages) {
    assert.ok(locked.includes(`${name} ${version}`), `${name} ${version}: not in the lock`)
    if (WITHOUT_TEXT.includes(name)) assert.equal(notice, '', `${name} has a text by now`)
    else assert.match(notice, /copyright/i, `${name}: its package has no licence file`)
  }
})

test('a file that is missing, extra or different is found', async () => {
  const root = writtenFolder({
    'index.html': '<script type="module" src="/main.js"></script>',
    'main.js': `console.log('one')`,
    'vite.config.ts': `export default { base: '/console/' }`,
  })
  const [kept, made] = [join(root, 'dist'), writtenFolder({})]
  await buildConsole(root, kept)
  await buildConsole(root, made)
  assert.deepEqual(differences(kept, made), [], 'two builds of the same sources')

  writeFileSync(join(root, 'main.js'), `console.log('two')`)
  await buildConsole(root, made)
  const [one, two, ...others] = differences(kept, made)
  for (const script of [one, two]) assert.match(script ?? '', /^assets\/index-[\w-]{8}\.js$/)
  assert.deepEqual(others, ['index.html'], 'it names the other script')

  await buildConsole(root, kept)
  const page = readFileSync(join(kept, 'index.html'), 'utf8')
  writeFileSync(join(kept, 'index.html'), page.replace('>', ' >'))
  assert.deepEqual(differences(kept, made), ['index.html'])
})

test('the list of licences is read as Vite writes it', () => {
  const list = [
    '# Licenses\n\nThe app bundles dependencies which contain the following licenses:\n',
    '## @mantine/core - 9.7.3 (MIT)\n\nMIT License\n\n## Terms\n\nCopyright (c) Vitaly Rtishchev\n',
    '## unstated - 1.0.0\n\nCopyright (c) nobody\n',
    '## bare - 1.0.0-beta.1 (MPL-2.0)\n',
  ].join('\n')
  const packages = builtIn(list)
  assert.deepEqual(
    packages.map(({ name, version, licence }) => [name, version, licence]),
    [
      ['@mantine/core', '9.7.3', 'MIT'],
      ['unstated', '1.0.0', null],
      ['bare', '1.0.0-beta.1', 'MPL-2.0'],
    ],
  )
  assert.match(packages[0]?.notice ?? '', /^MIT License\n\n## Terms\n\n.* Vitaly Rtishchev$/)
  assert.equal(packages[2]?.notice, '')
  assert.equal(licenceViolations(packages).length, 2, 'a tool that is built in is shipped')
})
