import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { secretsKeys } from '../../src/config/setting-values.ts'
import { VERIFICATION_CHECKS } from '../../src/verification/verification-checks.ts'
import { verifyVault } from '../../src/verification/verify-vault.ts'
import { runCommand } from '../support/processes/command.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { SIGNED_EVENT } from '../support/schema/corrupt-references.ts'
import { CORRUPTED_TABLES, GUARDED_TABLES } from '../support/schema/corrupted-tables.ts'
import { corruptions } from '../support/schema/corruptions.ts'
import { allSealed, signUpTo } from '../support/sealed-log/sealed-vault.ts'
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
await signUpTo(vault, org.organizationId, SIGNED_EVENT)
const other = await records.organization()
await records.inventoryItems(other, await records.fboAccount(other), 150)

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

  test('verify reports an unknown organization', async () => {
    const { code, stdout, stderr } = await verify('--organization', 'none')
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, /^There is no organization with this id/)
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

const CORRUPTIONS = corruptions(org)

describe('one corrupted row is named, and nothing else', () => {
  test('every check has a case here', () => {
    // Those of the vault's keys are in foreign-signing-key.test.ts.
    const found = new Set(
      ['signing_key_unknown'].concat(
        CORRUPTIONS.flatMap(([, , ...expected]) =>
          expected.map((each) => each.split(' ', 1)[0] as string),
        ),
      ),
    )
    assert.deepEqual([...found].sort(), VERIFICATION_CHECKS.map(({ name }) => name).sort())
  })

  for (const [what, corrupt, ...expected] of CORRUPTIONS) {
    test(what, async () => {
      await corrupted(corrupt, async () => {
        const { code, document } = await withoutWriting(records, () => verify('--json'))
        assert.equal(code, 1)
        const found = new Set<string>()
        for (const { check, organizationId, record, wrong } of document.violations) {
          assert.equal(organizationId, org.organizationId)
          assert.match(wrong, /\S/)
          found.add(`${check} ${record}`)
        }
        assert.deepEqual([...found].sort(), expected.toSorted())
        assert.equal(document.violationsTotal, document.violations.length)
        assert.equal((await verify('--organization', other)).code, 0)
      })
    })
  }

  test('verify finds nothing once every corruption is undone', async () => {
    assert.equal((await verify()).code, 0)
  })
})

test('verify prints a table of the first hundred violations of each check, and counts the rest', async () => {
  const { packing } = org.shipments
  const corrupt = [
    `update inventory_items set movement_count = 2
     where organization_id = '${other}' and id in (
       select id from inventory_items where organization_id = '${other}' order by id limit 150)`,
    `update outbound_shipments set total_items = 0 where id = '${packing}'`,
  ]
  await corrupted(corrupt, async () => {
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

/** Changes rows without the service, runs verify, and restores everything. */
async function corrupted(statements: readonly string[], look: () => Promise<void>): Promise<void> {
  await sql`create schema kept`
  for (const table of CORRUPTED_TABLES) {
    await sql`create table kept.${sql(table)} as table ${sql(table)}`
  }
  for (const table of GUARDED_TABLES) await sql`alter table ${sql(table)} disable trigger user`
  const [erasure] = await sql`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conname = 'fbo_accounts_erasure'`
  await sql`alter table fbo_accounts drop constraint fbo_accounts_erasure`
  const [primary] = await sql`
    select indexdef as text from pg_indexes where indexname = 'fbo_accounts_one_primary'`
  await sql`drop index fbo_accounts_one_primary`
  try {
    for (const statement of statements) {
      assert.ok((await sql.unsafe(statement)).count > 0, 'a row is corrupted')
    }
    await look()
  } finally {
    // So few shipments have no counts: any count is of the corruption.
    await sql`delete from outbound_shipment_blocks`
    await sql`delete from outbound_shipment_block_changes`
    await sql`update access_tokens set person_id = null where person_id is not null`
    await sql.begin(async (tx) => {
      // Nothing is sealed meanwhile.
      await tx`lock table event_seals in exclusive mode`
      for (const table of CORRUPTED_TABLES.toReversed()) await tx`delete from ${tx(table)}`
      for (const table of CORRUPTED_TABLES)
        await tx`insert into ${tx(table)} table kept.${tx(table)}`
    })
    await sql`drop schema kept cascade`
    await sql`
      alter table fbo_accounts add constraint fbo_accounts_erasure ${sql.unsafe(erasure?.rule)}`
    await sql.unsafe(primary?.text)
    for (const table of GUARDED_TABLES) await sql`alter table ${sql(table)} enable trigger user`
  }
}
