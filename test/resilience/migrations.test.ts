import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { loadModule, parseSync } from 'libpg-query'
import { migrate } from '../../src/database/migrations.ts'
import { openProxy } from '../support/chaos/proxy.ts'
import { soakTest } from '../support/chaos/soak-test.ts'
import { runProgram } from '../support/processes/command.ts'
import { LaterProgram } from '../support/processes/later-program.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { filledTemplate } from '../support/schema/filled-template.ts'
import { LATER, OWN } from '../support/schema/later-version.ts'
import { dumpSchema } from '../support/schema/schema-dump.ts'
import { makeDatabase, type TestDatabase } from '../support/vault/databases.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { randomNumbers, shuffled } from '../support/vault/random.ts'
import type { Sql } from '../support/vault/sql.ts'

// A migration that dies at any of its statements, in a process of its own.
const program = new LaterProgram()
const folder = join(program.folder, 'migrations/')
const texts = new Map(
  [...OWN.map((name) => `${name}.sql`), LATER.file].map((file) => [
    file,
    readFileSync(join(folder, file), 'utf8'),
  ]),
)
const names = [...texts.keys()]
await loadModule()
/** The same, which is not altered. */
const whole = new LaterProgram()
after(() => program.remove())
after(() => whole.remove())

const WAYS = ['process killed', 'backend terminated', 'connection broken'] as const

interface Death {
  /** The migration that dies, after that many of its statements. */
  readonly migration: string
  readonly statements: number
  /** An empty database, or one of the previous version with records. */
  readonly from: 'empty' | 'the version before'
  readonly way: (typeof WAYS)[number]
}

/** The lock that the program waits for at the place where it dies; the test holds it. */
const GATE = 1_207

soakTest(
  'a migration killed at each statement, then run again',
  'kill -9, pg_terminate_backend, a proxy',
  async ({ seed, size }) => {
    const random = randomNumbers(seed)
    const all = shuffled(deaths(random), random)
    const [filled, empty] = [true, false].map((has) =>
      all.filter(({ from }) => (from !== 'empty') === has),
    )
    const tried = [filled, empty].flatMap((each = []) => each.slice(0, size(3, each.length)))
    const before = new Map<Death['from'], Before>()
    for (const death of tried) {
      const known = before.get(death.from) ?? (await makeBefore(death))
      before.set(death.from, known)
      await dieAndRunAgain(death, known).catch((error) => {
        throw new Error(JSON.stringify(death), { cause: error })
      })
    }
    const withRecords = tried.filter(({ from }) => from !== 'empty').length
    return {
      count: `${tried.length} of ${all.length} deaths, ${withRecords} of them with records`,
      result: 'nothing half; run again it completes, same schema, same records, verify clean',
    }
  },
)

/** The places behind the statements of an SQL text, of which PostgreSQL's parser counts bytes. */
function statementEnds(text: string): number[] {
  const bytes = Buffer.from(text)
  return (parseSync(text).stmts ?? []).map(({ stmt_location: from = 0, stmt_len: length = 0 }) => {
    return bytes.subarray(0, from + length + 1).toString().length
  })
}

function deaths(random: () => number): Death[] {
  const places = names.flatMap((migration) => {
    const ends = statementEnds(texts.get(migration) as string)
    return [0, ...ends].map((_, statements) => ({ migration, statements }))
  })
  // The filled database has all but the last.
  const upgrades = places.filter(({ migration }) => migration === LATER.file)
  return [
    ...places.map((place) => ({ ...place, from: 'empty' as const })),
    ...upgrades.map((place) => ({ ...place, from: 'the version before' as const })),
  ].map((death) => {
    const way = WAYS[Math.floor(random() * WAYS.length)] as Death['way']
    return { ...death, way }
  })
}

/** A database to copy for each death, its migrations, and the result of undisturbed ones. */
interface Before {
  readonly template: string
  readonly applied: number
  readonly schema: string
  readonly outcome: string
}

