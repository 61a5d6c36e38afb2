import { join, resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Config, SettingReport } from '../config/config.ts'
import { connectDatabase } from '../database/connect.ts'
import { operatorFor } from '../domain/caller.ts'
import { createLog } from '../logging/log.ts'
import { requireFreePorts } from '../server/free-ports.ts'
import { AddressUnusable } from '../server/listen.ts'
import { type RunningService, startService, stopOnSignal } from '../server/start-service.ts'
import { transferExpiry } from '../transfers/expire-transfers.ts'
import { type DemoDetails, demoBanner } from './demo-banner.ts'
import { inviteDemoPeople } from './demo-people.ts'
import { DEMO_DELIVERY, receiveWebhooks } from './demo-receiver.ts'
import { findDemoRecords } from './demo-records.store.ts'
import { issueDemoTokens } from './demo-tokens.ts'
import { HARBOR, NORTHLIGHT, seedDemo } from './seed-demo.ts'

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
    process.stdout.write(demoBanner({ portTaken, ...(await prepare(service, { config, log })) }))
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
  const owner = await connectDatabase({ ...config, ...PATIENT }, { role: 'command', log })
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

async function prepare(
  { database, url, metricsUrl }: RunningService,
  { config, log }: { config: Config; log: Logger },
): Promise<Omit<DemoDetails, 'portTaken'>> {
  const startedAt = new Date()
  const expire = transferExpiry(database, (err) => log.error({ err }, 'transfer not expired'))
  for (const { id } of [NORTHLIGHT, HARBOR]) await expire(operatorFor(id))
  return {
    url: openable(url) + config.BASE_PATH,
    consoleUrl: (config.PUBLIC_URL ?? named(openable(url))) + config.BASE_PATH,
    metricsUrl: openable(metricsUrl),
    hasDocs: config.DOCS,
    hasConsole: config.CONSOLE,
    dataDir: resolve(config.DATA_DIR),
    startedAt,
    records: await findDemoRecords(operatorFor(NORTHLIGHT.id), database),
    tokens: await issueDemoTokens(database),
    people: await inviteDemoPeople(database),
    receiverUrl: await receiveWebhooks(NORTHLIGHT.id, database, { config, log }),
  }
}

/** On this machine, the loopback address of a service that listens on every interface. */
function openable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

/** By its name, this machine's loopback address is one at which browsers have passkeys. */
function named(url: string): string {
  return url.replace(/\/\/(?:127\.0\.0\.1|\[::1\]):/, '//localhost:')
}

function sourceOf(config: Config, name: string): SettingReport['source'] | undefined {
  return config.report.find((setting) => setting.name === name)?.source
}
