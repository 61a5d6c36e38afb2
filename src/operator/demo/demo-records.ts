import { createHash } from 'node:crypto'
import { TRANSFER_REASONS } from '../../domain/fields.ts'
import type { ShipmentMove } from '../../vault/shipments/move-shipment.ts'

// The demo's records by their numbers: the same on each run. Nobody lives at these addresses, no
// grader has these certificates, and regulators keep these telephone numbers free for fiction.

const FIRST_NAMES = ['Ada', 'Chloë', 'Emeka', 'Farah', 'Hugo', 'Ingrid', 'Kaito', 'Lucía', 'Søren']
const LAST_NAMES = ['Abara', 'Chen', 'Hayashi', 'Iyer', 'Kowalski', 'Moreau', "O'Brien", 'Weiss']
const TRADES = ['Watches LLC', 'Numismatics & Co.', 'Card Vault Inc.', 'Bullion GmbH']

/** Number 0 is the primary one; four of five others are of persons. */
export function demoAccount(number: number, organization: string) {
  const isPrimary = number === 0
  const isBusiness = isPrimary || number % 5 === 4
  const lastName = at(LAST_NAMES, Math.floor(number / FIRST_NAMES.length) + number)
  const trade = `${lastName} ${at(TRADES, Math.floor(number / 5))}`
  const dollars = isPrimary ? 50_000_000 : 250_000 * (1 + (number % 4))
  return {
    firstName: isBusiness ? null : at(FIRST_NAMES, number),
    lastName: isBusiness ? null : lastName,
    email: isPrimary ? 'vault@example.com' : `holder.${number}@example.com`,
    phone: phoneOf(number),
    businessName: isPrimary ? organization : isBusiness ? trade : null,
    maxInsuredValueCents: String(dollars * 100),
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

export function demoItem(number: number) {
  const [description, dollars, scheme, metadata] = at(ITEMS, number)
  const value = String(10_000_019 + ((number * 7_368_787) % 89_999_981))
  const path = `intake/${number}.jpg`
  const photo = {
    kind: 'photo' as const,
    sha256: createHash('sha256').update(path).digest('hex'),
    mediaType: 'image/jpeg',
    sizeBytes: 1_800_000 + ((number * 48_271) % 900_000),
    takenBy: `Intake desk ${1 + (number % 3)}`,
    url: `https://storage.example.com/${path}`,
  }
  return {
    description,
    // Two appraisers agree within 15 percent.
    declaredValueCents: String(Math.round(dollars * (0.85 + (number % 31) / 100)) * 100),
    identifiers: [{ scheme, value }],
    metadata,
    evidence: [photo],
  }
}

export function demoTransfer(number: number) {
  const reason = at(TRANSFER_REASONS, number)
  return { notes: at(['Spring rebalancing', 'Trade agreed on the show floor'], number), reason }
}

/** Null: the transfer expires. */
export const DECISIONS = [
  { verb: 'approve' },
  { verb: 'reject', reason: 'Certificate numbers do not match the items' },
  { verb: 'approve' },
  { verb: 'cancel', reason: 'The buyer withdrew' },
  null,
] as const

const CITIES = [
  ['Seattle', 'WA', '98101', 'US'],
  ['Göteborg', null, '411 03', 'SE'],
  ['London', null, 'EC2V 7HH', 'GB'],
] as const

export function demoDirections(number: number) {
  const [city, region, postalCode, countryCode] = at(CITIES, number)
  const name = `${at(FIRST_NAMES, number)} ${at(LAST_NAMES, number)}`
  const address = { line1: `${1 + (number % 90)} Foundry Row`, line2: null, city, region }
  const phone = phoneOf(number)
  return {
    recipient: { name, company: null, ...address, postalCode, countryCode, phone },
    service: 'Overnight',
    signatureRequired: number % 3 > 0,
    insuredValueCents: String((1 + (number % 8)) * 500_000),
  }
}

/** The moves of a shipment: some are cancelled, stay on hold or with their carrier. */
export function movesOf(number: number): ShipmentMove[] {
  const hold = { verb: 'hold', reason: 'Address to be confirmed' } as const
  if (number % 13 === 6) return [{ verb: 'inspect' }, { verb: 'cancel', reason: 'Not insured' }]
  const moves: ShipmentMove[] = [{ verb: 'inspect' }]
  if (number % 5 === 4) moves.push(hold, { verb: 'release' })
  moves.push({ verb: 'submit' })
  // Not approved while it is on hold.
  if (number % 11 === 4) return [...moves, hold]
  const carrier = at(['Northern Secure Freight', 'Argent Couriers'], number)
  const trackingNumber = `VX ${1_000 + number} ${9_999 - number * 7}`
  moves.push({ verb: 'approve' }, { verb: 'ship', carrier, service: 'Overnight', trackingNumber })
  return number % 4 === 1 ? moves : [...moves, { verb: 'deliver' }]
}

function phoneOf(number: number): string {
  return `+1 206 555 ${String(100 + (number % 100)).padStart(4, '0')}`
}

/** An entry of the list by a number of any size. */
export function at<Entry>(list: readonly Entry[], number: number): Entry {
  return list[number % list.length] as Entry
}
