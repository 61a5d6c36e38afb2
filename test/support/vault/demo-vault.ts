import { randomBytes } from 'node:crypto'
import { openDatabase } from '../../../src/database/database.ts'
import { SEALED_MAX, sealNextEvents } from '../../../src/history/sealed-log/seal-events.ts'
import { demoBanner } from '../../../src/operator/demo/demo-banner.ts'
import { DEMO_DELIVERY, prepareDemo } from '../../../src/operator/demo/prepare-demo.ts'
import { HARBOR, NORTHLIGHT, seedDemo } from '../../../src/operator/demo/seed-demo.ts'
import { readConfig } from '../../../src/runtime/config/config.ts'
import { createLog } from '../../../src/runtime/log/log.ts'
import { wordsNoted } from '../operations/noted-words.ts'
import { type Announced, announcedIn } from '../processes/demo-process.ts'
import { databaseUrlOf } from '../processes/service-process.ts'
import {
  adminConnection,
  connectionTo,
  createDatabase,
  demoTemplateOf,
  dropDatabase,
  testServer,
} from './server.ts'
import { openOwnVault } from './vault.ts'

/** A demo, and what a command of its operator needs in its environment. */
export interface DemoVault extends Announced {
  readonly env: Readonly<Record<string, string>>
}

/**
 * The demo as `vault-inventory demo` fills and announces it, served by this process until the test
 * file is over. Its records are copied: they are the same for all files of a run. Its tokens, its
 * links and its receiver of webhooks are its own.
 */
export async function openDemoVault(
  settings: Readonly<Record<string, string>> = {},
): Promise<DemoVault> {
  const SECRETS_KEY = randomBytes(32).toString('base64')
  const config = { ...readConfig({ DATABASE_URL: '', SECRETS_KEY, ...settings }), ...DEMO_DELIVERY }
  const options = { template: await demoTemplate(), notesWords: true } as const
  const { database, url, logLines, ownerConnection } = await openOwnVault(config, options)
  const log = createLog(config, { write: (line) => void logLines.push(line) })
  const served = { database, url, metricsUrl: `${url}/metrics` }
  const details = await prepareDemo(served, { config, log })
  return {
    ...announcedIn(demoBanner({ portTaken: null, ...details })),
    env: { DATABASE_URL: databaseUrlOf(ownerConnection), SECRETS_KEY },
  }
}

/** Made by the first test of a run that needs it, while others wait. */
async function demoTemplate(): Promise<string> {
  const server = testServer()
  const name = demoTemplateOf(server.template)
  const admin = adminConnection(server)
  try {
    // Until the connection ends.
    await admin`select pg_advisory_lock(hashtext(${name}))`
    const [made] = await admin`select from pg_database where datname = ${name}`
    if (made !== undefined) return name
    const unfinished = `${name}_unfinished`
    await dropDatabase(admin, unfinished)
    await createDatabase(admin, unfinished, server.template)
    await fill(connectionTo(server, unfinished))
    await admin`alter database ${admin(unfinished)} rename to ${admin(name)}`
    return name
  } finally {
    await admin.end()
  }
}

/** As the owner, whom the demo has fill its vault; its service would find no work left over. */
async function fill(connection: ReturnType<typeof connectionTo>): Promise<void> {
  const config = readConfig({ DATABASE_URL: '' })
  const database = openDatabase(config, connection, { applicationName: 'vault-inventory test' })
  try {
    // A pool that has run nothing reserves no connection.
    await database.sql.query('select')
    await seedDemo(database)
    for (const { id: organizationId } of [NORTHLIGHT, HARBOR]) {
      while ((await sealNextEvents({ organizationId }, database))?.count === SEALED_MAX);
      await wordsNoted({ database }, organizationId)
    }
  } finally {
    await database.close()
  }
}
