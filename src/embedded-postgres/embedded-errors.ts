/** Another service holds the data directory. The message names the holder and what to do. */
export class DataDirectoryInUse extends Error {
  override name = 'DataDirectoryInUse'
}

/**
 * The embedded PostgreSQL cannot be made to answer. The message is one sentence for an operator.
 */
export class EmbeddedServerFailed extends Error {
  override name = 'EmbeddedServerFailed'
}
