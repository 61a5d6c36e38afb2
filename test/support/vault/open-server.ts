import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedServer } from '../../../src/embedded-postgres/embedded-server.ts'
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
  const quiet = { info: () => undefined, warn: console.error, error: console.error }
  const embedded = await openEmbeddedServer({
    dataDir,
    role: 'command',
    log: quiet,
    // Crashes of PostgreSQL are tested on servers of their own, which do sync.
    settings: { max_connections: '300', fsync: 'off' },
  })
  const { connection, username, password, database } = embedded
  return {
    server: { address: { ...connection, username, password, database }, ...UNPREPARED },
    stop: async () => {
      await embedded.release()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
