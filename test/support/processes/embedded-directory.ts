import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type EmbeddedServer,
  openEmbeddedServer,
} from '../../../src/embedded-postgres/embedded-server.ts'
import type { EmbeddedServerOptions } from '../../../src/embedded-postgres/supervisor.ts'
import { openConnection } from '../vault/server.ts'
import type { Sql } from '../vault/sql.ts'

// Last in, first out, which t.after is not: a directory goes after the server that uses it.
const cleanups = new WeakMap<TestContext, (() => unknown)[]>()

export function afterTest(t: TestContext, cleanup: () => unknown): void {
  const known = cleanups.get(t)
  if (known) {
    known.unshift(cleanup)
    return
  }
  const all = [cleanup]
  cleanups.set(t, all)
  t.after(async () => {
    for (const next of all) await next()
  })
}

/** A directory of its own for one test. A server that still uses it after the test is stopped. */
export function temporaryDirectory(t: TestContext): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-test-')))
  afterTest(t, async () => {
    for (const dataDir of ['', 'data'].map((name) => join(directory, name))) {
      const pid = postmasterPid(dataDir)
      if (pid !== null && isPostgres(pid)) {
        process.kill(pid, 'SIGQUIT')
        await eventually(() => !isAlive(pid), 'the server left over by the test to end')
      }
    }
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 })
  })
  return directory
}

/** Opens in this process; released after the test unless the test did. */
export async function open(
  t: TestContext,
  options: Partial<EmbeddedServerOptions> & { dataDir: string },
): Promise<EmbeddedServer & { messages: string[] }> {
  const messages: string[] = []
  const note = (_facts: object, message: string) => {
    messages.push(message)
  }
  const log = { info: note, warn: note, error: note }
  const server = await openEmbeddedServer({ role: 'service', log, ...options })
  afterTest(t, () => server.release())
  return { ...server, messages }
}

/** Opens in a child process, which may run as another user, in another environment. */
export async function openInChild(
  t: TestContext,
  options: {
    dataDir: string
    role?: 'service' | 'command'
    nativeDir?: string
    uid?: number
    env?: Record<string, string>
  },
) {
  const script = fileURLToPath(new URL('./embedded-opener.ts', import.meta.url))
  const args = [script, options.dataDir, options.role ?? 'service', options.nativeDir ?? '']
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: '/',
    ...(options.env ? { env: options.env } : {}),
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  })
  const ended = once(child, 'close')
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  afterTest(t, async () => {
    child.kill('SIGKILL')
    await ended
  })
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (typeof line !== 'string') throw new Error(`the opener said nothing: ${stderr}`)
  return {
    process: child,
    /** Its line when it has opened the server, or the reason of its failure. */
    response: JSON.parse(line) as EmbeddedServer & {
      messages: string[]
      refusal?: string
      message?: string
    },
    /** All that it has written to stderr. */
    complaints: () => stderr,
    /** Makes it release the server and waits for its end. */
    async leave() {
      child.stdin.end()
      await ended
    },
  }
}

/** A pool as the application has one; closed after the test unless the test did. */
export function connect(t: TestContext, server: Omit<EmbeddedServer, 'release'>): Sql {
  const { connection, username, password, database } = server
  const sql = openConnection({ ...connection, username, password, database }, 2)
  afterTest(t, () => sql.end(0))
  return sql
}

export function postmasterPid(dataDir: string): number | null {
  try {
    const file = join(dataDir, 'postgres', 'postmaster.pid')
    return Number(readFileSync(file, 'utf8').split('\n')[0]) || null
  } catch {
    return null
  }
}

/** False for a zombie too: such a process does nothing any more. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return (
      process.platform !== 'linux' || !/\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    )
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  return isAlive(pid) && readFileSync(`/proc/${pid}/stat`, 'utf8').includes('(postgres)')
}

/** Waits for a condition, which may throw until it holds. */
export async function eventually<T>(
  condition: () => T | Promise<T>,
  what: string,
  waitMs = 20_000,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + waitMs
  let last: unknown
  while (Date.now() < deadline) {
    try {
      const value = await condition()
      if (value) return value as Exclude<T, false | null | undefined>
    } catch (error) {
      last = error
    }
    await pause(10)
  }
  throw new Error(`waited ${waitMs} ms for ${what}`, { cause: last })
}
