import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { issueSignInCode } from '../../src/access/sessions/begin-session.ts'
import { VAULT_TABLES } from '../../src/database/vault-tables.ts'
import { secretsKeys } from '../../src/runtime/config/setting-values.ts'
import { openReal, tradeSession } from '../support/identity-provider/sign-in-setup.ts'
import { registeredPasskey } from '../support/passkeys/person-setup.ts'
import { runCommand } from '../support/processes/command.ts'
import { temporaryDirectory } from '../support/processes/embedded-directory.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { TestBrowser } from '../support/vault/browser.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import { openOwnVault } from '../support/vault/vault.ts'

// Checks pass over what is younger than a grace: what each feature writes is looked at behind it.

const SECRETS_KEY = randomBytes(32).toString('base64')
const vault = await openOwnVault({
  SECRETS_KEY: secretsKeys(SECRETS_KEY),
  IDENTITY_PROVIDER_ALLOW_HTTP: true,
  IDENTITY_PROVIDER_ALLOWED_NETWORKS: ['127.0.0.0/8'],
})
const { api, database, ownerConnection, records, sql, url } = vault
const env = { DATABASE_URL: databaseUrlOf(ownerConnection), SECRETS_KEY }

/** Sealed for good, with their moments. */
const SEALED = ['events', 'event_seals', 'event_checkpoints', 'signing_keys']

/** As if two minutes had passed. */
async function later(): Promise<void> {
  const columns = await sql<{ table: string; sets: string }[]>`
    select table_name as table,
      string_agg(format('%1$I = %1$I - interval ''2 minutes''', column_name), ', ') as sets
    from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone'
      and is_generated = 'NEVER' and not (column_name = any(${['expires_at', 'ends_at']}))
      and table_name = any(${VAULT_TABLES.filter((name) => !SEALED.includes(name))})
    group by table_name`
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    for (const { table, sets } of columns) await tx.query(`update ${table} set ${sets}`)
  })
}

async function ask(token: string, method: string, path: string, body?: object) {
  const response = await api.request(method, `/v1/${path}`, { token, ...(body && { body }) })
  assert.ok(response.status < 300, `${method} ${path}: ${response.text}`)
  return response.body.data
}

/** A person's bearer, by a one-time code. */
async function codeSignIn(organizationId: string): Promise<string> {
  const personId = await records.person(organizationId)
  const code = await issueSignInCode(database, organizationId, { personId })
  const browser = new TestBrowser(url)
  assert.equal((await browser.send('POST', '/session', { code })).status, 204)
  return await browser.trade()
}

