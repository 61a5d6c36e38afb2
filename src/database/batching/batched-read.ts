/** The statements that read one kind of record by id: static, prepared once per connection. */
export interface BatchedRead<Found> {
  /** Its name in the metrics. */
  readonly name: string
  /** Reads one: `$1` is the organization, `$2` the id. Without an organization, `$1` is the id. */
  readonly one: string
  /** Reads many: the same, with a list of ids in place of the id. */
  readonly many: string
  /** Makes a record of a row's values. The first value is the id. */
  readonly toRecord: (values: readonly unknown[]) => Found
}
