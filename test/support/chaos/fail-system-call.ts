import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { afterTest, eventually } from '../processes/embedded-directory.ts'
import { serverProcesses } from '../processes/server-processes.ts'

/** A system call that fails for PostgreSQL. */
export interface FailingCall {
  readonly call: string
  readonly error: 'EIO' | 'ENOSPC'
  /** The number of the call that fails in each process, with all after it. */
  readonly from: number
}

/**
 * Makes calls of the data directory's PostgreSQL fail until the end: strace attaches to its
 * processes and to those that they start.
 */
export async function failSystemCall(
  t: TestContext,
  dataDir: string,
  { call, error, from }: FailingCall,
): Promise<{ end(): Promise<void> }> {
  const processes = serverProcesses(dataDir)
  const attach = processes.flatMap((pid) => ['-p', `${pid}`])
  const rules = ['-e', `trace=${call}`, '-e', `inject=${call}:error=${error}:when=${from}+`]
  const strace = spawn('strace', ['-f', '-o', '/dev/null', ...rules, ...attach], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(strace, 'close')
  const end = async () => {
    strace.kill('SIGTERM')
    await ended
  }
  afterTest(t, end)
  let attached = 0
  createInterface(strace.stderr).on('line', (line) => {
    if (/attached/.test(line)) attached += 1
  })
  // A process that has ended meanwhile is skipped.
  await eventually(() => attached >= processes.length - 2, 'strace to be attached')
  return { end }
}
