import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import canonicalize from 'canonicalize'
import { World } from '../support/catalogue/world.ts'
import { personWithToken, registeredPasskey } from '../support/passkeys/person-setup.ts'
import { openVault } from '../support/vault/vault.ts'

const vault = await openVault()
const { api, records, sql } = vault
const organizationId = await records.organization()
const world = new World(sql, records)
const sha256 = (document: unknown) => createHash('sha256').update(canonicalize(document) as string)

test('Get Transfer Approval shows what is approved, and the challenge that its hash is', async () => {
  const ada = await personWithToken(vault, organizationId)
  const { authenticator } = await registeredPasskey(vault, ada)
  const id = await world.pendingTransfer(organizationId)
  await sql`update inventory_items set declared_value_cents = 125000 where active_transfer_id = ${id}`
  const [item] = await sql`select id from inventory_items where active_transfer_id = ${id}`
  const { body } = await api.get(`/v1/transfers/${id}/approval`, ada)
  const { content, contentSha256, challenge, passkeys } = body.data
  assert.deepEqual(content, {
    format: 'vault-inventory-approval-1',
    ...{ organizationId, type: 'transfer', id, version: 1, totalItems: 1 },
    itemsSha256: sha256([item?.id]).digest('hex'),
    declaredValueCents: '125000',
    fromFboAccountId: await world.account(organizationId),
    toFboAccountId: await world.otherAccount(organizationId),
  })
  assert.equal(contentSha256, sha256(content).digest('hex'))
  assert.equal(challenge, sha256(content).digest('base64url'))
  const { credentialId } = authenticator
  assert.deepEqual(passkeys, [{ credentialId, transports: ['internal'] }])
  const { token } = await records.token(organizationId)
  const { body: machines } = await api.get(`/v1/transfers/${id}/approval`, { token })
  assert.deepEqual(machines.data, { ...body.data, passkeys: [] })
})

test('An auditor recomputes the hash of the items as CUSTODY says', async () => {
  const { token } = await records.token(organizationId)
  const batch = await world.pendingTransfer(organizationId)
  const read = async (path: string) => (await api.get(path, { token })).body.data
  const expression = /jq -cj '\[\.data\[\]\.(\w+)\] \| sort'/
  const [, member] = expression.exec(readFileSync('docs/CUSTODY.md', 'utf8')) as string[]
  const items: Record<string, string>[] = await read(`/v1/transfers/${batch}/items?limit=100`)
  const ids = items.map((item) => item[member as string]).toSorted()
  const { content } = await read(`/v1/transfers/${batch}/approval`)
  assert.equal(sha256(ids).digest('hex'), content.itemsSha256)
})
