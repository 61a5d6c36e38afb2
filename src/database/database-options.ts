import type { ConnectionOptions } from './postgres/open-address.ts'
import type { Shard } from './postgres/shard.ts'

export interface DatabaseOptions extends ConnectionOptions {
  readonly observer?: DatabaseObserver | undefined
  /** A whole vault, whose look-ups are left out while its log does not grow. */
  readonly isWhole?: boolean
  /** On a node of a cluster: the shard of an organization that a request was sent there for. */
  readonly shardOf?: (organizationId: string) => Shard
}

/** Counts what happens to statements, for the metrics. */
export interface DatabaseObserver {
  conflictRetried(sqlState: string): void
  refused(reason: string): void
  batched(statement: string, size: number): void
}
