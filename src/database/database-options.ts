export interface DatabaseOptions {
  /** postgres:// address, or what the embedded server says of itself. */
  readonly connection: string | ConnectionAddress
  readonly applicationName: string
  readonly poolSize: number
  /** Statements that may wait for a connection; one more is refused at once. */
  readonly queueMax: number
  readonly queueTimeoutMs: number
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
  /** Of the transactions that end with a response, where PostgreSQL can bound them (17 or later). */
  readonly transactionTimeoutMs: number
  readonly connectTimeoutMs: number
  /** Further settings of each connection, of which not every server knows. */
  readonly serverSettings?: Readonly<Record<string, string>>
  readonly batching: {
    /** Changes that share one transaction at most; 1 turns batching off. */
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

/** Told of what happens to statements, for the metrics. */
export interface DatabaseObserver {
  conflictRetried(sqlState: string): void
  refused(reason: string): void
  batched(statement: string, size: number): void
}
