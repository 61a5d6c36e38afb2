import { test } from 'node:test'
import type { RefusalCode } from '../../src/domain/errors.ts'
import { assertRefused, withoutWriting } from '../support/vault/refusal.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, records } = await openVault()
const organizationId = await records.organization()
const { token } = await records.token(organizationId)
const fboAccountId = await records.fboAccount(organizationId)
const foreignAccountId = await records.fboAccount(await records.organization())
const item = { fboAccountId, description: 'Ring', declaredValueCents: '100' }

type Errors = readonly Record<string, unknown>[]

/** The request is refused with exactly these errors, and nothing is taken in. */
async function refused(
  body: unknown,
  expected: { status?: number; code: RefusalCode; errors: Errors; errorsTotal?: number },
) {
  const { status = 400 } = expected
  const response = await withoutWriting(records, () =>
    api.post('/v1/inventory-items', { token, body }),
  )
  assertRefused(response, { ...expected, status, instance: '/v1/inventory-items' })
}

const violation = (place: string, code: string, sentence: string) => ({
  pointer: `/${place}`,
  code,
  detail: `${place.replaceAll('/', '.')} ${sentence}`,
})

const form = 'does not have the documented format.'
const unstorable = 'must not contain U+0000 or an unpaired surrogate.'
const length = 'must have 1 to 500 characters.'
const max = '9223372036854775807'
const cents = `Send decimal digits in quotes, such as "1250000", up to "${max}".`

const FIELDS: [member: string, value: unknown, code: string, sentence: string][] = [
  ['fboAccountId', undefined, 'required', 'is missing: send it.'],
  ['fboAccountId', null, 'invalid_type', 'must be a string.'],
  ['fboAccountId', 7, 'invalid_type', 'must be a string.'],
  ['fboAccountId', '', 'invalid_format', form],
  ['fboAccountId', 'a b', 'invalid_format', form],
  ['fboAccountId', 'a'.repeat(65), 'invalid_format', form],
  ['description', 7, 'invalid_type', 'must be a string or null.'],
  ['description', '', 'too_short', length],
  ['description', 'x'.repeat(501), 'too_long', length],
  ['description', '🪙'.repeat(501), 'too_long', length],
  ['description', 'a\u0000b', 'invalid_format', unstorable],
  ['description', 'a\ud800b', 'invalid_format', unstorable],
  ['declaredValueCents', null, 'invalid_type', `must be a string. ${cents}`],
  ['declaredValueCents', 100, 'invalid_type', `must be a string. ${cents}`],
  ['declaredValueCents', '', 'invalid_format', `${form} ${cents}`],
  ['declaredValueCents', '-1', 'invalid_format', `${form} ${cents}`],
  ['declaredValueCents', '01', 'invalid_format', `${form} ${cents}`],
  ['declaredValueCents', '1.5', 'invalid_format', `${form} ${cents}`],
  [
    'declaredValueCents',
    '9223372036854775808',
    'invalid_value',
    `must be at most ${max}. ${cents}`,
  ],
]

test('Each member is validated, in the body and in an entry of items', async () => {
  for (const [member, value, code, sentence] of FIELDS) {
    const invalid = { ...item, [member]: value }
    await refused(invalid, { code: 'invalid_request', errors: [violation(member, code, sentence)] })
    await refused(
      { items: [item, invalid] },
      { code: 'invalid_request', errors: [violation(`items/1/${member}`, code, sentence)] },
    )
  }
})

test('items must be an array of 1 to 1,000', async () => {
  const errors = (sentence: string) => [violation('items', 'items_required', sentence)]
  const code = 'items_required'
  await refused({ items: [] }, { code, errors: errors('must have at least 1 entry.') })
  for (const items of [null, {}, 'item', 7]) {
    await refused({ items }, { code, errors: errors('must be an array.') })
  }
  const items = Array.from({ length: 1_001 }, () => item)
  const tooMany = 'must have at most 1000 entries: split the request.'
  await refused(
    { items },
    { code: 'too_many_items', errors: [violation('items', 'too_many_items', tooMany)] },
  )
})

test('An entry of items that is not an object is refused', async () => {
  for (const entry of [null, [], 'item', 7]) {
    const errors = [violation('items/0', 'invalid_type', 'must be an object.')]
    await refused({ items: [entry] }, { code: 'invalid_request', errors })
  }
})

test('A body with both an item and items, or with other members, is refused', async () => {
  const code = 'unknown_field'
  const sentence = 'is not accepted by this operation: leave it out.'
  await refused(
    { ...item, status: 'on_hold' },
    { code, errors: [violation('status', code, sentence)] },
  )
  await refused(
    { items: [{ ...item, id: 'item_1' }] },
    { code, errors: [violation('items/0/id', code, sentence)] },
  )
  await refused(
    { ...item, items: [item] },
    {
      code,
      errors: Object.keys(item).map((member) => violation(member, code, sentence)),
    },
  )
  for (const body of [null, [], [item], 'text', 7]) {
    const error = { pointer: '', code: 'invalid_type', detail: 'The body must be an object.' }
    await refused(body, { code: 'invalid_request', errors: [error] })
  }
})

const unknown = (pointer: string) => ({
  pointer,
  code: 'fbo_account_not_found',
  detail: `The organization has no FBO account with the id in ${pointer.slice(1).replaceAll('/', '.')}: check the id.`,
})

test('An unknown or foreign account is not found, and its place is named', async () => {
  for (const id of ['fbo_nobody', foreignAccountId]) {
    const errors = [unknown('/fboAccountId')]
    await refused(
      { ...item, fboAccountId: id },
      { status: 404, code: 'fbo_account_not_found', errors },
    )
  }
})

test('One unknown account refuses all items, and up to a hundred places are named', async () => {
  const invalid = { ...item, fboAccountId: 'fbo_nobody' }
  const foreign = { ...item, fboAccountId: foreignAccountId }
  const code = 'fbo_account_not_found'
  await refused(
    { items: [invalid, item, foreign, item, invalid] },
    {
      status: 404,
      code,
      errors: [0, 2, 4].map((index) => unknown(`/items/${index}/fboAccountId`)),
    },
  )
  await refused(
    { items: [item, ...Array.from({ length: 999 }, () => invalid)] },
    {
      status: 404,
      code,
      errors: Array.from({ length: 100 }, (_, index) =>
        unknown(`/items/${index + 1}/fboAccountId`),
      ),
      errorsTotal: 999,
    },
  )
})
