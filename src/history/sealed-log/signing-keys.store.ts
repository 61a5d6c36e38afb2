import type { OrganizationTransaction } from '../../database/changes/organization-transaction.ts'
import type { TransactionSql } from '../../database/postgres/sql.ts'
import type { RequestDatabase } from '../../database/request-database.ts'
import type { NewSigningKey, SigningKeyRow } from './signing-key.ts'

// The keys belong to the vault and its operator, not to an organization.

const ALL = `
  select id, public_key, encrypted_private_key, created_at, retired_at, previous_key_id,
    previous_signature, signature
  from signing_keys order by created_at desc, id desc`

/** All signing keys, newest first, with those that are retired. */
export async function listSigningKeys(
  database: Pick<RequestDatabase, 'run'>,
): Promise<readonly SigningKeyRow[]> {
  return await database.run(null, (sql) => sql.query<SigningKeyRow[]>(ALL))
}

/** The same, as of the moment of a transaction. */
export async function signingKeysIn(tx: TransactionSql): Promise<readonly SigningKeyRow[]> {
  return await tx.query<SigningKeyRow[]>(ALL)
}

const RETIRED_AT = `
  select retired_at from signing_keys where id = $2 and $1::text is not null`

/** When the key ends or ended; null if it signs; undefined if it is gone. */
export async function keyRetiredAt(
  run: OrganizationTransaction['run'],
  keyId: string,
): Promise<Date | null | undefined> {
  const [row] = await run<{ retiredAt: Date | null }>(RETIRED_AT, [keyId])
  return row?.retiredAt
}

const INSERT = `
  insert into signing_keys (id, public_key, encrypted_private_key, previous_key_id,
    previous_signature, signature)
  values ($1, $2, $3, $4, $5, $6)
  on conflict ((retired_at is null)) where retired_at is null do nothing
  returning id`

/** Adds a key that signs; false if there is one already. */
export async function insertSigningKey(
  database: Pick<RequestDatabase, 'run'>,
  key: NewSigningKey,
): Promise<boolean> {
  const rows = await database.run(null, (sql) => sql.query(INSERT, valuesOf(key)))
  return rows.length === 1
}

function valuesOf(key: NewSigningKey) {
  const { id, publicKey, encryptedPrivateKey, previousKeyId, previousSignature, signature } = key
  return [id, publicKey, encryptedPrivateKey, previousKeyId, previousSignature, signature]
}

// Processes sign with it for a minute more, until they read the keys again.
const RETIRE = `
  update signing_keys set retired_at = now() + interval '2 minutes'
  where retired_at is null returning id`

/**
 * Retires the key that signs, and adds another one. A second caller waits for the first, and
 * retires the first one's key.
 * @param make makes the new key; it is given all that there are
 */
export async function replaceSigningKey(
  tx: TransactionSql,
  make: (keys: readonly SigningKeyRow[]) => NewSigningKey,
): Promise<void> {
  await tx.query('lock table signing_keys in share row exclusive mode')
  const made = make(await signingKeysIn(tx))
  await tx.query(RETIRE)
  await tx.query(INSERT, valuesOf(made))
}
