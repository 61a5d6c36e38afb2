import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { Importer } from '../support/operations/import-run.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { openVault } from '../support/vault/vault.ts'

const { records, connection } = await openVault()
const importer = new Importer({ DATABASE_URL: databaseUrlOf(connection) })

let org = ''
let account = ''
beforeEach(async () => {
  org = await records.organization()
  account = await records.fboAccount(org)
})

/** The violations of the file; fails where anything was written. */
async function refused(spec: string, content: string | Buffer): Promise<string[]> {
  const before = await records.fingerprint()
  const violations = await importer.violations(spec, content, org)
  assert.equal(await records.fingerprint(), before)
  return violations
}

test('unknown, duplicate and missing columns of the header are refused', async () => {
  assert.deepEqual(await refused('inventory-items', 'id,colour,status,status\n1,2,3,4\n'), [
    '1 colour unknown_column',
    '1 status duplicate_column',
    '1 fboAccountId missing_column',
  ])
})

test('a header with a wrong separator is refused', async () => {
  const { document } = await importer.json('fbo-accounts', 'id|firstName\na|b\n', org)
  assert.match(document.errors[0].detail, /^"id\|firstName" is not .* Known columns: id, .*\.$/)
})

test('each cell of an FBO account is checked by the rule of its field', async () => {
  const rows = [
    ['id', 'a/b', 'invalid_format'],
    ['id', 'x'.repeat(65), 'invalid_format'],
    ['organizationId', 'org_other', 'invalid_value'],
    ['firstName', 'x'.repeat(301), 'too_long'],
    ['lastName', 'a\u0000b', 'invalid_format'],
    ['email', 'a@', 'too_short'],
    ['email', 'a@b@c', 'invalid_format'],
    ['phone', 'call me', 'invalid_format'],
    ['businessName', '😀'.repeat(501), 'too_long'],
    ['maxInsuredValueCents', '-1', 'invalid_format'],
    ['maxInsuredValueCents', '9223372036854775808', 'invalid_value'],
    ['isPrimary', 'yes', 'invalid_value'],
    ['createdAt', '2026-02-30T00:00:00Z', 'invalid_format'],
    ['createdAt', '2026-02-01 00:00:00', 'invalid_format'],
  ] as const
  const header = [...new Set(rows.map(([column]) => column))]
  const lines = rows.map(([invalid, cell]) =>
    header.map((column) => (column === invalid ? cell : '')).join(','),
  )
  assert.deepEqual(
    await refused('fbo-accounts', `${header.join(',')}\n${lines.join('\n')}`),
    rows.map(([column, , code], index) => `${index + 2} ${column} ${code}`),
  )
})

test('shippedAt of an outbound shipment must fit its status', async () => {
  const content = `fboAccountId,status,shippedAt
,,
,packing,
${account},shipped,
${account},delivered,
${account},approved,1763712000000
${account},shipped,2026-11-21T08:30:00Z
${account},shipped,9999999999999999
${account},gone,
`
  assert.deepEqual(await refused('outbound-shipments', content), [
    '2 null malformed_csv',
    '3 fboAccountId required',
    '4 shippedAt required',
    '5 shippedAt required',
    '6 shippedAt invalid_value',
    '7 shippedAt invalid_format',
    '8 shippedAt invalid_value',
    '9 status invalid_value',
  ])
})

test('a shipment may not have the id that stands for tracking numbers in the path', async () => {
  const content = `id,fboAccountId\nby-tracking-number,${account}\n`
  assert.deepEqual(await refused('outbound-shipments', content), ['2 id invalid_value'])
})
test('the status, shipment and account of an inventory item must fit each other', async () => {
  const other = await records.fboAccount(org)
  const foreignOrg = await records.organization()
  const foreign = await records.fboAccount(foreignOrg)
  const foreignShipment = await records.outboundShipment(foreignOrg, foreign)
  const packing = await records.outboundShipment(org, account)
  const shipped = await records.outboundShipment(org, account, {
    status: 'shipped',
    shippedAt: new Date(),
  })
  const cancelled = await records.outboundShipment(org, account, {
    cancelledAt: new Date(),
    cancellationReason: 'The owner keeps it',
  })
  const content = `fboAccountId,status,activeShipmentId,holdReason
${account},transfer_pending,,
${account},shipment_pending,,
${account},in_vault,${packing},
${other},shipment_pending,${packing},
${account},shipment_pending,${shipped},
${account},shipment_pending,${foreignShipment},
${foreign},,,
fbo_unknown,,,
${account},shipment_pending,${packing},
${account},in_vault,,Ownership disputed
${account},on_hold,,${'x'.repeat(2_001)}
${account},shipment_pending,${cancelled},
`
  assert.deepEqual(await refused('inventory-items', content), [
    '2 status invalid_value',
    '3 activeShipmentId required',
    '4 activeShipmentId invalid_value',
    '5 activeShipmentId invalid_value',
    '6 activeShipmentId invalid_value',
    '7 activeShipmentId outbound_shipment_not_found',
    '8 fboAccountId fbo_account_not_found',
    '9 fboAccountId fbo_account_not_found',
    '11 holdReason invalid_value',
    '12 holdReason too_long',
    '13 activeShipmentId invalid_value',
  ])
})

