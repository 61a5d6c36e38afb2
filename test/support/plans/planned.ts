import type { Database } from '../../../src/database/database.ts'
import type { Caller } from '../../../src/domain/caller.ts'

export type Work = (database: Database) => Promise<unknown>

/** A read of one round trip, and what its plans must use, for any values and for these. */
export interface PlannedRead {
  readonly name: string
  readonly work: Work
  /** All indexes, in the order of their names; without it, PostgreSQL may choose them. */
  readonly exactly?: readonly string[]
  /** Some of the indexes. */
  readonly with?: readonly string[]
  /** The index that it enters at a place of the list, and how often. */
  readonly ranges?: readonly [index: string, count: number]
  /** Whether the indexes have all that is read: nothing is looked up for a row that is skipped. */
  readonly isIndexOnly?: boolean
  /** Whether the order is that of an index. */
  readonly isInOrder?: boolean
}

/** The organization of three of four records: the hardest case for an index. */
export const CALLER: Caller = {
  organizationId: 'org_0',
  tokenId: 'tok_1',
  permissions: new Set(['access_tokens:manage']),
}

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

interface Pages {
  find(caller: Caller, database: Database, request: never, recordId?: string): Promise<unknown>
}

/** Reads a page of this request. */
export const pageOf =
  (pages: Pages, request: object, recordId?: string): Work =>
  (database) =>
    pages.find(CALLER, database, request as never, recordId)

/** The keys of a token's person, the token's role and the person's roles. */
export const POWERS = ['people_pkey', 'roles_pkey', 'roles_pkey']
