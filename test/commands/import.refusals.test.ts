import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Importer } from '../support/operations/import-run.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { openVault } from '../support/vault/vault.ts'

const { records, connection } = await openVault()
const importer = new Importer({ DATABASE_URL: databaseUrlOf(connection) })

const org = await records.organization()
const account = await records.fboAccount(org, { id: 'taken' })
const other = await records.fboAccount(org)
const foreignOrg = await records.organization()
const foreign = await records.fboAccount(foreignOrg, { id: 'free', isPrimary: true })
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

/** Columns of an FBO account, a cell that its rule refuses, and the code. */
const CELLS = [
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
  ['createdAt', '10000-01-01T00:00:00.000Z', 'invalid_format'],
] as const
const COLUMNS = [...new Set(CELLS.map(([column]) => column))]
const CELL_LINES = CELLS.map(([invalid, cell]) =>
  COLUMNS.map((column) => (column === invalid ? cell : '')).join(','),
)

type Refused = readonly [
  what: string,
  kind: string,
  content: string | Buffer,
  violations: readonly string[],
]

const REFUSED: readonly Refused[] = [
  [
    'unknown, duplicate and missing columns of the header',
    'inventory-items',
    'id,colour,status,status\n1,2,3,4\n',
    ['1 colour unknown_column', '1 status duplicate_column', '1 fboAccountId missing_column'],
  ],
  [
    'cells of an FBO account, each by the rule of its field',
    'fbo-accounts',
    `${COLUMNS.join(',')}\n${CELL_LINES.join('\n')}`,
    CELLS.map(([column, , code], index) => `${index + 2} ${column} ${code}`),
  ],
  [
    'a time of shipping that does not fit the status',
    'outbound-shipments',
    `fboAccountId,status,shippedAt,createdAt
,,,
,packing,,
${account},shipped,,
${account},delivered,,
${account},approved,1763712000000,2025-01-01T00:00:00Z
${account},shipped,2026-11-21T08:30:00Z,
${account},shipped,9999999999999999,
${account},gone,,
${account},shipped,1763712000000,
`,
    [
      '2 null malformed_csv',
      '3 fboAccountId required',
      '4 shippedAt required',
      '5 shippedAt required',
      '6 shippedAt invalid_value',
      '7 shippedAt invalid_format',
      '8 shippedAt invalid_value',
      '9 status invalid_value',
      '10 shippedAt invalid_value',
    ],
  ],
  [
    'a status, shipment and account that do not fit each other',
    'inventory-items',
    `fboAccountId,status,activeShipmentId,holdReason
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
`,
    [
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
    ],
  ],
  [
    'ids that are repeated in the file, or already in the organization',
    'fbo-accounts',
    'id\na\ntaken\nfree\na\nb\na\n',
    ['2 id duplicate_id', '3 id id_exists', '5 id duplicate_id', '7 id duplicate_id'],
  ],
  [
    'cells and what the whole file breaks, together by line and column',
    'inventory-items',
    'declaredValueCents,fboAccountId,id\n1,fbo_unknown,x\n-,fbo_unknown,x\n',
    [
      '2 fboAccountId fbo_account_not_found',
      '2 id duplicate_id',
      '3 declaredValueCents invalid_format',
      '3 fboAccountId fbo_account_not_found',
      '3 id duplicate_id',
    ],
  ],
  [
    'too many or too few cells, invalid UTF-8 and a quote that is not closed',
    'fbo-accounts',
    Buffer.concat([
      Buffer.from('\uFEFFid,firstName\r\na\r\n\r\nb,"two\r\nlines",x\r\nc,'),
      Buffer.from([0xe9]),
      Buffer.from('\r\nd,fine \uFFFD\r\ne,"never closed\r\nf,g\r\n'),
    ]),
    [
      '2 null malformed_csv',
      '4 null malformed_csv',
      '6 firstName malformed_csv',
      '8 firstName malformed_csv',
    ],
  ],
  ['an empty file', 'fbo-accounts', '', ['1 null malformed_csv']],
  ['a file of empty lines', 'fbo-accounts', '\n\n', ['1 null malformed_csv']],
]

for (const [what, kind, content, violations] of REFUSED) {
  test(`an import refuses ${what}, and writes nothing`, async () => {
    const before = await records.fingerprint()
    assert.deepEqual(await importer.violations(kind, content, org), violations)
    assert.equal(await records.fingerprint(), before)
  })
}

test('a second primary account, in the file or the organization, is refused', async () => {
  const content = 'id,isPrimary\na,true\nb,false\nc,true\n'
  const both = ['2 isPrimary primary_account_exists', '4 isPrimary primary_account_exists']
  assert.deepEqual(await importer.violations('fbo-accounts', content, org), both)
  assert.deepEqual(await importer.violations('fbo-accounts', content, foreignOrg), both)
  const one = 'id,isPrimary\na,true\n'
  assert.deepEqual(await importer.violations('fbo-accounts', one, foreignOrg), both.slice(0, 1))
})

test('at most a hundred violations are listed and all counted, also by a preview', async () => {
  const before = await records.fingerprint()
  const rows = Array.from({ length: 150 }, (_, n) => `same,x${n % 2 ? 'w' : 'y'}z\n`).join('')
  const content = `id,phone\n${rows}`
  const { code, document } = await importer.json('fbo-accounts', content, org)
  assert.equal(code, 1)
  assert.deepEqual(Object.keys(document), ['errors', 'errorsTotal'])
  assert.deepEqual([document.errors.length, document.errorsTotal], [100, 300])
  const last = document.errors.slice(-2) as { line: number; column: string }[]
  assert.deepEqual(
    last.map(({ line, column }) => `${line} ${column}`),
    ['51 id', '51 phone'],
  )
  const preview = await importer.json('fbo-accounts', content, org, '--preview')
  assert.deepEqual(preview, { code, document })
  assert.equal(await records.fingerprint(), before)
})

test('violations are printed as a table, without escape sequences of the file', async () => {
  const path = importer.file('id,n\u001b[31mred\n')
  const { code, stdout, stderr } = await importer.run('fbo-accounts', path, '--organization', org)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(
    stderr,
    /^\S+ has 1 violation; nothing .*\.\n\nLINE .*\n1 {5}n\\u001b\[31mred +unknown_column .*\n$/,
  )
  const { document } = await importer.json('fbo-accounts', 'id|firstName\na|b\n', org)
  assert.match(document.errors[0].detail, /^"id\|firstName" is not .* Known columns: id, .*\.$/)
})
