import { useSearch } from '@tanstack/react-router'

const DAY_MS = 86_400_000

/** A day of UTC, `YYYY-MM-DD`. */
function utcDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

function isDay(text: string | undefined): text is string {
  const ms = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(ms) && utcDay(ms) === text
}

/** The first and the last day in the URL, by default of this month, and their ends as instants. */
export function usePeriod() {
  const search = useSearch({ from: '/accounts/$id/statement' })
  const today = utcDay(Date.now())
  const lastDay = isDay(search.to) ? search.to : today
  const firstDay = isDay(search.from) ? search.from : `${lastDay.slice(0, 8)}01`
  const from = `${firstDay}T00:00:00.000Z`
  const to = new Date(Date.parse(`${lastDay}T00:00Z`) + DAY_MS).toISOString()
  return { firstDay, lastDay, today, from, to, isEmpty: lastDay < firstDay }
}
