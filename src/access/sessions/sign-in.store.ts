import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import type { NewSession } from './session.store.ts'

/**
 * Finds the person of a token, null if it is no person's, and locks the sign-ins with it: of two,
 * the second counts the session of the first. Who ends a token locks its sessions before it, so
 * its row stays free.
 */
export const lockSignIns = rowOf<{ personId: string | null }, [tokenId: string]>(`
  select person_id, pg_advisory_xact_lock(hashtextextended('sign-ins ' || id, 0)) is not null as lock
  from access_tokens
  where organization_id = $1 and id = $2`)

/** The token of the first session of a locked person: those of all others are of its family. */
export const findFamilyOfSessions = rowOf<{ readonly id: string }, [personId: string]>(`
  select id from access_tokens
  where organization_id = $1 and person_id = $2 and session_id is not null and line_id is null
  order by created_at, id
  limit 1`)

const NOTE_SIGN_IN = `
  update people
  set state = 'active', last_signed_in_at = $3, version = version + 1
  where organization_id = $1 and id = $2`

export function notePersonSignIn(tx: OrganizationTransaction, id: string, at: Date): void {
  void tx.run(NOTE_SIGN_IN, [id, at.toISOString()])
}

const INSERT_TOKEN = `
  insert into access_tokens (organization_id, id, token_sha256, permissions, created_at, expires_at,
    person_id, session_id, signed_in_at, line_id)
  values ($1, $2, $3, '{}', $4, $5, $6, $7, $8, $9)`

/** Stores the token that stands for a person's session, with a hash of nothing that anybody has. */
export function insertSessionToken(
  tx: OrganizationTransaction,
  session: NewSession & { readonly signedInAt: Date; readonly familyId: string | null },
  sha256: Buffer,
): void {
  void tx.run(INSERT_TOKEN, [
    session.accessTokenId,
    sha256,
    session.createdAt.toISOString(),
    session.expiresAt.toISOString(),
    session.personId,
    session.id,
    session.signedInAt.toISOString(),
    session.familyId,
  ])
}

const INSERT_CODE = `
  insert into sign_in_codes (organization_id, code_sha256, person_id, expires_at)
  values ($1, decode($2, 'hex'), $3, $4)`

export interface NewCode {
  readonly codeSha256: string
  readonly personId: string
  readonly expiresAt: Date
}

export function insertCode(tx: OrganizationTransaction, code: NewCode): void {
  void tx.run(INSERT_CODE, [code.codeSha256, code.personId, code.expiresAt.toISOString()])
}

/** Locks a code that can still be used; of two who use it, one finds it used. */
export const lockCode = rowOf<{ readonly personId: string }, [codeSha256: string]>(`
  select person_id
  from sign_in_codes
  where organization_id = $1 and code_sha256 = decode($2, 'hex') and used_at is null
    and expires_at > statement_timestamp()
  for no key update`)

const USE_CODE = `
  update sign_in_codes set used_at = $3
  where organization_id = $1 and code_sha256 = decode($2, 'hex')`

export function useCode(tx: OrganizationTransaction, codeSha256: string, at: Date): void {
  void tx.run(USE_CODE, [codeSha256, at.toISOString()])
}

/** Shown before a code is used: a link can come from anybody. */
export interface OfferedSignIn {
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
