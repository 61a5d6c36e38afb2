import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

// A document that names a file, or a folder of src/, test/ or bench/, names one that there is.

const files = globSync([
  '*.*',
  'console/src/**/*.*',
  '{src,test,bench,migrations,docs,bin,examples}/**/*.*',
  'clients/typescript/{src,test,examples}/**/*.*',
])

/** Names of another project or a package, or of an example. */
const ELSEWHERE = [
  'ipaddr.js',
  'src/include/pg_version_compat.h',
  'NNNN_what.sql',
  'split-transfer',
]

for (const path of globSync(['*.md', 'docs/**/*.md', 'clients/*/*.md']).sort()) {
  test(`${path} names files that exist`, () => {
    const text = readFileSync(path, 'utf8')
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|js|sql|h))`/g)].map(([, name = '']) => name)
    const folders = [...text.matchAll(/`((?:src|test|bench|docs)\/[\w./-]*)\/`/g)]
    const missing = [
      ...named.filter(
        (name) => !name.startsWith('.') && !files.some((file) => isNamed(file, name)),
      ),
      ...folders.map(([, name = '']) => name).filter((name) => !isFolder(name)),
    ].filter((name) => !ELSEWHERE.some((other) => name.includes(other)))
    assert.deepEqual(missing, [], 'name the file that it has become')
  })
}

function isNamed(file: string, name: string): boolean {
  return file === name || file.endsWith(`/${name}`)
}

function isFolder(name: string): boolean {
  return files.some((file) => file.startsWith(`${name}/`))
}