async function makeBefore({ from }: Death): Promise<Before> {
  const template = from === 'empty' ? await emptyTemplate() : await filledTemplate()
  const { sql, drop } = await makeDatabase({ template })
  const applied = await appliedIn(sql)
  await migrate(sql, { folder: join(whole.folder, 'migrations/') })
  const [schema, outcome] = [await dumpSchema(sql), await recordsOf(sql)]
  await drop()
  return { template, applied, schema, outcome }
}

async function emptyTemplate(): Promise<string> {
  const { name, sql } = await makeDatabase()
  await sql.end()
  return name
}

/** Number of committed migrations. */
async function appliedIn(sql: Sql): Promise<number> {
  const [table] = await sql`select to_regclass('schema_migrations') is not null as exists`
  if (table?.exists !== true) return 0
  return (await sql`select version from schema_migrations`).length
}

/** Makes a program die there, and runs the real one at once, while the backend may still run. */
async function dieAndRunAgain(death: Death, before: Before): Promise<void> {
  const { sql, connection, drop } = await makeDatabase({ template: before.template })
  const proxy = await openProxy(connection)
  const gate = await sql.reserve()
  await gate`select pg_advisory_lock(${GATE})`
  const altered = program.alter(death.migration, (text) => {
    const end = statementEnds(text)[death.statements - 1] ?? 0
    const wait = `\nselect pg_advisory_xact_lock_shared(${GATE});\n`
    return `${text.slice(0, end)}${wait}${text.slice(end)}`
  })
  try {
    const { child, ended } = program.run(['migrate'], { DATABASE_URL: proxy.url })
    const pid = await Promise.race([
      whoWaitsForLock(sql),
      ended.then(({ stderr }) => Promise.reject(new Error(`it ended: ${stderr}`))),
    ])
    assert.equal(await appliedIn(sql), before.applied, 'uncommitted changes are invisible')
    if (death.way === 'process killed') child.kill('SIGKILL')
    if (death.way === 'backend terminated') await sql`select pg_terminate_backend(${pid})`
    if (death.way === 'connection broken') await proxy.disconnect()
    const { code, stderr } = await ended
    if (death.way !== 'process killed') {
      assert.equal(code, 1)
      assert.match(stderr, /^[^\n]+\n$/, 'it says why in one line')
    }
    const env = { DATABASE_URL: databaseUrlOf(connection) }
    const again = runProgram(whole.cli, ['migrate', '--json'], env)
    await gate`select pg_advisory_unlock(${GATE})`
    const result = await again
    assert.equal(result.code, 0, result.stderr)
    assert.equal(result.document.applied.at(-1), names.at(-1)?.replace('.sql', ''))
    await assertWhole(sql, before, connection)
  } finally {
    altered.restore()
    gate.release()
    await proxy.close()
    await drop()
  }
}

async function assertWhole(
  sql: Sql,
  before: Before,
  connection: TestDatabase['connection'],
): Promise<void> {
  assert.equal(await dumpSchema(sql), before.schema)
  assert.equal(await recordsOf(sql), before.outcome, 'the same records')
  const env = { DATABASE_URL: databaseUrlOf(connection) }
  const verified = await runProgram(whole.cli, ['verify', '--json'], env)
  assert.equal(verified.code, 0, verified.stdout)
}

/** Every row of every table without times: those of the migration itself differ. */
async function recordsOf(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  const digests: string[] = []
  for (const { name } of tables) {
    const [row] = await sql`
      select count(*)::integer as rows, md5(string_agg(text, ',' order by text)) as digest
      from (
        select regexp_replace(record::text, ${MOMENT}, 'then', 'g') as text from ${sql(name)} as record
      ) as records`
    digests.push(`${name}: ${row?.rows} ${row?.digest}`)
  }
  return digests.join('\n')
}

const MOMENT = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d[^",)]*'
