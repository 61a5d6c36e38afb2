/** A pino logger fits. */
interface EmbeddedServerLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface EmbeddedServerOptions {
  /** DATA_DIR; may be relative and need not exist. */
  dataDir: string
  /** Only one service may hold the directory; commands share it with all others. */
  role: 'service' | 'command'
  log: EmbeddedServerLog
  /** Further settings of PostgreSQL. */
  settings?: Record<string, string>
  /** Folder of PostgreSQL's programs, if not the installed package's; for the tests. */
  nativeDir?: string
}
