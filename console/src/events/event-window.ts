export interface EventSearch {
  readonly id?: string
  readonly type?: string
  readonly subjectId?: string
  readonly actorTokenId?: string
  readonly last?: string
  readonly from?: string
  readonly before?: string
  readonly view?: string
}

const HOUR = 3_600_000

/** Periods that end now. */
export const WINDOWS = [
  { value: '1h', label: 'Last hour', ms: HOUR },
  { value: '24h', label: 'Last 24 hours', ms: 24 * HOUR },
  { value: '7d', label: 'Last 7 days', ms: 7 * 24 * HOUR },
  { value: 'all', label: 'All', ms: undefined },
] as const

export type WindowName = (typeof WINDOWS)[number]['value'] | 'own'

/** The period in the URL. By default, all events of one record, or those of the last day. */
export function windowOf({ last, from, before, subjectId }: EventSearch): WindowName {
  if (from !== undefined || before !== undefined || last === 'own') return 'own'
  const named = WINDOWS.find(({ value }) => value === last)
  return named?.value ?? (subjectId === undefined ? '24h' : 'all')
}

/** The period of the request, as of now. */
export function spanOf(search: EventSearch): { occurredFrom?: string; occurredBefore?: string } {
  const name = windowOf(search)
  if (name === 'own') {
    const [from, before] = [instantOf(search.from), instantOf(search.before)]
    return {
      ...(from !== undefined && { occurredFrom: from }),
      ...(before !== undefined && { occurredBefore: before }),
    }
  }
  const ms = WINDOWS.find(({ value }) => value === name)?.ms
  return ms === undefined ? {} : { occurredFrom: new Date(Date.now() - ms).toISOString() }
}

/** UTC from the text in the URL; undefined if it is not an instant. */
function instantOf(text: string | undefined): string | undefined {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** The value of a date field, in the reader's zone. */
export function localOf(text: string | undefined): string {
  const ms = Date.parse(text ?? '')
  if (Number.isNaN(ms)) return ''
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** The instant of a date field's value; undefined if it is empty. */
export function utcOf(local: string): string | undefined {
  return local === '' ? undefined : instantOf(local)
}
