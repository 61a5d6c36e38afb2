import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRY_CODE_PATTERN, countryMeant } from './iso-codes.ts'

const ALL = Array.from({ length: 26 ** 2 }, (_, at) =>
  String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)),
)

test('The codes are those of countries that Unicode knows as such', () => {
  const pattern = new RegExp(COUNTRY_CODE_PATTERN)
  const codes = ALL.filter((code) => pattern.test(code))
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  assert.equal(codes.length, 250)
  assert.deepEqual(
    codes.filter((code) => names.of(code) === undefined),
    [],
  )
  assert.ok(!pattern.test('UK') && !pattern.test('SEX'))
})

const MEANT: readonly (readonly [texts: string, code: string | undefined])[] = [
  ['gb ＧＢ uk GBR', 'GB'],
  ['el GRC grc', 'GR'],
  ['DEU deu', 'DE'],
  ['DNK', 'DK'],
  ['ARE', 'AE'],
  ['CHE', 'CH'],
  ['SVN', 'SI'],
  ['XKX', 'XK'],
  ['USA', 'US'],
  // Codes of sports, of cars and of nothing.
  ['GER DEN UAE NED CRO CHI SLO SCO NIR SIN MAL VIE RSA LAT GE0 SUI POR D A', undefined],
]
for (const [texts, code] of MEANT) {
  test(`${texts}: ${code ?? 'no code is named'}`, () => {
    for (const text of texts.split(' ')) assert.equal(countryMeant(text), code, text)
  })
}
