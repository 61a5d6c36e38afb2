import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { clientsOf, consoleOf, productionOf, readSources } from '../support/conventions/sources.ts'

// Places and lengths of files (docs/ARCHITECTURE.md, Laws). Each failure names the
// file, the line and what to do instead.

const sources = readSources()
const production = productionOf(sources)

/** The corner of clusters, its door, its command and its setting. */
const OF_CLUSTERS = new RegExp(
  `^src/(${[
    'database/(cluster|connect)/',
    'operator/commands/distribute\\.',
    'cli\\.ts',
    'runtime/config/settings\\.',
  ].join('|')})`,
)

/** Texts that production has only in the files of the second pattern. */
const FORBIDDEN: Readonly<Record<string, readonly [text: RegExp, except?: RegExp]>> = {
  'SQL text stands in the rooms that keep records, and in migrations/': [
    /`[^`]*\b(select\s[^`]*\sfrom|insert\s+into|update\s[^`]*\sset|delete\s+from)\s/is,
    /^src\/(operator|vault|history|access|database|embedded-postgres)\//,
  ],
  'only config.ts reads the environment: add a setting and pass the config': [
    /process\.env\b/,
    /^src\/runtime\/config\/config\.ts$/,
  ],
  'nodes and shards stay in database/cluster/: say it without their words, or in its interface': [
    /\b(citus|shards?|sharded|coordinators?|distribut\w+|pg_dist\w+)\b/i,
    OF_CLUSTERS,
  ],
  // Node.js, the data directory of a PostgreSQL and JSON Schemas have these words too.
  'and so do the words node and cluster': [
    /\bnodes\b|(?<!['`])\bnode\b|(?<!create-)\bclusters?\b/,
    new RegExp(`${OF_CLUSTERS.source}|^src/(embedded-postgres|http/request/validation)`),
  ],
  'only database/connect/ opens a cluster, and the command makes one': [
    /from '[^']*\/cluster\//,
    /^src\/(database\/(cluster|connect)\/|operator\/commands\/distribute\.ts)/,
  ],
  'no folder is made with the option `recursive`: makeFolder ends under /proc, too': [
    /\bmkdir(Sync)?\([^)]*recursive/,
  ],
  'only the error reply sets an error status: throw a Refusal': [
    /\.(status|code)\([45]\d\d\)/,
    /^src\/http\/response\/error-reply\.ts$/,
  ],
}

for (const [title, [forbidden, except]] of Object.entries(FORBIDDEN)) {
  test(title, () => {
    for (const { path, text } of production) {
      if (except?.test(path) !== true) assert.doesNotMatch(text, forbidden, path)
    }
  })
}

