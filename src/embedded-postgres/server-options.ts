import type { DataDirectory } from './data-directory.ts'
import type { ServerAddress } from './lease.ts'

/** A pino logger fits. */
export interface EmbeddedServerLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What acquiring needs to know, the same each time PostgreSQL has to be brought back. */
export interface ServerOptions {
  directory: DataDirectory
  role: 'service' | 'command'
  log: EmbeddedServerLog
  settings: Record<string, string>
  nativeDir: string | undefined
  launched: (() => void) | undefined
  /** Where the server listens or is to listen; the same response each time. */
  address(): Promise<ServerAddress>
  /** Aborted by release(). */
  signal: AbortSignal
}
