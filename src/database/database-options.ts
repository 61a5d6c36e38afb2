export interface DatabaseOptions {
  /** A postgres:// address, or that of the embedded server. */
  readonly connection: string | ConnectionAddress
  readonly applicationName: string
  readonly poolSize: number
  /** Statements that may wait for a connection; one more is refused at once. */
  readonly queueMax: number
  readonly queueTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
  /** Limit of transactions that end with a response, where PostgreSQL has it (17 or later). */
  readonly transactionTimeoutMs: number
  readonly connectTimeoutMs: number
  /** Settings of each connection that not every server knows. */
  readonly serverSettings?: Readonly<Record<string, string>>
  readonly batching: {
    /** Changes in one transaction; 1 turns batching off. */
    readonly sizeMax: number
    /** Shared transactions under way; an organization has one at a time. */
    readonly inFlightMax: number
  }
  readonly observer?: DatabaseObserver
}

export interface ConnectionAddress {
  readonly path?: string
  readonly host?: string
  readonly port?: number
  readonly username: string
  readonly password: string
  readonly database: string
}

/** Counts what happens to statements, for the metrics. */
export interface DatabaseObserver {
  conflictRetried(sqlState: string): void
  refused(reason: string): void
  batched(statement: string, size: number): void
}
