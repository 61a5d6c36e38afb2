import { rowOf } from '../../database/changes/row-of.ts'
import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import type { Database } from '../../database/database.ts'
import { decideChange } from '../../database/decide-change.ts'
import { operatorFor } from '../../domain/caller.ts'
import { lockPerson } from '../people/person.ts'
import { personSuspended } from './begin-session.ts'
import { newSessionCookie } from './session-cookie.ts'

export const CODE_MINUTES = 10

interface CodeInput {
  readonly personId: string
  readonly codeSha256: string
  readonly lifetimeMs: number
}

const INSERT_CODE = `
  insert into sign_in_codes (organization_id, code_sha256, person_id, expires_at)
  values ($1, decode($2, 'hex'), $3, $4)`

const ISSUE_SIGN_IN_CODE = unbatchedChange({
  name: 'issue_sign_in_code',
  lock: (tx, { personId }: CodeInput) => ({ person: lockPerson(tx, personId) }),
  judge: ({ input }, { person }, { nowMs }) => {
    if (person === undefined) return new Error('the organization has no such person')
    if (person.status === 'suspended') return personSuspended()
    return { ...input, expiresAt: new Date(nowMs + input.lifetimeMs) }
  },
  write: (tx, { result: { codeSha256, personId, expiresAt } }) => {
    void tx.run(INSERT_CODE, [codeSha256, personId, expiresAt])
  },
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

/** Shown before a code is used: a link can come from anybody. */
interface OfferedSignIn {
  readonly organizationName: string
  readonly personName: string
}

export const findOfferedSignIn = rowOf<OfferedSignIn, [codeSha256: string]>(`
  select organization.name as organization_name, person.name as person_name
  from sign_in_codes as code
  join people as person on person.organization_id = $1 and person.id = code.person_id
  join organizations as organization on organization.id = $1
  where code.organization_id = $1 and code.code_sha256 = decode($2, 'hex')
    and code.used_at is null and code.expires_at > statement_timestamp()`)
