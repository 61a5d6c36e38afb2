import { unbatchedChange } from '../../database/changes/unbatched-change.ts'
import { Refusal, sessionEnded } from '../../domain/errors.ts'
import { newId } from '../../domain/ids.ts'
import { currentPolicy } from '../organizations/current-policy.store.ts'
import {
  lockPerson,
  lockPersonOfAccount,
  type ProviderAccount,
} from '../people/lock-person.store.ts'
import { newToken, tokenSha256 } from '../tokens/token-secret.ts'
import { endedEvents } from './end-session.ts'
import { endSession, findSessionOfId, insertSession, lockOldestSessions } from './session.store.ts'
import {
  findFamilyOfSessions,
  insertSessionToken,
  lockCode,
  lockSignIns,
  notePersonSignIn,
  useCode,
} from './sign-in.store.ts'

const HOUR_MS = 3_600_000

/** Proof of who signs in: a token, the identity provider's word for an account, or a code. */
export type SignInProof =
  | { readonly accessTokenId: string }
  | {
      readonly account: ProviderAccount
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
export const BEGIN_SESSION = unbatchedChange({
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
        ? await lockPersonOfAccount(tx, proof.account)
        : await lockPerson(tx, holder?.personId ?? '')
    const owner = { personId: person?.id ?? null, accessTokenId }
    return {
      ...{ policy, person },
      family: person && findFamilyOfSessions(tx, person.id),
      // Behind the person's row: of two who come with one word, the second sees its session.
      used: 'account' in proof ? findSessionOfId(tx, proof.sessionId) : undefined,
      oldest: lockOldestSessions(tx, owner),
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
  write: (tx, { input, result }) => {
    const { personId, createdAt } = result
    if (personId !== null && !('accessTokenId' in input.proof)) {
      insertSessionToken(tx, result, tokenSha256(newToken()))
      notePersonSignIn(tx, personId, createdAt)
    }
    if ('codeSha256' in input.proof) useCode(tx, input.proof.codeSha256, createdAt)
    for (const session of result.oldest) endSession(tx, session, 'replaced')
    insertSession(tx, result)
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

export function personSuspended(): Refusal {
  return new Refusal('person_suspended', {
    detail: 'You are suspended: ask somebody who manages people.',
  })
}
