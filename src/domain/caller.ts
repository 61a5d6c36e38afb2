import type { Permission } from './permissions.ts'

/** `test` organizations are for the tests of integrators: docs/INTEGRATING.md. */
export type OrganizationMode = 'live' | 'test'

/**
 * The party that a statement runs for. Store functions take it first, and scope their SQL to
 * `organizationId`. Only the look-up that finds the caller and the operator's functions do not.
 */
export interface Caller {
  readonly organizationId: string
  /** The access token of a request; null for the vault's operator and the service itself. */
  readonly tokenId: string | null
  readonly permissions: ReadonlySet<Permission>
  /** Whether it is a test organization; absent of a live one. */
  readonly isTest?: true
  /** The person that the token belongs to; absent if it is a machine's. */
  readonly personId?: string
  /** When that person signed in, in milliseconds since the Unix epoch; absent without a sign-in. */
  readonly signedInAt?: number
  /** CIDR blocks that the token may be used from; absent if from anywhere. */
  readonly allowedAddresses?: readonly string[]
  /** The session of a browser; absent where the token itself was sent. */
  readonly sessionId?: string
}

export function modeOf({ isTest }: Pick<Caller, 'isTest'>): OrganizationMode {
  return isTest === true ? 'test' : 'live'
}

/** A caller whose token is a person's. */
export interface PersonCaller extends Caller {
  readonly personId: string
}

/** The vault's operator, or the service itself, acting for one organization. */
export function operatorFor(organizationId: string, mode: OrganizationMode = 'live'): Caller {
  return {
    ...{ organizationId, tokenId: null, permissions: new Set<Permission>() },
    ...(mode === 'test' && { isTest: true }),
  }
}

export interface AuthenticatedToken {
  readonly caller: Caller
  /**
   * The first token of its family: a token, those issued with it, and their rotations. All of one
   * share one rate limit.
   */
  readonly familyId: string
  /** The time of the next look-up of the token, on the clock of `performance.now()`. */
  readonly until: number
}
