/** Whether PostgreSQL can keep the text: it has no U+0000, and UTF-8 no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** The length of a text as every bound counts it, in Unicode code points. */
export function codePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1
  }
  return count
}

/**
 * Whether the text is a date and time of RFC 3339 that exists, in the years that PostgreSQL's text
 * and JavaScript's reading of it agree on. A plus sign of an offset has to be sent as %2B in a URL.
 */
export function isInstant(text: string): boolean {
  const [, date] =
    /^([1-9]\d{3}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  if (date === undefined || Number.isNaN(Date.parse(text))) return false
  // An offset can carry the last hours of 9999 into a year that PostgreSQL reads otherwise.
  if (new Date(text).getUTCFullYear() > 9999) return false
  // JavaScript reads 30 February as 2 March.
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date)
}
