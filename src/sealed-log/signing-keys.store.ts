import type { TransactionSql } from 'postgres'
import type { RequestDatabase } from '../database/request-database.ts'
import type { SigningKeyRow } from './signing-key.ts'

// The keys belong to the vault and its operator, not to an organization.

type NewKey = Pick<SigningKeyRow, 'id' | 'publicKey' | 'encryptedPrivateKey'>

const ALL = `
  select id, public_key, encrypted_private_key, created_at, retired_at
  from signing_keys order by created_at desc, id desc`

/** All signing keys, newest first, with those that are retired. */
export async function listSigningKeys(
  database: Pick<RequestDatabase, 'run'>,
): Promise<readonly SigningKeyRow[]> {
  return await database.run(null, (sql) => sql.unsafe<SigningKeyRow[]>(ALL))
}

/** The same, as of the moment of a transaction. */
export async function signingKeysIn(tx: TransactionSql): Promise<readonly SigningKeyRow[]> {
  return await tx.unsafe<SigningKeyRow[]>(ALL)
}

const INSERT = `
  insert into signing_keys (id, public_key, encrypted_private_key) values ($1, $2, $3)
  on conflict ((retired_at is null)) where retired_at is null do nothing
  returning id`

/** Adds a key that signs; false if there is one already. */
export async function insertSigningKey(
  database: Pick<RequestDatabase, 'run'>,
  { id, publicKey, encryptedPrivateKey }: NewKey,
): Promise<boolean> {
  const rows = await database.run(null, (sql) =>
    sql.unsafe(INSERT, [id, publicKey, encryptedPrivateKey]),
  )
  return rows.length === 1
}

// Processes sign with it for a minute more, until they read the keys again.
const RETIRE = `
  update signing_keys set retired_at = now() + interval '2 minutes'
  where retired_at is null returning id`

/**
 * Retires the key that signs, and adds another one. A second caller waits for the first, and
 * retires the first one's key.
 * @returns the id of the retired key; undefined if none signed
 */
export async function replaceSigningKey(
  tx: TransactionSql,
  { id, publicKey, encryptedPrivateKey }: NewKey,
): Promise<string | undefined> {
  await tx`lock table signing_keys in share row exclusive mode`
  const [retired] = await tx.unsafe<{ id: string }[]>(RETIRE)
  await tx.unsafe(INSERT, [id, publicKey, encryptedPrivateKey])
  return retired?.id
}
