import type { Connection } from './connection.ts'
import type { ConnectionPool } from './connection-pool.ts'
import {
  asUndone,
  codeOf,
  connectionLost,
  IN_FAILED_TRANSACTION,
  PostgresError,
  type Reported,
  UNREADABLE,
} from './postgres-errors.ts'

type Rows = readonly (object | undefined)[]

// biome-ignore lint/suspicious/noExplicitAny: the members of a row are those that the text selects.
type AnyRow = Record<string, any>

/**
 * Runs statements; rows have names in camel case. Outside of a transaction, those that are sent in
 * one turn on one connection are a transaction of their own.
 */
export interface Statements {
  /**
   * @param text static: it is prepared once for each connection; without parameters, it may be
   *   several statements
   */
  query<Result extends Rows = AnyRow[]>(
    text: string,
    parameters?: readonly unknown[],
    form?: Parameters<Connection['send']>[2],
  ): Promise<Result>
}

/** Work that is done otherwise if the rows of a vault are on several servers. */
export interface Topology {
  /** The error as a single server would have reported it. */
  readonly asOfOne: (error: Reported) => Reported
  /** Keeps an organization where it is until the transaction ends. @returns its statements */
  enter(tx: Statements, organizationId: string): Statements
  /** Shows a transaction everything as of one moment, from now on. */
  readAtOnce(tx: TransactionSql): Promise<void>
  /** Lets a transaction fill empty tables, and analyze them. */
  fillTables(tx: TransactionSql): Promise<void>
  /** @returns null where there are no tables yet: then a migration is as on a single server */
  migrate(tx: TransactionSql): Promise<TopologyMigration | null>
}

interface TopologyMigration {
  commandsOf(migration: string): readonly string[]
  /** Called behind the last command, in the same transaction. */
  finish(): Promise<void>
}

export interface TransactionSql extends Statements {
  readonly connection: Connection
  readonly topology?: Topology | undefined
}

/** Runs statements of one organization, whose id is `$1`. */
export interface OrganizationSql extends Statements {
  readonly pool: ConnectionPool
  /** Undefined on a single server. */
  readonly topology?: Pick<Topology, 'enter'> | undefined
}

export interface Sql extends Statements {
  readonly pool: ConnectionPool
  readonly topology?: Topology | undefined
  /** Settings that each connection was opened with. */
  readonly settings: Readonly<Record<string, string | number>>
  /**
   * Runs a transaction, and rolls it back where the work throws. The work begins behind BEGIN: text
   * that is not prepared is in no group with it.
   * @param mode further words of BEGIN, such as `read only`
   */
  begin<T>(work: (tx: TransactionSql) => T | PromiseLike<T>, mode?: string): Promise<Awaited<T>>
  /** A connection of one's own, until it is released. */
  reserve(): Promise<TransactionSql & { release(): void }>
  /** @param timeoutMs after which statements that still run are cut off */
  end(timeoutMs?: number): Promise<void>
}

/** The end of a transaction, and its result. */
export interface Ending<T> {
  readonly end: 'commit' | 'roll_back'
  readonly value: T
}

/** Statements on the connections of a pool, opened with those settings. */
export function sqlOf(
  pool: ConnectionPool,
  settings: Sql['settings'] = {},
  topology?: Topology,
): Sql {
  const alone: Send = async (text, parameters, form) => {
    const taken = takenFrom(pool)
    const connection = taken instanceof Promise ? await taken : taken
    try {
      return await sendOn(connection)(text, parameters, form)
    } finally {
      pool.release(connection)
    }
  }
  const shared: Send = (text, parameters, form) => {
    const connection = pool.shared()
    return connection instanceof Promise
      ? connection.then((one) => sendOn(one)(text, parameters, form), failUndone)
      : sendOn(connection)(text, parameters, form)
  }
  return {
    query: (pool.isShared ? shared : alone) as Sql['query'],
    pool,
    settings,
    topology,
    begin: (work, mode = '') =>
      inTransaction({ pool, mode, isPipelined: false }, async (tx) => {
        return { end: 'commit', value: await work({ ...tx, topology }) }
      }),
    reserve: async () => {
      const connection = await pool.take()
      const query = sendOn(connection) as Sql['query']
      return { query, connection, release: () => pool.release(connection) }
    },
    end: (timeoutMs) => pool.end(timeoutMs),
  }
}

