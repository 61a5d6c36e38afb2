import type { Caller } from '../domain/caller.ts'
import type { requestConnections } from './postgres/open-address.ts'
import type { OrganizationSql, Sql } from './postgres/sql.ts'

/** Runs a statement of one organization. @throws {Refusal} `temporarily_unavailable` */
type Send = <T>(
  caller: Pick<Caller, 'organizationId'>,
  statement: (sql: OrganizationSql) => PromiseLike<T>,
) => Promise<T>

type SendAny = <T>(
  caller: Pick<Caller, 'organizationId'> | null,
  statement: (sql: OrganizationSql) => PromiseLike<T>,
) => Promise<T>

export interface RequestDatabase {
  /**
   * Runs a statement when it is its organization's turn: bounded in number and time, and run again
   * where PostgreSQL undid it to let another transaction through. It never takes the
   * connections reserved for batches, nor the last free one.
   * @param caller null for the vault's operator, who acts for no organization: on any server of the
   *   vault, and on another one too where that is slow
   * @throws {Refusal} `temporarily_unavailable` where the database is away, full or too busy
   */
  run: SendAny
  /**
   * Reads a page of a list whose rows an index holds in their order. Such statements follow each
   * other on few connections, so none may take long. Bounded and refused like `run`, but not run
   * again.
   */
  page: Send
  /**
   * Runs a read that may take long: over a history or a span, a count, a far page. Few run at
   * the same time, one of an organization; others wait for as long as one may take.
   */
  slow: Send
  /** The same for searches, on connections of their own; a statement may take two seconds. */
  search: Send
  /**
   * Looks up what nothing has confirmed: a secret, or the organization that somebody names. All who
   * send one are strangers: they wait in one line, and take turns by their addresses.
   */
  stranger: <T>(
    from: Pick<Caller, 'organizationId'> & { readonly address?: string | undefined },
    statement: (sql: OrganizationSql) => PromiseLike<T>,
  ) => Promise<T>
  /**
   * Reads one row by id (`findById`). Such statements follow each other on one connection. Bounded
   * and refused like `run`, but not run again.
   * @param caller null where the organization is what is looked up
   */
  read: SendAny
  /** Reads many records by their ids, on a connection of their own: no read of one waits for it. */
  readMany: Send
}

/** Counts what happens to statements, for the metrics. */
interface DatabaseObserver {
  conflictRetried(sqlState: string): void
  refused(reason: string): void
  batched(statement: string, size: number): void
}

/** Gives a statement of an organization what it needs. */
type Scope = (sql: Sql, organizationId: string) => OrganizationSql

export type DatabaseOptions = Parameters<typeof requestConnections>[2] & {
  readonly observer?: DatabaseObserver | undefined
  /** A whole vault, whose look-ups are left out while its log does not grow. */
  readonly isWhole?: boolean
  /** Undefined on a single server. */
  readonly scopes?: { readonly read: Scope; readonly write: Scope }
}
