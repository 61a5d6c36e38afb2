import { operatorFor } from '../../../src/domain/caller.ts'
import { signCheckpoint } from '../../../src/history/sealed-log/event-checkpoint.ts'
import { sealUpTo } from '../../../src/history/sealed-log/seal-events.ts'
import { insertSigningKey, newSigningKey } from '../../../src/history/sealed-log/signing-key.ts'
import { SigningKeys } from '../../../src/history/sealed-log/signing-keys.ts'
import type { Secrets } from '../../../src/runtime/secrets/secrets.ts'
import type { TestVault } from '../vault/vault.ts'

/** Makes the key that the service of this vault signs with; returns its id. */
export async function makeSigningKey({ app, database }: TestVault): Promise<string> {
  const key = newSigningKey(app.secrets as Secrets)
  await insertSigningKey(database, key)
  return key.id
}

/** Seals all events of the organization, beside the service's job; returns their number. */
export async function allSealed(
  { database, sql }: TestVault,
  organizationId: string,
): Promise<number> {
  const [row] = await sql<[{ events: number }]>`
    select count(*)::float8 as events from events where organization_id = ${organizationId}`
  const options = { signal: AbortSignal.timeout(30_000), progress: () => undefined }
  await sealUpTo(operatorFor(organizationId), database, row.events, options)
  return row.events
}

/** Signs the chain up to that event, which is sealed. */
export async function signUpTo(
  { app, database, sql }: TestVault,
  organizationId: string,
  sequence: number,
  at = new Date(),
): Promise<void> {
  const [seal] = await sql<[{ chainHash: Buffer }]>`
    select chain_hash from event_seals
    where organization_id = ${organizationId} and number = ${sequence}`
  const { signer } = await new SigningKeys(database, app.secrets).forSigning()
  const row = signCheckpoint(organizationId, { number: sequence, ...seal }, at, signer)
  await sql`insert into event_checkpoints ${sql({ ...row })}`
}