test('ids repeated in the file, or already in the database, are refused', async () => {
  const elsewhere = await records.organization()
  await records.fboAccount(elsewhere, { id: 'free' })
  await records.fboAccount(org, { id: 'taken' })
  assert.deepEqual(await refused('fbo-accounts', 'id\na\ntaken\nfree\na\nb\na\n'), [
    '2 id duplicate_id',
    '3 id id_exists',
    '5 id duplicate_id',
    '7 id duplicate_id',
  ])
})

test('a second primary account, in the file or the organization, is refused', async () => {
  const content = 'id,isPrimary\na,true\nb,false\nc,true\n'
  const both = ['2 isPrimary primary_account_exists', '4 isPrimary primary_account_exists']
  assert.deepEqual(await refused('fbo-accounts', content), both)
  await records.fboAccount(org, { isPrimary: true })
  assert.deepEqual(await refused('fbo-accounts', content), both)
  assert.deepEqual(await refused('fbo-accounts', 'id,isPrimary\na,true\n'), both.slice(0, 1))
})

test('violations of cells and of the whole file are reported together, by line and column', async () => {
  const content = `declaredValueCents,fboAccountId,id
1,fbo_unknown,x
-,fbo_unknown,x
`
  assert.deepEqual(await refused('inventory-items', content), [
    '2 fboAccountId fbo_account_not_found',
    '2 id duplicate_id',
    '3 declaredValueCents invalid_format',
    '3 fboAccountId fbo_account_not_found',
    '3 id duplicate_id',
  ])
})

test('too many or too few cells, invalid UTF-8 and an unclosed quote are refused', async () => {
  const content = Buffer.concat([
    Buffer.from('\uFEFFid,firstName\r\na\r\n\r\nb,"two\r\nlines",x\r\nc,'),
    Buffer.from([0xe9]),
    Buffer.from('\r\nd,fine \uFFFD\r\ne,"never closed\r\nf,g\r\n'),
  ])
  assert.deepEqual(await refused('fbo-accounts', content), [
    '2 null malformed_csv',
    '4 null malformed_csv',
    '6 firstName malformed_csv',
    '8 firstName malformed_csv',
  ])
})

test('at most a hundred violations are listed and all counted, also by a preview', async () => {
  const before = await records.fingerprint()
  const content = `id,phone\n${Array.from({ length: 150 }, (_, n) => `same,x${n % 2 ? 'w' : 'y'}z\n`).join('')}`
  const { code, document } = await importer.json('fbo-accounts', content, org)
  assert.equal(code, 1)
  assert.equal(document.errors.length, 100)
  assert.equal(document.errorsTotal, 300)
  assert.deepEqual(Object.keys(document), ['errors', 'errorsTotal'])
  assert.deepEqual(
    document.errors
      .slice(-2)
      .map(({ line, column }: { line: number; column: string }) => [line, column]),
    [
      [51, 'id'],
      [51, 'phone'],
    ],
  )
  const preview = await importer.json('fbo-accounts', content, org, '--preview')
  assert.deepEqual(preview, { code, document })
  assert.equal(await records.fingerprint(), before)
})

test('violations are printed as a table, without escape sequences of the file', async () => {
  const path = importer.file('id,\u001b[31mred\n')
  const { code, stdout, stderr } = await importer.run('fbo-accounts', path, '--organization', org)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(
    stderr,
    /^\S+ has 1 violation; nothing was .*\.\n\nLINE .*\n1 {5}\\u001b\[31mred +unknown_column .*\n$/,
  )
})

test('an empty file is refused like any other violation', async () => {
  for (const content of ['', '\n\n']) {
    assert.deepEqual(await refused('fbo-accounts', content), ['1 null malformed_csv'])
  }
})

test('an unusable file or an unknown organization is refused in one sentence', async () => {
  const file = importer.file('id\n')
  const reported = async (spec: string, path: string, organization = org) => {
    const { code, stderr } = await importer.run(spec, path, '--organization', organization)
    assert.equal(code, 1)
    return stderr.replaceAll(path, 'PATH')
  }
  assert.equal(await reported('fbo-accounts', `${file}.not`), 'There is no file PATH.\n')
  assert.equal(
    await reported('fbo-accounts', import.meta.dirname),
    'PATH is a directory: name a CSV file.\n',
  )
  for (const organization of ['org_unknown', 'not an id']) {
    assert.equal(
      await reported('fbo-accounts', file, organization),
      'There is no organization with this id: vault-inventory organization list shows the ids.\n',
    )
  }
  const { code, stdout } = await importer.run(
    'fbo-accounts',
    `${file}.not`,
    '--organization',
    org,
    '--json',
  )
  assert.equal(code, 1)
  assert.deepEqual(JSON.parse(stdout), { error: `There is no file ${file}.not.` })
})
