/** "In vault" from `in_vault`. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ').replaceAll('.', ': ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const DAY = 86_400_000
const UNITS = [
  ['day', DAY],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'always', style: 'long' })

/** "3 hours ago", "in 12 days". */
export function ago(instant: string | number, now = Date.now()): string {
  const difference = new Date(instant).getTime() - now
  const [unit, size] = UNITS.find(([, ms]) => Math.abs(difference) >= ms) ?? []
  if (unit === undefined)
    return Math.abs(difference) < 60_000 && difference <= 0 ? 'just now' : 'in less than a minute'
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
