import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedServerFailed } from './embedded-errors.ts'
import { readText } from './read-text.ts'
import { serverEnvironment } from './server-account.ts'

/** The contents of postmaster.pid, checked against the processes that really run. */
export type PostmasterState =
  | { kind: 'none' | 'dead' | 'stranger' }
  | { kind: 'running'; pid: number; status: string }

/**
 * The server's cluster_name, unique to the directory. PostgreSQL shows it in the command line of
 * the postmaster and in the title of each of its children.
 */
export function clusterName(cluster: string): string {
  return `vault-inventory ${createHash('sha256').update(cluster).digest('hex').slice(0, 8)}`
}

export function postmasterState(cluster: string): PostmasterState {
  const lines = readText(pidFile(cluster)).split('\n')
  const pid = Number(lines[0])
  // Absent, being written, or left empty by a crash: PostgreSQL replaces such a file itself.
  if (!Number.isInteger(pid) || pid <= 1) return { kind: 'none' }
  const kind = identify(pid, cluster)
  return kind === 'running' ? { kind, pid, status: lines[7]?.trim() ?? 'starting' } : { kind }
}

/**
 * Removes the pid file of a dead postmaster when its number now belongs to an unrelated process:
 * PostgreSQL itself would refuse to start. Call it under start.lock.
 */
export function removeStaleLockFile(cluster: string): void {
  if (postmasterState(cluster).kind === 'stranger') rmSync(pidFile(cluster), { force: true })
}

/** Stops the postmaster: clients are disconnected, everything is written out. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const state = postmasterState(cluster)
  if (state.kind !== 'running') return
  for (const [signal, waitMs] of STOP_STEPS) {
    sendSignal(state.pid, signal)
    const deadline = Date.now() + waitMs
    while (Date.now() < deadline) {
      if (identify(state.pid, cluster) !== 'running') return
      await pause(10)
    }
  }
  throw new EmbeddedServerFailed(`PostgreSQL (process ${state.pid}) does not stop.`)
}

// SIGINT ends statements and checkpoints; SIGQUIT skips the checkpoint, the next start recovers.
const STOP_STEPS = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 10_000],
] as const

/**
 * Ends the children of a killed postmaster. They hold its shared memory until they notice, and
 * PostgreSQL refuses to start meanwhile; one in the middle of a long statement does not notice.
 * They get a moment, then a signal. Nothing committed is lost: it is in the log on disk.
 * Call it only for a cluster whose postmaster is dead, under start.lock.
 */
export async function endOrphanedChildren(cluster: string): Promise<void> {
  for (const signal of [null, 'SIGQUIT', 'SIGKILL'] as const) {
    for (const pid of orphanedChildren(cluster)) if (signal) sendSignal(pid, signal)
    const deadline = Date.now() + 300
    while (orphanedChildren(cluster).length > 0 && Date.now() < deadline) await pause(10)
  }
}

// These processes are killed, by root at times. So three checks must agree: a process of the
// cluster's owner, named postgres, with the cluster's identity. This process is never among them.
function orphanedChildren(cluster: string): number[] {
  if (process.platform !== 'linux' || postmasterState(cluster).kind === 'running') return []
  const owner = statSync(cluster).uid
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && isPostgresOf(owner, pid))
    .filter((pid) => identifyOnLinux(pid, cluster) === 'running')
}

function isPostgresOf(owner: number, pid: number): boolean {
  if (statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid !== owner) return false
  return readText(`/proc/${pid}/comm`).trim() === 'postgres'
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

type Identity = 'running' | 'stranger' | 'dead'

/** Whether a process is the cluster's PostgreSQL, another program, or none. */
function identify(pid: number, cluster: string): Identity {
  if (process.platform === 'linux') return identifyOnLinux(pid, cluster)
  try {
    process.kill(pid, 0)
  } catch (error) {
    // Not allowed to signal it: alive, and of another user.
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? 'dead' : 'stranger'
  }
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    env: serverEnvironment,
    encoding: 'utf8',
  })
  return stdout?.includes(clusterName(cluster)) ? 'running' : 'stranger'
}

function identifyOnLinux(pid: number, cluster: string): Identity {
  const stat = readText(`/proc/${pid}/stat`)
  // A zombie keeps its number, for good in a container whose first process reaps no children.
  if (stat === '' || /\) [ZX]/.test(stat)) return 'dead'
  if (!stat.includes('(postgres)')) return 'stranger'
  try {
    // A server's working directory is its cluster, under any name.
    const directory = statSync(`/proc/${pid}/cwd`)
    const ours = statSync(cluster)
    return directory.dev === ours.dev && directory.ino === ours.ino ? 'running' : 'stranger'
  } catch {
    // In a container root may not look there; every user may read the command line.
    const isOurs = readText(`/proc/${pid}/cmdline`).includes(clusterName(cluster))
    return isOurs ? 'running' : 'stranger'
  }
}
