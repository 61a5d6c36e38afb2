/**
 * A bench to work at, `npm run dev`: the service over demo data, started again after each change of
 * src/ or migrations/, and the console with hot reload. Ctrl-C ends all of it.
 */
import { join, resolve } from 'node:path'
import { connectDatabase } from '../src/database/connect/connect.ts'
import { makeFolder } from '../src/embedded-postgres/data-directory.ts'
import { tryKernelLock } from '../src/embedded-postgres/kernel-lock.ts'
import { inviteDemoPeople, issueDemoTokens } from '../src/operator/demo/prepare-demo.ts'
import { seedDemo } from '../src/operator/demo/seed-demo.ts'
import { readConfig } from '../src/runtime/config/config.ts'
import { createLog } from '../src/runtime/log/log.ts'
import { restartOnChange } from './support/dev/restarted-program.ts'
import { serveConsole } from './support/dev/serve-console.ts'
import { portNear } from './support/processes/free-port.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop.abort())

// Never a vault with real records: whatever DATABASE_URL says, a folder of its own.
const dataDir = resolve(process.env.DATA_DIR ?? 'data', 'dev')
makeFolder(dataDir)
const lock = tryKernelLock(join(dataDir, 'dev.lock'))
if (lock === null) {
  console.error(
    `Another "npm run dev" uses ${dataDir}: stop it, or set DATA_DIR to another folder.`,
  )
  process.exit(1)
}

const port = await portNear(Number(process.env.PORT ?? 8080))
const settings = {
  DATABASE_URL: '',
  DATABASE_URL_FILE: '',
  DATA_DIR: dataDir,
  PORT: String(port),
  METRICS_PORT: '0',
  // Requests that a page leaves open do not hold up a restart.
  SHUTDOWN_TIMEOUT_MS: '1000',
}
const config = readConfig(settings)
// PostgreSQL runs for as long as this process uses it, however often the service is started.
const database = await connectDatabase(config, {
  role: 'command',
  log: createLog({ ...config, LOG_LEVEL: 'error' }),
})
try {
  await database.migrate()
  await seedDemo(database)
  const tokens = await issueDemoTokens(database)
  const people = await inviteDemoPeople(database)
  const page = await serveConsole({
    service: `http://127.0.0.1:${port}`,
    port: Number(process.env.CONSOLE_PORT ?? 5173),
    cacheDir: join(dataDir, 'vite'),
  })
  console.log(`
Console  ${page.url}   src and console/src are watched; Ctrl-C ends all

${Object.values(tokens)
  .map(
    ({ role, organizationId, token }) =>
      `  ${role} of ${organizationId}\n    ${page.url}#token=${token}`,
  )
  .join('\n')}
${people.map(({ name, code }) => `  ${name}, once\n    ${page.url}#code=${code}`).join('\n')}

Service  http://127.0.0.1:${port}   with the token at the end of a link:
  curl -sS http://127.0.0.1:${port}/v1/transfers -H 'Authorization: Bearer ${tokens.operator.token}'
Data     ${dataDir} keeps everything for the next run; delete that folder to start over
`)
  await restartOnChange({
    command: ['src/cli.ts', 'serve'],
    env: { ...process.env, ...settings },
    folders: ['src', 'migrations'],
    signal: stop.signal,
  })
  await page.close()
} finally {
  await database.close()
  lock.release()
}
