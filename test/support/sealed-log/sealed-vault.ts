import { setTimeout as delay } from 'node:timers/promises'
import { signCheckpoint } from '../../../src/sealed-log/sign-checkpoint.ts'
import { newSigningKey } from '../../../src/sealed-log/signing-key.ts'
import { insertSigningKey } from '../../../src/sealed-log/signing-keys.store.ts'
import { SigningKeys } from '../../../src/sealed-log/signing-keys.ts'
import type { Secrets } from '../../../src/secrets/secrets.ts'
import type { TestVault } from '../vault/vault.ts'

/** Makes the key that the service of this vault signs with; returns its id. */
export async function makeSigningKey({ app, database }: TestVault): Promise<string> {
  const key = newSigningKey(app.secrets as Secrets)
  await insertSigningKey(database, key)
  return key.id
}

/** Waits until the service has sealed all events of the organization; returns their number. */
export async function allSealed({ sql }: TestVault, organizationId: string): Promise<number> {
  const endsAt = Date.now() + 30_000
  for (;;) {
    const [row] = await sql<{ events: number; seals: number }[]>`
      select count(*)::float8 as events, count(chain_hash)::float8 as seals
      from events left join event_seals using (organization_id, number)
      where organization_id = ${organizationId}`
    if (row !== undefined && row.events === row.seals) return row.events
    if (Date.now() > endsAt) throw new Error(`not sealed: ${JSON.stringify(row)}`)
    await delay(50)
  }
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
  const signer = await new SigningKeys(database, app.secrets).signer()
  const row = signCheckpoint(organizationId, { number: sequence, ...seal }, at, signer)
  await sql`insert into event_checkpoints ${sql({ ...row })}`
}
