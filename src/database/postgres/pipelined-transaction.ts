import type { Sql, UnsafeQueryOptions } from 'postgres'
import { StatementRounds } from '../../tracing/statement-rounds.ts'
import { detachRows } from './detach-rows.ts'
import { asUndone, isInFailedTransaction } from './postgres-errors.ts'

/** The end of a transaction, and its result. */
export interface Ending<T> {
  readonly end: 'commit' | 'roll_back'
  readonly value: T
}

/** The driver's connection, as its own `begin` uses it: its types do not name it. */
interface Connection {
  /** Whether the next statement may be sent before the response to this one. */
  execute(query: object): boolean
  /** Called when nothing is outstanding, until a transaction has ended. */
  reserved: (() => void) | null
  onclose: ((error: unknown) => void) | null
}

/** Sends a statement at once, behind those before it; a row has names, or is a list of values. */
export type Send = (
  text: string,
  parameters: readonly unknown[],
  form?: 'objects' | 'values',
) => Promise<readonly object[]>

/**
 * A transaction whose BEGIN goes out with the first statements, and whose COMMIT goes out with the
 * last: work that waits once takes two round trips, where the driver's `begin` takes three.
 *
 * The first statements that `work` sends change nothing: BEGIN may have failed before them. Once
 * it has, or once the connection is lost, nothing more is sent, and the transaction fails.
 *
 * The driver's `reserve` would not do: it never returns where a connection has to be opened first
 * (postgres 3.4.9, `fetch_types: false`).
 * @param mode further words of BEGIN, such as `read only`
 * @throws the failure of the first statement that failed, or what `work` throws; nothing is changed
 *   then, unless the connection was lost while it committed
 */
export async function inPipelinedTransaction<T>(
  sql: Sql,
  work: (send: Send) => Promise<Ending<T>>,
  mode: string,
): Promise<T> {
  const pipeline = new Pipeline(sql, mode)
  const sent: Promise<unknown>[] = []
  let failure: { readonly error: unknown } | undefined
  const send: Send = (text, parameters, form) => {
    const rows = pipeline
      .send(text, parameters as never[], { prepare: true }, form)
      .then(detachRows)
    // Its sender may wait for an earlier one that failed, or for none.
    rows.catch((error: unknown) => {
      failure ??= { error }
    })
    sent.push(rows)
    return rows
  }
  let ending: Ending<T>
  try {
    ending = await pipeline.unlessLost(work(send))
    if (ending.end === 'roll_back') await pipeline.end('rollback')
  } catch (error) {
    // COMMIT was not sent: what broke is undone.
    await pipeline.end('rollback').catch(() => undefined)
    // Statements behind one that failed fail as well, and may reach the work before it.
    throw asUndone(isInFailedTransaction(error) ? (failure?.error ?? error) : error)
  }
  if (ending.end === 'commit') {
    await pipeline.end('commit').catch(async (error: unknown) => {
      // A COMMIT that was cancelled leaves the transaction open.
      await pipeline.end('rollback').catch(() => undefined)
      throw error
    })
  }
  // COMMIT of a transaction in which a statement failed rolls it back, and does not fail itself.
  await Promise.all(sent).catch((error: unknown) => {
    throw asUndone(error)
  })
  return ending.value
}

/** Statements that are sent on one connection from BEGIN on, until it responds that it is idle. */
class Pipeline {
  readonly #sql: Sql
  readonly #lost = Promise.withResolvers<never>()
  readonly #waiting: object[] = []
  readonly #rounds = StatementRounds.begin()
  #connection: Connection | undefined
  /** Whether statements have to wait: for a connection, or for the response to one before. */
  #isBlocked = true
  #loss: { readonly error: unknown } | undefined

  constructor(sql: Sql, mode: string) {
    this.#sql = sql
    this.#lost.promise.catch(() => undefined)
    const onexecute = (connection: Connection) => this.#use(connection)
    const begun = sql.unsafe(`begin ${mode}`, [], { onexecute } as UnsafeQueryOptions)
    begun.catch((error: unknown) => this.#lose(error))
  }

  /** @throws what made BEGIN fail, or lost the connection */
  async unlessLost<T>(result: Promise<T>): Promise<T> {
    return await Promise.race([result, this.#lost.promise])
  }

  async end(command: 'commit' | 'rollback'): Promise<void> {
    await this.unlessLost(this.send(command, []))
  }

  /** A statement that is sent after the loss fails; the others of that moment may never settle. */
  async send(
    text: string,
    parameters: never[],
    options: UnsafeQueryOptions = {},
    form: 'objects' | 'values' = 'objects',
  ) {
    if (this.#loss !== undefined) throw this.#loss.error
    this.#rounds?.sent(text)
    const query = this.#sql.unsafe<object[]>(text, parameters, options)
    const handled: object & { handler?: (query: object) => void } = query
    handled.handler = (statement) => {
      this.#waiting.push(statement)
      this.#sendWaiting()
    }
    try {
      return await (form === 'values' ? query.values() : query)
    } finally {
      this.#rounds?.answered()
    }
  }

  #use(connection: Connection): void {
    this.#connection = connection
    connection.reserved = () => this.#unblock()
    connection.onclose = (error) => this.#lose(error)
    this.#unblock()
  }

  #unblock(): void {
    this.#isBlocked = false
    this.#sendWaiting()
  }

  #sendWaiting(): void {
    while (!this.#isBlocked && this.#loss === undefined && this.#waiting.length > 0) {
      const query = this.#waiting.shift() as object
      this.#isBlocked = !(this.#connection as Connection).execute(query)
    }
  }

  #lose(error: unknown): void {
    this.#loss ??= { error }
    this.#lost.reject(error)
  }
}
