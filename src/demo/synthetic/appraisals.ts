import type { Random } from './random.ts'

/** What an item is, and its declared value. */
export interface Appraisal {
  readonly description: string
  readonly declaredValueCents: number
}

/** A graded card, a watch, a bar or a coin. */
export function generateAppraisal(random: Random): Appraisal {
  const { things, conditions, years, numbered } = random.pick(KINDS)
  const [name, dollars] = random.pick(Object.entries(things))
  const [condition, factor] = random.pick(Object.entries(conditions))
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

/** Things of one kind, and what their descriptions say. */
interface Kind {
  /** The dollars of each in a condition of factor 1. */
  readonly things: Readonly<Record<string, number>>
  readonly conditions: Readonly<Record<string, number>>
  /** When such things were made; absent where the name says it, and for bars. */
  readonly years?: readonly [number, number]
  /** The name of the number on each thing; absent where things of that kind have none. */
  readonly numbered?: string
}

const CARDS: Kind = {
  things: {
    'Pokémon Base Set Charizard #4, holo, 1999': 2_400,
    'Pokémon Neo Genesis Lugia #9, holo, 2000': 1_150,
    'Magic Revised Underground Sea, 1994': 780,
    'Magic Unlimited Mox Sapphire, 1993': 6_800,
    'Yu-Gi-Oh! Dark Magician LOB-005, first edition, 2002': 950,
    '1986 Fleer Basketball #57, rookie': 8_200,
    '1989 Upper Deck Baseball #1, rookie': 110,
  },
  conditions: { 'PSA 10': 2.8, 'PSA 9': 1, 'PSA 8': 0.55, 'BGS 9.5': 1.6, 'CGC 9': 0.8 },
  numbered: 'certificate',
}

const WATCHES: Kind = {
  things: {
    'Rolex Submariner Date 126610LN, 41 mm, steel': 13_500,
    'Rolex Datejust 126234, 36 mm, steel and white gold': 10_200,
    'Omega Speedmaster Professional, 42 mm, steel': 6_100,
    'Tudor Black Bay Fifty-Eight, 39 mm, steel': 3_200,
    'Grand Seiko SBGA211, 41 mm, titanium': 4_300,
  },
  conditions: { 'box and papers': 1, 'papers only': 0.94, 'watch only': 0.86 },
  years: [2021, 2025],
}

const BARS: Kind = {
  things: {
    'Gold bar, 1 oz, PAMP Suisse, 999.9': 3_400,
    'Gold bar, 100 g, Argor-Heraeus, 999.9': 10_850,
    'Gold bar, 1 kg, Umicore, 999.9': 107_500,
    'Silver bar, 1 kg, Metalor, 999.0': 1_310,
    'Platinum bar, 1 oz, Valcambi, 999.5': 1_290,
  },
  conditions: { sealed: 1, 'with assay card': 1.01 },
  numbered: 'serial',
}

const COINS: Kind = {
  things: {
    'American Gold Eagle, 1 oz': 3_450,
    'South African Krugerrand, 1 oz': 3_380,
    'Canadian Gold Maple Leaf, 1 oz': 3_400,
    'American Silver Eagle, 1 oz': 62,
  },
  conditions: { 'NGC MS70': 1.25, 'PCGS MS69': 1, 'ungraded, in capsule': 0.92 },
  years: [1986, 2025],
}

/** Cards are the most usual. */
const KINDS = [CARDS, CARDS, CARDS, WATCHES, BARS, COINS, COINS]
