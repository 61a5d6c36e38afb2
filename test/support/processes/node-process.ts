import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestServer } from '../vault/server.ts'
import type { ClusterNode } from './cluster.ts'
import { onNode } from './cluster.ts'
import { eventually } from './embedded-directory.ts'

/** A node of the cluster; undefined where it runs elsewhere: a test cannot kill it there. */
export async function nodeProcess(server: TestServer, node: ClusterNode) {
  const { data, bin } = await onNode(server, node, 'postgres', async (sql) => {
    const [row] = await sql<[{ data: string; bin: string; pid: number }]>`
      select current_setting('data_directory') as data, setting as bin, pg_backend_pid() as pid
      from pg_config where name = 'BINDIR'`
    // As `npm run cluster` starts a node for root: the folder that its processes work in.
    const isOpenFile = row.data.startsWith('/proc/') && existsSync(`/proc/${row.pid}/cwd`)
    return isOpenFile ? { ...row, data: readlinkSync(`/proc/${row.pid}/cwd`) } : row
  })
  const pidFile = join(data, 'postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const { uid, gid } = statSync(data)
  const control = async (...command: string[]) => {
    // Opened here: the user of the node may not write beside its folder.
    const log = openSync(`${data}.log`, 'a')
    const child = spawn(join(bin, 'pg_ctl'), ['-D', data, '-w', ...command], {
      ...(process.getuid?.() === 0 && { uid, gid }),
      cwd: data,
      // Nor read the home of whoever runs this test.
      env: { ...process.env, HOME: data },
      stdio: ['ignore', log, log],
    })
    const [code] = await once(child, 'exit')
    closeSync(log)
    return code === 0
  }
  const signalAll = (signal: NodeJS.Signals) => signalServer(data, signal)
  return {
    /** Kills it and all its processes with SIGKILL, in the middle of commits too. */
    kill: () => signalAll('SIGKILL'),
    /** Suspends all its processes: connections stay open, and nothing responds. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    /** Stops it without waiting for its clients. */
    stop: async () => {
      await control('-m', 'fast', 'stop')
    },
    // The processes of the killed server end by themselves; before that no other one starts.
    start: async () => {
      await eventually(() => control('start'), 'the node to start again', 60_000)
    },
  }
}

/** Sends a signal to the server of that data folder and to all its processes. */
export function signalServer(data: string, signal: NodeJS.Signals): void {
  const [postmaster] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)
  const children = execFileSync('pgrep', ['-P', postmaster as string], { encoding: 'utf8' })
  for (const pid of [postmaster, ...children.split('\n').filter(Boolean)]) {
    // A process that has ended meanwhile needs no signal.
    try {
      process.kill(Number(pid), signal)
    } catch {}
  }
}