test('What each feature writes passes every check of verify once its grace is over', async (t) => {
  const person = { email: 'ada@example.com', email_verified: true, name: 'Ada' }
  const { organizationId, signIn } = await openReal(vault, { ada: person })
  await records.person(organizationId, { email: person.email, state: 'invited' })
  const { token } = await records.token(organizationId)
  await new TestBrowser(url).signIn(token)
  const ada = await tradeSession((await signIn('ada')).agent, url)
  const bo = await codeSignIn(organizationId)
  const items: string[] = []
  let from = ''
  let to = ''
  const transfer = (id: string | undefined) => {
    const body = {
      fromFboAccountId: from,
      toFboAccountId: to,
      items: [{ inventoryItemId: id, reason: 'trade' }],
    }
    return ask(ada, 'POST', 'transfers', body)
  }
  const features: (() => Promise<unknown>)[] = [
    async () => {
      for (const businessName of ['One', 'Two']) {
        ;[from, to] = [to, (await ask(ada, 'POST', 'fbo-accounts', { businessName })).id]
      }
      for (let made = 0; made < 6; made += 1) {
        const body = { fboAccountId: from, declaredValueCents: '100' }
        items.push((await ask(ada, 'POST', 'inventory-items', body)).id)
      }
    },
    async () => {
      await ask(ada, 'PATCH', `fbo-accounts/${to}`, { businessName: 'Three' })
      await ask(ada, 'POST', `fbo-accounts/${to}/set-insured-maximum`, {
        maxInsuredValueCents: '5000',
        reason: 'Insured',
      })
      await ask(ada, 'POST', `fbo-accounts/${to}/make-primary`, { reason: 'Moved' })
      await ask(ada, 'PATCH', `inventory-items/${items[0]}`, { description: 'Slab' })
    },
    async () => {
      const csv = [
        ['fbo_accounts', 'id,businessName\nimported_1,Imported\n'],
        [
          'inventory_items',
          'id,fboAccountId,status,createdAt\nimported_2,imported_1,in_vault,2024-02-29T12:00:00Z\n,imported_1,on_hold,\n',
        ],
      ] as const
      for (const [type, rawBody] of csv) {
        const headers = { 'content-type': 'text/csv' }
        const { status, text } = await api.post(`/v1/imports?type=${type}`, {
          token,
          headers,
          rawBody,
        })
        assert.equal(status, 201, text)
      }
    },
    async () => {
      const role = await ask(ada, 'POST', 'roles', {
        name: 'Clerk',
        permissions: ['transfer_batches:read'],
      })
      const { id } = await ask(ada, 'POST', 'people', {
        email: 'c@example.com',
        name: 'C',
        roles: [role.id],
      })
      await ask(ada, 'POST', `people/${id}/suspend`)
      const issued = await ask(ada, 'POST', 'access-tokens', {
        owner: 'Machine',
        permissions: ['events:read'],
      })
      await ask(ada, 'POST', `access-tokens/${issued.id}/rotate`, { graceDays: 1 })
    },
    async () => {
      const { id } = await ask(ada, 'POST', 'webhook-endpoints', {
        url: 'https://example.com/hook',
      })
      await ask(ada, 'POST', `webhook-endpoints/${id}/send-test`)
      await ask(ada, 'POST', `webhook-endpoints/${id}/rotate-secret`, {})
    },
    async () => {
      const body = {
        items: [{ inventoryItemId: items[0], declaredValueCents: '700' }],
        reason: 'Appraised',
      }
      await ask(ada, 'PATCH', 'organization-policy', { revaluationMaxCents: '100' })
      const { id } = await ask(ada, 'POST', 'inventory-items/revalue', body)
      await ask(bo, 'POST', `revaluations/${id}/approve`)
    },
    async () => {
      const { id } = await transfer(items[1])
      await ask(bo, 'POST', `transfers/${id}/approve`)
    },
    async () => {
      const rules = [{ aboveItems: 0, approvals: 2 }]
      const policy = { approvalProof: 'passkey', approvalRules: rules }
      await ask(ada, 'PATCH', 'organization-policy', policy)
      await later()
      const { id } = await transfer(items[2])
      for (const token of [bo, await codeSignIn(organizationId)]) {
        const passkey = await registeredPasskey(vault, { token })
        const { challenge } = await ask(token, 'GET', `approvals/${id}`)
        const proof = passkey.authenticator.sign({ challenge })
        await ask(token, 'POST', `transfers/${id}/approve`, { proof })
        await ask(token, 'DELETE', `passkeys/${passkey.id}?personId=${passkey.personId}`)
      }
      const none = { approvalProof: 'none', approvalRules: [] }
      await ask(ada, 'PATCH', 'organization-policy', none)
    },
    async () => {
      const shipment = { fboAccountId: from, items: [{ inventoryItemId: items[3] }] }
      const { id } = await ask(ada, 'POST', 'outbound-shipments', shipment)
      for (const verb of ['inspect', 'submit'])
        await ask(ada, 'POST', `outbound-shipments/${id}/${verb}`)
      await ask(bo, 'POST', `outbound-shipments/${id}/approve`)
      await ask(bo, 'POST', `outbound-shipments/${id}/ship`, {
        carrier: 'UPS',
        trackingNumber: '1Z',
      })
      await ask(bo, 'POST', `outbound-shipments/${id}/deliver`)
    },
    async () => {
      const { id } = await ask(ada, 'POST', 'fbo-accounts', { firstName: 'Eve' })
      await ask(ada, 'POST', `fbo-accounts/${id}/erase`, { reason: 'Asked' })
    },
    async () => {
      const { organizationId: sandbox } = await fillVault(vault, 'test')
      const { token } = await records.token(sandbox)
      await ask(token, 'POST', 'sandbox/clock/advance', { seconds: 86_400 })
      await allSealed(vault, sandbox)
    },
    async () => {
      await allSealed(vault, organizationId)
      await ask(ada, 'POST', 'event-checkpoints')
    },
  ]
  for (const feature of features) {
    await feature()
    await later()
  }
  const file = join(temporaryDirectory(t), 'events.jsonl')
  const commands = [
    ['verify'],
    ['events', 'export', file, '--organization', organizationId],
    ['events', 'verify', file],
  ]
  for (const command of commands) {
    const { code, stderr } = await runCommand(command, env)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, command.join(' '))
  }
})
