import type { Permission } from './permissions.ts'

/**
 * On whose behalf a statement runs. Every store function takes it first, except those that find out
 * who it is, and its SQL is scoped to `organizationId`: there is no other way to reach a record.
 */
export interface Caller {
  readonly organizationId: string
  /** The access token of a request; null where the vault's operator acts on the command line. */
  readonly tokenId: string | null
  readonly permissions: ReadonlySet<Permission>
  /** Blocks of addresses that the token may be used from; left out where from anywhere. */
  readonly allowedAddresses?: readonly string[]
}

/** The vault's operator at the command line, acting for one organization. */
export function operatorFor(organizationId: string): Caller {
  return { organizationId, tokenId: null, permissions: new Set() }
}

/** Who a token let in. */
export interface LetIn {
  readonly caller: Caller
  /** The token that it, or what issued it, began with: all of a line have one limit. */
  readonly lineId: string
  /** Until when its token counts as live without another look, by `performance.now()`. */
  readonly until: number
}
