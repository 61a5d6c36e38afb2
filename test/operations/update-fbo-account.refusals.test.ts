import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const id = await records.fboAccount(organizationId, { firstName: 'Ada', email: 'ada@example.com' })
const path = `/v1/fbo-accounts/${id}`

/** The body breaks a rule: 400 with exactly these errors, and nothing is changed. */
async function refused(body: unknown, code: RefusalCode, errors: Record<string, unknown>[]) {
  const response = await withoutWriting(records, () => api.patch(path, { token, body }))
  assertRefused(response, { status: 400, code, instance: path, errors })
}

const clear = 'Send null to clear it.'
const address = 'Send an address such as name@example.com, or null to clear it.'
const digits = 'Send a number such as +1 206 555 0142 ext. 9, or null to clear it.'
const atLeastOne = 'Send at least one of firstName, lastName, email, phone, businessName.'
const FORM = 'does not have the documented format.'

const BOUNDS = [
  { field: 'firstName', least: 1, most: 300, hint: clear },
  { field: 'lastName', least: 1, most: 300, hint: clear },
  { field: 'businessName', least: 1, most: 500, hint: clear },
]

test('A body without any field is refused', async () => {
  const detail = `The body changes nothing. ${atLeastOne}`
  await refused({}, 'no_updatable_fields', [{ pointer: '', code: 'no_updatable_fields', detail }])
})

test('An unknown or fixed member is refused by its name; alone, it also updates nothing', async () => {
  const detail = `The body changes nothing. ${atLeastOne}`
  const nothing = { pointer: '', code: 'no_updatable_fields', detail }
  const error = (member: string) => ({
    pointer: `/${member}`,
    code: 'unknown_field',
    detail: `${member} is not accepted by this operation: leave it out. ${atLeastOne}`,
  })
  for (const member of [
    'id',
    'organizationId',
    'maxInsuredValueCents',
    'isPrimary',
    'createdAt',
    'first_name',
    'firstname',
    'constructor',
    'toString',
  ]) {
    await refused({ [member]: true }, 'invalid_request', [error(member), nothing])
    await refused({ [member]: null, firstName: 'Grace' }, 'unknown_field', [error(member)])
  }
  const alone = { isPrimary: true, id: 'x' }
  await refused(alone, 'invalid_request', [error('isPrimary'), error('id'), nothing])
  const several = { ...alone, firstName: 'Grace' }
  await refused(several, 'unknown_field', [error('isPrimary'), error('id')])
})

test('An empty text is refused with the advice to send null', async () => {
  for (const { field, least, most, hint } of BOUNDS) {
    await refused({ [field]: '' }, 'invalid_request', [
      {
        pointer: `/${field}`,
        code: 'too_short',
        detail: `${field} must have ${least} to ${most} characters. ${hint}`,
      },
    ])
  }
  await refused({ email: '' }, 'invalid_request', [
    {
      pointer: '/email',
      code: 'too_short',
      detail: `email must have 3 to 254 characters. ${address}`,
    },
    { pointer: '/email', code: 'invalid_format', detail: `email ${FORM} ${address}` },
  ])
  await refused({ phone: '' }, 'invalid_request', [
    {
      pointer: '/phone',
      code: 'too_short',
      detail: `phone must have 3 to 64 characters. ${digits}`,
    },
    { pointer: '/phone', code: 'invalid_format', detail: `phone ${FORM} ${digits}` },
  ])
})

test('Text one character over its limit is refused, counted in code points', async () => {
  for (const { field, least, most, hint } of BOUNDS) {
    for (const character of ['x', '🪙']) {
      await refused({ [field]: character.repeat(most + 1) }, 'invalid_request', [
        {
          pointer: `/${field}`,
          code: 'too_long',
          detail: `${field} must have ${least} to ${most} characters. ${hint}`,
        },
      ])
    }
  }
  const email = `email must have 3 to 254 characters. ${address}`
  for (const value of [`${'a'.repeat(253)}@b`, `${'🪙'.repeat(253)}@b`]) {
    const error = { pointer: '/email', code: 'too_long', detail: email }
    await refused({ email: value }, 'invalid_request', [error])
  }
  const phone = `phone must have 3 to 64 characters. ${digits}`
  const rows: [string, string][] = [
    ['11', 'too_short'],
    ['1'.repeat(65), 'too_long'],
  ]
  for (const [value, code] of rows) {
    await refused({ phone: value }, 'invalid_request', [{ pointer: '/phone', code, detail: phone }])
  }
})

test('email must have one @ with text on both sides', async () => {
  const error = {
    pointer: '/email',
    code: 'invalid_format',
    detail: `email ${FORM} ${address}`,
  }
  for (const email of ['ada', 'ada.example.com', '@example.com', 'ada@', 'a@b@c', '@@@']) {
    await refused({ email }, 'invalid_request', [error])
  }
})

test('phone has a digit and no control characters', async () => {
  const error = { pointer: '/phone', code: 'invalid_format', detail: `phone ${FORM} ${digits}` }
  for (const phone of ['none', 'ext. #', '112\n', '1\t12', '112\u007f', '112\u0085', '１１２']) {
    await refused({ phone }, 'invalid_request', [error])
  }
})

test('A field that is neither a string nor null is refused', async () => {
  const hints = { email: address, phone: digits } as Record<string, string>
  for (const field of ['firstName', 'lastName', 'email', 'phone', 'businessName']) {
    for (const value of [7, true, false, [], {}, ['x'], { value: 'x' }]) {
      const detail = `${field} must be a string or null. ${hints[field] ?? clear}`
      const error = { pointer: `/${field}`, code: 'invalid_type', detail }
      await refused({ [field]: value }, 'invalid_request', [error])
    }
  }
})

test('Text that cannot be stored is refused', async () => {
  for (const firstName of ['\u0000', 'A\u0000', '\ud800', 'A\udc00B']) {
    await refused({ firstName }, 'invalid_request', [
      {
        pointer: '/firstName',
        code: 'invalid_format',
        detail: `firstName must not contain U+0000 or an unpaired surrogate. ${clear}`,
      },
    ])
  }
})

test('A body that is not an object is refused', async () => {
  const detail = `The body must be an object. ${atLeastOne}`
  for (const body of [null, [], [{ firstName: 'Grace' }], 'firstName', 7, false]) {
    await refused(body, 'invalid_request', [{ pointer: '', code: 'invalid_type', detail }])
  }
})

test('All violations are reported in one response, and no field is written', async () => {
  const body = { firstName: 'Grace', lastName: '', businessName: 7, isPrimary: true }
  const own = `isPrimary is not accepted by this operation: leave it out. ${atLeastOne}`
  await refused(body, 'invalid_request', [
    { pointer: '/isPrimary', code: 'unknown_field', detail: own },
    {
      pointer: '/lastName',
      code: 'too_short',
      detail: `lastName must have 1 to 300 characters. ${clear}`,
    },
    {
      pointer: '/businessName',
      code: 'invalid_type',
      detail: `businessName must be a string or null. ${clear}`,
    },
  ])
})

test('A violation of the body is reported before an unknown account', async () => {
  const response = await api.patch('/v1/fbo-accounts/fbo_nobody', { token, body: {} })
  assert.equal(response.status, 400)
  assert.equal(response.body.code, 'no_updatable_fields')
})
