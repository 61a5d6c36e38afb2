/** Another service holds the data directory. The message names the holder and the remedy. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse'
}

/** The embedded PostgreSQL cannot be started. The message is one sentence for an operator. */
export class EmbeddedServerFailed extends Error {
  override name = 'EmbeddedServerFailed'
}
