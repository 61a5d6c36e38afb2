import canonicalize from 'canonicalize'

/** Whether PostgreSQL can store the text: neither U+0000 nor unpaired surrogates are allowed. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** The length of a text in Unicode code points, as all limits count it. */
export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1
  }
  return count
}

/**
 * Whether the text is an existing RFC 3339 date and time that PostgreSQL and JavaScript read alike:
 * of a year from 1000 to 9999, an hour to 23, and an offset of less than 16 hours. PostgreSQL fails
 * at a greater one; offsets in use end at +14:00.
 */
export function isInstant(text: string): boolean {
  const [, date] =
    /^([1-9]\d{3}-\d\d-\d\d)T(?!24)\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-5]):\d\d)$/.exec(
      text,
    ) ?? []
  if (date === undefined || Number.isNaN(Date.parse(text))) return false
  // An offset can shift the last hours of 9999 into the year 10000.
  if (new Date(text).getUTCFullYear() > 9999) return false
  // JavaScript reads 30 February as 2 March.
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
}

/** `fromFboAccountId` as `from_fbo_account_id`. */
export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Whether a text has no sign but those that a plain keyboard types: most have none. */
export function isAscii(text: string): boolean {
  return !/[^ -~]/.test(text)
}

/** The canonical form (RFC 8785) of a JSON document. */
export function canonical(document: object): string {
  return canonicalize(document) as string
}
