/** How records of one kind are read by their ids: static texts, prepared once per connection. */
export interface BatchedRead<Found> {
  /** Its name in the metrics. */
  readonly name: string
  /**
   * Finds one: `$1` is the organization, `$2` the id. A read that belongs to no organization has the
   * id as `$1`.
   */
  readonly one: string
  /** Finds many: in the place of the id, a list of ids. */
  readonly many: string
  /** Makes a record of a row's values. The first of them is the id. */
  readonly toRecord: (values: readonly unknown[]) => Found
}
