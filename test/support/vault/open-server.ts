import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type EmbeddedServer,
  openEmbeddedServer,
} from '../../../src/embedded-postgres/embedded-server.ts'
import type { TestServer } from './server.ts'

/** The members that only a test run fills. */
const UNPREPARED = { template: '', serviceRole: '' }

/** The PostgreSQL of DATABASE_URL, or an embedded one in a temporary folder. */
export async function openServer(): Promise<{ server: TestServer; stop: () => Promise<void> }> {
  const { DATABASE_URL } = process.env
  if (DATABASE_URL !== undefined && DATABASE_URL !== '') {
    return { server: { url: DATABASE_URL, ...UNPREPARED }, stop: async () => undefined }
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'vault-tests-'))
  copyFolder(await emptyCluster(), dataDir)
  const embedded = await openEmbedded(dataDir)
  const { connection, username, password, database } = embedded
  return {
    server: { address: { ...connection, username, password, database }, ...UNPREPARED },
    stop: async () => {
      await embedded.release()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function openEmbedded(dataDir: string): Promise<EmbeddedServer> {
  const quiet = { info: () => undefined, warn: console.error, error: console.error }
  return await openEmbeddedServer({
    dataDir,
    role: 'command',
    log: quiet,
    // Crashes of PostgreSQL are tested on servers of their own, which do sync.
    settings: { max_connections: '300', fsync: 'off' },
  })
}

/** A stopped server without data, kept for the runs that follow: initdb takes a second. */
async function emptyCluster(): Promise<string> {
  const kept = fileURLToPath(new URL(`${CACHE}postgres-${postgresPackage()}`, ROOT))
  if (existsSync(kept)) return kept
  mkdirSync(dirname(kept), { recursive: true })
  const dataDir = mkdtempSync(`${kept}-`)
  await (await openEmbedded(dataDir)).release()
  try {
    renameSync(dataDir, kept)
  } catch {
    // Another run has made it meanwhile.
    rmSync(dataDir, { recursive: true })
  }
  return kept
}

const ROOT = new URL('../../../', import.meta.url)
const CACHE = 'node_modules/.cache/vault-inventory/'

/** The version of the package that brings PostgreSQL. */
function postgresPackage(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))
  return optionalDependencies[`@embedded-postgres/${process.platform}-${process.arch}`]
}

function copyFolder(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to])
}
