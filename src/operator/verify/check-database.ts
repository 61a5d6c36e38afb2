import { SchemaMismatch } from '../../database/applied-migrations.ts'
import type { ConnectedDatabase } from '../../database/connect/connect.ts'
import { clockAheadMs, connectionFacts, missingRights } from '../../database/connection-facts.ts'
import { pendingNames } from '../../database/migrations.ts'
import type { Config } from '../../runtime/config/config.ts'
import { checkKeys } from './check-keys.store.ts'
import { finding, type SetUpFinding } from './check-machine.ts'
import { checkNames } from './check-names.store.ts'

/** Findings on the server, the role, the schema, the keys and the clock, by one connection. */
export async function checkDatabase(
  config: Config,
  database: ConnectedDatabase,
): Promise<SetUpFinding[]> {
  const { sql, kind } = database
  const facts = await connectionFacts(sql)
  const schema = await schemaFinding(database, facts)
  return [
    serverFinding(database, facts),
    ...(kind === 'external' ? [await roleFinding(database, facts)] : []),
    schema,
    ...(await keyFindings(config, database, schema)),
    ...(schema.level === 'ok' ? await checkNames(sql) : []),
    checkClock(await clockAheadMs(sql)),
  ]
}

type Facts = Awaited<ReturnType<typeof connectionFacts>>

async function keyFindings(
  config: Config,
  database: ConnectedDatabase,
  schema: SetUpFinding,
): Promise<SetUpFinding[]> {
  if (schema.level !== 'ok') {
    return [finding('keys', 'warning', 'not looked at: mend the schema first.')]
  }
  try {
    return await checkKeys(config, database)
  } catch (error) {
    return [finding('keys', 'problem', `they cannot be read: ${(error as Error).message}.`)]
  }
}

function serverFinding({ kind, version }: ConnectedDatabase, facts: Facts): SetUpFinding {
  const { tls, isNetwork, role } = facts
  if (kind === 'embedded') return finding('database', 'ok', `embedded PostgreSQL ${version}.`)
  const server = `PostgreSQL ${version} of DATABASE_URL as ${role}`
  if (tls !== null) return finding('database', 'ok', `${server}, over ${tls}.`)
  if (!isNetwork) return finding('database', 'ok', `${server}, within this machine.`)
  const remedy = 'over a network, add ?sslmode=verify-full&sslrootcert=FILE'
  return finding('database', 'warning', `${server}, without TLS: ${remedy}.`)
}

async function roleFinding({ sql }: ConnectedDatabase, facts: Facts): Promise<SetUpFinding> {
  const { role, isSuperuser, isOwner } = facts
  if (isSuperuser || isOwner === true) {
    const what = isSuperuser ? 'is a superuser' : 'owns the tables'
    const message =
      `${role} ${what}, and could switch rules of the database off: let serve connect as another ` +
      'role, which migrate with SERVICE_ROLE gives its rights.'
    return finding('role', 'warning', message)
  }
  if (isOwner === null) return finding('role', 'ok', `${role}. There are no tables yet.`)
  const missing = await missingRights(sql)
  if (missing.length > 0) {
    const shown = missing.slice(0, 3).join(', ')
    const more = missing.length > 3 ? ` and ${missing.length - 3} more rights` : ''
    const message =
      `${role} lacks ${shown}${more}: run vault-inventory migrate as the owner of the tables, with ` +
      `SERVICE_ROLE=${role}.`
    return finding('role', 'problem', message)
  }
  return finding('role', 'ok', `${role} has the rights that the service needs.`)
}

async function schemaFinding(
  { sql, kind }: ConnectedDatabase,
  { isOwner, mayCreateTables }: Facts,
): Promise<SetUpFinding> {
  try {
    const { pending, schemaVersion } = await pendingNames(sql)
    if (pending.length === 0) return finding('schema', 'ok', `${schemaVersion} is up to date.`)
    const state = `${pending.length} migrations are pending (${pending[0]} to ${pending.at(-1)})`
    if (kind === 'embedded' || (isOwner ?? mayCreateTables)) {
      const message = `${state}: serve applies them, or run vault-inventory migrate.`
      return finding('schema', 'warning', message)
    }
    const message = `${state}, and this role may not apply them: run vault-inventory migrate as the owner of the tables.`
    return finding('schema', 'problem', message)
  } catch (error) {
    if (error instanceof SchemaMismatch) return finding('schema', 'problem', error.message)
    throw error
  }
}

/** Receivers refuse webhooks whose signature is older or newer, in milliseconds. */
const WEBHOOK_TOLERANCE_MS = 300_000
const NOTED_MS = 2_000

/** @param aheadMs how much the clock of the database is ahead of this machine's */
export function checkClock(aheadMs: number): SetUpFinding {
  const seconds = (Math.abs(aheadMs) / 1_000).toFixed(1)
  const off = `the clock of the database is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this machine's`
  const remedy = 'synchronize both (chrony, ntpd)'
  if (Math.abs(aheadMs) >= WEBHOOK_TOLERANCE_MS) {
    const message = `${off}: ${remedy}. Receivers refuse webhooks that are signed with a wrong time.`
    return finding('clock', 'problem', message)
  }
  if (Math.abs(aheadMs) >= NOTED_MS) {
    return finding('clock', 'warning', `${off}: ${remedy}.`)
  }
  return finding(
    'clock',
    'ok',
    `this machine's and that of the database differ by ${seconds} s at most.`,
  )
}
