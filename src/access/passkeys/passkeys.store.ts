import {
  type OrganizationTransaction,
  runnerOf,
} from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import { findById } from '../../database/find-by-id.ts'
import { KeysetPages } from '../../database/keyset-page.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller, PersonCaller } from '../../domain/caller.ts'
import { NEWEST_FIRST } from '../../domain/pagination.ts'
import type { Assertion } from './assertion.ts'
import { PASSKEY_COLUMNS, type PasskeyRow } from './passkey.ts'

/** A passkey with its public half. */
export interface StoredPasskey extends PasskeyRow {
  readonly publicKey: Buffer
  readonly rpId: string
  readonly signCount: number
}

const STORED_COLUMNS = `${PASSKEY_COLUMNS}, public_key, rp_id, sign_count::float8 as sign_count`

/** The passkeys of a person, newest first; `$2` is the person. */
export const PASSKEY_PAGES = new KeysetPages<PasskeyRow>({
  order: NEWEST_FIRST,
  columns: ['passkey.created_at', 'passkey.id'],
  conditions: {},
  select: ({ where, rows }) => `
    select ${PASSKEY_COLUMNS}
    from passkeys as passkey
    where organization_id = $1 and person_id = record.id and removed_at is null ${where}
    ${rows}`,
  // The statement names its row `record`.
  recordTable: 'people',
})

const OWN = `
  select ${PASSKEY_COLUMNS}
  from passkeys
  where organization_id = $1 and person_id = $2 and removed_at is null
  order by created_at desc, id desc`

/** All passkeys of the caller: they are few, and a machine has none. */
export async function ownPasskeys(
  caller: Caller,
  database: RequestDatabase,
): Promise<PasskeyRow[]> {
  const { personId } = caller
  if (personId === undefined) return []
  return await database.run(caller, (sql) => runnerOf(caller, sql).run<PasskeyRow>(OWN, [personId]))
}

const findName = findById<{ name: string }>(
  'select name from people where organization_id = $1 and id = $2',
)

export async function personName(caller: PersonCaller, database: RequestDatabase): Promise<string> {
  const person = await findName(caller, database, caller.personId)
  return person?.name ?? ''
}

export interface PasskeysBefore {
  /** Passkeys of the person. */
  readonly count: number
  /** Whether the passkey was registered before, by anybody, also if it was removed. */
  readonly isKnown: boolean
  /** Whether a passkey has the id that this one is to have. */
  readonly isMade: boolean
}

/** Lock the person before, so that their passkeys are counted one request after the other. */
export const countPasskeys = rowOf<
  PasskeysBefore,
  [personId: string, credentialId: string, id: string]
>(`
  select
    (select count(*) from passkeys
      where organization_id = $1 and person_id = $2 and removed_at is null)::integer as count,
    exists (select from passkeys where organization_id = $1 and credential_id = $3) as is_known,
    exists (select from passkeys where organization_id = $1 and id = $4) as is_made`)

const INSERT = `
  insert into passkeys (organization_id, id, person_id, credential_id, public_key, algorithm, rp_id,
    name, transports, sign_count, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10::float8::bigint, $11)`

export function insertPasskey(tx: OrganizationTransaction, passkey: StoredPasskey): void {
  const { id, personId, credentialId, publicKey, algorithm, rpId, name, transports } = passkey
  const key = [credentialId, publicKey, algorithm, rpId]
  const made = [passkey.signCount, passkey.createdAt.toISOString()]
  void tx.run(INSERT, [id, personId, ...key, name, transports, ...made])
}

const lock = rowOf<PasskeyRow, [id: string, personId: string]>(`
  select ${PASSKEY_COLUMNS}
  from passkeys
  where organization_id = $1 and id = $2 and person_id = $3 and removed_at is null
  for no key update`)

/**
 * Locks a passkey of that person. An approval that it signs holds the same lock: it is in the log
 * before the removal, or is refused.
 */
export async function lockPasskey(
  tx: OrganizationTransaction,
  { id, personId }: { readonly id: string; readonly personId: string },
): Promise<PasskeyRow | undefined> {
  return await lock(tx, id, personId)
}

const REMOVE = `
  update passkeys
  set removed_at = $3, removed_by_token_id = $4
  where organization_id = $1 and id = $2`

export function removePasskey(
  tx: OrganizationTransaction,
  { id, at, tokenId }: { readonly id: string; readonly at: Date; readonly tokenId: string | null },
): void {
  void tx.run(REMOVE, [id, at.toISOString(), tokenId])
}

const LOCK_SIGNER = `
  select ${STORED_COLUMNS}
  from passkeys
  where organization_id = $1 and credential_id = any($2::text[]) and removed_at is null
  order by credential_id
  for no key update`

/** Passkeys by the ids of their authenticators. */
export type Signers = ReadonlyMap<string, StoredPasskey>

/** Locks the passkeys that signed these approvals. */
export async function lockSigners(
  tx: OrganizationTransaction,
  approvals: readonly {
    readonly proof?: { readonly assertion: Pick<Assertion, 'credentialId'> } | undefined
  }[],
): Promise<Signers> {
  const ids = approvals.flatMap(({ proof }) => proof?.assertion.credentialId ?? [])
  const rows = ids.length === 0 ? [] : await tx.run<StoredPasskey>(LOCK_SIGNER, [ids])
  return new Map(rows.map((row) => [row.credentialId, row]))
}
