import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runCommand } from '../support/processes/command.ts'
import { afterTest, open } from '../support/processes/embedded-directory.ts'
import { preparedDirectory } from '../support/processes/prepared-directory.ts'
import { databaseUrlOf, startServiceProcess } from '../support/processes/service-process.ts'
import { openConnection } from '../support/vault/server.ts'

const PASSWORDS = { owner_password: 'owners', service_password: "service's" }

test('compose.yaml: the owner migrates, and the service serves with the rights it was granted', async (t) => {
  // A server of its own: roles belong to a whole server.
  const server = await open(t, { dataDir: await preparedDirectory(t), role: 'command' })
  const { connection, username, password } = server
  const admin = openConnection({ ...connection, username, password, database: 'postgres' }, 1)
  afterTest(t, () => admin.end())
  await admin`drop database vault_inventory`
  for (const statement of statementsOf('compose.roles.sql')) await admin.query(statement)

  const urlOf = (name: string, secret: string) =>
    databaseUrlOf({ ...connection, username: name, password: secret, database: 'vault_inventory' })
  const compose = readFileSync('compose.yaml', 'utf8')
  const serviceRole = /SERVICE_ROLE: (\w+)/.exec(compose)?.[1] as string
  assert.match(compose, /postgres:\/\/vault_\$role:\$password@database:5432\/vault_inventory/)
  const owner = urlOf('vault_owner', PASSWORDS.owner_password)
  const service = urlOf('vault_service', PASSWORDS.service_password)
  const migrated = await runCommand(['migrate', '--json'], {
    DATABASE_URL: owner,
    SERVICE_ROLE: serviceRole,
  })
  assert.equal(migrated.document.granted?.role, 'vault_service', migrated.stdout)
  const [role] = await admin`
    select count(*)::integer as above from pg_roles
    where rolname in ('vault_owner', 'vault_service')
      and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`
  assert.deepEqual(role, { above: 0 })

  const env = { DATABASE_URL: service }
  const { log } = await startServiceProcess({ env, cleanup: (undo) => afterTest(t, undo) })
  assert.deepEqual(
    // On a busy machine it may wait.
    log.filter(({ level, msg }) => level === 'warn' && msg !== 'waiting for the database'),
    [],
  )
  const created = await runCommand(['organization', 'create', '--name', 'A', '--json'], env)
  assert.equal(created.code, 0, created.stdout)
  const grant = ['--permissions', 'fbo_accounts:read', '--organization', created.document.id]
  assert.equal((await runCommand(['token', 'create', ...grant], env)).code, 0)
})

/** The statements as psql would run them: each ends with a semicolon at the end of a line. */
function statementsOf(path: string): string[] {
  let text = readFileSync(path, 'utf8').replace(/^(--|\\set).*\n/gm, '')
  for (const [name, secret] of Object.entries(PASSWORDS)) {
    text = text.replaceAll(`:'${name}'`, `'${secret.replaceAll("'", "''")}'`)
  }
  assert.doesNotMatch(text, /:'/, 'a variable that no secret of compose.yaml fills')
  return text.split(/;$/m).filter((statement) => statement.trim() !== '')
}
