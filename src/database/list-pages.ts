import type { Caller } from '../domain/caller.ts'
import type { ListOrder, Page, PageRequest, Sorts } from '../domain/pagination.ts'
import type { RequestDatabase } from './request-database.ts'

/** Reads the pages of one list: a `KeysetPages`, or what decides between several of them. */
export interface ListPages<Row, Filters = object> {
  readonly order: ListOrder
  /** The orders that a request may choose by `sort`. */
  readonly sorts?: Sorts | undefined
  /**
   * @param recordId of the record that the list belongs to
   * @returns undefined if there is no such record
   */
  find(
    caller: Caller,
    database: RequestDatabase,
    request: PageRequest & Filters,
    recordId?: string,
  ): Promise<Page<Row> | undefined>
}
