import type { Config } from '../config.ts'
import { type DatabaseReach, openPool } from './connect.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { addressBook } from './embedded/server-address.ts'

/** A pool of this process on the database that another process of the service found or started. */
export async function openReached(
  config: Config,
  reach: DatabaseReach,
  options: Pick<DatabaseOptions, 'applicationName' | 'observer'>,
): Promise<Database> {
  if ('url' in reach) {
    const { url, serverSettings } = reach
    return openPool(config, url, { ...options, serverSettings })
  }
  const { cluster, ...login } = reach
  // Found anew: the other one's way to the socket can be an open file of that process.
  const addresses = addressBook(cluster)
  const database = openPool(config, { ...(await addresses.address()), ...login }, options)
  return {
    ...database,
    get sql() {
      return database.sql
    },
    get pending() {
      return database.pending
    },
    close: async () => {
      await database.close()
      addresses.close()
    },
  }
}
