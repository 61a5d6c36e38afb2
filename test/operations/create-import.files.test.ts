import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from '../../console/src/display/csv.ts'
import { csvLine } from '../../src/csv/csv-line.ts'
import { importerOf } from '../support/operations/import-requests.ts'
import { assertFaults } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Files as spreadsheets, exporters and wrong clicks make them: what is meant is read, and else the
// refusal says what to do.
const vault = await openVault()
const { api, records, sql } = vault
const { token, account, send } = await importerOf(vault)
const policy = { fourEyes: false, approvalRules: [] }
await api.patch('/v1/organization-policy', { token, body: policy })

const [ACCOUNTS, SHIPMENTS, ITEMS] = ['fbo-accounts', 'outbound-shipments', 'inventory-items']
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const SHIPMENT_HEADER =
  'id,fboAccountId,status,recipientName,recipientLine1,recipientCity,recipientCountryCode,'

type Read = readonly [kind: string | undefined, file: string | Buffer, expected: object]

const READ: Readonly<Record<string, Read>> = {
  'guards of spreadsheets': [
    ACCOUNTS,
    `id,firstName,businessName,phone\nx,"=""02101""",="007 Ltd",'+1 206 555 0100\n`,
    { firstName: '02101', businessName: '007 Ltd', phone: '+1 206 555 0100' },
  ],
  'guards of identifiers': [
    ITEMS,
    `id,fboAccountId,identifiers\nx,${account},"psa_cert:'88117722;serial:=""0042"""\n`,
    {
      identifiers: [
        { scheme: 'psa_cert', value: '88117722' },
        { scheme: 'serial', value: '0042' },
      ],
    },
  ],
  'words of spreadsheets and the console': [
    SHIPMENTS,
    `${SHIPMENT_HEADER}signatureRequired\nx,${account},Pending approval,Ada,Kajen 1,Lund,SE,TRUE\n`,
    { status: 'pending_approval', signatureRequired: true },
  ],
  'a status in capitals': [
    ITEMS,
    `id,fboAccountId,status\nx,${account},ON_HOLD\n`,
    { status: 'on_hold' },
  ],
  'blanks that nobody sees': [
    ACCOUNTS,
    'id,firstName,businessName\n\u00a0x ,"\u200b Ada \u2060",\tA  B\n',
    { firstName: 'Ada', businessName: 'A  B' },
  ],
  'UTF-16 with its mark': [
    ACCOUNTS,
    utf16('id\tfirstName\r\nx\tŁukasz\r\n'),
    { firstName: 'Łukasz' },
  ],
  'empty rows at its end': [ACCOUNTS, 'id,firstName\nx,Ada\n,\n , \n', { firstName: 'Ada' }],
  'a line for spreadsheets above its header': [
    ACCOUNTS,
    'sep=;\r\nid;FIRST\u00a0name\u200b\r\nx;(Ada)\r\n',
    { firstName: '(Ada)' },
  ],
  'carriage returns alone': [ACCOUNTS, 'id;isPrimary\rx;False\r', { isPrimary: false }],
  'amounts of the exported list': [
    ACCOUNTS,
    `\ufeffid,organizationId,phone,maxInsuredValue,isPrimary\r\nx,,"'+46 8",2500.00,false\r\n`,
    { maxInsuredValueCents: '250000', phone: '+46 8' },
  ],
}

for (const [what, [kind = '', file, expected]] of Object.entries(READ)) {
  test(`A file is read with ${what}`, async () => {
    const own = await importerOf(vault)
    const text = typeof file === 'string' ? file.replaceAll(account, own.account) : file
    const response = await own.send(text, { kind })
    assert.equal(response.status, 201, response.text)
    assert.equal(response.body.data.rowsTotal, 1)
    const { body } = await api.get(`/v1/${kind}/x`, { token: own.token })
    assert.partialDeepStrictEqual(body.data, expected)
  })
}

test('Amounts of a file have the decimals of the currency', async () => {
  for (const [currency, amount, cents] of [
    ['JPY', '2500', '2500'],
    ['KWD', '2500.125', '2500125'],
  ] as const) {
    const own = await importerOf(vault)
    await sql`update organizations set currency = ${currency} where id = ${own.organizationId}`
    const file = (cell: string) => `id,maxInsuredValue\nx,${cell}\n`
    assert.equal((await own.send(file('2500.00'), { kind: ACCOUNTS })).status, 400)
    assert.equal((await own.send(file(amount), { kind: ACCOUNTS })).status, 201)
    const { body } = await api.get('/v1/fbo-accounts/x', { token: own.token })
    assert.equal(body.data.maxInsuredValueCents, cents)
  }
})

