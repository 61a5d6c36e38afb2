import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RevaluationSetup } from '../support/operations/revaluation-setup.ts'
import { withoutWriting } from '../support/vault/refusal.ts'
import { newKey } from '../support/vault/replays.ts'
import { openVault } from '../support/vault/vault.ts'

// Revalue Inventory Items: new values from a CSV file.
const vault = await openVault()
const { api, records } = vault
const setup = await RevaluationSetup.open(vault, { revaluationMaxPercent: 50 })
const { token } = setup.creator
const HEADER = 'inventoryItemId,declaredValueCents'
const REASON = 'reason=New%20appraisal'

const send = (content: string | Uint8Array, query = `?${REASON}`, headers = {}) =>
  api.post(`/v1/inventory-items/revalue${query}`, {
    token,
    headers: { 'content-type': 'text/csv', ...headers },
    rawBody: content,
  })

/** The violations of a file that must be refused, as `code pointer`. */
async function faultsOf(content: string | Buffer, query?: string): Promise<string[]> {
  const response = await withoutWriting(records, () => send(content, query))
  assert.ok(response.status >= 400, response.text)
  return response.body.errors.map((found: Record<string, string>) => {
    assert.doesNotMatch(found.detail as string, /items[.]/)
    return `${found.code} ${found.pointer}`
  })
}

test('The preview of a file has its items and sums, and the file then changes them', async () => {
  const [one = '', same = ''] = await setup.items(2, '1000')
  const file = `Declared value cents;inventory_item_id\r\n1400;${one}\r\n\r\n1000;${same}\r\n`
  const preview = await withoutWriting(records, () => send(file, `?${REASON}&validateOnly=true`))
  assert.deepEqual([preview.status, preview.headers.get('validate-only')], [200, 'true'])
  const totals = { revaluedItems: 1, fromValueCents: '2000', toValueCents: '2400' }
  assert.deepEqual(preview.body.totals, totals)
  const response = await send(file)
  assert.equal(response.status, 200, response.text)
  assert.deepEqual(response.body, preview.body)
  assert.equal(await setup.value(one), '1400')
  const [correction] = await setup.get(`/v1/corrections?subjectId=${one}`)
  assert.equal(correction.reason, 'New appraisal')
})

test('Amounts and lost digits are refused in words of files', async () => {
  const { body } = await send(
    `${HEADER}\n7.33E+07,14.00\n'=02101,"=""5"""\nx,9223372036854775808\n`,
  )
  const notCents =
    'declaredValueCents must be a whole number of cents from 0 to ' +
    '9223372036854775807, such as 25000000.'
  const remedy = 'make its column text, and enter it again.'
  assert.deepEqual(
    body.errors.map(({ pointer, detail }: Record<string, string>) => [pointer, detail]),
    [
      ['/2/inventoryItemId', `inventoryItemId has lost digits: ${remedy}`],
      ['/2/declaredValueCents', notCents],
      ['/4/declaredValueCents', notCents],
    ],
  )
})

test('A file is read as a spreadsheet writes it', async () => {
  const id = await setup.item('1000')
  const text = `\ufeffInventory item id\tDeclared value cents\r\n\u00a0${id} \t1400\r\n`
  const response = await send(Buffer.from(text, 'utf16le'))
  assert.equal(response.status, 200, response.text)
  assert.equal(await setup.value(id), '1400')
})

test('A file and the same values in JSON are one request to an Idempotency-Key', async () => {
  const id = await setup.item('1000')
  const headers = { 'idempotency-key': newKey() }
  const first = await send(`${HEADER}\n${id},1100\n`, undefined, headers)
  assert.equal(first.status, 200, first.text)
  const items = [{ inventoryItemId: id, declaredValueCents: '1100' }]
  const body = { items, reason: 'New appraisal' }
  const again = await api.post('/v1/inventory-items/revalue', { token, headers, body })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.text, first.text)
})

