import { join } from 'node:path'
import type { Logger } from 'pino'
import { connectDatabase } from '../../database/connect/connect.ts'
import type { Config, SettingReport } from '../../runtime/config/config.ts'
import { createLog } from '../../runtime/log/log.ts'
import { AddressUnusable, requireFreePorts } from '../../server/listen.ts'
import { startService, stopOnSignal } from '../../server/start-service.ts'
import { demoBanner } from './demo-banner.ts'
import { DEMO_DELIVERY, prepareDemo } from './prepare-demo.ts'
import { seedDemo } from './seed-demo.ts'

/** The demo would write its synthetic records into a database that may have real ones. */
class DemoRefused extends Error {}

/**
 * Runs the service on a vault of synthetic records in a data directory of its own, and prints how
 * to try it. Resolves once that is printed; the service runs until it is stopped.
 * @throws {DemoRefused}, and what `startService` throws
 */
export async function runDemo(settings: Config): Promise<void> {
  refuseForeignDatabase(settings)
  const config = { ...settings, ...DEMO_DELIVERY, DATA_DIR: join(settings.DATA_DIR, 'demo') }
  const log = createLog(config)
  // The banner says what the log of a start would: only failures are logged before it.
  if (sourceOf(config, 'LOG_LEVEL') === 'default') log.level = 'error'
  const starting = startFilled(config, log)
  stopOnSignal(
    starting.then(({ service }) => service),
    config,
    log,
  )
  const { service, portTaken } = await starting
  try {
    process.stdout.write(
      demoBanner({ portTaken, ...(await prepareDemo(service, { config, log })) }),
    )
  } catch (error) {
    await service.stop()
    throw error
  }
  log.level = config.LOG_LEVEL
}

function refuseForeignDatabase(config: Config): void {
  if (config.DATABASE_URL === null) return
  const source = sourceOf(config, 'DATABASE_URL')
  const where =
    source === 'file'
      ? 'by DATABASE_URL_FILE'
      : `in ${source === '.env' ? '.env' : 'the environment'}`
  throw new DemoRefused(
    `DATABASE_URL is set (${where}), but the demo writes synthetic records and uses only its ` +
      'own database: run it without DATABASE_URL, such as `DATABASE_URL= npx vault-inventory demo`.',
  )
}

/** On a slow machine the start takes longer, and does not fail. */
const PATIENT = {
  DATABASE_QUEUE_TIMEOUT_MS: 600_000,
  DATABASE_STATEMENT_TIMEOUT_MS: 600_000,
  DATABASE_LOCK_TIMEOUT_MS: 600_000,
}

/** Fills the vault before the service works on it: nobody sees dates that will be shifted. */
async function startFilled(config: Config, log: Logger) {
  const { port, portTaken } = await freePort(config)
  const opening = connectDatabase({ ...config, ...PATIENT }, { role: 'command', log })
  // Loaded while PostgreSQL makes its files. A failure is reported where the service starts.
  import('../../server/connect-and-serve.ts').catch(() => undefined)
  const owner = await opening
  try {
    await owner.migrate()
    await seedDemo(owner)
    // The service joins the embedded PostgreSQL before the owner leaves it.
    return { service: await startService({ ...config, PORT: port }, log), portTaken }
  } finally {
    await owner.close()
  }
}

/** Any free port where the default one is taken and PORT is not set. @throws {AddressUnusable} */
async function freePort(config: Config): Promise<{ port: number; portTaken: number | null }> {
  try {
    await requireFreePorts(config)
    return { port: config.PORT, portTaken: null }
  } catch (error) {
    const isTaken =
      error instanceof AddressUnusable &&
      (error.cause as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (!isTaken || sourceOf(config, 'PORT') !== 'default') throw error
    return { port: 0, portTaken: config.PORT }
  }
}

function sourceOf(config: Config, name: string): SettingReport['source'] | undefined {
  return config.report.find((setting) => setting.name === name)?.source
}
