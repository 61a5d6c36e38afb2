/**
 * Currencies whose minor unit is not a hundredth, by its decimals: ISO 4217, list one of 2024.
 * `Intl` has the digits that people write, which are others for 17 currencies, such as IDR and HUF.
 */
const OTHER: readonly (readonly [digits: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
]

/** The decimals of the minor unit of a currency, in which all amounts are. */
export function minorDigits(currency: string): number {
  return OTHER.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2
}

/** "1234.50" of "123450" and "-0.05" of "-5" with two decimals, "123450" of "123450" with none. */
export function inMajorUnits(cents: string, digits: number): string {
  const [, sign = '', written = ''] = /^(-?)(\d+)$/.exec(cents) ?? []
  const padded = written.padStart(digits + 1, '0')
  const part = digits === 0 ? '' : `.${padded.slice(-digits)}`
  return `${sign}${padded.slice(0, padded.length - digits)}${part}`
}
