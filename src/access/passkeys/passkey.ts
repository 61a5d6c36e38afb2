import { type Static, Type } from 'typebox'
import {
  type OrganizationTransaction,
  runnerOf,
} from '../../database/changes/organization-transaction.ts'
import { rowOf } from '../../database/changes/row-of.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { Caller, PersonCaller } from '../../domain/caller.ts'
import { Refusal, unknownRecord } from '../../domain/errors.ts'
import {
  columnsOf,
  instant,
  NOT_BLANK,
  namedObject,
  type RowOf,
  recordId,
  responseMaker,
} from '../../domain/fields.ts'
import { EXAMPLE_IDS } from '../../domain/ids.ts'
import { PASSKEY_NAME_LENGTH_MAX, PASSKEY_TRANSPORTS_MAX } from '../../domain/limits.ts'
import { type Assertion, CREDENTIAL_ID } from './assertion.ts'

export const PASSKEY_NAME = Type.String({
  description: 'Name that tells it from the other passkeys of the person.',
  'x-violation-unstorable': true,
  ...NOT_BLANK,
  maxLength: PASSKEY_NAME_LENGTH_MAX,
  examples: ['Security key in the safe'],
})

export const TRANSPORTS = Type.Array(
  Type.String({ pattern: '^[a-z-]{1,32}$', examples: ['internal'] }),
  {
    title: 'PasskeyTransports',
    description: 'Ways to reach the authenticator, as the browser named them.',
    maxItems: PASSKEY_TRANSPORTS_MAX,
    examples: [['internal']],
  },
)

export const PASSKEY = namedObject(
  'Passkey',
  'A passkey of a person, whose private half their device keeps.',
  {
    id: recordId('Identifier of the passkey.', EXAMPLE_IDS.passkey),
    personId: recordId('The person.', EXAMPLE_IDS.person),
    name: PASSKEY_NAME,
    credentialId: CREDENTIAL_ID,
    algorithm: Type.Integer({
      description: 'Its algorithm, a number of COSE: -7 ES256, -8 EdDSA, -257 RS256.',
      examples: [-7],
    }),
    transports: TRANSPORTS,
    createdAt: instant('it was registered', '2026-11-21T08:30:00.000Z'),
  },
)

export type PasskeyRow = RowOf<Static<typeof PASSKEY>>

export const PASSKEY_COLUMNS = columnsOf(PASSKEY)

export const toPasskey = responseMaker(PASSKEY)

export const passkeyNotFound = unknownRecord('passkey_not_found', 'passkey')

/** The caller as a person. @throws {Refusal} if the token is a machine's */
export function personOf(caller: Caller): PersonCaller {
  const { personId } = caller
  if (personId !== undefined) return { ...caller, personId }
  throw new Refusal('person_required', {
    detail: 'Passkeys belong to people, and this token to none: sign in as a person.',
  })
}

/** A passkey with its public half. */
interface StoredPasskey extends PasskeyRow {
  readonly publicKey: Buffer
  readonly rpId: string
  readonly signCount: number
}

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

const LOCK_SIGNER = `
  select ${PASSKEY_COLUMNS}, public_key, rp_id, sign_count::float8 as sign_count
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
