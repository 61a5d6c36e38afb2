import { ITEM_DESCRIPTION_LENGTH_MAX } from '../domain/limits.ts'
import type { Random } from './random.ts'

export interface ItemWorth {
  readonly description: string
  readonly declaredValueCents: number
}

/** What an item is, and its declared value: a graded card, a watch, a bar or a coin. */
export function generateItem(random: Random): ItemWorth {
  const kind = random.next()
  const { description, dollars } =
    kind < 0.45
      ? card(random)
      : kind < 0.6
        ? watch(random)
        : kind < 0.78
          ? bar(random)
          : coin(random)
  return {
    description: description.slice(0, ITEM_DESCRIPTION_LENGTH_MAX),
    declaredValueCents: Math.max(Math.round(dollars / 5) * 5, 5) * 100,
  }
}

interface Appraisal {
  readonly description: string
  readonly dollars: number
}

function card(random: Random): Appraisal {
  const [name, dollars] = random.pick(CARDS)
  const [grade, factor] = random.pick(CARD_GRADES)
  const certificate = random.whole(10_000_000, 99_999_999)
  return {
    description: `${name}, ${grade}, certificate ${certificate}`,
    dollars: dollars * factor * spread(random),
  }
}

function watch(random: Random): Appraisal {
  const [name, firstYear, dollars] = random.pick(WATCHES)
  const [extras, factor] = random.pick(WATCH_EXTRAS)
  return {
    description: `${name}, ${random.whole(firstYear, 2025)}, ${extras}`,
    dollars: dollars * factor * spread(random),
  }
}

function bar(random: Random): Appraisal {
  const [name, dollars] = random.pick(BARS)
  const serial = `${random.pick(['A', 'B', 'C', 'D', 'K'])}${random.whole(100_000, 999_999)}`
  return { description: `${name}, serial ${serial}`, dollars }
}

function coin(random: Random): Appraisal {
  const isModern = random.chance(0.6)
  const [name, firstYear, lastYear, dollars] = random.pick(isModern ? MODERN_COINS : CLASSIC_COINS)
  const [grade, factor] = random.pick(isModern ? MODERN_GRADES : CLASSIC_GRADES)
  return {
    description: `${name}, ${random.whole(firstYear, lastYear)}, ${grade}`,
    dollars: dollars * factor * spread(random),
  }
}

/** No two appraisers agree: within 15 percent. */
function spread(random: Random): number {
  return 0.85 + random.next() * 0.3
}

/** Name, and dollars in grade 9. */
const CARDS: readonly (readonly [string, number])[] = [
  ['Pokémon Base Set Charizard #4, holo, 1999', 2_400],
  ['Pokémon Base Set Blastoise #2, holo, 1999', 620],
  ['Pokémon Base Set Venusaur #15, holo, 1999', 480],
  ['Pokémon Neo Genesis Lugia #9, holo, 2000', 1_150],
  ['Pokémon Evolving Skies Umbreon VMAX #215, 2021', 900],
  ['Pokémon Skyridge Gengar #H9, holo, 2003', 1_700],
  ['Magic Revised Underground Sea, 1994', 780],
  ['Magic Unlimited Mox Sapphire, 1993', 6_800],
  ['Magic Arabian Nights Juzam Djinn, 1993', 2_100],
  ['Yu-Gi-Oh! Blue-Eyes White Dragon LOB-001, first edition, 2002', 1_900],
  ['Yu-Gi-Oh! Dark Magician LOB-005, first edition, 2002', 950],
  ['1986 Fleer Basketball #57, rookie', 8_200],
  ['2003 Topps Chrome Basketball #111, rookie', 3_100],
  ['1979 O-Pee-Chee Hockey #18, rookie', 7_400],
  ['2018 Panini Prizm Basketball #280, silver', 540],
  ['2011 Topps Update Baseball #US175, rookie', 430],
  ['1989 Upper Deck Baseball #1, rookie', 110],
]

const CARD_GRADES: readonly (readonly [string, number])[] = [
  ['PSA 10', 2.8],
  ['PSA 9', 1],
  ['PSA 8', 0.55],
  ['PSA 7', 0.4],
  ['BGS 9.5', 1.6],
  ['BGS 9', 0.9],
  ['CGC 9', 0.8],
]

