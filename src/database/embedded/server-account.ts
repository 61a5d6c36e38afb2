import { existsSync, readFileSync, statSync } from 'node:fs'
import { EmbeddedServerFailed } from './embedded-errors.ts'

/** The unprivileged account PostgreSQL runs as. */
export interface ServerAccount {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root, so root hands it to another account: the owner of the
 * cluster, else the first of `preferredNames` that exists. Null means: run as ourselves.
 * Raises EmbeddedServerFailed when the cluster belongs to somebody we cannot become.
 */
export function chooseServerAccount(cluster: string): ServerAccount | null {
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
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return accountFromPasswd()
}

// initdb looks its own user id up, so an id without an entry would not do.
const preferredNames = ['vault-inventory', 'postgres', 'nobody']

function accountFromPasswd(): ServerAccount {
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of preferredNames) {
    const entry = entries.find((fields) => fields[0] === name)
    // Unsigned: macOS writes nobody as -2.
    if (entry && entry[2] !== '0')
      return { uid: Number(entry[2]) >>> 0, gid: Number(entry[3]) >>> 0 }
  }
  throw new EmbeddedServerFailed(
    'PostgreSQL does not run as root and no unprivileged user exists: ' +
      'add a user named vault-inventory, start as another user, or set DATABASE_URL.',
  )
}