type Send = (
  text: string,
  parameters: readonly unknown[] | undefined,
  form?: Parameters<Connection['send']>[2],
) => Promise<object[]>

function sendOn(connection: Connection): Send {
  return (text, parameters, form) => connection.send(text, parameters ?? null, form)
}

/**
 * A transaction whose BEGIN goes out with the first statements, and whose COMMIT goes out with the
 * last: work that waits once takes two round trips. What goes out together is one group, so nothing
 * behind a statement that failed runs, COMMIT neither.
 * @param mode further words of BEGIN, such as `read only`
 * @throws the failure of the first statement that failed, or what `work` throws; nothing is changed
 *   then, unless the connection was lost while it committed
 */
export function inPipelinedTransaction<T>(
  { pool }: Pick<Sql, 'pool'>,
  work: (tx: TransactionSql) => Promise<Ending<T>>,
  mode: string,
): Promise<T> {
  return inTransaction({ pool, mode, isPipelined: true }, work)
}

interface TransactionOptions {
  readonly pool: ConnectionPool
  readonly mode: string
  /** Whether the work waits for none of its statements; else it may handle their failures. */
  readonly isPipelined: boolean
}

async function inTransaction<T>(
  { pool, mode, isPipelined }: TransactionOptions,
  work: (tx: TransactionSql) => Promise<Ending<T>>,
): Promise<T> {
  const taken = takenFrom(pool)
  const connection = taken instanceof Promise ? await taken : taken
  // Statements behind it in its group were skipped, and say the same.
  let first: { readonly error: unknown } | undefined
  const failed = (error: unknown) => {
    first ??= { error }
  }
  // Work that waits may handle what PostgreSQL reports, but not what was never sent.
  const failure = () =>
    isPipelined || !(first?.error instanceof PostgresError) ? first : undefined
  const send: Send = (text, parameters, form) => {
    // One that comes late would be made on its own.
    if (isOver) return Promise.reject(new Error('the transaction is over'))
    const rows = connection.send<object>(text, parameters ?? null, form)
    rows.catch(failed)
    return rows
  }
  let state: 'begun' | 'committing' | 'committed' = 'begun'
  let isOver = false
  try {
    const begun = send(`begin ${mode}`, [])
    if (!isPipelined) await begun
    const working = work({ query: send as Sql['query'], connection })
    const { end, value } = await working.finally(() => {
      isOver = true
    })
    if (end === 'commit' && failure() === undefined) {
      state = 'committing'
      await connection.commit()
      state = 'committed'
    } else {
      await connection.send('rollback')
    }
    const unhandled = failure()
    if (unhandled !== undefined) throw unhandled.error
    return value
  } catch (error) {
    if (!connection.isLost) await connection.send('rollback').catch(() => undefined)
    // A row of what is made cannot be read; or COMMIT may have been received.
    if (state === 'committed' || (state === 'committing' && connection.isLost)) {
      const code = state === 'committed' ? UNREADABLE : 'CONNECTION_CLOSED'
      throw connectionLost((error as Error).message, code, error)
    }
    const isBehind = codeOf(error) === IN_FAILED_TRANSACTION
    const cause = isBehind ? first : failure()
    // COMMIT itself failed.
    if (state === 'committing' && cause === undefined) throw error
    throw asUndone(cause === undefined ? error : cause.error)
  } finally {
    pool.release(connection)
  }
}

/** @throws what tells that nothing was sent */
function takenFrom(pool: ConnectionPool): Connection | Promise<Connection> {
  const taken = pool.take()
  return taken instanceof Promise ? taken.catch(failUndone) : taken
}

function failUndone(error: unknown): never {
  throw asUndone(error)
}
