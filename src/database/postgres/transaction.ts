import type { Sql, TransactionSql } from 'postgres'
import { endsConnection } from './postgres-errors.ts'

/** The connection of a transaction was lost between two statements. */
class TransactionLost extends Error {
  readonly code = 'CONNECTION_CLOSED'
}

/**
 * The driver's `begin`, corrected for lost connections. The driver goes on sending statements on
 * one, ROLLBACK at least, which ends the whole process ("Cannot read properties of null (reading
 * 'write')"). Here the work fails, and nothing more is sent.
 * @param mode further words of BEGIN, such as `read only`
 * @throws what the work throws; an error with the code `CONNECTION_CLOSED`
 */
export async function inTransaction<T>(
  sql: Sql,
  work: (tx: TransactionSql) => Promise<T>,
  mode = '',
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isOver = false
  const watched = (tx: TransactionSql) =>
    new Proxy(tx, {
      apply: (query, self, values) => {
        if (isOver) throw new TransactionLost('the connection of the transaction was lost')
        return Reflect.apply(query, self, values)
      },
      get: (target, name) => {
        if (isOver && name === 'unsafe') throw new TransactionLost('the connection was lost')
        return Reflect.get(target, name)
      },
    })
  const done = sql.begin(mode, async (tx) => {
    try {
      const result = await work(watched(tx))
      if (isOver) await never()
      return { result }
    } catch (error) {
      // Thrown on, it would make the driver send ROLLBACK.
      if (isOver || endsConnection(error)) {
        reject(error)
        await never()
      }
      throw error
    }
  })
  done.then(
    ({ result }) => resolve(result),
    (error) => {
      isOver = true
      reject(error)
    },
  )
  return await promise
}

/** A new promise each time: a shared one would keep everything that waits for it forever. */
function never(): Promise<never> {
  return new Promise(() => undefined)
}