/** Name, the first year it was made, and dollars with box and papers. */
const WATCHES: readonly (readonly [string, number, number])[] = [
  ['Rolex Submariner Date 126610LN, 41 mm, steel', 2020, 13_500],
  ['Rolex GMT-Master II 126710BLRO, 40 mm, steel', 2018, 19_800],
  ['Rolex Datejust 126234, 36 mm, steel and white gold', 2019, 10_200],
  ['Omega Speedmaster Professional 310.30.42.50.01.001, 42 mm, steel', 2021, 6_100],
  ['Omega Seamaster Diver 300M, 42 mm, steel', 2018, 4_600],
  ['Patek Philippe Calatrava 5196J, 37 mm, yellow gold', 2004, 19_500],
  ['Audemars Piguet Royal Oak 15500ST, 41 mm, steel', 2019, 34_000],
  ['Cartier Santos WSSA0018, 40 mm, steel', 2018, 6_900],
  ['Tudor Black Bay Fifty-Eight, 39 mm, steel', 2018, 3_200],
  ['Jaeger-LeCoultre Reverso Classic, steel', 2016, 6_400],
  ['Grand Seiko SBGA211, 41 mm, titanium', 2017, 4_300],
]

const WATCH_EXTRAS: readonly (readonly [string, number])[] = [
  ['box and papers', 1],
  ['papers only', 0.94],
  ['watch only', 0.86],
  ['box and papers, serviced', 1.03],
]

const BARS: readonly (readonly [string, number])[] = [
  ['Gold bar, 1 oz, PAMP Suisse, 999.9', 3_400],
  ['Gold bar, 50 g, Valcambi, 999.9', 5_450],
  ['Gold bar, 100 g, Argor-Heraeus, 999.9', 10_850],
  ['Gold bar, 250 g, Heraeus, 999.9', 27_000],
  ['Gold bar, 1 kg, Umicore, 999.9', 107_500],
  ['Silver bar, 10 oz, Royal Canadian Mint, 999.9', 420],
  ['Silver bar, 1 kg, Metalor, 999.0', 1_310],
  ['Silver bar, 100 oz, Asahi, 999.0', 4_050],
  ['Platinum bar, 1 oz, Valcambi, 999.5', 1_290],
  ['Palladium bar, 1 oz, PAMP Suisse, 999.5', 1_180],
]

type Mintage = readonly [name: string, firstYear: number, lastYear: number, dollars: number]
type Grade = readonly [name: string, factor: number]

/** Struck for collectors and kept as struck. */
const MODERN_COINS: readonly Mintage[] = [
  ['American Gold Eagle, 1 oz', 1986, 2025, 3_450],
  ['Canadian Gold Maple Leaf, 1 oz', 1979, 2025, 3_400],
  ['South African Krugerrand, 1 oz', 1967, 2025, 3_380],
  ['Gold Vienna Philharmonic, 1 oz', 1989, 2025, 3_390],
  ['Chinese Gold Panda, 30 g', 2016, 2025, 3_350],
  ['American Silver Eagle, 1 oz', 1986, 2025, 62],
]

const MODERN_GRADES: readonly Grade[] = [
  ['NGC MS70', 1.25],
  ['NGC MS69', 1],
  ['PCGS MS69', 1],
  ['ungraded, in capsule', 0.92],
]

/** Struck to be spent. */
const CLASSIC_COINS: readonly Mintage[] = [
  ['British Gold Sovereign', 1911, 1925, 820],
  ['Saint-Gaudens Double Eagle, 20 dollars', 1908, 1928, 3_900],
  ['Morgan Silver Dollar', 1878, 1904, 260],
  ['Gold Vreneli, 20 francs', 1897, 1935, 690],
]

const CLASSIC_GRADES: readonly Grade[] = [
  ['PCGS MS65', 1.3],
  ['NGC MS64', 1.1],
  ['NGC MS63', 1],
  ['PCGS AU58', 0.94],
]
