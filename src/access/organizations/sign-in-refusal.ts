import type { Caller } from '../../domain/caller.ts'
import { REALM, Refusal } from '../../domain/errors.ts'
import type { OrganizationPolicyRow } from './organization-policy.ts'

type SignInPolicy = Pick<OrganizationPolicyRow, 'approvalSignInMinutes'>

/**
 * The refusal of a caller who must sign in again; undefined if the policy does not ask for it. The
 * vault's operator has no sign-in, and needs none.
 */
export function signInRefusal(
  { tokenId, signedInAt }: Pick<Caller, 'tokenId' | 'signedInAt'>,
  { approvalSignInMinutes: minutes }: SignInPolicy,
  nowMs: number,
): Refusal | undefined {
  if (minutes === null || tokenId === null) return undefined
  const isRecent = signedInAt !== undefined && nowMs - signedInAt <= minutes * 60_000
  return isRecent ? undefined : signInRequired(minutes)
}

/** The stricter of two limits; null is none. */
export function stricterSignIn(one: number | null, other: number | null): SignInPolicy {
  const minutes = [one, other].filter((each) => each !== null)
  return { approvalSignInMinutes: minutes.length === 0 ? null : Math.min(...minutes) }
}

/** Step-up (RFC 9470): the sign-in must not be older than this. */
function signInRequired(minutes: number): Refusal {
  const maxAgeSeconds = minutes * 60
  return new Refusal('sign_in_required', {
    detail:
      `The policy asks for a sign-in of the last ${minutes === 1 ? 'minute' : `${minutes} minutes`}: ` +
      'sign in again, and repeat the request. A token of a machine cannot do this.',
    members: { maxAgeSeconds },
    headers: {
      'WWW-Authenticate':
        `${REALM}, error="insufficient_user_authentication", ` +
        `error_description="A more recent sign-in is required", max_age="${maxAgeSeconds}"`,
    },
  })
}
