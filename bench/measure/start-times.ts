import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServiceProcess } from '../../test/support/processes/service-process.ts'
import type { Cleanups } from './cleanups.ts'
import { PUBLISHED, PUBLISHED_ENV, PUBLISHED_OPTIONS } from './published.ts'

/**
 * Seconds from starting `serve` to the line of its log that says it is ready, with an embedded
 * PostgreSQL whose data directory exists, and with the cache of compiled code.
 */
export async function startTimes(cleanups: Cleanups, count: number): Promise<number[]> {
  if (count === 0) return []
  const dataDir = mkdtempSync(join(tmpdir(), 'vault-bench-start-'))
  try {
    // The first start makes the data directory and the cache.
    await startAndStop(cleanups, dataDir)
    const times: number[] = []
    for (let start = 0; start < count; start += 1) times.push(await startAndStop(cleanups, dataDir))
    return times
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startAndStop(cleanups: Cleanups, dataDir: string): Promise<number> {
  // As the launcher sets it, and in a folder of its own, so that the first start finds it empty.
  const cache = { NODE_COMPILE_CACHE: join(dataDir, 'compiled') }
  const env = { ...PUBLISHED_ENV, ...cache, DATA_DIR: dataDir }
  const command = [...PUBLISHED_OPTIONS, PUBLISHED]
  const startedAt = performance.now()
  const service = await startServiceProcess({ env, command, cleanup: (undo) => cleanups.add(undo) })
  const seconds = (performance.now() - startedAt) / 1_000
  service.signal('SIGTERM')
  await service.exited
  return seconds
}
