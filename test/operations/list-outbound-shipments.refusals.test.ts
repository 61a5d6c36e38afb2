import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
await records.outboundShipment(organizationId, await records.fboAccount(organizationId))

const path = '/v1/outbound-shipments'

/** The query breaks a rule: 400 with exactly these errors. */
async function refused(query: string, code: RefusalCode, errors: Record<string, unknown>[]) {
  const response = await withoutWriting(records, () => api.get(`${path}?${query}`, { token }))
  assertRefused(response, { status: 400, code, instance: path, errors })
}

function invalid(parameter: string, sentence: string) {
  const detail = `${parameter} ${sentence}`
  return { pointer: `/${parameter}`, in: 'query', code: 'invalid_parameter', detail }
}

function unknown(parameter: string) {
  return {
    pointer: `/${parameter}`,
    in: 'query',
    code: 'unknown_parameter',
    detail:
      `${parameter} is not a query parameter of this operation. ` +
      'It has: page, limit, cursor, status, fboAccountId, cancelled.',
  }
}

const repeated = 'is given more than once: send it once.'
const NOT_INTEGERS = [
  '',
  'x',
  '%2B1',
  '+1',
  '01',
  '1.',
  '.5',
  '1.5',
  '1e-1',
  '1e',
  '1e20',
  '1e400',
  '0x10',
  '1_0',
  '%201',
  '1%20',
  'null',
  'true',
  'NaN',
  'Infinity',
  '１',
  '1,2',
  '1.0000000000000001',
  '00',
  '--1',
  '9007199254740993',
  '9'.repeat(400),
]

test('page is a whole decimal number from 1', async () => {
  const range = invalid('page', 'must be a whole number from 1 to 999999999999999.')
  for (const value of ['0', '-1', '-0', '0.0', '1e15', '1000000000000000']) {
    await refused(`page=${value}`, 'invalid_parameter', [range])
  }
  for (const value of NOT_INTEGERS) {
    const error = invalid('page', 'must be a plain decimal whole number.')
    await refused(`page=${value}`, 'invalid_parameter', [error])
  }
  await refused('page', 'invalid_parameter', [
    invalid('page', 'must be a plain decimal whole number.'),
  ])
})

test('page and limit are numbers whose value is an integer, as JSON writes them', async () => {
  const plain = await api.get('/v1/outbound-shipments?page=1&limit=25', { token })
  for (const query of ['page=1.0&limit=25.0', 'page=1e0&limit=2.5e1', 'page=10E-1&limit=250e-1']) {
    const response = await api.get(`/v1/outbound-shipments?${query}`, { token })
    assert.equal(response.status, 200, query)
    assert.equal(response.text, plain.text)
    assert.equal(response.headers.get('link'), plain.headers.get('link'))
  }
})

test('limit is at most 100; more is refused, not reduced', async () => {
  const range = invalid('limit', 'must be a whole number from 1 to 100.')
  for (const value of ['0', '101', '101.0', '1e3', '-1', '999999999999999']) {
    await refused(`limit=${value}`, 'invalid_parameter', [range])
  }
  for (const value of NOT_INTEGERS) {
    const error = invalid('limit', 'must be a plain decimal whole number.')
    await refused(`limit=${value}`, 'invalid_parameter', [error])
  }
})

test('status takes exactly the six statuses', async () => {
  const all = 'packing, inspecting, pending_approval, approved, shipped, delivered'
  const error = invalid('status', `must be one of ${all}.`)
  for (const value of [
    '',
    'Packing',
    'packed',
    'packing%20',
    'packing,shipped',
    'pending',
    '%00',
  ]) {
    await refused(`status=${value}`, 'invalid_parameter', [error])
  }
})

test('fboAccountId takes an id', async () => {
  const error = invalid('fboAccountId', 'does not have the documented format.')
  for (const value of ['', '%00', 'a%2Fb', 'ö', 'a%20b', 'x'.repeat(65), "'--", '%ZZ']) {
    await refused(`fboAccountId=${value}`, 'invalid_parameter', [error])
  }
})

test('cancelled takes exactly true or false', async () => {
  const error = invalid('cancelled', 'must be one of true, false.')
  for (const value of ['', 'True', '1', '0', 'yes', 'null', 'true%20', 'true,false', '%00']) {
    await refused(`cancelled=${value}`, 'invalid_parameter', [error])
  }
})

test('A repeated parameter is refused, also with equal values', async () => {
  for (const [name, value] of [
    ['page', '1'],
    ['limit', '25'],
    ['status', 'packing'],
    ['fboAccountId', 'fbo_x'],
    ['cancelled', 'true'],
  ] as const) {
    const error = invalid(name, repeated)
    await refused(`${name}=${value}&${name}=${value}`, 'invalid_parameter', [error])
    await refused(`${name}=${value}&${name}=`, 'invalid_parameter', [error])
  }
})

test('An unknown parameter is refused with the names of the known ones', async () => {
  for (const name of ['pageSize', 'Page', 'page_size', 'constructor', '__proto__', 'page[]']) {
    await refused(`${name}=1`, 'unknown_parameter', [unknown(name)])
  }
  await refused('a=1&b=2&a=3', 'unknown_parameter', [unknown('a'), unknown('b')])
  await refused('asOf=x&page=2', 'unknown_parameter', [unknown('asOf')])
})

test('All invalid parameters are reported in one response', async () => {
  await refused('page=0&limit=101', 'invalid_parameter', [
    invalid('page', 'must be a whole number from 1 to 999999999999999.'),
    invalid('limit', 'must be a whole number from 1 to 100.'),
  ])
  await refused('page=0&size=10', 'invalid_request', [
    unknown('size'),
    invalid('page', 'must be a whole number from 1 to 999999999999999.'),
  ])
})
