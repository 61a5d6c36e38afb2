import type { Reported } from '../postgres/postgres-errors.ts'

/**
 * An error of a coordinator or a node as a single server would have reported it: with a SQLSTATE
 * where it has none, and without the numbers of shards.
 */
export function asOfOne(error: Reported): Reported {
  const { message, where = '' } = error
  const code = COMMIT_IN_DOUBT.test(message)
    ? '08007' // transaction resolution unknown
    : UNREACHED.test(message)
      ? '08001' // unable to establish a connection
      : error.code
  // A node says it of itself: the connection to the coordinator still works.
  const isPassedOn = where.includes('while executing command on ')
  return { ...error, message, code, constraint: constraintOf(error), isPassedOn }
}

/** A node was lost during a transaction: the change may have been made. */
const COMMIT_IN_DOUBT =
  /^(could not commit transaction for shard|failure on connection marked as essential)/

/**
 * A node was not reached, so that no statement was sent. libpq says "connection to server" of a
 * connection that it makes, and never of one that it had.
 */
const UNREACHED =
  /^connection to the remote node \S+ failed with the following error: connection to server /

/**
 * The name of the broken constraint in the migrations. The number of the shard follows it, and the
 * coordinator passes on only the message, which names the constraint last.
 */
function constraintOf({ constraint, code = '', message }: Reported): string | undefined {
  const isOfRow = code.startsWith('23')
  const name = constraint ?? (isOfRow ? message.match(SHARD_NAMES)?.at(-1) : undefined)
  return name?.replace(/_\d+$/, '')
}

/** Numbers of shards begin at 102008. */
const SHARD_NAMES = /\w+_\d{6,}/g
