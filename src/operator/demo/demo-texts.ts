import { createHash } from 'node:crypto'

// Texts of the demo's records, the same on each run.

const FIRST_NAMES = ['Ada', 'Chloë', 'Emeka', 'Farah', 'Hugo', 'Ingrid', 'Kaito', 'Lucía', 'Søren']
const LAST_NAMES = ['Abara', 'Chen', 'Hayashi', 'Iyer', 'Kowalski', 'Moreau', "O'Brien", 'Weiss']
const TRADES = ['Watches LLC', 'Numismatics & Co.', 'Card Vault Inc.', 'Bullion GmbH']
const INSURED_DOLLARS = [100_000, 250_000, 500_000, 1_000_000]

/** An account by its number: 0 is the primary one; four of five others are of persons. */
export function demoAccount(number: number, organization: string) {
  const isPrimary = number === 0
  const lastName = textAt(LAST_NAMES, Math.floor(number / FIRST_NAMES.length) + number)
  const isBusiness = isPrimary || number % 5 === 4
  const dollars = INSURED_DOLLARS[number % INSURED_DOLLARS.length] as number
  return {
    firstName: isBusiness ? null : textAt(FIRST_NAMES, number),
    lastName: isBusiness ? null : lastName,
    email: isPrimary ? 'vault@example.com' : `holder.${number}@example.com`,
    // Regulators keep these numbers free for fiction.
    phone: `+1 206 555 ${String(100 + (number % 100)).padStart(4, '0')}`,
    businessName: isPrimary
      ? organization
      : isBusiness
        ? `${lastName} ${textAt(TRADES, Math.floor(number / 5))}`
        : null,
    maxInsuredValueCents: String((isPrimary ? 50_000_000 : dollars) * 100),
    isPrimary,
  }
}

/** Each with a value in dollars, the scheme of its number, and attributes. */
const ITEMS = [
  ['Pokémon Base Set Charizard #4, holo, 1999', 2_400, 'psa_cert', { grade: 'PSA 9' }],
  ['Gold bar, 100 g, Argor-Heraeus', 10_850, 'bar_number', { fineness: '999.9', grams: '100' }],
  ['1986 Fleer Basketball #57, rookie', 8_200, 'psa_cert', { grade: 'PSA 8' }],
  ['American Gold Eagle, 1 oz', 4_300, 'ngc_cert', { grade: 'NGC MS70' }],
  ['Magic Unlimited Mox Sapphire, 1993', 6_800, 'cgc_cert', { grade: 'CGC 9' }],
  ['Omega Speedmaster Professional, 42 mm, steel', 6_100, 'serial', { papers: 'yes' }],
  ['Yu-Gi-Oh! Dark Magician LOB-005, first edition', 950, 'psa_cert', { grade: 'PSA 10' }],
  ['Silver bar, 1 kg, Metalor', 1_310, 'bar_number', { fineness: '999.0', grams: '1000' }],
  ['Rolex Submariner Date 126610LN, 41 mm, steel', 13_500, 'serial', { papers: 'no' }],
  ['South African Krugerrand, 1 oz, in capsule', 3_380, 'capsule', { year: '1982' }],
  ['1989 Upper Deck Baseball #1, rookie', 310, 'psa_cert', { grade: 'PSA 10' }],
] as const

/** An item by its number. Its certificate looks like one of the grader's, and is none. */
export function demoItem(number: number) {
  const [description, dollars, scheme, metadata] = ITEMS[number % ITEMS.length] as (typeof ITEMS)[0]
  const value = String(10_000_019 + ((number * 7_368_787) % 89_999_981))
  // Two appraisers agree within 15 percent.
  const cents = Math.round(dollars * (0.85 + (number % 31) / 100)) * 100
  return {
    description,
    declaredValueCents: String(cents),
    identifiers: [{ scheme, value }],
    metadata,
    evidence: [
      demoPhoto(number, 'front'),
      ...(number % 3 === 0 ? [demoPhoto(number, 'back')] : []),
    ],
  }
}

/** A photo of the intake by its hash; there is no such file. */
function demoPhoto(number: number, side: string) {
  const path = `intake/${number}-${side}.jpg`
  return {
    kind: 'photo' as const,
    sha256: createHash('sha256').update(path).digest('hex'),
    mediaType: 'image/jpeg',
    sizeBytes: 1_800_000 + ((number * 48_271) % 900_000),
    takenBy: `Intake desk ${1 + (number % 3)}`,
    url: `https://storage.example.com/${path}`,
  }
}

const STREETS = ['Quay', 'Linden Lane', 'Foundry Row', 'Old Mint Road', 'Harbour Steps']
const CITIES = [
  ['Seattle', 'WA', '98101', 'US'],
  ['Göteborg', null, '411 03', 'SE'],
  ['London', null, 'EC2V 7HH', 'GB'],
  ['Osaka', null, '530-0001', 'JP'],
] as const

/** The directions of a shipment by its number; nobody lives there. */
export function demoDirections(number: number) {
  const [city, region, postalCode, countryCode] = CITIES[
    number % CITIES.length
  ] as (typeof CITIES)[0]
  return {
    recipient: {
      name: `${textAt(FIRST_NAMES, number)} ${textAt(LAST_NAMES, number)}`,
      company: null,
      line1: `${1 + (number % 90)} ${textAt(STREETS, number)}`,
      line2: null,
      city,
      region,
      postalCode,
      countryCode,
      phone: `+1 206 555 ${String(100 + (number % 100)).padStart(4, '0')}`,
    },
    service: 'Overnight',
    signatureRequired: number % 3 > 0,
    insuredValueCents: String((1 + (number % 8)) * 500_000),
  }
}

export const TRANSFER_NOTES = [
  'Spring rebalancing',
  'Trade agreed on the show floor',
  'Requested by phone, call logged',
  'Consignment returned unsold',
  'Collateral released by the lender',
]
export const HOLD_REASONS = [
  'Ownership disputed',
  'Certificate to be checked by the grader',
  'Pledged as collateral',
  'Owner does not respond',
]

/** A text of the list by a number of any size. */
export function textAt<T extends string>(texts: readonly T[], number: number): T {
  return texts[number % texts.length] as T
}
