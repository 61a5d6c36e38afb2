import type { Summary } from '../api/schema.ts'

/** What happened to transfers on one day (UTC). */
export type Day = NonNullable<Summary['transfersByDay']>[number]

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

export function dayName(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`))
}
