import type { Sql } from 'postgres'
import { endsConnection } from '../failures.ts'

/** What a statement takes: texts, numbers, instants, lists of texts. */
export type Parameter = string | number | boolean | Date | Buffer | null | readonly unknown[]

/**
 * A transaction of one organization. Each statement is sent at once, behind those sent before it,
 * without waiting for their answers; they run in this order.
 *
 * The organization is the first parameter of every statement (`organization_id = $1`), so none can
 * reach another one's rows, and a distributed database can send each whole to one node.
 */
export interface OrganizationTransaction {
  readonly organizationId: string
  /**
   * @param text static: it is prepared once for each connection
   * @param parameters from `$2` on
   * @returns the rows, column names in camel case
   */
  run<Row extends object>(text: string, parameters: readonly Parameter[]): Promise<Row[]>
}

/** How a transaction is to end, and what comes of it. */
export interface Ending<T> {
  readonly end: 'commit' | 'roll_back'
  readonly value: T
}

/**
 * Runs a transaction in as few round trips as `work` waits for: BEGIN goes out with the first
 * statements, COMMIT right behind the last ones.
 *
 * The driver's own `begin` waits for BEGIN. It would also send statements on a connection that is
 * lost, which ends the whole process; here nothing is sent once the connection is gone.
 * @param work calls `run` and waits only for what it sent; once it returns, it sends nothing more
 * @throws the failure of the first statement that failed, or what `work` throws; nothing is changed
 *   then, unless the connection was lost while it committed
 */
export async function inOrganization<T>(
  sql: Sql,
  organizationId: string,
  work: (tx: OrganizationTransaction) => Promise<Ending<T>>,
): Promise<T> {
  const connection = await ReservedConnection.of(sql)
  const tx: OrganizationTransaction = {
    organizationId,
    run: (text, parameters) => connection.send(text, [organizationId, ...parameters]),
  }
  try {
    connection.begin()
    const { end, value } = await work(tx)
    connection.end(end)
    await connection.answers()
    return value
  } catch (error) {
    // The first failure is the cause; those after it only say that the transaction has failed.
    const failure = await connection.answers().then(
      () => error,
      (first: unknown) => first,
    )
    await connection.rollBack()
    throw failure
  } finally {
    connection.release()
  }
}

/** The connection of the driver that runs a statement, as its own `begin` knows it. */
interface DriverConnection {
  onclose: (() => void) | null
}

class ConnectionLost extends Error {
  readonly code = 'CONNECTION_CLOSED'
}

class ReservedConnection {
  readonly #sql: Awaited<ReturnType<Sql['reserve']>>
  readonly #sent: Promise<unknown>[] = []
  #connection: DriverConnection | undefined
  #isLost = false
  #isOpen = false

  static async of(sql: Sql): Promise<ReservedConnection> {
    return new ReservedConnection(await sql.reserve())
  }

  private constructor(sql: Awaited<ReturnType<Sql['reserve']>>) {
    this.#sql = sql
  }

  begin(): void {
    this.#isOpen = true
    const onexecute = (connection: DriverConnection) => {
      this.#connection = connection
      connection.onclose = () => {
        this.#isLost = true
      }
      return true
    }
    // Not among the driver's types: it is what its own `begin` learns the connection by.
    this.#watch(this.#sql.unsafe('begin', [], { onexecute } as object))
  }

  send<Row extends object>(text: string, parameters: readonly Parameter[]): Promise<Row[]> {
    if (this.#isLost) throw new ConnectionLost('the connection of the transaction was lost')
    return this.#watch(this.#sql.unsafe<Row[]>(text, parameters as never[], { prepare: true }))
  }

  end(end: 'commit' | 'roll_back'): void {
    if (this.#isLost) throw new ConnectionLost('the connection of the transaction was lost')
    this.#isOpen = false
    this.#watch(this.#sql.unsafe(end === 'commit' ? 'commit' : 'rollback'))
  }

  /** Once all that was sent is answered. @throws the failure of the first statement that failed */
  async answers(): Promise<void> {
    const answers = await Promise.allSettled(this.#sent)
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue
      this.#isLost ||= endsConnection(answer.reason)
      throw answer.reason
    }
  }

  /** Leaves no transaction open on a connection that is used again. */
  async rollBack(): Promise<void> {
    if (!this.#isOpen || this.#isLost) return
    this.#isOpen = false
    await this.#sql.unsafe('rollback').catch((error: unknown) => {
      this.#isLost ||= endsConnection(error)
    })
  }

  /** One that is lost was given back by its end. */
  release(): void {
    if (this.#isLost) return
    if (this.#connection !== undefined) this.#connection.onclose = null
    this.#sql.release()
  }

  #watch<T>(statement: PromiseLike<T>): Promise<T> {
    const answer = Promise.resolve(statement)
    this.#sent.push(answer)
    // Whoever sent it may wait for another one that failed before it.
    answer.catch(() => undefined)
    return answer
  }
}
