import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operatorFor } from '../../src/domain/caller.ts'
import { CheckedChains } from '../../src/history/sealed-log/checked-chains.ts'
import { tryCheckpoint } from '../../src/history/sealed-log/create-event-checkpoint.ts'
import { signCheckpoint } from '../../src/history/sealed-log/event-checkpoint.ts'
import { SigningKeys } from '../../src/history/sealed-log/signing-keys.ts'
import { verifyVault } from '../../src/operator/verify/verify-vault.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { database, records, sql } = vault

test('a key that was retired meanwhile signs nothing, and verify reports what it signed', async (t) => {
  const organizationId = await records.organization()
  await sql`
    insert into events (organization_id, number, type, occurred_at, system, subject_type,
      subject_id, data)
    select ${organizationId}, number, 'transfer.completed', now(), 'expiry', 'transfer', 'xfer_1', '{}'
    from generate_series(1, 2) as number`
  await allSealed(vault, organizationId)
  const observer = { contradicted: () => undefined, signed: () => undefined }
  const keys = new SigningKeys(database, vault.app.secrets)
  const chains = new CheckedChains(keys, observer)
  const signing = await chains.signing()
  const { keyId } = signing.signer
  const [key] = await sql<[{ retiredAt: Date }]>`
    update signing_keys set retired_at = now() - interval '1 second' where id = ${keyId}
    returning retired_at`
  try {
    // The key ended after it was read.
    t.mock.method(chains, 'signing', async () => signing)
    const caller = operatorFor(organizationId)
    assert.equal(await tryCheckpoint(caller, database, chains, 'sealing'), undefined)
    const [seal] = await sql<[{ chainHash: Buffer }]>`
      select chain_hash from event_seals
      where organization_id = ${organizationId} and number = 2`
    const late = signCheckpoint(organizationId, { number: 2, ...seal }, new Date(), signing.signer)
    await sql`insert into event_checkpoints ${sql({ ...late })}`
    const { signal } = new AbortController()
    const { violations } = await verifyVault(database, [organizationId], signal)
    const found = violations.map(({ check, wrong }) => [check, wrong])
    const end = key.retiredAt.toISOString()
    const why = `its key ${keyId} was retired before, at ${end}`
    const wrong = `has a checkpoint that does not verify: ${why}`
    assert.deepEqual(found, [['sealed_log_differs', wrong]])
  } finally {
    await sql`update signing_keys set retired_at = null where id = ${keyId}`
  }
})