test('every store function takes the caller or the transaction of an organization first', () => {
  // Operators are above organizations, and authentication finds the caller.
  const WITHOUT_CALLER = [
    'src/access/tokens/authenticate.store.ts',
    'src/operator/demo/demo-dates.store.ts',
    'src/operator/verify/check-keys.store.ts',
    'src/operator/verify/check-names.store.ts',
    'src/vault/search/find-behind.store.ts',
    'src/history/webhooks/delivery/find-work.store.ts',
  ]
  // Functions that send no statement.
  const PURE = [
    'src/vault/items/item-changes.store.ts momentOf',
    'src/operator/verify/claim-checks.store.ts',
    'src/operator/verify/verification-check.store.ts',
  ]
  for (const { path, text } of production.filter((s) => s.path.endsWith('.store.ts'))) {
    for (const [, name, first, type] of text.matchAll(
      /^export (?:async )?function (\w+)(?:<[^>]*>)?\(\s*(\w+)(?:: ([\w'[\]]+))?/gm,
    )) {
      if (WITHOUT_CALLER.includes(path)) break
      if (PURE.includes(path) || PURE.includes(`${path} ${name}`)) continue
      const SCOPES = ['tx OrganizationTransaction', "run OrganizationTransaction['run']"]
      const isScoped = first === 'caller' || SCOPES.includes(`${first} ${type}`)
      const remedy = 'if it sends no statement, move it to the file of the record type'
      const rule = 'must take the caller, or the transaction, first'
      assert.ok(isScoped, `${path}: ${name} ${rule}; ${remedy}`)
    }
    if (WITHOUT_CALLER.includes(path)) continue
    // A list that belongs to a record names it in `recordTable`: KeysetPages adds the organization.
    const scope = /organization_id|organizations where id = \$1|recordTable/
    assert.match(text, scope, `${path}: scope the statement to the organization`)
  }
})

test('every file is used by the command line, a test or a script', () => {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const roots = sources.filter(
    ({ path }) =>
      path === 'src/cli.ts' ||
      path === 'console/src/main.tsx' ||
      path === 'test/run.ts' ||
      path.endsWith('.test.ts') ||
      path.endsWith('.soak.ts') ||
      path.startsWith('bench/') ||
      packageScripts().some((script) => script.includes(path)),
  )
  const reached = new Set<string>()
  const open = [...roots]
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    if (reached.has(source.path)) continue
    reached.add(source.path)
    // A script that a test starts as a process is named, not imported.
    const named = sources.filter(({ path }) => source.text.includes(`/${basename(path)}'`))
    const imported = source.imports.flatMap(({ name }) => byPath.get(name) ?? [])
    open.push(...named, ...imported)
  }
  const dead = sources.filter(({ path }) => !reached.has(path)).map(({ path }) => path)
  assert.deepEqual(dead, [], 'delete these, or use them')
})

test('no barrels, and nothing named utils, helpers, common, lib, types, manager, service', () => {
  const BANNED = /(^|\/)(index|utils?|helpers?|common|lib|types|[\w-]*manager|service)(\.tsx?|\/)/
  for (const { path } of [...production, ...consoleOf(sources), ...clientsOf(sources)])
    assert.doesNotMatch(path, BANNED, `${path}: say what is in it`)
})

test('files have at most 250 lines, lines at most 100 columns', () => {
  const overlong: string[] = []
  for (const { path, lines } of sources) {
    // The one page of all operations grows by two lines for each.
    const isPage = path === 'src/operations.ts'
    assert.ok(
      isPage || lines.length <= 251,
      `${path} has ${lines.length} lines: split it by subject`,
    )
    // A string is not broken for its length: one grep should find it.
    const tooLong = lines.flatMap((line, index) =>
      line.length > 100 && !/['"`]/.test(line) ? [`${path}:${index + 1}`] : [],
    )
    overlong.push(...tooLong)
  }
  assert.deepEqual(overlong, [])
})

test('functions have at most 70 lines, and what is declared of functions', () => {
  const DECLARED = /^(export )?const \w+ = (\w*[oO]peration|changeOf)\(\{$/
  for (const { path, lines } of [...production, ...consoleOf(sources), ...clientsOf(sources)]) {
    let start = 0
    lines.forEach((line, index) => {
      if (/^(export )?(default )?(async )?function\b/.test(line) || DECLARED.test(line))
        start = index
      if (line === '}' || line === '})') {
        const length = index - start + 1
        const isFunction =
          /function\b/.test(lines[start] ?? '') || DECLARED.test(lines[start] ?? '')
        assert.ok(!isFunction || length <= 70, `${path}:${start + 1} has ${length} lines`)
        start = index + 1
      }
    })
  }
})

test('a TODO says its kind and is a sentence', () => {
  for (const { path, lines } of sources) {
    lines.forEach((line, index) => {
      if (!/\/\/.*\bTODO\b/.test(line)) return
      assert.match(line, /TODO\(\w+\): [A-Z].*\.$/, `${path}:${index + 1}`)
    })
  }
})

function packageScripts(): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  return Object.values(scripts)
}

test('no comment begins with a relative word', () => {
  const relative = /^ *(?:\/\*\*|\*|\/\/) (?:Who|Whose|What|Where|How|Of) /
  const lines = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (relative.test(line) ? [`${path}:${index + 1}`] : [])),
  )
  assert.deepEqual(lines, [], 'begin with the thing itself: "Time for ...", "Number of ..."')
})
