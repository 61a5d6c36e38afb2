import type { Logger } from 'pino'
import { type EmbeddedServer, openEmbeddedServer } from '../../embedded-postgres/embedded-server.ts'
import type { Config } from '../../runtime/config/config.ts'

/** Starts the PostgreSQL under `DATA_DIR`, or joins it. It imports little: a start begins here. */
export function openOwnServer(
  config: Config,
  { role, log }: { readonly role: 'service' | 'command'; readonly log: Logger },
): Promise<EmbeddedServer> {
  return openEmbeddedServer({
    dataDir: config.DATA_DIR,
    role,
    log,
    // Enough for the pool, the idle connections and the commands that run at the same time.
    settings: { max_connections: `${Math.max(100, config.DATABASE_POOL_SIZE + 51)}` },
  })
}
