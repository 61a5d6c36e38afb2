import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { DataDirectory } from './data-directory.ts'
import { EmbeddedServerFailed } from './embedded-errors.ts'

/** The unprivileged account PostgreSQL runs as. */
export interface ServerAccount {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root, so root hands it to another account: the owner of the cluster,
 * else one that nothing else has. Null means: run as ourselves. Raises EmbeddedServerFailed when
 * the cluster belongs to somebody we cannot become.
 */
export function chooseServerAccount({ root, cluster }: DataDirectory): ServerAccount | null {
  const euid = process.geteuid?.()
  if (euid === undefined) return null
  const owner = existsSync(cluster) ? statSync(cluster) : null
  if (euid !== 0) {
    if (owner && owner.uid !== euid) {
      throw new EmbeddedServerFailed(
        `The database in ${cluster} belongs to user id ${owner.uid} and this is user id ${euid}: ` +
          'run as root or as that user, or set another DATA_DIR.',
      )
    }
    return null
  }
  // Earlier versions ran as nobody. Where the whole folder is nobody's, somebody wanted it so.
  const isShared = owner?.uid === entryOf('nobody')?.uid && statSync(root).uid === 0
  if (owner && owner.uid !== 0 && !isShared) return { uid: owner.uid, gid: owner.gid }
  return entryOf('vault-inventory') ?? unusedAccount()
}

/**
 * Runs initdb, which looks its user id up, so one without an entry would not do. Another process
 * of the same user reaches neither it nor its files: its group, the server's own, is not theirs.
 */
export function initdbAccount(account: ServerAccount): ServerAccount {
  const entries = passwd()
  if (entries.some(({ uid }) => uid === account.uid)) return account
  const named = entryOf('nobody') ?? entries.find(({ uid }) => uid !== 0)
  if (named) return { uid: named.uid, gid: account.gid }
  throw noAccount()
}

// Neither Debian nor systemd gives these numbers to anybody, and a container that maps its users
// has them: most map 0 to 65535.
const numbers = Array.from({ length: 12 }, (_, index) => 65_520 + index)

/** A number without a name, for which PostgreSQL itself does not ask, and without a process. */
function unusedAccount(): ServerAccount {
  const taken = new Set([...passwd().flatMap(({ uid, gid }) => [uid, gid]), ...groups()])
  const nameless = numbers.filter((number) => !taken.has(number))
  const running = usersOfProcesses()
  const number = nameless.find((each) => !running.has(each)) ?? nameless[0]
  if (number === undefined) throw noAccount()
  return { uid: number, gid: number }
}

interface PasswdEntry extends ServerAccount {
  name: string
}

function passwd(): PasswdEntry[] {
  return linesOf('/etc/passwd').map(([name = '', , uid, gid]) => {
    // Unsigned: macOS writes nobody as -2.
    return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  })
}

function entryOf(wanted: string): ServerAccount | undefined {
  const entry = passwd().find(({ name, uid }) => name === wanted && uid !== 0)
  return entry && { uid: entry.uid, gid: entry.gid }
}

function groups(): number[] {
  return linesOf('/etc/group').map(([, , gid]) => Number(gid) >>> 0)
}

function linesOf(file: string): string[][] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.filter((line) => /^[^#:]+:/.test(line)).map((line) => line.split(':'))
  } catch {
    return []
  }
}

function usersOfProcesses(): Set<number> {
  const users = new Set<number>()
  if (process.platform !== 'linux') return users
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const found = statSync(`/proc/${name}`, { throwIfNoEntry: false })
    if (found) users.add(found.uid)
  }
  return users
}

function noAccount(): EmbeddedServerFailed {
  return new EmbeddedServerFailed(
    'PostgreSQL does not run as root and no unprivileged user exists: ' +
      'add a user named vault-inventory, start as another user, or set DATABASE_URL.',
  )
}
