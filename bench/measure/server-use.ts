import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Sql } from '../../test/support/vault/sql.ts'

const TICKS_PER_SECOND = 100

/** The first process of a PostgreSQL on this machine. */
export async function postmasterOf(sql: Sql): Promise<number> {
  const [{ file }] = await sql<[{ file: string }]>`select pg_read_file('postmaster.pid') as file`
  return Number(file.split('\n', 1)[0])
}

/** The processes of a PostgreSQL. */
export function processesOf(postmaster: number): number[] {
  const children = execFileSync('pgrep', ['-P', `${postmaster}`], { encoding: 'utf8' })
  return [postmaster, ...children.trim().split('\n').map(Number)]
}

/** Seconds of processor time of a process and its children, also of those that have ended. */
export function treeSecondsOf(root: number): number {
  const own = fieldsOf(root)
  const ended = Number(own[13]) + Number(own[14])
  const living = processesOf(root).reduce((sum, pid) => {
    try {
      const fields = fieldsOf(pid)
      return sum + Number(fields[11]) + Number(fields[12])
    } catch {
      // It ended after it was listed.
      return sum
    }
  }, 0)
  return (ended + living) / TICKS_PER_SECOND
}

/** After the program's name: from the 11th on, user and system time, its own and of ended children. */
function fieldsOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
}
