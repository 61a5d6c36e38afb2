import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedServerFailed } from './embedded-errors.ts'
import { serverEnvironment } from './server-binaries.ts'

/** What postmaster.pid says about a cluster, checked against the processes that really run. */
export type PostmasterState =
  | { kind: 'none' }
  | { kind: 'dead'; pid: number }
  | { kind: 'stranger'; pid: number }
  | { kind: 'running'; pid: number; port: number; status: string }

/**
 * The server's cluster_name, unique to the directory: PostgreSQL writes it in the command line of
 * the postmaster and in the title of each of its children.
 */
export function clusterName(cluster: string): string {
  return `vault-inventory ${createHash('sha256').update(cluster).digest('hex').slice(0, 8)}`
}

export function postmasterState(cluster: string): PostmasterState {
  let lines: string[]
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return { kind: 'none' }
  }
  const pid = Number(lines[0])
  // A file that is being written; or one a crash left empty, which PostgreSQL replaces itself.
  if (!Number.isInteger(pid) || pid <= 1) return { kind: 'none' }
  const who = whoIs(pid, cluster)
  if (who !== 'ours') return { kind: who, pid }
  return { kind: 'running', pid, port: Number(lines[3]), status: lines[7]?.trim() ?? 'starting' }
}

/**
 * Removes the pid file of a postmaster that died and whose number now belongs to an unrelated
 * process: PostgreSQL itself would refuse to start. Call it under start.lock.
 */
export function removeStaleLockFile(cluster: string): void {
  if (postmasterState(cluster).kind === 'stranger') rmSync(pidFile(cluster), { force: true })
}

/** Stops the postmaster: clients are disconnected, everything is written out. */
export async function stopPostmaster(cluster: string, pgCtl: string): Promise<void> {
  const state = postmasterState(cluster)
  if (state.kind !== 'running') return
  if (process.platform === 'win32') {
    // There, a signal from Node would be an abrupt end.
    spawnSync(pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w'], { env: serverEnvironment })
    return
  }
  for (const [signal, waitMs] of stopSteps) {
    sendSignal(state.pid, signal)
    const deadline = Date.now() + waitMs
    while (Date.now() < deadline) {
      if (whoIs(state.pid, cluster) !== 'ours') return
      await pause(10)
    }
  }
  throw new EmbeddedServerFailed(`PostgreSQL (process ${state.pid}) does not stop.`)
}

// SIGINT ends statements and checkpoints; SIGQUIT skips the checkpoint, the next start recovers.
const stopSteps = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 10_000],
] as const

/**
 * A killed postmaster's children hold its shared memory until they notice, and one in the middle
 * of a long statement does not notice: PostgreSQL refuses to start beside it. They get a moment,
 * then a signal. Nothing committed is lost: what is in the log on disk is all that counts now.
 * Only for a cluster whose postmaster is dead, under start.lock.
 */
export async function endOrphanedChildren(cluster: string): Promise<void> {
  for (const signal of [null, 'SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of orphanedChildren(cluster)) if (signal) sendSignal(pid, signal)
    const deadline = Date.now() + 300
    while (orphanedChildren(cluster).length > 0 && Date.now() < deadline) await pause(10)
  }
}

// What this returns is killed, by root at times: so, besides the identity, only a process of the
// cluster's owner, named postgres, and never this one. A mistake in one check must not reach far.
function orphanedChildren(cluster: string): number[] {
  if (process.platform !== 'linux' || postmasterState(cluster).kind === 'running') return []
  const owner = statSync(cluster).uid
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && isPostgresOf(owner, pid))
    .filter((pid) => whoIsOnLinux(pid, cluster) === 'ours')
}

function isPostgresOf(owner: number, pid: number): boolean {
  try {
    if (statSync(`/proc/${pid}`).uid !== owner) return false
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
  } catch {
    return false
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

function whoIs(pid: number, cluster: string): 'ours' | 'stranger' | 'dead' {
  if (process.platform === 'linux') return whoIsOnLinux(pid, cluster)
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Not allowed to signal it: alive, and of another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? 'dead' : 'stranger'
  }
  const [program, ...args] =
    process.platform === 'win32'
      ? ['tasklist', '/NH', '/FI', `PID eq ${pid}`]
      : ['ps', '-ww', '-o', 'command=', '-p', String(pid)]
  const { stdout } = spawnSync(program!, args, { env: serverEnvironment, encoding: 'utf8' })
  const mark = process.platform === 'win32' ? 'postgres.exe' : clusterName(cluster)
  return stdout?.includes(mark) ? 'ours' : 'stranger'
}

function whoIsOnLinux(pid: number, cluster: string): 'ours' | 'stranger' | 'dead' {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return 'dead'
  }
  // A zombie still has its number (in a container whose first process reaps nobody, for good).
  if (/\) [ZX]/.test(stat)) return 'dead'
  if (!stat.includes('(postgres)')) return 'stranger'
  try {
    // A server's working directory is its cluster, under whichever name.
    const directory = statSync(`/proc/${pid}/cwd`)
    const ours = statSync(cluster)
    return directory.dev === ours.dev && directory.ino === ours.ino ? 'ours' : 'stranger'
  } catch {
    // Root in a container may not look; the command line is open to all.
    return commandLine(pid).includes(clusterName(cluster)) ? 'ours' : 'stranger'
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
