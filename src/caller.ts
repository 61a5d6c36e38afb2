import type { Permission } from './permissions.ts'

/**
 * On whose behalf a statement runs. Every store function takes it first, and its SQL is scoped to
 * `organizationId`: there is no other way to reach a record.
 */
export interface Caller {
  readonly organizationId: string
  /** The access token of a request; null where the vault's operator acts on the command line. */
  readonly tokenId: string | null
  readonly permissions: ReadonlySet<Permission>
}

/** The vault's operator at the command line, acting for one organization. */
export function operatorFor(organizationId: string): Caller {
  return { organizationId, tokenId: null, permissions: new Set() }
}

/**
 * Ends the claims of the caller's organization that time or its policy has ended. An operation that
 * shows claims calls it first; one that was refused because of a claim that is over calls it then,
 * and decides once more, whether or not this ended it: another process may just have. `app.ts` hands it to them.
 */
export type SettleClaims = (caller: Caller) => Promise<void>

/** A kind of record that is read by its id alone. Its table is keyed by organization and id. */
export interface RecordKind {
  readonly table: string
  /** What is read of it, `id` with it. */
  readonly columns: readonly string[]
}

/** A record that a request asks for. */
export interface RecordWanted {
  readonly kind: RecordKind
  readonly id: string
}

/** Who a token let in. */
export interface LetIn {
  readonly caller: Caller
  /** The row of the record that the request wants; undefined where the organization has none. */
  readonly record?: unknown
}
