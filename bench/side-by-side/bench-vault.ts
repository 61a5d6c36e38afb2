import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServer } from '../../test/support/open-server.ts'
import {
  adminConnection,
  connectionTo,
  createDatabase,
  dropDatabase,
} from '../../test/support/server.ts'
import { databaseUrlOf } from '../../test/support/service-process.ts'
import { startChild } from './child-process.ts'
import type { Cleanups } from './cleanups.ts'
import { vaultSize } from './made-up-vault.ts'
import { fillVault } from './vault-data.ts'

/** The records, in a database of their own on a server that is stopped at the end. */
export async function openBenchVault(cleanups: Cleanups, scale: number) {
  const { server, stop } = await openServer()
  cleanups.add(stop)
  const admin = adminConnection(server)
  cleanups.add(() => admin.end())
  const [{ version } = { version: '' }] = await admin<{ version: string }[]>`
    select current_setting('server_version') as version`
  const name = `vault_bench_${process.pid}`
  await createDatabase(admin, name)
  cleanups.add(() => dropDatabase(admin, name))
  const startedAt = performance.now()
  const data = await fillVault(databaseUrlOf(connectionTo(server, name)), vaultSize(scale))
  cleanups.add(data.close)
  const fillSeconds = (performance.now() - startedAt) / 1_000
  return { data, fillSeconds, postgresVersion: version.split(' ', 1)[0] as string }
}

/** The process that loads servers, and a folder for their logs. */
export function openLoader(cleanups: Cleanups) {
  const folder = mkdtempSync(join(tmpdir(), 'vault-bench-logs-'))
  cleanups.add(() => rmSync(folder, { recursive: true, force: true }))
  const loader = startChild('load-program.ts')
  cleanups.add(loader.stop)
  return { folder, loader }
}
