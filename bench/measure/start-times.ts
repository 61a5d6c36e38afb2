import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { CLI, plainEnvironment } from '../../test/support/processes/service-process.ts'

/**
 * Seconds from starting `serve` to the line of its log that says it is ready, with an embedded
 * PostgreSQL whose data directory is there already.
 */
export async function startTimes(count: number): Promise<number[]> {
  if (count === 0) return []
  const dataDir = mkdtempSync(join(tmpdir(), 'vault-bench-start-'))
  try {
    // Makes the data directory; the next ones find it.
    await startAndStop(dataDir)
    const times: number[] = []
    for (let start = 0; start < count; start += 1) times.push(await startAndStop(dataDir))
    return times
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startAndStop(dataDir: string): Promise<number> {
  // As an operator starts it: the tests' cache of compiled code would make it look faster.
  const { NODE_COMPILE_CACHE: _, ...environment } = plainEnvironment()
  const startedAt = performance.now()
  const child = spawn(process.execPath, [CLI, 'serve'], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...environment, DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0', LOG_FORMAT: 'json' },
  })
  const exited = once(child, 'exit')
  try {
    await isReady(child.stdout)
    return (performance.now() - startedAt) / 1_000
  } finally {
    await end(child, exited)
  }
}

async function isReady(stdout: Readable): Promise<void> {
  for await (const line of createInterface(stdout)) {
    if (line.includes('"msg":"service is ready"')) break
  }
  // What it still writes must not fill the pipe.
  stdout.resume()
}

async function end(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM')
  await exited
}
