import { INSTANT, MILLISECONDS } from './model-state.ts'

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The difference between a response and the model in one line; undefined without one. */
export function difference(actual: unknown, expected: unknown, path = ''): string | undefined {
  if (expected === INSTANT && typeof actual === 'string' && RFC_3339.test(actual)) return undefined
  if (expected === MILLISECONDS && Number.isSafeInteger(actual)) return undefined
  if (Object.is(actual, expected)) return undefined
  if (
    !isObject(actual) ||
    !isObject(expected) ||
    Array.isArray(actual) !== Array.isArray(expected)
  ) {
    return `${path || '/'}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`
  }
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)])
  for (const name of names) {
    const found = difference(actual[name], expected[name], `${path}/${name}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** Fills what the model did not know from the response. */
export function learn(known: object, reported: unknown): void {
  if (!isObject(reported) || !isObject(known)) return
  for (const [name, value] of Object.entries(known)) {
    if (value === INSTANT || value === MILLISECONDS) known[name] = reported[name]
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
