import { randomBytes } from 'node:crypto'
import pg from 'pg'
import {
  connectionError,
  connectionLost,
  endsConnection,
  IN_FAILED_TRANSACTION,
  PostgresError,
  type Reported,
} from './postgres-errors.ts'
import { type SentStatement, StatementGroup } from './statement-group.ts'
import { parameterText, typeOf } from './values.ts'

type ConnectionConfig = pg.ClientConfig & {
  /** Translates errors of a server that speaks for several. */
  readonly asOfOne?: ((error: Reported) => Reported) | undefined
}

/** Time that a server has to end a connection. */
const END_MS_MAX = 1_000

/** Age of a connection in hours. Its server process keeps what it has planned and read. */
const [AGE_MIN, AGE_MAX] = [0.75, 1]
const HOUR_MS = 3_600_000

type Host = ConstructorParameters<typeof StatementGroup>[1]

/**
 * A connection of the driver on which all statements that are sent in one turn of the event loop
 * are one group: one packet, one Sync, one response. PostgreSQL skips what stands behind a
 * statement that failed, up to the end of its group. A group waits for the response to the one
 * before.
 */
export class Connection {
  readonly #client: pg.Client
  readonly #isShared: boolean
  readonly #errorOf: Host['errorOf']
  readonly #prepared = new Map<string, ReturnType<Host['prepare']>>()
  /** Names of statements are its own: behind a pooler that mixes connections, none is another's. */
  readonly #prefix = randomBytes(6).toString('hex')
  readonly #agesAt = performance.now() + (AGE_MIN + (AGE_MAX - AGE_MIN) * Math.random()) * HOUR_MS
  #named = 0
  #waiting: SentStatement[] = []
  #isScheduled = false
  #group: StatementGroup | undefined
  #loss: { readonly error: unknown } | undefined
  readonly #host: Host = {
    errorOf: (error) => this.#errorOf(error),
    prepare: (text, given) => this.#prepare(text, given),
    ended: (again) => this.#ended(again),
    failed: (group, place, error) => this.#failed(group, place, error),
  }
  /** Called once, when the connection is gone. */
  onlost: (() => void) | undefined

  /**
   * @param isShared whether its statements are reads that know nothing of each other: those behind
   *   one that fails are sent again
   * @throws {PostgresError}, or what `connectionLost` makes
   */
  static async open(
    { asOfOne, ...config }: ConnectionConfig,
    isShared = false,
  ): Promise<Connection> {
    // Whatever PGSSLNEGOTIATION says: TLS is asked for, never begun at once.
    const client = new pg.Client({ sslnegotiation: 'postgres', ...config })
    const errorOf = (error: unknown) => connectionError(error, asOfOne)
    const connection = new Connection(client, isShared, errorOf)
    try {
      await client.connect()
    } catch (error) {
      void connection.end().catch(() => undefined)
      throw errorOf(error)
    }
    return connection
  }

  private constructor(client: pg.Client, isShared: boolean, errorOf: Host['errorOf']) {
    this.#client = client
    this.#isShared = isShared
    this.#errorOf = errorOf
    client.on('error', (error) => this.#lose(error))
    client.on('end', () => this.#lose(new Error('the connection was closed')))
  }

  get isLost(): boolean {
    return this.#loss !== undefined
  }

  get isOld(): boolean {
    return performance.now() > this.#agesAt
  }

  /** Statements whose responses are still to come. */
  get outstanding(): number {
    return this.#waiting.length + (this.#group?.size ?? 0)
  }

  /** Whether it is in no transaction, as far as is known. */
  get isIdle(): boolean {
    return !this.isLost && this.outstanding === 0 && this.#client.getTransactionStatus() === 'I'
  }

  /**
   * Sends a statement with the others of this turn.
   * @param text static: it is prepared once
   * @param given null for text that is sent as it is, and may be several statements: it returns the
   *   last rows
   * @throws {PostgresError}, or what `connectionLost` makes; for a statement that was skipped, what failed before
   */
  send<Row>(
    text: string,
    given: readonly unknown[] | null = [],
    form: SentStatement['form'] = 'objects',
  ): Promise<Row[]> {
    return new Promise((accept, reject) => {
      if (this.#loss !== undefined) throw this.#loss.error
      const values = given?.map(parameterText) ?? []
      const resolve = accept as SentStatement['resolve']
      const sent = { text, given, values, form, rows: [], isSecondTry: false, resolve, reject }
      this.#waiting.push(sent)
      if (this.#isScheduled || this.#group !== undefined) return
      this.#isScheduled = true
      // Behind everything that was resolved in this turn: what follows from it is sent along, and
      // what waits for the end of the turn itself.
      process.nextTick(() => process.nextTick(() => this.#sendWaiting()))
    })
  }

  /** @throws also where a statement before it had failed, so that PostgreSQL rolled back */
  async commit(): Promise<void> {
    const [row] = await this.send<{ command: string }>('commit')
    if (row?.command === 'COMMIT') return
    const message = `COMMIT was answered by ${row?.command}`
    throw row?.command === 'ROLLBACK'
      ? new PostgresError({ message, code: IN_FAILED_TRANSACTION })
      : connectionLost(message, 'CONNECTION_CLOSED')
  }

  /** Hands the connection to a stream of rows; nothing else may be outstanding. */
  stream<T extends pg.Submittable>(copy: T): T {
    return this.#client.query(copy)
  }

  /** Ends it, whatever is outstanding. */
  async end(): Promise<void> {
    const ended = this.#client.end()
    // A server that does not respond does not hang up either.
    const late = setTimeout(() => this.#client.connection.stream.destroy(), END_MS_MAX)
    await ended.finally(() => clearTimeout(late))
  }

  #sendWaiting(): void {
    this.#isScheduled = false
    if (this.#group !== undefined || this.#waiting.length === 0) return
    const place = this.#waiting.findIndex(({ given }) => given === null)
    const count = place === 0 ? 1 : place < 0 ? this.#waiting.length : place
    this.#group = new StatementGroup(this.#waiting.splice(0, count), this.#host)
    this.#client.query(this.#group)
  }

  #prepare(text: string, given: readonly unknown[]): ReturnType<Host['prepare']> {
    let prepared = this.#prepared.get(text)
    if (prepared === undefined) {
      this.#named += 1
      const types = given.map(typeOf)
      prepared = { name: `${this.#prefix}_${this.#named}`, types, status: 'new', columns: [] }
      this.#prepared.set(text, prepared)
    }
    return prepared
  }

  #ended(again: readonly SentStatement[]): void {
    this.#group = undefined
    this.#waiting.unshift(...again)
    if (this.#loss !== undefined) this.#rejectWaiting()
    else this.#sendWaiting()
  }

  /** @returns what is sent again: it was skipped, or the server had forgotten it */
  #failed(group: readonly SentStatement[], place: number, error: PostgresError): SentStatement[] {
    // The server says so before it hangs up: nobody takes the connection in between.
    if (error.isLast || endsConnection(error)) this.#lose(error)
    for (const { text } of group.slice(place)) {
      const prepared = this.#prepared.get(text)
      if (prepared !== undefined && prepared.status !== 'known') prepared.status = 'in doubt'
    }
    const { isForgotten } = error
    if (isForgotten) this.#prepared.clear()
    const again = this.#isShared ? group.slice(place + 1) : []
    const failed = group[place]
    const isAlone =
      this.#isShared || (group.length === 1 && this.#client.getTransactionStatus() === 'I')
    if (failed === undefined || failed.isSecondTry || !isForgotten || !isAlone) return again
    return [{ ...failed, rows: [], isSecondTry: true }, ...again]
  }

  #lose(error: unknown): void {
    if (this.#loss !== undefined) return
    this.#loss = { error: this.#errorOf(error) }
    if (this.#group === undefined) this.#rejectWaiting()
    this.onlost?.()
    // After an error of the socket, the driver leaves it to us to close the rest.
    void this.#client.end().catch(() => undefined)
  }

  #rejectWaiting(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(this.#loss?.error)
  }
}
