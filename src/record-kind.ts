/**
 * A kind of record that is read by its id alone. Its table is keyed by organization and id, in
 * columns of these names.
 */
export interface RecordKind<Row = unknown> {
  readonly table: string
  /** What is read of it, `id` with it. */
  readonly columns: readonly string[]
  /** Never set: it ties the kind to what its rows are, column names in camel case. */
  readonly row?: Row
}

/** A record that a request asks for. */
export interface RecordWanted {
  readonly kind: RecordKind
  readonly id: string
}
