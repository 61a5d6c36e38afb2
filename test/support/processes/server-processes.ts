import { execFileSync } from 'node:child_process'
import { postmasterPid } from './embedded-directory.ts'

/** The PostgreSQL of a data directory, process by process; the postmaster first. */
export function serverProcesses(dataDir: string): number[] {
  const postmaster = postmasterPid(dataDir)
  if (postmaster === null) return []
  const children = execFileSync('ps', ['--ppid', `${postmaster}`, '-o', 'pid='], {
    encoding: 'utf8',
  })
  return [postmaster, ...children.trim().split(/\s+/).map(Number)]
}
