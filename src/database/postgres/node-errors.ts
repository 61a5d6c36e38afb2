import { PostgresError } from './postgres-error.ts'

// Errors of a distributed database, which one server does not have.

/**
 * Whether the coordinator, or a node in its place, lost another node during a transaction: the
 * change may have been made. The errors have no SQLSTATE of their own.
 */
export function isCommitInDoubt(error: unknown): boolean {
  if (!(error instanceof PostgresError)) return false
  return error.code === 'XX000' && NODE_LOST.test(error.message)
}

const NODE_LOST =
  /^(could not commit transaction for shard|failure on connection marked as essential)/

/**
 * Whether the coordinator could not even connect to a node, so that it sent no statement. libpq
 * says "connection to server" of a connection that it makes, and never of one that it had.
 */
export function isNodeUnreached({ message }: Error): boolean {
  return NODE_UNREACHED.test(message)
}

const NODE_UNREACHED =
  /^connection to the remote node \S+ failed with the following error: connection to server /

/** Whether a node reports this about itself: the connection to the coordinator still works. */
export function isOfNode(error: unknown): boolean {
  const context = error instanceof PostgresError ? error.where : undefined
  return context?.includes('while executing command on ') === true
}

/**
 * The name of the broken constraint in the migrations. On a node, the number of the shard follows
 * it, and the coordinator passes on only the message, which names the constraint last.
 */
export function constraintName(error: PostgresError): string | undefined {
  const isOfRow = error.code.startsWith('23')
  const name =
    error.constraint_name ?? (isOfRow ? error.message.match(SHARD_NAMES)?.at(-1) : undefined)
  return name?.replace(/_\d+$/, '')
}

/** Numbers of shards begin at 102008. */
const SHARD_NAMES = /\w+_\d{6,}/g
