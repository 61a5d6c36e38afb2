import { changeOf } from '../../database/changes/change.ts'
import { rowOf, rowsOf } from '../../database/changes/row-of.ts'
import { type Database, decideChange } from '../../database/database.ts'
import { operatorFor } from '../../domain/caller.ts'
import { Refusal, sessionEnded } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import { SESSIONS_OF_ONE_MAX } from '../../domain/limits.ts'
import { currentPolicy } from '../organizations/organization-policy.ts'
import { lockPerson, lockPersonOfAccount } from '../people/person.ts'
import { newToken, tokenSha256 } from '../tokens/token-secret.ts'
import {
  endedEvents,
  endSession,
  findSessionOfId,
  type LockedSession,
  OPEN_SESSION,
} from './session.ts'
import { newSessionCookie } from './session-cookie.ts'

const HOUR_MS = 3_600_000

/** Proof of who signs in: a token, the identity provider's word for an account, or a code. */
export type SignInProof =
  | { readonly accessTokenId: string }
  | {
      readonly account: { readonly issuer: string; readonly subject: string }
      /** When the person proved who they are, by the provider's clock. */
      readonly authenticatedAt: Date
      /** That of the session to be: the word counts for one. */
      readonly sessionId: string
    }
  | { readonly codeSha256: string }

interface SignIn {
  readonly proof: SignInProof
  readonly secretSha256: string
  /** The browser's name for itself. */
  readonly userAgent: string | null
  readonly address: string
}

/**
 * A sign-in: always a new session, whatever cookie came with it. That of a person has a token of
 * its own, which events name and nobody has the secret of.
 */
export const BEGIN_SESSION = changeOf({
  name: 'begin_session',
  lock: async (tx, { proof }: SignIn) => {
    const policy = currentPolicy(tx)
    // A statement behind it may fail before this is waited for.
    policy.catch(() => undefined)
    const accessTokenId = 'accessTokenId' in proof ? proof.accessTokenId : ''
    const code = 'codeSha256' in proof ? await lockCode(tx, proof.codeSha256) : undefined
    const holder = accessTokenId === '' ? code : await lockSignIns(tx, accessTokenId)
    const person =
      'account' in proof
        ? await lockPersonOfAccount(tx, proof.account.issuer, proof.account.subject)
        : await lockPerson(tx, holder?.personId ?? '')
    return {
      ...{ policy, person },
      family: person && findFamilyOfSessions(tx, person.id),
      // Behind the person's row: of two who come with one word, the second sees its session.
      used: 'account' in proof ? findSessionOfId(tx, proof.sessionId) : undefined,
      oldest: lockOldestSessions(tx, person?.id ?? null, accessTokenId),
    }
  },
  judge: ({ input }, { policy, person, family, used, oldest }, { nowMs }) => {
    const { proof, secretSha256, userAgent, address } = input
    if ('codeSha256' in proof && person === undefined) return invalidCode()
    // Somebody took the account from its person meanwhile, or the word has its session.
    if ('account' in proof && (person === undefined || used !== undefined)) return sessionEnded()
    if (person?.status === 'suspended') return personSuspended()
    const lifetimeMs = policy.sessionMaxHours * HOUR_MS
    const authenticatedMs = 'account' in proof ? proof.authenticatedAt.getTime() : nowMs
    return {
      ...{ secretSha256, userAgent, address, lifetimeMs },
      id: 'account' in proof ? proof.sessionId : newId('sess'),
      accessTokenId: 'accessTokenId' in proof ? proof.accessTokenId : newId('tok'),
      personId: person?.id ?? null,
      familyId: family?.id ?? null,
      oldest,
      createdAt: new Date(nowMs),
      expiresAt: new Date(nowMs + lifetimeMs),
      // A provider's clock that is ahead makes no sign-in fresh for longer.
      signedInAt: new Date(Math.min(nowMs, authenticatedMs)),
    }
  },
  write: (tx, { input: { proof }, result }) => {
    const { id, secretSha256, personId, accessTokenId, createdAt, expiresAt } = result
    const { signedInAt, familyId, userAgent, address } = result
    const times = [createdAt, expiresAt]
    if (personId !== null && !('accessTokenId' in proof)) {
      // The token that stands for a person's session has a hash of nothing that anybody has.
      const sha256 = tokenSha256(newToken())
      const token = [accessTokenId, sha256, ...times, personId, id, signedInAt, familyId]
      void tx.run(INSERT_TOKEN, token)
      void tx.run(NOTE_SIGN_IN, [personId, createdAt])
    }
    if ('codeSha256' in proof) void tx.run(USE_CODE, [proof.codeSha256, createdAt])
    for (const session of result.oldest) endSession(tx, session, 'replaced')
    void tx.run(INSERT, [id, secretSha256, accessTokenId, ...times, userAgent, address, personId])
  },
  events: ({ requestId, result }) => {
    const { personId, accessTokenId: tokenId, id: sessionId, createdAt } = result
    if (personId === null) return []
    const subject = { type: 'access_token', id: tokenId } as const
    const data = { personId, sessionId }
    // The person acts by the token of the session.
    const by = { tokenId, requestId }
    return [
      { ...by, type: 'session.began', occurredAt: createdAt, subject, data },
      ...result.oldest.flatMap((session) => endedEvents(session, by)),
    ]
  },
})

