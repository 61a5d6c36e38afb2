import type { Sql } from 'postgres'
import type { Caller } from '../domain/caller.ts'
import type { BatchedRead } from './batching/batched-read.ts'

/** What the statements of one request run on: the database itself, or a transaction of its own. */
export interface RequestDatabase {
  /**
   * Runs the statement of one request when it is its organization's turn: bounded in number and
   * time, run again where PostgreSQL undid it for another transaction's sake. Connections are left
   * to what is decided together, and one to other organizations.
   * @param caller null where the vault's operator acts for no organization
   * @throws {Refusal} `temporarily_unavailable` where the database is away, full or too busy
   */
  run<T>(
    caller: Pick<Caller, 'organizationId'> | null,
    statement: (sql: Sql) => PromiseLike<T>,
  ): Promise<T>
  /**
   * Reads a page of a list, of which an index holds the rows in their order: such statements follow
   * each other down few connections, so none may take long. Bounded and refused like `run`, but
   * not run again.
   * @throws {Refusal} `temporarily_unavailable`
   */
  page<T>(
    caller: Pick<Caller, 'organizationId'>,
    statement: (sql: Sql) => PromiseLike<T>,
  ): Promise<T>
  /**
   * Reads a record by its id, in one statement with what else is asked of the organization at the
   * same time; bounded and refused like `run`.
   * @param read always the same object for the same kind of record
   * @param caller null where the record belongs to no organization yet: a token that is looked up
   * @throws {Refusal} `temporarily_unavailable`
   */
  read<Found>(
    read: BatchedRead<Found>,
    caller: Pick<Caller, 'organizationId'> | null,
    id: string,
  ): Promise<Found | undefined>
}
