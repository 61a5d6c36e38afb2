import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importerOf } from '../support/operations/import-requests.ts'
import { assertFaults } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Files whose meaning is lost or open are refused: each refusal says what to do.
const vault = await openVault()
const { api, records } = vault
const { token, account, send } = await importerOf(vault)
const policy = { fourEyes: false, approvalRules: [] }
await api.patch('/v1/organization-policy', { token, body: policy })

const [ACCOUNTS, SHIPMENTS, ITEMS] = ['fbo-accounts', 'outbound-shipments', 'inventory-items']
const SHIPMENT_HEADER =
  'id,fboAccountId,status,recipientName,recipientLine1,recipientCity,recipientCountryCode,'

const now = Date.now()
const at = (days: number) => new Date(now + days * 86_400_000).toISOString()

const invalid = (cell: string) => `${cell} invalid_format`

/** Files, and the codes of all of their faults by line and column. */
const REFUSED: Readonly<
  Record<string, readonly [kind: string | undefined, file: string, ...string[]]>
> = {
  'numbers that lost digits': [
    ACCOUNTS,
    'externalId,phone\n4.2118E+07,"1,20656E+10"\n100E10,1.5\n５E+11,\n',
    '/2/externalId invalid_format',
    '/2/phone invalid_format',
    '/4/externalId invalid_format',
  ],
  'numbers with a sign that lost digits': [
    SHIPMENTS,
    `${SHIPMENT_HEADER}recipientPhone,metadata
x,${account},,Ada,Kajen 1,Lund,SE,+1.20656E+10,"{""cert"":""7.33E+07""}"
y,${account},,Ada,Kajen 1,Lund,SE,−7.3E+07,"{""lot"":""100E10"",""name"":""NULL""}"
`,
    '/2/recipientPhone invalid_format',
    '/2/metadata invalid_format',
    '/3/recipientPhone invalid_format',
  ],
  'codes that are none': [
    ACCOUNTS,
    'id,externalId,phone\nNULL,nan,=1+1\n,"""02101""",=A1\nnone,’K1,“1”\n',
    ...['/2/id', '/2/externalId', '/2/phone', '/3/externalId', '/3/phone'].map(invalid),
    ...['/4/id', '/4/externalId', '/4/phone'].map(invalid),
  ],
  'identifiers that are none': [
    ITEMS,
    `fboAccountId,identifiers\n${['NULL', '""1""', '’A', '#REF!', '########', '-7E+7']
      .map((value) => `${account},"psa_cert:${value}"`)
      .join('\n')}`,
    ...[2, 3, 4, 5, 6, 7].map((line) => invalid(`/${line}/identifiers`)),
  ],
  'cells that were too narrow, and errors in other languages': [
    ACCOUNTS,
    'firstName,externalId\n########,##\n#¡VALOR!,#N/D\n#NB,#ARG!\nErr:502,Fehler:502\n',
    ...[2, 3, 4, 5].flatMap((line) => [
      invalid(`/${line}/firstName`),
      invalid(`/${line}/externalId`),
    ]),
  ],
  'an amount of another form': [
    ACCOUNTS,
    'maxInsuredValueCents\n"250,000"\n',
    '/2/maxInsuredValueCents invalid_format',
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
${account},delivered,,${now - 86_400_000}
${account},packing,1899-12-30T00:00:00Z,
`,
    '/2/createdAt invalid_value',
    '/2/shippedAt invalid_value',
    '/3/shippedAt invalid_value',
    '/4/shippedAt invalid_value',
    '/6/shippedAt invalid_value',
    '/7/createdAt invalid_value',
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
