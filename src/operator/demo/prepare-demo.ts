import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { operatorFor } from '../../domain/caller.ts'
import type { Config } from '../../runtime/config/config.ts'
import { transferExpiry } from '../../vault/transfers/expire-transfers.ts'
import type { DemoDetails } from './demo-banner.ts'
import { inviteDemoPeople } from './demo-people.ts'
import { receiveWebhooks } from './demo-receiver.ts'
import { findDemoRecords } from './demo-records.store.ts'
import { issueDemoTokens } from './demo-tokens.ts'
import { HARBOR, NORTHLIGHT } from './seed-demo.ts'

/** A service that listens, over a vault with the demo's records. */
export interface ServedDemo {
  readonly database: Database
  readonly url: string
  readonly metricsUrl: string
}

/** Makes what the banner of a demo names, and starts its receiver, once its service listens. */
export async function prepareDemo(
  { database, url, metricsUrl }: ServedDemo,
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
