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

const ITEMS = [
  ['Pokémon Base Set Charizard #4, holo, 1999, PSA 9', 2_400],
  ['Gold bar, 100 g, Argor-Heraeus, 999.9', 10_850],
  ['1986 Fleer Basketball #57, rookie, PSA 8', 8_200],
  ['American Gold Eagle, 1 oz, NGC MS70', 4_300],
  ['Magic Unlimited Mox Sapphire, 1993, CGC 9', 6_800],
  ['Omega Speedmaster Professional, 42 mm, steel', 6_100],
  ['Yu-Gi-Oh! Dark Magician LOB-005, first edition, 2002', 950],
  ['Silver bar, 1 kg, Metalor, 999.0', 1_310],
  ['Rolex Submariner Date 126610LN, 41 mm, steel', 13_500],
  ['South African Krugerrand, 1 oz, in capsule', 3_380],
  ['1989 Upper Deck Baseball #1, rookie, PSA 10', 310],
] as const

/** The description and the declared value of an item, by its number. */
export function demoItem(number: number) {
  const [name, dollars] = ITEMS[number % ITEMS.length] as (typeof ITEMS)[number]
  const certificate = 10_000_019 + ((number * 7_368_787) % 89_999_981)
  // Two appraisers agree within 15 percent.
  const cents = Math.round(dollars * (0.85 + (number % 31) / 100)) * 100
  return { description: `${name}, certificate ${certificate}`, declaredValueCents: String(cents) }
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
export function textAt(texts: readonly string[], number: number): string {
  return texts[number % texts.length] as string
}
