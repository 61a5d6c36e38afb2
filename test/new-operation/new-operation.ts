/**
 * Writes the files of a new operation: `npm run new:operation split-transfer`. It works as written,
 * and changes nothing: the writer replaces its contract, its rule and its statement.
 *
 * - `--kind change|read|list`: by default a read for `get-`, a list for `list-`, else a change.
 * - `--room transfers`: by default the folder of `src` whose record the name has.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { titleOf } from '../../src/http/openapi/openapi-texts.ts'
import { addRow } from './add-row.ts'
import { NEXT_STEPS } from './next-steps.ts'
import { ROOMS } from './rooms.ts'

const KINDS = ['change', 'read', 'list'] as const
type Kind = (typeof KINDS)[number]
const BY_FIRST_WORD: Readonly<Record<string, Kind>> = { get: 'read', list: 'list' }

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { room: { type: 'string' }, kind: { type: 'string' } },
})
const [stem = ''] = positionals
if (!/^[a-z]+(-[a-z]+)+$/.test(stem)) {
  fail('Name the operation by a verb and its record: npm run new:operation split-transfer')
}
const words = stem.split('-')
const kind = (values.kind ?? BY_FIRST_WORD[words[0] as string] ?? 'change') as Kind
if (!KINDS.includes(kind)) fail(`--kind is one of ${KINDS.join(', ')}.`)

const [folder, room] = roomOf()
if (kind === 'list' && room.list === undefined) {
  fail(`The tests fill no list of ${folder}: take src/access/people/people.ts as an example.`)
}
// The path takes "split" of "split-transfer", and "fees" of "get-transfer-fees".
const verb = stem
  .replace(/^(get|list)-/, '')
  .replace(named(), '')
  .replace(/^-|-$/g, '')
const OPERATIONS_BY_PERMISSION = 'test/support/catalogue/permissions.ts'
const camel = stem.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const published = readFileSync('openapi.json', 'utf8')
if (published.includes(`"operationId": "${camel}"`)) fail(`There is an operation ${camel}.`)
if (verb === '') fail(`Its path needs a word more than the record's: split-${room.noun}`)

const parts: Readonly<Record<string, string>> = {
  ...room,
  stem,
  verb,
  operationId: camel,
  title: titleOf(camel),
  permission: kind === 'change' ? room.change : room.read,
  shown: room.shown ?? room.record,
  expires: room.expires ? '\n  expiresTransfersFirst: true,' : '',
}
const written = {
  operation: `${folder}/${stem}.ts`,
  test: `test/operations/${stem}.test.ts`,
}
for (const path of Object.values(written)) if (existsSync(path)) fail(`${path} exists already.`)
for (const [part, path] of Object.entries(written)) {
  const template = readFileSync(new URL(`${kind}.${part}.txt`, import.meta.url), 'utf8')
  writeFileSync(
    path,
    template.replaceAll(/__([a-zA-Z]+)__/g, (all, name) => parts[name] ?? all),
  )
}
const rows = addRow(room, { kind, operationId: camel, path: pathOf() })
register()
writePermission()
// Sorts the imports, too.
run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...changed())
run('test/generate.ts')
console.log(
  `Written:\n${[...changed(), 'and what npm run generate writes'].map(indented).join('\n')}`,
)
console.log(`\nWrite next:\n${NEXT_STEPS[kind](written).map(indented).join('\n')}`)

function roomOf() {
  const wanted = values.room
  const found = Object.entries(ROOMS).find(([path, { noun, plural = `${noun}s` }]) =>
    wanted === undefined
      ? `-${stem}-`.includes(`-${kind === 'list' ? plural : noun}-`)
      : path.endsWith(`/${wanted}`),
  )
  return found ?? fail(`No record in "${stem}": --room is one of ${Object.keys(ROOMS).join(', ')}.`)
}

function named(): RegExp {
  const { noun, plural = `${noun}s` } = room
  return new RegExp(`(^|-)(${plural}|${noun})(?=-|$)`)
}

function pathOf(): string {
  return kind === 'list' ? `${room.path}/${verb}` : `${room.path}/{id}/${verb}`
}

/** Adds the import and the line of the operation, behind the last one of its folder. */
function register(): void {
  const text = readFileSync('src/operations.ts', 'utf8')
  const source = `./${folder.replace('src/', '')}/`
  const imported = [...text.matchAll(/^import \{([^}]*)\} from '(.*)'$/gm)]
    .filter(([, , from]) => from?.startsWith(source))
    .flatMap(([, names = '']) => names.match(/\w+Routes?\b/g) ?? [])
  const lines = text.split('\n')
  const last = lines.findLastIndex(
    (line) =>
      line.startsWith('  ') &&
      imported.some((name) => line.includes(`${name}(`) || line.includes(`of ${name})`)),
  )
  lines.splice(last + 1, 0, `  ${camel}Route(app)`)
  const own = `import { ${camel}Route } from '${source}${stem}.ts'`
  writeFileSync('src/operations.ts', [own, ...lines].join('\n'))
}

/** Writes down by hand, as it were, what the operation needs. */
function writePermission(): void {
  const text = readFileSync(OPERATIONS_BY_PERMISSION, 'utf8')
  const of = new RegExp(`('${parts.permission}':\\s+')`)
  writeFileSync(OPERATIONS_BY_PERMISSION, text.replace(of, `$1${camel} `))
}

function changed(): string[] {
  return [...Object.values(written), rows, OPERATIONS_BY_PERMISSION, 'src/operations.ts']
}

function indented(line: string): string {
  return `  ${line}`
}

function run(...command: string[]): void {
  // An error has what the command wrote.
  execFileSync(process.execPath, command, { stdio: 'pipe' })
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
