import postgres from 'postgres'
import { codeOf, isConflict, isLockTimeout, isPassing } from '../postgres/postgres-errors.ts'
import { QueueOverrun } from './fair-queue.ts'
/**
 * Whether one of several requests can have failed their transaction for the others: PostgreSQL
 * undid it, or our own code threw before its end; and not because of the state of the database, in
 * which each would fail alone as well.
 */
export function isPoison(error: unknown): boolean {
  if (error instanceof QueueOverrun) return false
  if (!(error instanceof postgres.PostgresError)) return codeOf(error) === undefined
  return !isPassing(error) || isConflict(error) || isLockTimeout(error)
}
