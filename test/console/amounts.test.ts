import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  amountProblem,
  centsOf,
  money,
  setCurrency,
  wholeOf,
} from '../../console/src/display/amounts.ts'

setCurrency('EUR', 2)
const LOCALES = [
  'en',
  'de',
  'fr',
  'sv',
  'de-CH',
  'hi-IN',
  'ja',
  'es',
  'pl',
  'de-AT',
  'ar-EG',
  'fa',
  'mr-IN',
  'my',
  'bn',
  'en-US-POSIX',
  'hi-u-nu-deva',
]
const MAX = 9_223_372_036_854_775_807n

for (const locale of LOCALES) {
  test(`${locale}: what is printed can be typed`, () => {
    fc.assert(
      fc.property(fc.oneof(fc.bigInt(0n, MAX), fc.bigInt(0n, 10_000_000n)), (cents) => {
        const printed = money(`${cents}`, locale)
        assert.equal(centsOf(printed, locale), `${cents}`, printed)
        assert.equal(amountProblem(printed, locale), undefined)
      }),
      { numRuns: 1_000 },
    )
  })
}

/** A text that a person types, and the cents; undefined if it must be refused. */
const TYPED: readonly (readonly [locale: string, text: string, cents: string | undefined])[] = [
  ['en', '1250', '125000'],
  ['en', '1,250', '125000'],
  ['en', '1,250.5', '125050'],
  ['en', ' 1250.50 ', '125050'],
  ['en', '0', '0'],
  ['en', '0.07', '7'],
  ['en', '12,50', undefined],
  ['en', '1,25', undefined],
  ['en', '1,2500', undefined],
  ['en', '1250,00', undefined],
  ['en', '1250,000', undefined],
  ['en', '1.250,50', undefined],
  ['en', '1,250,50', undefined],
  ['en', ',250', undefined],
  ['en', '1.250', undefined],
  ['en', '12.5.0', undefined],
  ['en', '1 250', undefined],
  ['en', '0,250', undefined],
  ['de', '0.250', undefined],
  ['fr', '12\t500', undefined],
  ['fr', '12\n500', undefined],
  ['fr', '12 500', '1250000'],
  ['en', '1e3', undefined],
  ['en', '0x10', undefined],
  ['en', '-5', undefined],
  ['en', '−5', undefined],
  ['en', '+5', undefined],
  ['en', '5²', undefined],
  ['en', '½', undefined],
  ['en', '1२3', undefined],
  ['en', '$5', undefined],
  ['en', '12.', undefined],
  ['en', '.', undefined],
  ['en', '92233720368547758.07', '9223372036854775807'],
  ['en', '92,233,720,368,547,758.08', undefined],
  ['de', '1250,50', '125050'],
  ['de', '5,5', '550'],
  ['de', '5.000,00', '500000'],
  ['de', '1.250', '125000'],
  ['de', '12.50', undefined],
  ['de', '1250.50', undefined],
  ['de', '1,250.50', undefined],
  ['fr', '1\u202f250,50', '125050'],
  ['fr', '1\u00a0250,50', '125050'],
  ['fr', '1 250,50', '125050'],
  ['fr', '12 50', undefined],
  ['fr', '1 25,50', undefined],
  ['fr', '12.50', undefined],
  ['sv', '1 250,50', '125050'],
  ['sv', '1  250', undefined],
  ['de-CH', "1'250.50", '125050'],
  ['de-CH', '1’250.50', '125050'],
  ['de-CH', '12,50', undefined],
  ['hi-IN', '1,00,000', '10000000'],
  ['hi-IN', '१,००,०००.५०', '10000050'],
  ['hi-IN', '100,000', undefined],
  ['en', '1,00,000', undefined],
  ['ja', '１２５０．５', '125050'],
  ['ja', '１，２５０', '125000'],
  ['es', '1250,5', '125050'],
  ['es', '1.250', '125000'],
  ['ar-EG', '١٬٢٥٠٫٥٠', '125050'],
  ['ar-EG', '1250.50', '125050'],
]

for (const [locale, text, cents] of TYPED) {
  test(`${locale}: “${text}” is ${cents ?? 'refused'}`, () => {
    assert.equal(centsOf(text, locale), cents)
    assert.equal(amountProblem(text, locale) === undefined, cents !== undefined)
  })
}

test('what is refused is told how to write it, by the reader’s own separators', () => {
  const write = (example: string) => `Enter an amount like ${example} separates the cents.`
  assert.equal(amountProblem('12,50', 'en'), write('1250.50 or 1,250.50: “.”'))
  assert.equal(amountProblem('12.50', 'de'), write('1250,50 or 1.250,50: “,”'))
  assert.equal(amountProblem('1250.50', 'es'), write('1250,50: “,”'))
  assert.equal(
    amountProblem('99999999999999999', 'en'),
    'The maximum is 92,233,720,368,547,758.07 EUR.',
  )
  assert.equal(amountProblem(' ', 'en'), undefined)
})

test('whole numbers are read in the same way', () => {
  assert.equal(wholeOf('1.000', 'de'), 1_000)
  assert.equal(wholeOf('1.000', 'en'), undefined)
  assert.equal(wholeOf('1,5', 'de'), undefined)
  assert.equal(wholeOf('1e3', 'en'), undefined)
  assert.equal(wholeOf('90071992547409930', 'en'), undefined)
})

test('an amount is printed with its currency, and can be typed back with it', () => {
  for (const locale of LOCALES) {
    const printed = money('129155000', locale)
    assert.match(printed, / EUR$/)
    assert.equal(centsOf(printed, locale), '129155000', printed)
  }
  assert.equal(centsOf('5.00 USD', 'en'), undefined)
})

test('Amounts have the decimals of the currency', () => {
  const cases = [
    ['JPY', 0, '1250000', '1,250,000 JPY'],
    ['KWD', 3, '1250000', '1,250.000 KWD'],
    ['USD', 2, '5', '0.05 USD'],
    ['CLF', 4, '5', '0.0005 CLF'],
  ] as const
  for (const [currency, digits, cents, printed] of cases) {
    setCurrency(currency, digits)
    assert.equal(money(cents, 'en'), printed)
    assert.equal(centsOf(printed, 'en'), cents)
    const finer = `1.${'5'.repeat(digits + 1)}`
    assert.equal(centsOf(finer, 'en'), undefined)
    assert.match(amountProblem(finer, 'en') ?? '', digits === 0 ? /without decimals/ : /separates/)
  }
  setCurrency('EUR', 2)
})
