import { centsOf, money } from './amounts.ts'
import { dayOf, instantOf, minuteOf, readDay, startOfDay, words } from './format.ts'

type Kind =
  | 'text'
  | 'one'
  | 'many'
  | 'yes'
  | 'choice'
  | 'amount'
  | 'day'
  | 'time'
  | keyof typeof NAMED

/** Ids that are shown by the names of their records; an actor is a token or a person. */
const NAMED = { account: 'fbo_account', actor: 'person' } as const

/** Whether an actor is a token, not a person. */
export function isToken(actorId: string): boolean {
  return actorId.startsWith('tok_')
}

/** The type of the record that a value names; undefined if it is no id. */
export function namedType({ kind }: Filter, value: string) {
  if (kind === 'actor' && isToken(value)) return 'access_token'
  return kind in NAMED ? NAMED[kind as keyof typeof NAMED] : undefined
}

export interface Filter {
  readonly name: string
  readonly label: string
  /** `many` are several of the values, separated by commas. */
  readonly kind: Kind
  /** The values of `one` and `many`. */
  readonly values?: readonly string[]
  /** The values of `choice`, which are too many to show at once, or have names of their own. */
  readonly options?: readonly {
    readonly group: string
    readonly items: readonly { readonly value: string; readonly label: string }[]
  }[]
  readonly placeholder?: string
  /** The form of a text, and the sentence for another. */
  readonly form?: readonly [RegExp, string]
}

/** The part of a URL's query that the service takes. The rest is left out, as `Filters` says. */
export function goodSearch(search: object, filters: readonly Filter[]): Record<string, string> {
  const isBad = ([name, value]: [string, unknown]) => {
    const filter = filters.find((each) => each.name === name)
    return filter !== undefined && problemOf(filter, String(value)) !== undefined
  }
  return Object.fromEntries(Object.entries(search).filter((each) => !isBad(each)))
}

export function choicesOf({ kind, values = [], options = [] }: Filter) {
  if (kind === 'choice') return options.flatMap(({ items }) => items)
  if (kind !== 'yes') return values.map((value) => ({ value, label: words(value) }))
  return [
    { value: 'true', label: 'Yes' },
    { value: 'false', label: 'No' },
  ]
}

/** A sentence for a value that the filter does not take. */
export function problemOf(filter: Filter, value: string): string | undefined {
  const isChoice = (each = value) => choicesOf(filter).some((choice) => choice.value === each)
  const isInstant = () => /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
  const isId = () => /^[A-Za-z0-9_-]{1,64}$/.test(value)
  const isGood = {
    text: () => filter.form?.[0].test(value) ?? true,
    one: () => isChoice(),
    many: () => value.split(',').every(isChoice),
    yes: () => isChoice(),
    choice: () => isChoice(),
    account: isId,
    actor: isId,
    amount: () => /^\d{1,19}$/.test(value) && centsOf(money(value)) !== undefined,
    day: isInstant,
    time: isInstant,
  }[filter.kind]()
  const words = `“${value}” cannot be used here. The list is shown without this filter.`
  return isGood ? undefined : (filter.form?.[1] ?? words)
}

/** The value as the chip shows it; a name is known there. */
export function shownValue(filter: Filter, value: string): string {
  const { kind } = filter
  if (kind === 'amount') return money(value)
  if (kind === 'day') return dayOf(value)
  if (kind === 'time') return new Date(value).toLocaleString()
  if (kind === 'text' || kind in NAMED) return value
  const labels = new Map(choicesOf(filter).map((choice) => [choice.value, choice.label]))
  return (kind === 'many' ? value.split(',') : [value]).map((each) => labels.get(each)).join(', ')
}

export function written(filter: Filter, value: string): string {
  if (filter.kind === 'time') return minuteOf(value) ?? ''
  const isShownSo = value !== '' && (filter.kind === 'amount' || filter.kind === 'day')
  return isShownSo ? shownValue(filter, value) : value
}

/** The value of what a person wrote; an unreadable one stays as it is. */
export function readDraft({ kind }: Filter, draft: string): string {
  if (kind === 'amount') return centsOf(draft) ?? draft
  if (kind === 'time' && draft !== '') return instantOf(draft) ?? draft
  const day = kind === 'day' ? readDay(draft) : undefined
  return day === undefined ? draft : new Date(startOfDay(day)).toISOString()
}

export const TEXT: Filter = {
  name: 'q',
  label: 'Text',
  kind: 'text',
  form: [/^\s*\S.{0,198}\S\s*$/s, 'Enter 2 to 200 characters.'],
}
