import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setCurrency } from '../../console/src/display/amounts.ts'
import { readDay, words } from '../../console/src/display/format.ts'
import { labelOf, SENTENCES, violationWords } from '../../console/src/words/problems.ts'
import { REFUSALS } from '../../src/domain/errors.ts'

setCurrency('EUR', 2)
/** Codes without a sentence, and the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  unauthenticated: 'the console always sends a token',
  invalid_token: 'the session ends, and the page to sign in has words of its own',
  session_ended: 'the session ends, and the page to sign in has words of its own',
  cross_site_request: 'only pages of the console send to /session',
  https_required: 'the detail tells the operator what to set',
  test_organization_required: 'the console has nothing of the sandbox',
  route_not_found: 'the console asks for paths that exist',
  method_not_allowed: 'the console uses the methods that exist',
  unsupported_media_type: 'the console sends JSON and CSV',
  headers_too_large: 'the console sends short headers',
  malformed_request: 'a browser sends valid HTTP',
  unsupported_transfer_coding: 'a browser uses no other coding',
  malformed_json: 'the console writes JSON',
  unknown_field: 'the console sends members that exist',
  idempotency_key_reused: 'the console makes a key for each request',
  proof_invalid: 'only the detail says why the signature is refused',
}

test('each code has a sentence, or a reason to have none', () => {
  const known = new Set([...Object.keys(SENTENCES), ...Object.keys(WITHOUT)])
  assert.deepEqual(
    Object.keys(REFUSALS).filter((code) => !known.has(code)),
    [],
  )
  for (const code of Object.keys(WITHOUT)) assert.ok(!(code in SENTENCES), code)
})

test('no sentence has a name of the interface', () => {
  for (const [code, sentence] of Object.entries(SENTENCES)) {
    assert.doesNotMatch(sentence, /Cents|_|[a-z][A-Z]|\bFBO\b|inventory item|\/v1/, code)
  }
})

for (const [pointer, label] of [
  ['/declaredValueCents', 'Declared value'],
  ['/maxInsuredValueCents', 'Insured maximum'],
  ['/items/3/inventoryItemId', 'Item 4'],
  ['/allowedAddresses/0', 'Allowed IP address 1'],
  ['/toFboAccountId', 'To'],
  ['/fboAccountId', 'Account'],
  ['/recipient/postalCode', 'Postal code'],
] as const) {
  test(`${pointer} is ${label}`, () => assert.equal(labelOf(pointer), label))
}

test('schemes of identifiers are words', () => {
  const said = ['psa_cert', 'bar_number', 'serial'].map(words)
  assert.deepEqual(said, ['PSA certificate', 'Bar number', 'Serial'])
})

for (const [pointer, detail, said] of [
  [
    '/identifiers/1/scheme',
    'does not have the documented format.',
    'Identifier 2 does not have the right form.',
  ],
  [
    '/recipient/countryCode',
    'does not have the documented format.',
    'Country code does not have the right form.',
  ],
  ['/metadata/grade PSA 8', 'is not an accepted key.', 'Grade PSA 8 is not an accepted key.'],
] as const) {
  test(said, () => {
    const path = pointer.slice(1).replaceAll('/', '.')
    assert.equal(
      violationWords({ pointer, code: 'invalid_value', detail: `${path} ${detail}` }),
      said,
    )
  })
}

test('an amount that is too large is said as an amount', () => {
  const said = violationWords({
    pointer: '/declaredValueCents',
    code: 'invalid_value',
    detail:
      'declaredValueCents must be at most 9223372036854775807. Send decimal digits in quotes.',
  })
  assert.equal(said, 'Declared value must be at most 92,233,720,368,547,758.07 EUR.')
})

test('a transfer to the same account is said in ordinary words', () => {
  const detail = 'toFboAccountId equals fromFboAccountId: send two different accounts.'
  const said = violationWords({ pointer: '/toFboAccountId', code: 'same_account', detail })
  assert.equal(said, 'Choose two different accounts.')
})

test('a text of an address that is no day is none', () => {
  const texts = ['2026-02-28', '2026-02-30', '2026-2-28', '', 'Invalid Date', undefined]
  assert.deepEqual(texts.map(readDay).filter(Boolean), ['2026-02-28'])
})
