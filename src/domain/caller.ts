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

/** An access token that was found live. */
export interface AuthenticatedToken {
  readonly caller: Caller
  /** Shared by a token and all that it issued or was rotated to: rate limits count per line. */
  readonly lineId: string
  /** Until when the token counts as live without another look-up, by `performance.now()`. */
  readonly until: number
}
