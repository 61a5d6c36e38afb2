import { execFile } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDataDirectory } from '../../../src/embedded-postgres/data-directory.ts'
import { logSince, openLog } from '../../../src/embedded-postgres/postmaster.ts'
import {
  chooseServerAccount,
  chownCluster,
  initdbAccount,
  type ServerAccount,
  serverEnvironment,
  spawnProgram,
} from '../../../src/embedded-postgres/server-account.ts'
import { signalServer } from './node-process.ts'

/** A PostgreSQL with a data folder and a port of its own, which stands for a machine. */
export class ClusterMachine {
  readonly host = '127.0.0.1'
  readonly port: number
  readonly #bin: string
  readonly #directory: ReturnType<typeof openDataDirectory>

  /** @param bin the folder of PostgreSQL's programs */
  constructor(folder: string, port: number, bin: string) {
    this.port = port
    this.#bin = bin
    this.#directory = openDataDirectory(folder)
  }

  /** Makes its data, with these lines in `postgresql.conf`, and those of `pg_hba.conf`. */
  async make(settings: string, access: string): Promise<void> {
    const { cluster } = this.#directory
    const account = chooseServerAccount(this.#directory)
    const maker = account && initdbAccount(account)
    mkdirSync(cluster, 0o700)
    if (maker !== null) chownSync(cluster, maker.uid, maker.gid)
    await this.#run('initdb', maker, [
      '--username=postgres',
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--no-instructions',
    ])
    if (account !== null) chownCluster(cluster, account)
    const own = `port = ${this.port}\nunix_socket_directories = '.'\n`
    appendFileSync(join(cluster, 'postgresql.conf'), `${settings}${own}`)
    writeFileSync(join(cluster, 'pg_hba.conf'), access)
  }

  /** Resolves when it accepts clients. */
  async start(): Promise<void> {
    await this.#run('pg_ctl', chooseServerAccount(this.#directory), ['--wait', 'start'])
  }

  /** Ends its clients' connections; does nothing where it does not run. */
  async stop(): Promise<void> {
    if (!existsSync(join(this.#directory.cluster, 'postmaster.pid'))) return
    const account = chooseServerAccount(this.#directory)
    await this.#run('pg_ctl', account, ['--wait', '--mode=fast', 'stop'])
  }

  /** Sends a signal to all its processes at once: SIGKILL, SIGSTOP, SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    signalServer(this.#directory.cluster, signal)
  }

  /** Runs statements as the superuser on this machine; the values that they print. */
  async psql(database: string, statements: string): Promise<string> {
    const options = ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-U', 'postgres']
    const address = ['-h', this.#directory.cluster, '-p', `${this.port}`, '-d', database]
    const running = promisify(execFile)(join(this.#bin, 'psql'), [...options, ...address], {
      env: serverEnvironment,
    })
    running.child.stdin?.end(statements)
    return (await running).stdout
  }

  async #run(program: string, account: ServerAccount | null, args: string[]): Promise<void> {
    const log = openLog(this.#directory)
    const begin = fstatSync(log).size
    try {
      const child = spawnProgram(join(this.#bin, program), {
        account,
        directory: this.#directory.cluster,
        argumentsFor: (cluster) => [`--pgdata=${cluster}`, ...args],
        stdout: log,
        stderr: log,
      })
      const [code] = await once(child, 'close')
      if (code !== 0) throw new Error(`${program}: ${logSince(this.#directory.log, begin)}`)
    } finally {
      closeSync(log)
    }
  }
}