test('Accounts that the console exports are imported into another vault', async () => {
  const [from, to] = [await importerOf(vault), await importerOf(vault)]
  const body = { firstName: ' =Ada;x', phone: '+46 8', maxInsuredValueCents: '250005' }
  await api.post('/v1/fbo-accounts', { token: from.token, body })
  const listed = await api.get('/v1/fbo-accounts', { token: from.token })
  const exported = await to.send(`\ufeff${csvOf(listed.body.data, () => undefined)}`, {
    kind: ACCOUNTS,
  })
  assert.equal(exported.status, 201, exported.text)
  const path = `/v1/fbo-accounts/${listed.body.data[0].id}`
  const { data } = (await api.get(path, { token: to.token })).body
  const { id, createdAt } = listed.body.data[0]
  assert.partialDeepStrictEqual(data, { ...body, firstName: '=Ada;x', id, createdAt })
  // Both write cells in the same way.
  const cells = ['=1', ' +1', '＝1', '\ta', 'x;=1', 'x\t=1', "x'y", '-1.50', 'a"b', 'c']
  const [, line] = csvOf([{ ...cells }], () => undefined).split('\r\n')
  assert.equal(`${line}\r\n`, csvLine(cells))
})

const now = Date.now()
const at = (days: number) => new Date(now + days * 86_400_000).toISOString()

/** Files, and the codes of all of their faults by line and column. */
const REFUSED: Readonly<
  Record<string, readonly [kind: string | undefined, file: string, ...string[]]>
> = {
  'numbers that lost digits': [
    ACCOUNTS,
    'externalId,phone\n4.2118E+07,"1,20656E+10"\n100E10,1.5\n5E+11,\n',
    '/2/externalId invalid_format',
    '/2/phone invalid_format',
    '/4/externalId invalid_format',
  ],
  'formulas that failed': [
    ITEMS,
    `fboAccountId,description,identifiers\n${account},#NAME?,serial:#N/A\n${account},#REF!,\n${account},#1!,\n`,
    '/2/description invalid_format',
    '/2/identifiers invalid_format',
    '/3/description invalid_format',
  ],
  'identifiers that lost digits': [
    ITEMS,
    `fboAccountId,identifiers\n${account},serial:1;psa_cert:7.33E+07\n`,
    '/2/identifiers invalid_format',
  ],
  'a postal code that lost digits': [
    SHIPMENTS,
    `${SHIPMENT_HEADER}recipientPostalCode\nx,${account},,Ada,Kajen 1,Lund,SE,2.1E+04\n`,
    '/2/recipientPostalCode invalid_format',
  ],
  'times that cannot be': [
    SHIPMENTS,
    `fboAccountId,status,createdAt,shippedAt
${account},shipped,${at(1)},${now + 86_400_000}
${account},shipped,,1700000000
${account},shipped,${at(-1)},${now - 3 * 86_400_000}
${account},shipped,${at(-3)},${now - 86_400_000}
`,
    '/2/createdAt invalid_value',
    '/2/shippedAt invalid_value',
    '/3/shippedAt invalid_value',
    '/4/shippedAt invalid_value',
  ],
  'a workbook': [ACCOUNTS, 'PK\u0003\u0004\u0014\0\n\0', '/1 malformed_csv'],
  'a web page': [ACCOUNTS, '<html>\n<h1>Not found</h1>\n</html>\n', '/1 malformed_csv'],
  JSON: [ACCOUNTS, '[\n{"id":"a"},\n{"id":"b"}\n]\n', '/1 malformed_csv'],
  nothing: [ACCOUNTS, '\r\n\r\n', '/1 malformed_csv'],
  'quotes of a word processor': [ITEMS, '“id”,“fboAccountId”\n“a”,“b”\n', '/1 malformed_csv'],
  'a second header': [
    ITEMS,
    `id,fboAccountId\nx,${account}\nid,fboAccountId\n`,
    '/3 malformed_csv',
  ],
  'no header': [ITEMS, `x,${account},Card\ny,${account},Coin\n`, '/1/x unknown_column'],
  'a line of totals': [
    ITEMS,
    `fboAccountId,description,declaredValueCents\n${account},Card,5\nSubtotal,,EUR 5.00\nTOTAL:,5\n`,
    '/3 malformed_csv',
    '/4 malformed_csv',
  ],
  'amounts that may be cents': [
    ACCOUNTS,
    'maxInsuredValue\n250000\n2500.5\n',
    '/2/maxInsuredValueCents invalid_format',
    '/3/maxInsuredValueCents invalid_format',
  ],
}

for (const [what, [kind = '', file, ...faults]] of Object.entries(REFUSED)) {
  test(`A file is refused by line and column: ${what}`, async () => {
    const { body } = await assertFaults(records, () => send(file, { kind }), [400, ...faults])
    for (const { detail } of body.errors) assert.match(detail, /[:,] .*\.$|must .*\.$/)
  })
}
