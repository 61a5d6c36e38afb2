import { parse } from 'postgres-array'

/**
 * PostgreSQL's `text[]`, for the driver: the only array that statements take or give. Said here and
 * not looked up by each new connection, because the driver does not guard that first statement: a
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
