import { ApiClient } from '../vault/api-client.ts'
import type { TestVault } from '../vault/vault.ts'
import { counted, databaseUrlOf, startServiceProcess } from './service-process.ts'

/** Two processes of the service over one database, as behind a load balancer. */
export interface TwoProcesses {
  /** One for each. */
  readonly clients: readonly ApiClient[]
  /** Sends its requests to each in turn. */
  readonly api: Pick<ApiClient, 'get' | 'post' | 'patch'>
  /** Statements of both that PostgreSQL rolled back for a conflict, and that were retried. */
  retries(): Promise<number>
}

/** Starts them over the vault's database; they are stopped after the test file. */
export async function startTwoProcesses(vault: TestVault): Promise<TwoProcesses> {
  const env = { DATABASE_URL: databaseUrlOf(vault.connection) }
  const services = await Promise.all([startServiceProcess({ env }), startServiceProcess({ env })])
  const clients = services.map(({ url }) => new ApiClient(url, vault.app))
  let turn = 0
  const next = () => clients[turn++ % clients.length] as ApiClient
  return {
    clients,
    api: {
      get: (path, request) => next().get(path, request),
      post: (path, request) => next().post(path, request),
      patch: (path, request) => next().patch(path, request),
    },
    retries: async () => {
      const each = await Promise.all(
        services.map((service) => counted(service, 'vault_database_conflict_retries_total')),
      )
      return each.reduce((sum, count) => sum + count, 0)
    },
  }
}
