/** "In vault" from `in_vault`, "PSA certificate" from `psa_cert`. */
export function words(name: string): string {
  const text = name
    .replace(/^([a-z]+)_cert$/, (_, grader) => `${grader.toUpperCase()} certificate`)
    .replaceAll('_', ' ')
    .replaceAll('.', ': ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The attributes of a record. Their names stay as they are: a label could pose as a field's. */
export function attributesOf(metadata: Readonly<Record<string, string>>) {
  return Object.entries(metadata).map(([key, value]) => [key, value] as const)
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'always', style: 'long' })

/** "3 hours ago", "in 12 days". */
export function ago(instant: string | number, now = Date.now()): string {
  const difference = new Date(instant).getTime() - now
  const [unit, size] = UNITS.find(([, ms]) => Math.abs(difference) >= ms) ?? []
  if (unit === undefined) return difference <= 0 ? 'just now' : 'in less than a minute'
  return RELATIVE.format(Math.round(difference / size), unit)
}

/** "1 item", "4 items". */
export function counted(noun: string, count: number): string {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString()} ${noun}s`
}

// Days are `YYYY-MM-DD` in the reader's zone, as `Time` shows instants in it.

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The locale of Sweden, where days and minutes are written as in ISO 8601. */
const ISO = 'sv-SE'

export function dayOf(instant: string | number): string {
  return new Date(instant).toLocaleDateString(ISO)
}

/** @returns undefined if the text is not a day */
export function readDay(text: string | undefined): string | undefined {
  const start = startOfDay(text ?? '')
  return Number.isFinite(start) && dayOf(start) === text ? text : undefined
}

/** An instant as `YYYY-MM-DDTHH:MM`, for a `DateField`; undefined if the text is none. */
export function minuteOf(instant: string | undefined): string | undefined {
  const date = new Date(instant ?? '')
  if (Number.isNaN(date.getTime())) return undefined
  return date.toLocaleString(ISO).slice(0, 16).replace(' ', 'T')
}

/** The instant of such a minute, in UTC. */
export function instantOf(minute: string | undefined): string | undefined {
  return minute === undefined ? undefined : new Date(minute).toISOString()
}

export function startOfDay(day: string): number {
  return new Date(`${day}T00:00`).getTime()
}

/** The last millisecond of a day. A day has 23 or 25 hours where the clocks change. */
export function endOfDay(day: string): number {
  const date = new Date(startOfDay(day))
  return date.setDate(date.getDate() + 1) - 1
}
