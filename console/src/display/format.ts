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

/** The name of an account: of its business, of its person, or its id. */
export function accountName(account: {
  readonly firstName: string | null
  readonly lastName: string | null
  readonly businessName: string | null
  readonly id: string
}): string {
  const { firstName, lastName, businessName, id } = account
  const person = [firstName, lastName].filter((name) => name !== null).join(' ')
  return businessName ?? (person === '' ? id : person)
}

/** "1 item", "4 items". */
export function itemCount(count: number): string {
  return count === 1 ? '1 item' : `${count.toLocaleString()} items`
}

// Days are `YYYY-MM-DD` in the reader's zone, as `Time` shows instants in it.

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** The day that an instant is in. */
export function dayOf(instant: string | number): string {
  const date = new Date(instant)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((n) => `${n}`.padStart(2, '0'))
  return `${`${date.getFullYear()}`.padStart(4, '0')}-${month}-${day}`
}

/** @returns undefined if the text is not a day */
export function readDay(text: string | undefined): string | undefined {
  return text !== undefined && DAY.test(text) && dayOf(startOfDay(text)) === text ? text : undefined
}

/** An instant as `YYYY-MM-DDTHH:MM`, for a `DateField`; undefined if the text is none. */
export function minuteOf(instant: string | undefined): string | undefined {
  const date = new Date(instant ?? '')
  if (Number.isNaN(date.getTime())) return undefined
  const time = [date.getHours(), date.getMinutes()].map((n) => `${n}`.padStart(2, '0'))
  return `${dayOf(date.getTime())}T${time.join(':')}`
}

/** The instant of such a minute, in UTC. */
export function instantOf(minute: string | undefined): string | undefined {
  return minute === undefined ? undefined : new Date(minute).toISOString()
}

/** The first millisecond of a day. */
export function startOfDay(day: string): number {
  return midnight(day, 0)
}

/** The last millisecond of a day. A day has 23 or 25 hours where the clocks change. */
export function endOfDay(day: string): number {
  return midnight(day, 1) - 1
}

function midnight(day: string, later: number): number {
  const [, year, month, date] = DAY.exec(day) ?? []
  return new Date(Number(year), Number(month) - 1, Number(date) + later).getTime()
}
