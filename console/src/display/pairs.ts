// Metadata and identifiers are edited as text: a line for each pair, such as `grade: PSA 8`.

/** A line break in a value, which would begin another pair. */
const BREAK = '↵'

export function pairsText(pairs: Iterable<readonly [string, string]>): string {
  return [...pairs].map(([key, value]) => `${key}: ${value.replaceAll('\n', BREAK)}`).join('\n')
}

/** The pairs of a text. A line without a colon is a key alone, which the service refuses. */
export function pairsOf(text: string): (readonly [string, string])[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [key = '', ...value] = line.split(':')
      return [key.trim(), value.join(':').trim().replaceAll(BREAK, '\n')] as const
    })
}

/** The change from one metadata to that of a text: null removes a pair. */
export function metadataPatch(
  before: Readonly<Record<string, string>>,
  text: string,
): Record<string, string | null> {
  const after = new Map(pairsOf(text))
  const removed = Object.keys(before).filter((key) => !after.has(key))
  const set = [...after].filter(([key, value]) => before[key] !== value)
  return Object.fromEntries([...removed.map((key) => [key, null] as const), ...set])
}

export const METADATA_FIELD = {
  name: 'metadata',
  label: 'Attributes',
  description: 'One on a line, such as “grade: PSA 8”.',
  kind: 'lines',
} as const
