import type { DataDirectory } from './data-directory.ts'
import type { ServerAddress } from './lease.ts'

/** A pino logger fits. */
export interface EmbeddedServerLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** What acquiring needs to know, the same each time PostgreSQL has to be brought back. */
export interface ServerOrder {
  directory: DataDirectory
  role: 'service' | 'command'
  log: EmbeddedServerLog
  settings: Record<string, string>
  nativeDir: string | undefined
  launched: (() => void) | undefined
  /** Where the server listens or is to listen; the same answer each time. */
  address(): Promise<ServerAddress>
  /** Aborted by release(). */
  signal: AbortSignal
}
