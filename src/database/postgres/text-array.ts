import { parse } from 'postgres-array'

/**
 * PostgreSQL's `text[]`, for the driver: the only array that statements take or return. Otherwise
 * each new connection looks up the array types first. The driver does not guard that statement: a
 * connection lost during it would end the process (porsager/postgres#1192).
 */
export const TEXT_ARRAY = {
  to: 1009,
  from: [1009],
  serialize: (values: readonly unknown[]): string => `{${values.map(element).join(',')}}`,
  parse: (text: string): (string | null)[] => parse(text),
}

function element(value: unknown): string {
  if (value === null) return 'NULL'
  if (value === undefined || typeof value === 'object') {
    throw new TypeError('a list of texts has an element that is none')
  }
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`
}