export function invalidCode(): Refusal {
  return new Refusal('invalid_sign_in_code', {
    detail: 'The one-time code was used, has expired, or never was one: ask for a new link.',
    headers: { 'WWW-Authenticate': 'Bearer realm="vault-inventory"' },
  })
}

function personSuspended(): Refusal {
  return new Refusal('person_suspended', {
    detail: 'You are suspended: ask somebody who manages people.',
  })
}

/**
 * Finds the person of a token, null if it is no person's, and locks the sign-ins with it: of two,
 * the second counts the session of the first. Who ends a token locks its sessions before it, so
 * its row stays free.
 */
const lockSignIns = rowOf<{ personId: string | null }, [tokenId: string]>(`
  select person_id, pg_advisory_xact_lock(hashtextextended('sign-ins ' || id, 0)) is not null as lock
  from access_tokens
  where organization_id = $1 and id = $2`)

/** The token of the first session of a locked person: those of all others are of its family. */
const findFamilyOfSessions = rowOf<{ readonly id: string }, [personId: string]>(`
  select id from access_tokens
  where organization_id = $1 and person_id = $2 and session_id is not null and line_id is null
  order by created_at, id
  limit 1`)

const NOTE_SIGN_IN = `
  update people
  set state = 'active', last_signed_in_at = $3, version = version + 1
  where organization_id = $1 and id = $2`

const INSERT_TOKEN = `
  insert into access_tokens (organization_id, id, token_sha256, permissions, created_at, expires_at,
    person_id, session_id, signed_in_at, line_id)
  values ($1, $2, $3, '{}', $4, $5, $6, $7, $8, $9)`

/** Locks a code that can still be used; of two who use it, one finds it used. */
const lockCode = rowOf<{ readonly personId: string }, [codeSha256: string]>(`
  select person_id
  from sign_in_codes
  where organization_id = $1 and code_sha256 = decode($2, 'hex') and used_at is null
    and expires_at > statement_timestamp()
  for no key update`)

const USE_CODE = `
  update sign_in_codes set used_at = $3
  where organization_id = $1 and code_sha256 = decode($2, 'hex')`

/** Locks the sessions of an owner that end when one more begins: the oldest of too many. */
const lockOldestSessions = rowsOf<LockedSession, [personId: string | null, tokenId: string]>(`
  ${OPEN_SESSION} and (person_id = $2 or person_id is null and access_token_id = $3)
    and expires_at > statement_timestamp()
  order by created_at desc, id desc
  offset ${SESSIONS_OF_ONE_MAX - 1}
  for no key update`)

const INSERT = `
  insert into sessions (organization_id, id, secret_sha256, access_token_id, created_at,
    last_used_at, expires_at, user_agent, address, person_id)
  values ($1, $2, decode($3, 'hex'), $4, $5, $5, $6, $7, $8, $9)`

export const CODE_MINUTES = 10

interface CodeInput {
  readonly personId: string
  readonly codeSha256: string
  readonly lifetimeMs: number
}

const INSERT_CODE = `
  insert into sign_in_codes (organization_id, code_sha256, person_id, expires_at)
  values ($1, decode($2, 'hex'), $3, $4)`

const ISSUE_SIGN_IN_CODE = changeOf({
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
