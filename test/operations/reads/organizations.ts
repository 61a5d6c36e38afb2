import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { newId } from '../../../src/domain/ids.ts'
import { PERMISSIONS } from '../../../src/domain/permissions.ts'
import { DEFAULT_POLICY } from '../../support/operations/default-policy.ts'
import type { Reads } from '../../support/reads/desk.ts'

const POLICY = '/v1/organization-policy'
const AT = '2026-01-02T03:04:05.678Z'

export const ORGANIZATIONS: Reads = {
  'Get Caller: a token without any permission learns who it is, and nothing else': async (desk) => {
    const { records, organizationId, sql, tokenId } = desk
    const { id, token } = await records.token(organizationId, [])
    const expiresAt = '2999-01-02T03:04:05.678Z'
    await sql`
      update access_tokens
      set owner = 'Ada Lindqvist', expires_at = ${expiresAt}, created_at = '2998-12-02T03:04:05.678Z'
      where id in (${id}, ${tokenId})`
    await sql`update access_tokens set owner = null where id = ${tokenId}`
    const ours = {
      ...{ organizationId, organizationName: `Organization ${organizationId}`, mode: 'live' },
      ...{ currency: 'USD', currencyDigits: 2, hasIdentityProvider: false },
    }
    const [none, all] = [{ owner: 'Ada Lindqvist', permissions: [] }, { permissions: PERMISSIONS }]
    return [
      {
        token,
        path: '/v1/caller',
        data: { ...ours, tokenId: id, person: null, ...none, expiresAt },
      },
      {
        path: '/v1/caller',
        data: { ...ours, tokenId, person: null, owner: null, ...all, expiresAt },
      },
    ]
  },

  'Get Organization Policy: the default, at version 0, where it was never changed': async (
    desk,
  ) => {
    const { organizationId, insert, records, sql } = desk
    const never = { changedAt: null, changedByTokenId: null }
    // The policy of another organization has the defaults of the table, and is not shown.
    const other = await records.organization()
    await insert('organization_policies', { organizationId: other, version: 1 })
    const [row] = await sql`select * from organization_policies where organization_id = ${other}`
    const stored = { organizationId: other, version: 1, ...DEFAULT_POLICY, ...never }
    assert.deepEqual({ ...row, changedAt: null }, stored)
    return { path: POLICY, data: { organizationId, version: 0, ...DEFAULT_POLICY, ...never } }
  },

  'Get Organization Policy: the latest version as stored; the tenth is after the ninth': async (
    desk,
  ) => {
    const { organizationId, insert, tokenId } = desk
    const policy = {
      ...{ fourEyes: false, transferExpirySeconds: null, insuredExposure: 'block' },
      ...{ systemApproval: 'within_limits', systemApprovalMaxItems: 7 },
      systemApprovalMaxDeclaredValueCents: '9223372036854775807',
      systemApprovalMaxItemsPerDay: 40,
      systemApprovalMaxDeclaredValueCentsPerDay: '77',
      ...{ systemApprovalReasons: ['trade'], revaluationReviewDays: 7, revaluationMaxPercent: 20 },
      ...{ revaluationMaxCents: '900', recipientRequired: true, sessionIdleMinutes: 30 },
      ...{ sessionMaxHours: 8, approvalRules: [{ approvals: 2, aboveItems: 3 }] },
      ...{ approvalProof: 'passkey', approvalSignInMinutes: 15 },
      ...{ changedAt: AT, changedByTokenId: tokenId },
    }
    for (let version = 1; version <= 10; version += 1) {
      const items = { systemApprovalMaxItems: version === 10 ? 7 : version + 10 }
      const rules = { approvalRules: JSON.stringify(policy.approvalRules) }
      await insert('organization_policies', { ...policy, version, ...items, ...rules })
    }
    return { path: POLICY, data: { organizationId, version: 10, ...policy } }
  },

  'Get Identity Provider: version 0 where none is set; then every member but its secret': async (
    desk,
  ) => {
    const { organizationId, insert, tokenId } = desk
    const path = '/v1/identity-provider'
    const nowhere = { issuer: null, clientId: null, admission: 'invited', emailDomains: [] }
    const nobody = { defaultRoles: [], rolesClaim: null, roleMapping: {}, version: 0 }
    const never = { changedAt: null, changedByTokenId: null }
    await desk.shows({ path, data: { organizationId, ...nowhere, ...nobody, ...never } })
    const set = {
      ...{ issuer: 'https://login.example.com/realms/vault', clientId: 'vault-inventory' },
      ...{ admission: 'email_domains', emailDomains: ['example.com'], defaultRoles: ['auditor'] },
      ...{ rolesClaim: 'groups', roleMapping: { 'vault-approvers': ['approver'] } },
      ...{ version: 3, changedAt: AT, changedByTokenId: tokenId },
    }
    await insert('identity_providers', { ...set, encryptedSecret: 'hidden' })
    return { path, data: { organizationId, ...set } }
  },

  'Get Import: one that runs shows how far it is': async ({ insert }) => {
    const shown = {
      ...{ id: 'runs', kind: 'inventory-items', state: 'inserting', rowsTotal: 300_000 },
      ...{ rowsDone: 100_000, amountCents: '18446744073709551615', newIdsBegin: 'item_x' },
      ...{ contentSha256: 'x', columns: [], firstRows: [], createdAt: AT, completedAt: null },
    }
    const { columns: _, firstRows: __, ...row } = shown
    await insert('imports', { ...row, state: 'received', attemptId: 'imp_runs' })
    return { path: '/v1/imports/runs', data: shown }
  },

  'List Access Tokens: each token of the organization with its state, without secrets': async (
    desk,
  ) => {
    const { organizationId, insert, sql, tokenId } = desk
    await sql`update access_tokens set last_used_at = now() where id = ${tokenId}`
    const [own, ...others] = await sql`
      select * from access_tokens where organization_id = ${organizationId} order by created_at desc`
    const nobodys = { roleId: null, personId: null, owner: null, allowedAddresses: null }
    const unlinked = { issuedByTokenId: null, rotatedFromTokenId: null }
    const unrevoked = { revokedAt: null, revokedByTokenId: null }
    const made: object[] = [own, ...others].map((row) => ({
      ...{ id: row?.id, organizationId, permissions: PERMISSIONS, ...nobodys, state: 'valid' },
      ...{ ...unlinked, createdAt: row?.createdAt, expiresAt: row?.expiresAt, ...unrevoked },
      lastUsedAt: row?.lastUsedAt,
    }))
    const personId = await desk.records.person(organizationId)
    const past = '2026-02-01T00:00:00.000Z'
    const whole = {
      ...{
        roleId: null,
        personId,
        owner: 'Ada',
        allowedAddresses: ['192.0.2.0/24'],
        state: 'revoked',
      },
      ...{ issuedByTokenId: tokenId, rotatedFromTokenId: own?.id, createdAt: AT, expiresAt: past },
      ...{ revokedAt: AT, revokedByTokenId: tokenId, lastUsedAt: AT },
    }
    const expired = { ...whole, state: 'expired', ...unrevoked }
    const revoked = { ...whole, expiresAt: '2026-12-31T00:00:00.000Z', allowedAddresses: null }
    for (const [place, token] of [whole, expired, revoked].entries()) {
      const first = { id: `tok_${9 - place}`, permissions: ['fbo_accounts:read'] }
      const { state: _, ...row } = token
      await insert('access_tokens', { ...first, ...row, tokenSha256: randomBytes(32) })
      const { id, permissions } = first
      made.push({ id, organizationId, permissions, ...token })
    }
    return { path: '/v1/access-tokens', page: made }
  },

  'List Event Checkpoints: those of the organization, newest first': async (desk) => {
    const { organizationId, insert } = desk
    const page: object[] = []
    for (const sequence of [4, 4, 17]) {
      const [chainHash, signature] = [randomBytes(32), randomBytes(64)]
      const at = `2026-02-0${page.length + 1}T00:00:00.000Z`
      await insert('event_checkpoints', { sequence, at, chainHash, keyId: 'key_1', signature })
      const text = { chainHash: chainHash.toString('hex'), at, keyId: 'key_1' }
      const of = { format: 'vault-inventory-checkpoint-1', organizationId, sequence }
      page.unshift({ ...of, ...text, signature: signature.toString('base64') })
    }
    const foreign = await desk.records.organization()
    const row = { sequence: 1, at: AT, chainHash: randomBytes(32), keyId: newId('key') }
    const signature = randomBytes(64)
    await insert('event_checkpoints', { ...row, signature, organizationId: foreign })
    return { path: '/v1/event-checkpoints', page }
  },
}
