import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import { operatorFor } from '../../domain/caller.ts'
import { lockPerson } from '../people/lock-person.store.ts'
import { personSuspended } from './begin-session.ts'
import { newSessionCookie } from './session-cookie.ts'
import { insertCode } from './sign-in.store.ts'

export const CODE_MINUTES = 10

interface CodeInput {
  readonly personId: string
  readonly codeSha256: string
  readonly lifetimeMs: number
}

const ISSUE_SIGN_IN_CODE = unbatchedChange({
  name: 'issue_sign_in_code',
  lock: (tx, { personId }: CodeInput) => ({ person: lockPerson(tx, personId) }),
  judge: ({ input }, { person }, { nowMs }) => {
    if (person === undefined) return new Error('the organization has no such person')
    if (person.status === 'suspended') return personSuspended()
    return { ...input, expiresAt: new Date(nowMs + input.lifetimeMs) }
  },
  write: (tx, { result }) => insertCode(tx, result),
  events: () => [],
})

/**
 * A code that signs the person in once: `/console#code=<code>`. Only the operator of the vault makes
 * one.
 */
export async function issueSignInCode(
  database: Pick<Database, 'change'>,
  organizationId: string,
  { personId, minutes = CODE_MINUTES }: { readonly personId: string; readonly minutes?: number },
): Promise<string> {
  // The form is that of the cookie: the organization, and 256 random bits.
  const { value, secretSha256 } = newSessionCookie(organizationId)
  await decideChange(operatorFor(organizationId), database, ISSUE_SIGN_IN_CODE, {
    personId,
    codeSha256: secretSha256,
    lifetimeMs: minutes * 60_000,
  })
  return value
}
