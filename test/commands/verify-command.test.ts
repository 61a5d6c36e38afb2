import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { VERIFICATION_CHECKS, verifyVault } from '../../src/operator/verify/verify-vault.ts'
import { secretsKeys } from '../../src/runtime/config/setting-values.ts'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { allSealed } from '../support/sealed-log/sealed-vault.ts'
import { fillVault } from '../support/vault/full-vault.ts'
import { whoWaitsForLock } from '../support/vault/lock-wait.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openOwnVault } from '../support/vault/vault.ts'

const SECRETS_KEY = randomBytes(32).toString('base64')
const vault = await openOwnVault({ SECRETS_KEY: secretsKeys(SECRETS_KEY) })
const { api, database, records, sql } = vault
const env = { DATABASE_URL: databaseUrlOf(vault.connection), SECRETS_KEY }
const org = await fillVault(vault)
await allSealed(vault, org.organizationId)
const other = await records.organization()
const others = await records.inventoryItems(other, await records.fboAccount(other), 150)

const verify = (...args: string[]) => runCommand(['verify', ...args], env)

describe('a vault in which nothing is wrong', () => {
  test('verify prints one line of counts and exits with 0, also with an expired transfer unprocessed', async () => {
    const { code, stdout, stderr } = await withoutWriting(records, () => verify())
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.equal(
      stdout.replace(/\d+\.\d s/, 'N s'),
      'Nothing is wrong: 2 organizations, 169 items, 216 movements, 7 transfers, 7 shipments (N s).\n',
    )
  })

  test('verify --json prints one document; --organization limits it to one', async () => {
    const { code, document } = await verify('--organization', other, '--json')
    assert.equal(code, 0)
    const { durationMs, ...rest } = document
    assert.ok(Number.isInteger(durationMs))
    assert.deepEqual(rest, {
      organizations: 1,
      items: 150,
      movements: 150,
      transfers: 0,
      shipments: 0,
      checks: VERIFICATION_CHECKS.length,
      violations: [],
      violationsTotal: 0,
      violationsByCheck: {},
      signingKeys: 'checked',
    })
  })

  test('verify sees no partial changes while the service works', async () => {
    const { token } = await records.token(other)
    const approver = await records.token(other)
    const [from, to] = [await records.fboAccount(other), await records.fboAccount(other)]
    const ids = await records.inventoryItems(other, from, 60)
    let working = true
    const work = Promise.all(
      [ids.slice(0, 30), ids.slice(30)].map(async (share) => {
        for (const inventoryItemId of share) {
          const items = [{ inventoryItemId, reason: 'trade' }]
          const body = { fromFboAccountId: from, toFboAccountId: to, items }
          const created = await api.post('/v1/transfers', { token, body })
          const path = `/v1/transfers/${created.body.data.id}/approve`
          assert.equal((await api.post(path, { token: approver.token })).status, 200)
        }
      }),
    ).finally(() => {
      working = false
    })
    let runs = 0
    for (; working || runs === 0; runs += 1) {
      const { violations } = await verifyVault(database, [other], new AbortController().signal)
      assert.deepEqual(violations, [])
    }
    await work
    assert.ok(runs >= 2, `${runs} runs during the work`)
  })

  test('verify sees one snapshot: changes between two checks are invisible', async () => {
    const packing = org.shipments.packing as string
    const found = await sql.begin(async (tx) => {
      // The checks of shipments, which are the last, wait for this lock; the first ones are done.
      await tx`lock table outbound_shipment_items in access exclusive mode`
      const running = verifyVault(database, [org.organizationId], new AbortController().signal)
      await whoWaitsForLock(sql)
      await tx`update outbound_shipments set total_items = 9 where id = ${packing}`
      return { running }
    })
    assert.deepEqual((await found.running).violations, [])
    await sql`update outbound_shipments set total_items = 1 where id = ${packing}`
  })
})

test('a corrupted row ends verify with 1, and names its organization alone', async () => {
  await corrupted([['outbound_shipments', 'total_items', 1, 0]], async () => {
    const { code, document } = await withoutWriting(records, () => verify('--json'))
    const { check, organizationId, record, wrong } = document.violations[0]
    assert.deepEqual(
      [code, document.violationsTotal, check, organizationId, record, wrong],
      [
        ...[1, 1, 'shipment_total_differs', org.organizationId, org.shipments.packing],
        'has total_items 0, but lists 1',
      ],
    )
    assert.equal((await verify('--organization', other)).code, 0)
  })
  assert.equal((await verify()).code, 0)
})

test('verify prints a table of the first hundred violations of each check, and counts the rest', async () => {
  const { packing } = org.shipments
  const rows: Change[] = [
    ['inventory_items', 'movement_count', 1, 2],
    ['outbound_shipments', 'total_items', 1, 0],
  ]
  await corrupted(rows, async () => {
    const { code, stdout, stderr } = await verify()
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    const lines = stderr.split('\n')
    assert.match(
      lines[0] as string,
      /^151 violations in 2 organizations, .* shipments \(\d+\.\d s\)\.$/,
    )
    assert.match(lines[2] as string, /^CHECK +ORGANIZATION +RECORD +WHAT IS WRONG$/)
    assert.match(
      lines[3] as string,
      /^item_log_incomplete +org_\w+ +item_\w+ +has movement_count 2, but its log has 1, .*$/,
    )
    assert.equal(lines.filter((line) => line.startsWith('item_log_incomplete ')).length, 100)
    assert.equal(
      lines.at(-3)?.replace(/ {2,}/g, '  '),
      `shipment_total_differs  ${org.organizationId}  ${packing as string}  has total_items 0, but lists 1`,
    )
    assert.equal(lines.at(-2), '... and 50 more of item_log_incomplete.')
    const { document } = await verify('--json')
    assert.deepEqual([document.violations.length, document.violationsTotal], [101, 151])
    assert.deepEqual(document.violationsByCheck, {
      item_log_incomplete: 150,
      shipment_total_differs: 1,
    })
  })
})

type Change = [table: string, column: string, from: number, to: number]

/** Changes the packing shipment, and the items of the other organization, while it looks. */
async function corrupted(rows: readonly Change[], look: () => Promise<void>): Promise<void> {
  const write = async (table: string, column: string, value: number) => {
    const changed = await sql`
      update ${sql(table)} set ${sql(column)} = ${value}
      where id = ${org.shipments.packing as string} or id = any(${others}) returning id`
    assert.ok(changed.length > 0, 'a row is corrupted')
  }
  for (const [table, column, , to] of rows) await write(table, column, to)
  try {
    await look()
  } finally {
    for (const [table, column, from] of rows) await write(table, column, from)
  }
}
