import { setTimeout as delay } from 'node:timers/promises'
import { newSigningKey } from '../../../src/sealed-log/signing-key.ts'
import { insertSigningKey } from '../../../src/sealed-log/signing-keys.store.ts'
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
      select (select count(*) from events where organization_id = ${organizationId})::float8 as events,
        (select count(*) from event_seals where organization_id = ${organizationId})::float8 as seals`
    if (row !== undefined && row.events === row.seals) return row.events
    if (Date.now() > endsAt) throw new Error(`not sealed: ${JSON.stringify(row)}`)
    await delay(50)
  }
}
