import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoBanner } from './demo-banner.ts'
import type { DemoDetails } from './prepare-demo.ts'

const TOKEN = {
  role: 'operator' as const,
  purpose: 'every operation',
  organizationId: 'org_a',
  token: 'vis_operator',
  expiresAt: new Date('2026-11-28T08:00:00.000Z'),
}

const DETAILS: DemoDetails = {
  url: 'http://127.0.0.1:8080',
  consoleUrl: 'http://localhost:8080',
  metricsUrl: 'http://127.0.0.1:9464/metrics',
  hasDocs: true,
  hasConsole: true,
  portTaken: null,
  dataDir: '/srv/vault/demo',
  startedAt: new Date('2026-11-21T08:00:00.000Z'),
  records: {
    accountId: 'fbo_2',
    source: { accountId: 'fbo_1', itemIds: ['item_1', 'item_2'] },
    pending: { id: 'xfer_1', toFboAccountId: 'fbo_3', inventoryItemId: 'item_3' },
  },
  tokens: {
    operator: TOKEN,
    integrator: { ...TOKEN, role: 'integrator', token: 'vis_integrator' },
    approver: { ...TOKEN, role: 'approver', token: 'vis_approver' },
    auditor: { ...TOKEN, role: 'auditor', token: 'vis_auditor' },
    stranger: { ...TOKEN, organizationId: 'org_b', token: 'vis_stranger' },
  },
  people: [{ name: 'Dora Lind', roles: ['desk', 'auditor'], code: 'org_a.once' }],
  receiverUrl: 'http://127.0.0.1:9000/demo-receiver',
}

test('the banner shows every address, and the owner of each token', () => {
  const banner = demoBanner(DETAILS)
  for (const line of [
    'Address  http://127.0.0.1:8080',
    'Docs     http://127.0.0.1:8080/docs',
    'Metrics  http://127.0.0.1:9464/metrics',
    'Console: each link asks, then signs in by the token at its end, valid until 2026-11-28; those of earlier runs are revoked',
    'Data: /srv/vault/demo keeps everything for the next run; delete that folder to start over.',
  ]) {
    assert.ok(banner.includes(`\n${line}\n`), line)
  }
  assert.ok(demoBanner({ ...DETAILS, hasDocs: false }).includes('\nDocs     DOCS=off\n'))
  assert.ok(
    demoBanner({ ...DETAILS, portTaken: 8080, url: 'http://127.0.0.1:4' }).includes(
      '\nAddress  http://127.0.0.1:4  (port 8080 is taken; set PORT to choose another)\n',
    ),
  )
})

test('a link for each role comes first; without the console, its token', () => {
  const linked = demoBanner(DETAILS)
  const bare = demoBanner({ ...DETAILS, hasConsole: false })
  assert.ok(bare.includes('\nTokens, valid until 2026-11-28; those of earlier runs are revoked\n'))
  for (const { role, organizationId, token } of Object.values(DETAILS.tokens)) {
    const line = `\n  ${role} of ${organizationId}: every operation\n    `
    const at = linked.indexOf(`${line}http://localhost:8080/console#token=${token}\n`)
    assert.ok(at > 0 && at < linked.indexOf('\nAddress '), token)
    assert.ok(bare.includes(`${line}${token}\n`), token)
  }
  assert.ok(!bare.includes('/console'))
})

test('each person has a link of the console, which signs in once', () => {
  const people =
    '\n\nPeople of org_a: each link signs in once, until 2026-11-28\n' +
    '  Dora Lind (desk, auditor)\n    http://localhost:8080/console#code=org_a.once\n\nAddress '
  assert.ok(demoBanner(DETAILS).includes(people))
  const without = demoBanner({ ...DETAILS, people: [] })
  assert.ok(!without.includes('People'))
  assert.ok(without.includes('console#token=vis_stranger\n\nAddress '))
})

test('an emptied vault has a sentence in place of each command that could not work', () => {
  const records = { ...DETAILS.records, source: null, pending: null }
  const banner = demoBanner({ ...DETAILS, records })
  assert.equal(demoBanner(DETAILS).match(/^curl /gm)?.length, 10)
  assert.equal(banner.match(/^curl /gm)?.length, 6)
  assert.match(banner, /^Approve Transfer.*\nNo record fits any more: start over to try it\.$/m)
})
