import type { Sql } from 'postgres'
import { codeOf } from './postgres/postgres-errors.ts'
import { within } from './replaceable-pool.ts'

/** A pooler with one connection to the server lets one of two clients wait: it can lose nothing. */
const WAIT_MS = 1_000

/**
 * Whether connections keep what they prepared. A pooler that gives each transaction any connection
 * to the server has to prepare it there, too. The second client takes the connection used last, so
 * that the first gets another one. In a transaction, because outside of one the driver prepares
 * again what is unknown. Close both pools, each of one connection, afterwards.
 */
export async function keepsPrepared(first: Sql, second: Sql): Promise<boolean> {
  const use = () => first.unsafe('select 1', [], { prepare: true, simple: false } as never)
  const exchange = async () => {
    await use()
    await second.unsafe('begin')
    await first.unsafe('begin')
    await use()
  }
  return await within(exchange(), WAIT_MS).then(
    () => true,
    (error: unknown) => {
      const code = codeOf(error)
      // The statement is unknown, or a client waits for the other.
      if (code === '26000' || code === 'ETIMEDOUT') return code === 'ETIMEDOUT'
      throw error
    },
  )
}
