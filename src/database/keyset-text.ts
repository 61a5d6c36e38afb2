/** The direction in which a list is read backward. */
export const OPPOSITE = { ascending: 'descending', descending: 'ascending' } as const

/** Comparison of a row's key with that of a place in the list. */
export const OPERATORS = {
  ascending: { before: '<', from: '>=', after: '>' },
  descending: { before: '>', from: '<=', after: '<' },
} as const

/** The casts of parameters, by the type of a column of the key. */
export const CASTS = {
  // As text: the driver would make a Date of it, and parse the text differently.
  instant: 'text::timestamptz',
  id: 'text',
  number: 'integer',
}

/** The column of a field: `createdAt` is `created_at`. */
export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Clauses with blanks between them. */
export function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}
