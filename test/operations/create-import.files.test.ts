import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from '../../console/src/display/csv.ts'
import { importerOf } from '../support/operations/import-requests.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

// Files as spreadsheets, exporters and wrong clicks make them: what is meant is read, and else the
// refusal says what to do.
const vault = await openVault()
const { api, records, sql } = vault
const { token, account } = await importerOf(vault)
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
  'guards of codes, and not of years': [
    ACCOUNTS,
    "id,firstName,businessName,phone,externalId\nx,NULL,'47 Brand,'(206) 555 0100,’44 A1\n",
    { firstName: 'NULL', businessName: "'47 Brand", phone: '(206) 555 0100' },
  ],
  'guards of addresses': [
    SHIPMENTS,
    `id,fboAccountId,recipientName,recipientLine1,recipientLine2,recipientCity,recipientPostalCode,recipientCountryCode
x,${account},'47 Ltd,'14 Skeppsbron,'(rear),'s-Gravenhage,=02101,NL\n`,
    {
      recipient: {
        name: "'47 Ltd",
        line1: '14 Skeppsbron',
        line2: '(rear)',
        city: "'s-Gravenhage",
        postalCode: '02101',
      },
    },
  ],
  'curly and doubled guards of identifiers': [
    ITEMS,
    `id,fboAccountId,identifiers\nx,${account},"serial:'44 A123;psa_cert:’33;bar:''04;lot:=05;bin:=T(""06"")"\n`,
    {
      identifiers: [
        { scheme: 'serial', value: '44 A123' },
        { scheme: 'psa_cert', value: '33' },
        { scheme: 'bar', value: '04' },
        { scheme: 'lot', value: '05' },
        { scheme: 'bin', value: '06' },
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
  // A spreadsheet takes none of them for a formula.
  const cells = ['=1', ' +1', '＝1', '\ta', 'x;=1', 'x\t=1', "x'y", '-1.50', 'a"b', 'c']
  const [, line] = csvOf([{ ...cells }], () => undefined).split('\r\n')
  const written = `"'=1","' +1","'＝1","'\ta","x;=1","x\t=1","x'y",-1.50,"a""b",c`
  assert.equal(line, written)
})

test('A table that was saved in another form is the same file; one with another cell is not', async () => {
  const { send, twoItems } = await importerOf(vault)
  const csv = `${twoItems('"first\nsecond"')}`
  const first = (await send(csv)).body.data
  const changed = (by: [RegExp | string, string][]) =>
    by.reduce((text, [from, to]) => text.replaceAll(from, to), csv)
  const semicolons = changed([[',', ';']])
  const same: Readonly<Record<string, string | Buffer>> = {
    'a mark': `\ufeff${csv}`,
    'line ends of Windows': changed([['\n', '\r\n']]),
    semicolons,
    tabs: changed([[',', '\t']]),
    'UTF-16': Buffer.from(`\ufeff${semicolons}`, 'utf16le'),
    'no last line end': csv.trimEnd(),
    'empty rows': `${csv},,,,\n`,
    'a header for people': changed([['fboAccountId', 'Fbo account ID']]),
    'words of the console': changed([['on_hold', 'On hold']]),
    'quoted cells': changed([['125000', '"125000"']]),
  }
  for (const [what, file] of Object.entries(same)) {
    const again = await withoutWriting(records, () => send(file))
    assert.deepEqual([again.status, again.body.importId], [409, first.id], what)
  }
  const [header = '', ...rows] = changed([['first\nsecond', 'one']])
    .trimEnd()
    .split('\n')
  const columns = (line: string) => line.split(',').reverse().join(',')
  const others = {
    'another cell': changed([['125000', '125001']]),
    'another order of rows': [header, ...rows.toReversed()].join('\n'),
    'another order of columns': [header, ...rows].map(columns).join('\n'),
  }
  assert.equal((await send([header, ...rows].join('\n'))).status, 201)
  for (const [what, file] of Object.entries(others)) {
    assert.equal((await send(file)).status, 201, what)
  }
  assert.equal((await send(semicolons, { query: '&importAgain=true' })).status, 201)
})
