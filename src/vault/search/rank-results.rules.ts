import { hasWord, lettersOf, searchWords } from '../../domain/search-words.ts'
import {
  type Match,
  type ResultType,
  SEARCHED_TYPES,
  type SearchedRow,
  type SearchedText,
  wordsOf,
} from './searched-types.ts'

/** Ranks of records, best first: whole words, then parts. Inside a text half a rank is lost. */
const FITS = { sameId: 0, sameNumber: 1, whole: 2, part: 3, apart: 4, resembles: 5 } as const

/** Words that people write beside the label of any identifier: PSA No. 7. */
const NUMBER_WORDS = ['number', 'no', 'nr', 'sn']

/** Members of which one value stands for one record. */
const UNIQUE: readonly Match[] = ['identifier', 'externalId', 'email', 'phone', 'trackingNumber']

/** The least part of the trigrams of a word with a typing error that a record must have. */
const RESEMBLANCE_MIN = 0.4

export interface Fit {
  readonly match: Match
  /** Smaller is better. */
  readonly rank: number
}

/** A searched text, as those of records are compared with it. */
export interface Searched {
  readonly text: string
  /** Its words in their order. */
  readonly inOrder: readonly string[]
  /** The same, each once. */
  readonly words: readonly string[]
  /** Those that tell identifiers apart: without the words of numbers, if there are others. */
  readonly identifying: readonly string[]
}

export function searchedOf(text: string): Searched {
  const inOrder = searchWords(text)
  const others = inOrder.filter((word) => !NUMBER_WORDS.includes(word))
  const identifying = others.length > 0 ? others : inOrder
  return { text: text.toLowerCase(), inOrder, words: [...new Set(inOrder)], identifying }
}

/**
 * The fit of a record to what is searched; undefined if it has none, as when it has changed since
 * its words were noted.
 * @param mayResemble whether typing errors are forgiven
 */
export function fitOf(
  type: ResultType,
  row: SearchedRow,
  searched: Searched,
  mayResemble: boolean,
): Fit | undefined {
  const id = row.id.toLowerCase()
  if (id === searched.text) return { match: 'id', rank: FITS.sameId }
  const texts = SEARCHED_TYPES[type].texts(row)
  const fits = texts.flatMap((text) => textFit(text, searched) ?? [])
  if (id.startsWith(searched.text)) fits.push({ match: 'id', rank: FITS.part })
  else if (id.endsWith(searched.text)) fits.push({ match: 'id', rank: FITS.part + 0.5 })
  const [best] = fits.toSorted((one, other) => one.rank - other.rank)
  return (
    best ?? apartFit(texts, searched) ?? (mayResemble ? resemblance(texts, searched) : undefined)
  )
}

/** All of the words in one text. */
function textFit(text: SearchedText, { inOrder, identifying }: Searched): Fit | undefined {
  const { match, label } = text
  const words = label === undefined ? inOrder : identifying
  if (words.length === 0 || !words.every(finderOf(text))) return undefined
  // The whole of a number is found with or without its label.
  const named = searchWords(label ?? '')
  const joined = words.filter((word) => !named.includes(word)).join('') || words.join('')
  const own = searchWords(text.text ?? '').join('')
  const isSame = own === joined
  if (isSame && UNIQUE.includes(match)) return { match, rank: FITS.sameNumber }
  const all = wordsOf(text)
  const rank = words.every((word) => all.includes(word)) ? FITS.whole : FITS.part
  return { match, rank: own.startsWith(joined) ? rank : rank + 0.5 }
}

/** Whether a text has a word. */
function finderOf(text: SearchedText): (word: string) => boolean {
  const words = wordsOf({ ...text, label: '' })
  const label = searchWords(text.label ?? '')
  return (word) =>
    label.includes(word) || (text.isWhole === true ? words.includes(word) : hasWord(words, word))
}

/** The fit of an item whose words are searched with those of the account that holds it. */
export function heldFit(
  item: SearchedRow,
  holder: SearchedRow,
  searched: Searched,
): Fit | undefined {
  const { inventory_item, fbo_account } = SEARCHED_TYPES
  return apartFit([...inventory_item.texts(item), ...fbo_account.texts(holder)], searched)
}

/** All of the words, in several texts. */
function apartFit(texts: readonly SearchedText[], { words }: Searched): Fit | undefined {
  const finders = texts.map((text) => ({ match: text.match, isThere: finderOf(text) }))
  const [first, ...others] = words.map((word) => finders.find(({ isThere }) => isThere(word)))
  if (first === undefined || others.includes(undefined)) return undefined
  return { match: first.match, rank: FITS.apart }
}

/** The text that shares most trigrams with what is searched, where each word shares enough. */
function resemblance(texts: readonly SearchedText[], { words }: Searched): Fit | undefined {
  const forgiving = texts.filter(({ isWhole }) => !isWhole)
  const own = forgiving.map((text) => ({ match: text.match, trigrams: trigramsOf(wordsOf(text)) }))
  const all = new Set(own.flatMap(({ trigrams }) => [...trigrams]))
  if (!words.every((word) => share(trigramsOf([word]), all) >= RESEMBLANCE_MIN)) return undefined
  if (words.length === 0) return undefined
  const wanted = trigramsOf(words)
  const [best] = own
    .map(({ match, trigrams }) => ({ match, rank: FITS.resembles + 1 - share(wanted, trigrams) }))
    .toSorted((one, other) => one.rank - other.rank)
  return best
}

function share(wanted: ReadonlySet<string>, own: ReadonlySet<string>): number {
  return [...wanted].filter((trigram) => own.has(trigram)).length / wanted.size
}

/** As pg_trgm counts them: two blanks before a word, one behind it. */
function trigramsOf(words: readonly string[]): Set<string> {
  const trigrams = new Set<string>()
  for (const word of words) {
    const padded = [' ', ' ', ...lettersOf(word), ' ']
    for (let place = 0; place + 3 <= padded.length; place += 1) {
      trigrams.add(padded.slice(place, place + 3).join(''))
    }
  }
  return trigrams
}
