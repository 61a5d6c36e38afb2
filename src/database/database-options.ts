import type { Shard } from './postgres/shard.ts'

export interface DatabaseOptions {
  readonly applicationName: string
  /** Settings of each connection that not every server knows. */
  readonly serverSettings?: Readonly<Record<string, string>>
  readonly observer?: DatabaseObserver | undefined
  /** On a node of a cluster: the shard of an organization that a request was sent there for. */
  readonly shardOf?: (organizationId: string) => Shard
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
