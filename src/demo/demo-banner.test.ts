import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DemoDetails, demoBanner } from './demo-banner.ts'

const TOKEN = {
  role: 'operator',
  purpose: 'every operation',
  organizationId: 'org_a',
  token: 'vis_operator',
  expiresAt: new Date('2026-11-28T08:00:00.000Z'),
}

const DETAILS: DemoDetails = {
  url: 'http://127.0.0.1:8080',
  metricsUrl: 'http://127.0.0.1:9464/metrics',
  hasDocs: true,
  hasConsole: true,
  portTaken: null,
  dataDir: '/srv/vault/demo',
  startedAt: new Date('2026-11-21T08:00:00.000Z'),
  organizations: [
    {
      id: 'org_a',
      name: 'A',
      accounts: 300,
      items: 5_000,
      itemsInVault: 4_013,
      shipments: 300,
      transfersPending: 12,
      accountId: 'fbo_2',
      source: { accountId: 'fbo_1', itemIds: ['item_1', 'item_2'] },
      pending: { transferBatchId: 'xfer_3', toAccountId: 'fbo_4', itemId: 'item_3' },
    },
  ],
  tokens: {
    operator: TOKEN,
    integrator: { ...TOKEN, role: 'integrator', token: 'vis_integrator' },
    approver: { ...TOKEN, role: 'approver', token: 'vis_approver' },
    auditor: { ...TOKEN, role: 'auditor', token: 'vis_auditor' },
    stranger: { ...TOKEN, organizationId: 'org_b', token: 'vis_stranger' },
  },
  receiverUrl: 'http://127.0.0.1:9000/demo-receiver',
}

test('the banner shows every address, and the owner of each token', () => {
  const banner = demoBanner(DETAILS)
  for (const line of [
    'Address  http://127.0.0.1:8080',
    'Docs     http://127.0.0.1:8080/docs',
    'Metrics  http://127.0.0.1:9464/metrics',
    '  org_a  A: 300 accounts, 5,000 items (4,013 in the vault), 300 shipments, 12 pending transfers',
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
    const at = linked.indexOf(`${line}http://127.0.0.1:8080/console#token=${token}\n`)
    assert.ok(at > 0 && at < linked.indexOf('\nAddress '), token)
    assert.ok(bare.includes(`${line}${token}\n`), token)
  }
  assert.ok(!bare.includes('/console'))
})

test('it prints the four operations in the order of the specification, then the rest of a transfer, and events', () => {
  assert.deepEqual(demoBanner(DETAILS).match(/^curl (?:.*\\\n)*.*$/gm), [
    `curl -sS -X POST -w '\\n%{http_code}\\n' 'http://127.0.0.1:8080/v1/transfers' \\
  -H 'Authorization: Bearer vis_integrator' \\
  -H 'Content-Type: application/json' \\
  -d '{"fromFboAccountId":"fbo_1","toFboAccountId":"fbo_2","notes":"Demo transfer","items":[{"inventoryItemId":"item_1","reason":"trade"},{"inventoryItemId":"item_2","reason":"trade"}]}'`,
    `curl -sS -X PATCH -w '\\n%{http_code}\\n' 'http://127.0.0.1:8080/v1/fbo-accounts/fbo_2' \\
  -H 'Authorization: Bearer vis_operator' \\
  -H 'Content-Type: application/json' \\
  -d '{"phone":"+1 206 555 0142"}'`,
    `curl -sS -w '\\n%{http_code}\\n' 'http://127.0.0.1:8080/v1/fbo-accounts/fbo_2' \\
  -H 'Authorization: Bearer vis_auditor'`,
    `curl -sS -w '\\n%{http_code}\\n' 'http://127.0.0.1:8080/v1/outbound-shipments?status=shipped&limit=5' \\
  -H 'Authorization: Bearer vis_auditor'`,
    `curl -sS -X POST -w '\\n%{http_code}\\n' 'http://127.0.0.1:8080/v1/transfers/xfer_3/approve' \\
  -H 'Authorization: Bearer vis_approver'`,
    `curl -sS -w '\\n%{http_code}\\n' 'http://127.0.0.1:8080/v1/inventory-items/item_3/movements' \\
  -H 'Authorization: Bearer vis_auditor'`,
    `curl -sS -w '\\n%{http_code}\\n' 'http://127.0.0.1:8080/v1/fbo-accounts/fbo_4/holdings' \\
  -H 'Authorization: Bearer vis_auditor'`,
    `curl -sS -w '\\n%{http_code}\\n' 'http://127.0.0.1:8080/v1/transfers?status=pending&limit=5' \\
  -H 'Authorization: Bearer vis_auditor'`,
    `curl -sS -X POST -w '\\n%{http_code}\\n' 'http://127.0.0.1:8080/v1/inventory-items' \\
  -H 'Authorization: Bearer vis_integrator' \\
  -H 'Content-Type: application/json' \\
  -d '{"fboAccountId":"fbo_2","description":"Gold bar, 1 oz","declaredValueCents":"340000"}'`,
    `curl -sS -w '\\n%{http_code}\\n' 'http://127.0.0.1:8080/v1/events?limit=1000&occurredFrom=2026-11-21T08:00:00.000Z' \\
  -H 'Authorization: Bearer vis_auditor'`,
  ])
})

test('an emptied vault has a sentence in place of each command that could not work', () => {
  const [organization] = DETAILS.organizations
  const emptied = { ...organization, source: null, pending: null }
  const banner = demoBanner({ ...DETAILS, organizations: [emptied] })
  assert.equal(banner.match(/^curl /gm)?.length, 6)
  assert.match(banner, /^Approve Transfer\nNo transfer is pending any more: create one first\.$/m)
  assert.match(
    banner,
    /^Create Transfer\nNo account has two items in the vault any more: start over to try it\.$/m,
  )
})
