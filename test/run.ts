/**
 * Runs the tests: `npm test`, or `npm test -- test/operations/get-fbo-account.test.ts` for some.
 *
 * One PostgreSQL serves the whole run: that of DATABASE_URL (whose user may create databases and
 * roles), or an embedded one in a temporary folder. A migrated template is made once; each file
 * works on a copy.
 */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { migrate } from '../src/database/migrations.ts'
import { openServer } from './support/open-server.ts'
import {
  adminConnection,
  connectTo,
  createDatabase,
  dropDatabase,
  type TestServer,
} from './support/server.ts'

const FILES = ['src/**/*.test.ts', 'test/**/*.test.ts']

process.exitCode = await main(process.argv.slice(2))

async function main(args: string[]): Promise<number> {
  const { server, stop } = await openServer()
  const template = `vault_template_${process.pid}`
  try {
    const admin = adminConnection(server)
    await createDatabase(admin, template)
    const sql = connectTo(server, template)
    await migrate(sql)
    await sql.end()
    const status = await runTests(args, { ...server, template })
    await dropDatabase(admin, template)
    await admin.end()
    return status
  } finally {
    await stop()
  }
}

async function runTests(args: string[], server: TestServer): Promise<number> {
  const options = args.filter((arg) => arg.startsWith('--'))
  const named = args.filter((arg) => !arg.startsWith('--'))
  const files = named.length > 0 ? named : FILES.flatMap((pattern) => globSync(pattern)).sort()
  const child = spawn(
    process.execPath,
    ['--test', '--test-concurrency=2', '--test-timeout=300000', ...options, ...files],
    {
      stdio: 'inherit',
      // The tests find the server here; the service under test must not find DATABASE_URL itself.
      env: { ...process.env, DATABASE_URL: '', VAULT_TEST_SERVER: JSON.stringify(server) },
    },
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return await new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)))
}
