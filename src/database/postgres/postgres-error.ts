import { DatabaseError } from 'pg-protocol'

/** An error as the driver hands it on. */
export type Reported = Partial<DatabaseError> & {
  readonly message: string
  readonly isPassedOn?: boolean
}

/** An error that PostgreSQL reports, with the names of its fields as the log writes them. */
export class PostgresError extends Error {
  override readonly name = 'PostgresError'
  readonly code: string
  readonly severity: string | undefined
  readonly where: string | undefined
  readonly routine: string | undefined
  readonly table_name: string | undefined
  readonly constraint_name: string | undefined
  readonly #isPassedOn: boolean

  constructor(reported: Reported) {
    super(reported.message)
    this.code = reported.code ?? 'XX000'
    this.severity = reported.severity
    this.where = reported.where
    this.routine = reported.routine
    this.table_name = reported.table
    this.constraint_name = reported.constraint
    this.#isPassedOn = reported.isPassedOn === true
  }

  /** Whether another server behind it says this of itself: the connection still works. */
  get isPassedOn(): boolean {
    return this.#isPassedOn
  }

  /** Whether the server, or a pooler, hangs up behind it. */
  get isLast(): boolean {
    return this.severity === 'FATAL' || this.severity === 'PANIC'
  }

  /** Whether the server no longer knows a prepared statement, or the form of its rows changed. */
  get isForgotten(): boolean {
    return this.code === '26000' || this.routine === 'RevalidateCachedQuery'
  }
}

/** There is no connection, or no longer one. */
export class ConnectionError extends Error {
  readonly code: string

  constructor(message: string, code: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** The driver's error as the service tells them apart. Its own have no codes. */
export function connectionError(error: unknown, asOfOne?: (error: Reported) => Reported): unknown {
  if (error instanceof DatabaseError) return new PostgresError(asOfOne?.(error) ?? error)
  const { message, code } = error as Error & { code?: unknown }
  if (typeof code === 'string') return error
  if (/timeout/.test(message)) return new ConnectionError(message, 'CONNECT_TIMEOUT', error)
  // The server could not begin TLS, or has none: it saw nothing else.
  if (/SSL connection/.test(message)) return new ConnectionError(message, 'ECONNREFUSED', error)
  if (!/terminat|clos|not queryable/.test(message)) return error
  return new ConnectionError(message, 'CONNECTION_CLOSED', error)
}
