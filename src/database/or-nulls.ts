/** A row of a statement's outer join: all of its columns, or null in each of them. */
export type OrNulls<Row> = Row | { readonly [Column in keyof Row]: null }
