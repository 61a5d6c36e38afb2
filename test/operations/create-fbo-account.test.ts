import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records, sql } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const path = '/v1/fbo-accounts'

const CONTACT = {
  firstName: 'Åsa 🪙',
  lastName: 'Öberg',
  email: 'asa@example.com',
  phone: '+46 8 555 012 34',
  businessName: 'Ögon & Söner "AB"',
}
const NOBODY = { firstName: null, lastName: null, email: null, phone: null, businessName: null }

async function create(body: object, secret = token) {
  const response = await api.post(path, { token: secret, body })
  assert.equal(response.status, 201, response.text)
  return response
}

test('Create FBO Account returns ten members in the published order, and Location', async () => {
  const whole = { ...CONTACT, maxInsuredValueCents: '9223372036854775807', isPrimary: true }
  const home = await records.organization()
  const caller = await records.token(home)
  const response = await create(whole, caller.token)
  const { id, createdAt } = response.body.data
  assert.match(id, /^fbo_[0-9a-z]{26}$/)
  assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
  const view = JSON.stringify({ data: { id, organizationId: home, ...whole, createdAt } })
  assert.equal(response.text, view)
  assert.equal(response.headers.get('location'), `/v1/fbo-accounts/${id}`)
  const read = await api.get(`/v1/fbo-accounts/${id}`, { token: caller.token })
  assert.equal(read.text, view)
})

test('Every member is optional: contacts are null, nothing is insured, not primary', async () => {
  const { id, createdAt, ...rest } = (await create({})).body.data
  const expected = { organizationId, ...NOBODY, maxInsuredValueCents: '0', isPrimary: false }
  assert.deepEqual(rest, expected)
})

test('A contact detail of null equals an omitted one', async () => {
  const { id, createdAt, ...rest } = (await create({ ...CONTACT, ...NOBODY })).body.data
  const expected = { organizationId, ...NOBODY, maxInsuredValueCents: '0', isPrimary: false }
  assert.deepEqual(rest, expected)
})

test('The new account can hold items and be updated', async () => {
  const { id } = (await create(CONTACT)).body.data
  const updated = await api.patch(`${path}/${id}`, { token, body: { firstName: 'Eva' } })
  assert.equal(updated.body.data.firstName, 'Eva')
  assert.ok(await records.inventoryItem(organizationId, id))
})

const SECOND = {
  status: 409,
  code: 'primary_account_exists',
  detail: 'The organization already has a primary account: leave isPrimary out.',
  instance: path,
  errors: [
    {
      pointer: '/isPrimary',
      code: 'primary_account_exists',
      detail: 'The organization already has a primary account: leave isPrimary out.',
    },
  ],
} as const

test('A second primary account is refused; another organization has its own', async () => {
  const { token: ours } = await records.token(await records.organization())
  await create({ isPrimary: true }, ours)
  const again = await withoutWriting(records, () =>
    api.post(path, { token: ours, body: { ...CONTACT, isPrimary: true } }),
  )
  assertRefused(again, SECOND)
  await create({ isPrimary: false }, ours)
  const { token: theirs } = await records.token(await records.organization())
  await create({ isPrimary: true }, theirs)
})

test('Of many simultaneous primary accounts exactly one is created', async () => {
  for (let round = 0; round < 5; round += 1) {
    const home = await records.organization()
    const caller = await records.token(home)
    const responses = await Promise.all(
      Array.from({ length: 8 }, () =>
        api.post(path, { token: caller.token, body: { isPrimary: true } }),
      ),
    )
    const [opened, ...others] = responses.toSorted((a, b) => a.status - b.status)
    assert.equal(opened?.status, 201)
    for (const refused of others) assertRefused(refused, SECOND)
    const rows = await sql`select id from fbo_accounts where organization_id = ${home}`
    assert.deepEqual(
      rows.map(({ id }) => id),
      [opened?.body.data.id],
    )
  }
})

const leave = 'Or leave it out.'
const form = 'does not have the documented format.'
const digits = 'Send decimal digits in quotes, such as "25000000", up to "9223372036854775807".'
const cents = (code: string, sentence: string) => [
  { pointer: '/maxInsuredValueCents', code, detail: `maxInsuredValueCents ${sentence} ${digits}` },
]
const field = (name: string, code: string, sentence: string) => [
  { pointer: `/${name}`, code, detail: `${name} ${sentence} ${leave}` },
]

const REFUSED: [body: object, errors: Record<string, unknown>[]][] = [
  [{ firstName: '' }, field('firstName', 'too_short', 'must have 1 to 300 characters.')],
  [{ lastName: '🪙'.repeat(301) }, field('lastName', 'too_long', 'must have 1 to 300 characters.')],
  [
    { businessName: 'x'.repeat(501) },
    field('businessName', 'too_long', 'must have 1 to 500 characters.'),
  ],
  [{ email: 'ada' }, field('email', 'invalid_format', form)],
  [{ phone: 'ABC-DEF' }, field('phone', 'invalid_format', form)],
  [{ firstName: 7 }, field('firstName', 'invalid_type', 'must be a string or null.')],
  [
    { firstName: 'A\u0000' },
    field('firstName', 'invalid_format', 'must not contain U+0000 or an unpaired surrogate.'),
  ],
  ...(['-1', '1.5', '01', '', '1e3', ' 1'].map((maxInsuredValueCents): [object, object[]] => [
    { maxInsuredValueCents },
    cents('invalid_format', form),
  ]) as [object, Record<string, unknown>[]][]),
  [
    { maxInsuredValueCents: '9223372036854775808' },
    cents('invalid_value', 'must be at most 9223372036854775807.'),
  ],
  [{ maxInsuredValueCents: 100 }, cents('invalid_type', 'must be a string.')],
  [{ maxInsuredValueCents: null }, cents('invalid_type', 'must be a string.')],
  ...(['true', 1, null] as const).map((isPrimary): [object, Record<string, unknown>[]] => [
    { isPrimary },
    [{ pointer: '/isPrimary', code: 'invalid_type', detail: 'isPrimary must be a boolean.' }],
  ]),
]

async function refused(body: unknown, code: RefusalCode, errors: Record<string, unknown>[]) {
  const response = await withoutWriting(records, () => api.post(path, { token, body }))
  assertRefused(response, { status: 400, code, instance: path, errors })
}

test('Every broken rule of the body is reported with its pointer, and nothing is written', async () => {
  for (const [body, errors] of REFUSED) await refused(body, 'invalid_request', errors)
})

test('An unknown member is refused by its name', async () => {
  for (const member of ['id', 'organizationId', 'createdAt', 'first_name']) {
    const detail = `${member} is not accepted by this operation: leave it out.`
    const errors = [{ pointer: `/${member}`, code: 'unknown_field', detail }]
    await refused({ [member]: 'x' }, 'unknown_field', errors)
  }
})

test('All violations are reported in one response', async () => {
  await refused({ firstName: '', phone: 'none', isPrimary: 'yes' }, 'invalid_request', [
    ...field('firstName', 'too_short', 'must have 1 to 300 characters.'),
    ...field('phone', 'invalid_format', form),
    { pointer: '/isPrimary', code: 'invalid_type', detail: 'isPrimary must be a boolean.' },
  ])
})
