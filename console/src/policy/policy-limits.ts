import { amountProblem, centsOf, money, wholeOf } from '../display/amounts.ts'

export const UNITS = { day: 86_400, hour: 3_600, minute: 60, second: 1 } as const

/** A text field for an amount, a whole number, or a time in whole units. */
export interface Limit {
  readonly name: string
  readonly kind: 'amount' | 'whole' | keyof typeof UNITS
  readonly label: string
  readonly description?: string
  readonly least?: number
  readonly most?: number
  /** The words for no limit, "No limit" unless it has others; false if it must have one. */
  readonly none?: string | false
}

/** A limit as its field shows it, and takes it. */
export function limitText({ kind }: Pick<Limit, 'kind'>, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'amount') return money(`${value}`)
  return kind === 'whole' ? value.toLocaleString() : duration(Number(value) * UNITS[kind])
}

/** The limit of a text, null for none; or what is wrong with it. */
export function limitOf(limit: Limit, text: string) {
  const { kind, least = 1, most = 0, none } = limit
  if (text.trim() === '' && none !== false) return { value: null }
  if (kind === 'amount') return { value: centsOf(text), problem: amountProblem(text) }
  const value = kind === 'whole' ? wholeOf(text) : unitsOf(text, UNITS[kind])
  if (value !== undefined && value >= least && value <= most) return { value }
  const wanted = kind === 'whole' ? 'a whole number' : 'a time such as “2 days 12 hours”,'
  const range = `from ${limitText(limit, least)} to ${limitText(limit, most)}`
  return { problem: `Enter ${wanted} ${range}${none === false ? '' : ', or leave it empty'}.` }
}

/** "1 day 12 hours" from seconds. */
function duration(seconds: number): string {
  let rest = seconds
  return Object.entries(UNITS)
    .flatMap(([unit, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count === 0 ? [] : [`${count.toLocaleString()} ${unit}${count === 1 ? '' : 's'}`]
    })
    .join(' ')
}

/** A time in whole units: "1 day 12 hours", "36 h", or, but for seconds, their number alone. */
function unitsOf(text: string, size: number): number | undefined {
  const whole = text.trim()
  if (/^\D/.test(whole) || (size === 1 && /\d$/.test(whole))) return undefined
  const parts = [...whole.matchAll(/([^a-z]+)([a-z]*)/gi)]
  const seconds = parts.map(([, count = '', unit = '']) => {
    const isUnit = ([one]: [string, number]) => `${one}s`.startsWith(unit.toLowerCase())
    const [, known] = Object.entries(UNITS).find(isUnit) ?? []
    return (wholeOf(count.trim()) ?? Number.NaN) * (unit === '' ? size : (known ?? Number.NaN))
  })
  const sum = seconds.reduce((before, each) => before + each, 0) / size
  return parts.length > 0 && Number.isInteger(sum) ? sum : undefined
}
