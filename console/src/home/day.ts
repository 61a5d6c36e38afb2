import type { Summary } from '../api/schema.ts'

/** The numbers of transfers that were created and decided on one day (UTC). */
export type Day = NonNullable<Summary['transfersByDay']>[number]

const DAY = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

export function dayName(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`))
}
