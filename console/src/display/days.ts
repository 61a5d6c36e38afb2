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
