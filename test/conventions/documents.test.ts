import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { EVENTS_WAIT_MAX, LIST_BODY_BYTES_MAX } from '../../src/domain/limits.ts'
import { BUILT_IN_ROLES, PERMISSIONS } from '../../src/domain/permissions.ts'
import { readConfig } from '../../src/runtime/config/config.ts'

// Documents agree with the code. One that names a file, or a folder of src/, test/ or bench/, names
// one that there is.

const files = globSync([
  '*.*',
  'console/src/**/*.*',
  '{src,test,bench,migrations,docs,bin,examples}/**/*.*',
  'clients/*/{src,test,examples}/**/*.*',
])

/** Names of another project or a package, or of an example. */
const ELSEWHERE = [
  ...['ipaddr.js', 'src/include/pg_version_compat.h', 'NNNN_what.sql', 'split-transfer'],
]

const documents = globSync(['*.md', 'docs/**/*.md', 'clients/*/*.md', 'deploy/helm/*/*.md']).sort()

for (const path of documents) {
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

test('every link between documents leads to a file, and to a heading of it', () => {
  const withoutBlocks = (path: string) =>
    readFileSync(path, 'utf8').replaceAll(/^ *```.*?^ *```/gms, '')
  const anchorsIn = (path: string) =>
    [...withoutBlocks(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    )
  for (const path of documents) {
    for (const [, link = ''] of withoutBlocks(path).matchAll(/\]\((?!https?:)([^\s)]+)\)/g)) {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      assert.ok(existsSync(target), `${path}: ${link}`)
      if (anchor !== undefined) assert.ok(anchorsIn(target).includes(anchor), `${path}: ${link}`)
    }
  }
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}

test('every documented start command has the same Node options', () => {
  const optionsIn = (path: string) => {
    const text = readFileSync(path, 'utf8').replaceAll(
      "MALLOC_ARENA_MAX: '1'",
      'MALLOC_ARENA_MAX=1',
    )
    const found = text.match(/--max-(?:semi|old)-space-size=\d+|MALLOC_ARENA_MAX=\d+/g) ?? []
    return [...new Set(found)].sort()
  }
  const paths = ['package.json', 'Dockerfile', 'bin/vault-inventory.js', 'docs/OPERATING.md']
  paths.push(...globSync('deploy/systemd/*.service'))
  const wanted = optionsIn('package.json')
  assert.equal(wanted.length, 3)
  for (const option of wanted)
    assert.ok(scripts.start?.includes(option) && scripts.demo?.includes(option))
  for (const path of paths) assert.deepEqual(optionsIn(path), wanted, path)
})

test('the documented nginx takes what the service takes, and waits as long', () => {
  const operations = readFileSync('docs/OPERATING.md', 'utf8')
  const [, imports = ''] = /^location = \/vault\/v1\/imports {\n(.*?)^}/ms.exec(operations) ?? []
  const chart = readFileSync('deploy/helm/vault-inventory/README.md', 'utf8')
  for (const [limits, names] of [
    [imports, ['client_max_body_size', 'proxy_read_timeout', 'proxy_request_buffering']],
    [chart, ['proxy-body-size:', 'proxy-read-timeout:', 'proxy-request-buffering:']],
  ] as const) {
    const [size, wait, buffering] = names.map((name) => {
      return new RegExp(`${name} "?(\\w+)`).exec(limits)?.[1]
    })
    assert.equal(size, `${readConfig({}).IMPORT_BYTES_MAX / 2 ** 20}m`)
    const seconds = Number.parseInt(wait as string, 10) * (wait?.endsWith('m') ? 60 : 1)
    // It may wait ten minutes for others, and takes a minute for a million rows.
    assert.ok(seconds > 600, `${wait}`)
    assert.equal(buffering, 'off')
  }
  // Its defaults for all else: a body of 1 MB, 60 s.
  assert.ok(LIST_BODY_BYTES_MAX <= 2 ** 20 && EVENTS_WAIT_MAX < 60)
})

test('npm passes signals on to what its scripts start, and not to a shell between', () => {
  for (const name of ['start', 'demo'])
    assert.match(scripts[name] as string, /^(MALLOC_ARENA_MAX=1 )?exec node /)
})

test("docs/OPERATING.md lists the permissions of the built-in roles; all are the operator's", () => {
  const { operator, ...others } = BUILT_IN_ROLES
  assert.equal(operator.permissions, PERMISSIONS)
  const text = readFileSync('docs/OPERATING.md', 'utf8')
  const [section = ''] = text.split('### Built-in roles\n')[1]?.split('\n#') ?? []
  const roles = Object.entries(others).map(([name, { permissions }]) => {
    const [, listed = ''] = new RegExp(`^- \`${name}\`: (.*(?:\n  .*)*)`, 'm').exec(section) ?? []
    const held: readonly string[] = permissions
    const wanted = PERMISSIONS.filter((permission) => held.includes(permission))
    return [[...listed.matchAll(/`(.+?)`/g)].map(([, permission]) => permission), wanted]
  })
  for (const [listed, wanted] of roles) assert.deepEqual(listed, wanted)
})

function isNamed(file: string, name: string): boolean {
  return file === name || file.endsWith(`/${name}`)
}

function isFolder(name: string): boolean {
  return files.some((file) => file.startsWith(`${name}/`))
}
