import type { Random } from './random.ts'

/** What an item is, and its declared value. */
export interface Appraisal {
  readonly description: string
  readonly declaredValueCents: number
}

/** Things of one kind, with what their descriptions say. */
interface Kind {
  /** Each with its dollars in the condition of factor 1, and the years in which it was made. */
  readonly things: readonly (readonly [
    string,
    dollars: number,
    years?: readonly [number, number],
  ])[]
  readonly conditions: readonly (readonly [string, factor: number])[]
  /** What its number is called; absent where things of that kind have none. */
  readonly numbered?: 'certificate' | 'serial'
}

/** A graded card, a watch, a bar or a coin. */
export function generateAppraisal(random: Random): Appraisal {
  const { things, conditions, numbered } = random.pick(KINDS)
  const [name, dollars, years] = random.pick(things)
  const [condition, factor] = random.pick(conditions)
  const parts = [
    name,
    ...(years === undefined ? [] : [random.whole(...years)]),
    condition,
    ...(numbered === undefined ? [] : [`${numbered} ${random.whole(10_000_000, 99_999_999)}`]),
  ]
  // Two appraisers agree within 15 percent.
  const appraised = dollars * factor * random.between(0.85, 1.15)
  return {
    description: parts.join(', '),
    declaredValueCents: Math.max(Math.round(appraised / 5), 1) * 500,
  }
}

const CARDS: Kind = {
  things: [
    ['Pokémon Base Set Charizard #4, holo, 1999', 2_400],
    ['Pokémon Neo Genesis Lugia #9, holo, 2000', 1_150],
    ['Pokémon Skyridge Gengar #H9, holo, 2003', 1_700],
    ['Magic Revised Underground Sea, 1994', 780],
    ['Magic Unlimited Mox Sapphire, 1993', 6_800],
    ['Yu-Gi-Oh! Dark Magician LOB-005, first edition, 2002', 950],
    ['1986 Fleer Basketball #57, rookie', 8_200],
    ['1979 O-Pee-Chee Hockey #18, rookie', 7_400],
    ['2011 Topps Update Baseball #US175, rookie', 430],
    ['1989 Upper Deck Baseball #1, rookie', 110],
  ],
  conditions: [
    ['PSA 10', 2.8],
    ['PSA 9', 1],
    ['PSA 8', 0.55],
    ['BGS 9.5', 1.6],
    ['CGC 9', 0.8],
  ],
  numbered: 'certificate',
}

const WATCHES: Kind = {
  things: [
    ['Rolex Submariner Date 126610LN, 41 mm, steel', 13_500, [2020, 2025]],
    ['Rolex Datejust 126234, 36 mm, steel and white gold', 10_200, [2019, 2025]],
    ['Omega Speedmaster Professional, 42 mm, steel', 6_100, [2021, 2025]],
    ['Patek Philippe Calatrava 5196J, 37 mm, yellow gold', 19_500, [2004, 2022]],
    ['Audemars Piguet Royal Oak 15500ST, 41 mm, steel', 34_000, [2019, 2022]],
    ['Tudor Black Bay Fifty-Eight, 39 mm, steel', 3_200, [2018, 2025]],
    ['Grand Seiko SBGA211, 41 mm, titanium', 4_300, [2017, 2025]],
  ],
  conditions: [
    ['box and papers', 1],
    ['papers only', 0.94],
    ['watch only', 0.86],
  ],
}

const BARS: Kind = {
  things: [
    ['Gold bar, 1 oz, PAMP Suisse, 999.9', 3_400],
    ['Gold bar, 100 g, Argor-Heraeus, 999.9', 10_850],
    ['Gold bar, 1 kg, Umicore, 999.9', 107_500],
    ['Silver bar, 1 kg, Metalor, 999.0', 1_310],
    ['Silver bar, 100 oz, Asahi, 999.0', 4_050],
    ['Platinum bar, 1 oz, Valcambi, 999.5', 1_290],
  ],
  conditions: [
    ['sealed', 1],
    ['with assay card', 1.01],
  ],
  numbered: 'serial',
}

const COINS: Kind = {
  things: [
    ['American Gold Eagle, 1 oz', 3_450, [1986, 2025]],
    ['South African Krugerrand, 1 oz', 3_380, [1967, 2025]],
    ['American Silver Eagle, 1 oz', 62, [1986, 2025]],
    ['British Gold Sovereign', 820, [1911, 1925]],
    ['Saint-Gaudens Double Eagle, 20 dollars', 3_900, [1908, 1928]],
    ['Morgan Silver Dollar', 260, [1878, 1904]],
  ],
  conditions: [
    ['PCGS MS65', 1.3],
    ['NGC MS63', 1],
    ['ungraded, in capsule', 0.92],
  ],
}

/** Cards are the most usual. */
const KINDS = [CARDS, CARDS, CARDS, WATCHES, BARS, COINS, COINS]