test('A file over the limit of one person waits whole for a second person', async () => {
  const [one = '', other = ''] = await setup.items(2, '1000')
  const file = `${HEADER}\n${one},2000\n${other},1001\n`
  const preview = await withoutWriting(records, () => send(file, `?${REASON}&validateOnly=true`))
  assert.equal(preview.status, 202)
  const totals = { revaluedItems: 2, fromValueCents: '2000', toValueCents: '3001' }
  assert.deepEqual(preview.body.totals, totals)
  const response = await send(file)
  assert.deepEqual(response.body.totals, totals)
  assert.deepEqual([response.status, response.body.data.totalItems], [202, 2])
  assert.equal((await setup.decide(response.body.data.id, 'approve')).status, 200)
  assert.deepEqual([await setup.value(one), await setup.value(other)], ['2000', '1001'])
})

test('One response names every fault by line and column', async () => {
  const id = await setup.item('1000')
  const file = `${HEADER}\n${id},1\n\n,1.50\n${id},\nx,1,more\nitem_x,9223372036854775808\n`
  assert.deepEqual(await faultsOf(file, '?more=1'), [
    'unknown_parameter /more',
    'invalid_parameter /reason',
    'duplicate_item /2/inventoryItemId',
    'required /4/inventoryItemId',
    'invalid_format /4/declaredValueCents',
    'required /5/declaredValueCents',
    'duplicate_item /5/inventoryItemId',
    'malformed_csv /6',
    'invalid_value /7/declaredValueCents',
  ])
})

const CASES: Readonly<Record<string, readonly [file: string | Buffer, ...faults: string[]]>> = {
  'an unknown item': [
    `${HEADER}\n\n\nitem_none,5\n`,
    'inventory_item_not_found /4/inventoryItemId',
  ],
  'a workbook': ['PK\u0003\u0004\0\n', 'malformed_csv /1'],
  'an amount with decimals, and a line of totals': [
    `${HEADER}\nitem_none,14.00\nTotal,1400\n`,
    ...['invalid_format /2/declaredValueCents', 'malformed_csv /3'],
  ],
  'amounts of a currency that may have other decimals': [
    'inventoryItemId,declaredValue\nitem_none,14.00\n',
    ...['unknown_column /1/declaredValue', 'missing_column /1/declaredValueCents'],
  ],
  'an empty file': ['', 'malformed_csv /1'],
  'no row': [`${HEADER}\n`, 'items_required /1'],
  'a header that is none': [
    'inventoryItemId,value,value\na,1,2\n',
    ...['unknown_column /1/value', 'unknown_column /1/value'],
    'missing_column /1/declaredValueCents',
  ],
  'an open quote': [`${HEADER}\n"a,1\n`, 'malformed_csv /2/inventoryItemId'],
  'another encoding': [
    Buffer.from(`${HEADER}\n\xe9,1\n`, 'latin1'),
    'malformed_csv /2/inventoryItemId',
  ],
  'more than a thousand rows': [
    [HEADER, ...Array.from({ length: 1_001 }, (_, place) => `item_${place},1`)].join('\n'),
    'too_many_items /1',
  ],
}
for (const [what, [file, ...faults]] of Object.entries(CASES)) {
  test(`A file is refused by line and column: ${what}`, async () => {
    assert.deepEqual(await faultsOf(file), faults)
  })
}

test('A short row is no cheap way to a long response, nor to one for each row', async () => {
  const many = await faultsOf(`${HEADER}\n${'a,1\n'.repeat(200_000)}`)
  assert.deepEqual([many.length, many[0]], [100, 'too_many_items /1'])
})

test('All rows that cannot be read are counted, and the first hundred listed', async () => {
  const response = await send(`${HEADER}\n${'a\n'.repeat(150)}`)
  assert.deepEqual([response.body.errors.length, response.body.errorsTotal], [100, 150])
})

test('The reason of a JSON body is not a parameter', async () => {
  const items = [{ inventoryItemId: 'item_1', declaredValueCents: '1' }]
  const response = await api.post(`/v1/inventory-items/revalue?${REASON}`, {
    token,
    body: { items, reason: 'New appraisal' },
  })
  assert.deepEqual([response.status, response.body.errors[0].pointer], [400, '/reason'])
})
