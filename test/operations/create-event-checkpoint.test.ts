import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { verifiersOf, whyUnsigned } from '../../src/history/sealed-log/event-checkpoint.ts'
import {
  insertSigningKey,
  newSigningKey,
  type PublicJwk,
} from '../../src/history/sealed-log/signing-key.ts'
import { Secrets } from '../../src/runtime/secrets/secrets.ts'
import { makeEvents } from '../support/operations/webhook-setup.ts'
import { eventually } from '../support/processes/embedded-directory.ts'
import { allSealed, makeSigningKey, signUpTo } from '../support/sealed-log/sealed-vault.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const vault = await openOwnVault({}, { signingKey: false })
const { api, records } = vault
const path = '/v1/event-checkpoints'

test('Create Event Checkpoint is refused while the vault has no key to sign with', async () => {
  const { token } = await records.owner()
  const response = await withoutWriting(records, () => api.post(path, { token }))
  assertRefused(response, {
    status: 409,
    code: 'signing_key_missing',
    detail:
      "The vault has no key to sign with: the vault's operator sets SECRETS_KEY and makes one " +
      'with vault-inventory signing-key create.',
    instance: path,
  })
})

test('A key of another SECRETS_KEY, as after a restore, is refused and says what to do', async () => {
  const restored = await openOwnVault({}, { signingKey: false })
  const key = newSigningKey(new Secrets(() => [randomBytes(32)]))
  await insertSigningKey(restored.database, key)
  const { token } = await restored.records.owner()
  const response = await withoutWriting(restored.records, () => restored.api.post(path, { token }))
  assertRefused(response, {
    ...{ status: 409, code: 'signing_key_missing', instance: path },
    detail:
      `SECRETS_KEY does not decrypt the vault's key ${key.id}: the vault's operator adds the key ` +
      'that encrypted it to SECRETS_KEY, or makes a new one with vault-inventory signing-key rotate.',
  })
})

test('Create Event Checkpoint signs the chain over all sealed events', async () => {
  const keyId = await makeSigningKey(vault)
  const { organizationId, token } = await records.owner()
  await makeEvents(api, token, 2)
  const sequence = await allSealed(vault, organizationId)
  const { data: events } = (await api.get('/v1/events', { token })).body
  assert.equal(events.length, sequence)
  // The chain, by its definition: JSON of sorted members is the canonical form of these events.
  let hash = Buffer.alloc(32)
  for (const [index, { chainHash, actor, ...event }] of events.entries()) {
    assert.equal(event.sequence, index + 1)
    hash = createHash('sha256')
      .update(hash)
      .update(sorted({ ...event, actor: sealed(actor) }))
      .digest()
    assert.equal(hash.toString('hex'), chainHash)
  }

  const created = await api.post(path, { token })
  assert.equal(created.status, 201, created.text)
  const { at, signature, ...rest } = created.body.data
  const format = 'vault-inventory-checkpoint-1'
  assert.deepEqual(rest, {
    format,
    organizationId,
    sequence,
    chainHash: hash.toString('hex'),
    keyId,
  })
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000)
  // Without a token.
  const { body, headers } = await api.get('/.well-known/vault-keys.json')
  assert.equal(headers.get('cache-control'), 'public, max-age=60')
  const { keys } = body
  assert.deepEqual(keys, [
    { kty: 'OKP', crv: 'Ed25519', kid: keyId, use: 'sig', alg: 'EdDSA', x: keys[0].x },
  ])
  const verifiers = verifiersOf(keys as PublicJwk[])
  assert.equal(whyUnsigned(created.body.data, verifiers), undefined)
  const altered = { ...created.body.data, sequence: sequence + 1 }
  assert.equal(whyUnsigned(altered, verifiers), 'it was altered')
  assert.equal(signature.length, 88)

  const again = await api.post(path, { token })
  assert.deepEqual([again.status, again.body], [201, created.body])
  const listed = await api.get(path, { token })
  assert.deepEqual(listed.body.data, [created.body.data])
})

test('a checkpoint serves for an hour, and as long as its key signs', async () => {
  const { organizationId, token } = await records.owner()
  await makeEvents(api, token, 1)
  const sequence = await allSealed(vault, organizationId)
  await signUpTo(vault, organizationId, sequence, new Date(Date.now() - 3_600_000))
  const first = (await api.post(path, { token })).body.data
  assert.equal((await api.get(path, { token })).body.data.length, 2)
  assert.deepEqual((await api.post(path, { token })).body.data, first)
  // The event of the checkpoint is sealed, and is no reason for another one.
  assert.equal(await allSealed(vault, organizationId), sequence + 1)
  assert.deepEqual((await api.post(path, { token })).body.data, first)
  assert.equal((await api.get(path, { token })).body.data.length, 2)
})

test('a checkpoint is an event and a line of the log, each with all of it', async () => {
  const { organizationId, token, id: tokenId } = await records.owner()
  const created = await api.post(path, { token })
  assert.equal(created.status, 201, created.text)
  const checkpoint = created.body.data
  const type = 'event_checkpoint.created'
  const { data: events } = (await api.get(`/v1/events?type=${type}`, { token })).body
  const [{ occurredAt, actor, subject, data }, ...more] = events
  assert.deepEqual([occurredAt, data, more], [checkpoint.at, { checkpoint }, []])
  assert.deepEqual(actor, { tokenId, owner: null, person: null, system: null })
  assert.deepEqual(subject, { type: 'organization', id: organizationId })
  const isLine = (line: string) => line.includes(checkpoint.signature)
  await eventually(async () => vault.logLines.some(isLine), 'a line of the log')
  const [line] = vault.logLines.filter(isLine).map((text) => JSON.parse(text))
  assert.deepEqual(
    [line.level, line.msg, line.checkpoint],
    ['info', 'event checkpoint signed', checkpoint],
  )
})

/** The chain holds no names. */
function sealed({ owner, person, ...actor }: { owner: string | null; person: null }): object {
  return actor
}

function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, of]) => `${JSON.stringify(name)}:${sorted(of)}`).join(',')}}`
}
