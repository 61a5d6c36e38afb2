import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { type DataDirectory, EmbeddedServerFailed, readText } from './data-directory.ts'

/** The unprivileged account PostgreSQL runs as. */
export interface ServerAccount {
  uid: number
  gid: number
}

/** Every program of PostgreSQL gets this one: LANG, HOME and PG* must have no effect. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/**
 * Starts a program of PostgreSQL that works in `directory`, under the account. `argumentsFor` gets
 * the name that the directory has for the program.
 *
 * Root may keep DATA_DIR where the account cannot enter (a checkout under root's own home), and the
 * service must not open up directories that are not its own. On Linux the program gets the
 * directory as an open descriptor instead. /proc/self/fd/3 is resolved without entering the
 * parents, and every child that PostgreSQL forks inherits the descriptor.
 */
export function spawnProgram(
  program: string,
  options: {
    account: ServerAccount | null
    directory: string
    argumentsFor: (directory: string) => string[]
    stdout: number | 'ignore'
    stderr: number | 'pipe'
    detached?: boolean
  },
): ChildProcess {
  const { account, directory, argumentsFor, stdout, stderr, detached = false } = options
  const needsDescriptor = account && process.platform === 'linux' && existsSync('/proc/self/fd')
  const descriptors = needsDescriptor ? [openSync(directory, 'r')] : []
  try {
    return spawn(program, argumentsFor(needsDescriptor ? '/proc/self/fd/3' : directory), {
      ...account,
      cwd: '/',
      env: serverEnvironment,
      detached,
      stdio: ['ignore', stdout, stderr, ...descriptors],
    })
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor)
  }
}

/**
 * PostgreSQL refuses to run as root, so root hands it to another account: the owner of the cluster,
 * else one that nothing else has. Null means: the account of this process.
 * @throws {EmbeddedServerFailed} when the cluster's owner is a user that this process cannot become
 */
export function chooseServerAccount({
  cluster,
}: Pick<DataDirectory, 'cluster'>): ServerAccount | null {
  const euid = process.geteuid?.()
  const owner = existsSync(cluster) ? statSync(cluster) : null
  if (euid !== 0) {
    if (owner === null || owner.uid === euid) return null
    throw new EmbeddedServerFailed(
      `The database in ${cluster} belongs to user id ${owner.uid} and this is user id ${euid}: ` +
        'run as root or as that user, or set another DATA_DIR.',
    )
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return entryOf('vault-inventory') ?? unusedAccount()
}

/**
 * The account that runs initdb, which must have an entry in /etc/passwd. Other processes of the
 * same user have access neither to it nor to its files, because its group is the server's own.
 */
export function initdbAccount(account: ServerAccount): ServerAccount {
  const entries = entriesOf('/etc/passwd')
  if (entries.some(({ uid }) => uid === account.uid)) return account
  const named = entryOf('nobody') ?? entries.find(({ uid }) => uid !== 0)
  if (named) return { uid: named.uid, gid: account.gid }
  throw noAccount()
}

// Neither Debian nor systemd assigns these numbers. A container with mapped users has them: most
// map 0 to 65535.
const FREE_NUMBERS = Array.from({ length: 12 }, (_, index) => 65_520 + index)

/** A number without an entry, which PostgreSQL itself does not need. */
function unusedAccount(): ServerAccount {
  const entries = [...entriesOf('/etc/passwd'), ...entriesOf('/etc/group')]
  const taken = new Set(entries.flatMap(({ uid, gid }) => [uid, gid]))
  const number = FREE_NUMBERS.find((each) => !taken.has(each))
  if (number === undefined) throw noAccount()
  return { uid: number, gid: number }
}

/**
 * Gives a cluster to the account that is to run it: a new one, or one that root restored from a
 * copy. Call it only while no server runs on it. A folder's owner changes after its contents: an
 * interrupted change is made again.
 */
export function chownCluster(cluster: string, { uid, gid }: ServerAccount): void {
  if (statSync(cluster).uid === uid) return
  execFileSync('chown', ['-Rh', `${uid}:${gid}`, cluster], { env: serverEnvironment })
}

function entryOf(wanted: string): ServerAccount | undefined {
  const entry = entriesOf('/etc/passwd').find(({ name, uid }) => name === wanted && uid !== 0)
  return entry && { uid: entry.uid, gid: entry.gid }
}

// A group has its only number in the place of the uid. Unsigned: macOS writes nobody as -2.
function entriesOf(file: string): (ServerAccount & { name: string | undefined })[] {
  const lines = readText(file).split('\n')
  return lines
    .filter((line) => /^[^#:]+:/.test(line))
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}

function noAccount(): EmbeddedServerFailed {
  return new EmbeddedServerFailed(
    'PostgreSQL does not run as root and no unprivileged user exists: ' +
      'add a user named vault-inventory, start as another user, or set DATABASE_URL.',
  )
}
